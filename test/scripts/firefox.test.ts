import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { findFirefox } from '../../scripts/firefox.mjs';

const folder = mkdtempSync(join(tmpdir(), 'keystamp-firefox-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => vi.unstubAllEnvs());

function browserThatSays(version: string): string {
  const path = join(folder, version.replaceAll(/\W/g, '-'));
  writeFileSync(path, `#!/bin/sh\necho '${version}'\n`);
  chmodSync(path, 0o755);
  return path;
}

describe('findFirefox', () => {
  test.for(['Mozilla Firefox 153.7.0esr', 'Mozilla Firefox 140.0'])(
    'behavior: %s is accepted',
    (version) => {
      const path = browserThatSays(version);
      vi.stubEnv('KEYSTAMP_FIREFOX', path);
      expect(findFirefox()).toEqual({ path, version });
    },
  );

  test.for(['Mozilla Firefox 139.0.4', 'Chromium 156.0.8078.79', 'nothing of use'])(
    'error: “%s” is refused',
    (version) => {
      vi.stubEnv('KEYSTAMP_FIREFOX', browserThatSays(version));
      expect(findFirefox()).toBeUndefined();
    },
  );

  test('error: a missing one that was named isn’t replaced by another one', () => {
    vi.stubEnv('KEYSTAMP_FIREFOX', join(folder, 'nowhere'));
    expect(findFirefox()).toBeUndefined();
  });
});
