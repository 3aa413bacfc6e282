import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHROME_BUILD } from './browser.ts';

type Allowed = {
  readonly permissions?: readonly string[];
  readonly host_permissions?: readonly string[];
};

/**
 * A copy of the built extension that has optional permissions from the start: no test can press the
 * button in the browser's own dialog that asks for them. Returns its folder.
 */
export function buildAllowing(allowed: Allowed, build = CHROME_BUILD): string {
  const folder = mkdtempSync(join(tmpdir(), 'keystamp-allowed-'));
  cpSync(build, folder, { recursive: true });
  const file = join(folder, 'manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Allowed;
  const { permissions = [], host_permissions: hosts = [] } = manifest;
  const merged = {
    permissions: [...permissions, ...(allowed.permissions ?? [])],
    host_permissions: [...hosts, ...(allowed.host_permissions ?? [])],
  };
  writeFileSync(file, JSON.stringify({ ...manifest, ...merged }));
  return folder;
}
