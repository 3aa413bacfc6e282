import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { findChromium } from '../../scripts/chromium.mjs';

const folder = mkdtempSync(join(tmpdir(), 'keystamp-chromium-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => vi.unstubAllEnvs());

function browserThatSays(version: string): string {
  const path = join(folder, version.replaceAll(/\W/g, '-'));
  writeFileSync(path, `#!/bin/sh\necho '${version}'\n`);
  chmodSync(path, 0o755);
  return path;
}

describe('findChromium', () => {
  test.for([
    'Chromium 156.0.8078.79',
    'Google Chrome for Testing 141.0.7390.37',
    'Google Chrome 136.0.1',
  ])('behavior: %s is accepted', (version) => {
    const path = browserThatSays(version);
    vi.stubEnv('KEYSTAMP_CHROMIUM', path);
    expect(findChromium().found).toEqual({ path, version });
  });

  test('error: branded Chrome from 137 on is refused with the reason', () => {
    vi.stubEnv('KEYSTAMP_CHROMIUM', browserThatSays('Google Chrome 141.0.7390.54'));
    const { found, refused } = findChromium();
    expect(found).toBeUndefined();
    expect(refused).toEqual([expect.stringContaining('ignores --load-extension')]);
  });

  test('error: a missing browser that was named isn’t replaced by another one', () => {
    vi.stubEnv('KEYSTAMP_CHROMIUM', join(folder, 'nowhere'));
    const { found, refused } = findChromium();
    expect(found).toBeUndefined();
    expect(refused).toEqual([`${join(folder, 'nowhere')}: not an executable file`]);
  });
});
