import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../scripts/tool.ts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

test('doc: the container for development has the Node of .nvmrc, on the Debian of the service’s', () => {
  const container = JSON.parse(read('.devcontainer/devcontainer.json')) as Record<string, unknown>;
  expect(container['image']).toBe(`docker.io/library/node:${read('.nvmrc').trim()}-bookworm`);
  expect(read('Containerfile')).toContain(`${String(container['image'])}-slim\n`);
  // Root may install the browsers and PostgreSQL; Chromium has no sandbox in a container anyway.
  expect(container['remoteUser']).toBe('root');
  expect(container['postCreateCommand']).toBe('node scripts/setup.mjs --firefox');
});
