import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { provideChromium } from '../../scripts/system.mjs';
import { ROOT } from '../../scripts/tool.ts';

/*
 * What setup does on a machine without a Chromium: Debian, macOS, Windows, a Linux without apt-get.
 * The machine is a parameter; the tests' machine installs nothing.
 */

// Whoever runs the tests may have set a browser.
beforeEach(() => {
  for (const name of ['KEYSTAMP_CHROMIUM', 'CHROME_PATH']) vi.stubEnv(name, undefined);
});
afterEach(() => vi.unstubAllEnvs());

const CHROMIUM = { path: '/opt/chromium', version: 'Chromium 156.0' };
const REFUSED = '/usr/bin/google-chrome: branded';

type Machine = NonNullable<Parameters<typeof provideChromium>[1]>;
type Ending = { readonly code: number | string; readonly output: string };
const GOOD: Ending = { code: 0, output: '' };

/** A machine that has a Chromium once a call of `brings` has succeeded. */
function createMachine(
  apt: readonly string[] | undefined,
  brings: string,
  ending: (call: string) => Ending = () => GOOD,
) {
  const done: string[] = [];
  let there = false;
  const machine: Machine = {
    find: () =>
      there ? { found: CHROMIUM, refused: [] } : { found: undefined, refused: [REFUSED] },
    apt: () => Promise.resolve(apt),
    say: (line) => void done.push(`said: ${line}`),
    run: (command, args) => {
      const call = [command, ...args].join(' ');
      done.push(`ran: ${call}`);
      const { code, output } = ending(call);
      if (code === 0 && call.includes(brings)) there = true;
      return Promise.resolve({ code, output });
    },
  };
  return { machine, done };
}

const ran = (done: readonly string[]) => done.filter((line) => line.startsWith('ran: '));

describe('provideChromium', () => {
  test('behavior: uses an existing one, and installs and says nothing', async () => {
    const { machine, done } = createMachine(['apt-get'], '');
    const there = { ...machine, find: () => ({ found: CHROMIUM, refused: [REFUSED] }) };
    expect(await provideChromium(ROOT, there)).toBe(CHROMIUM.path);
    expect(done).toEqual([]);
  });

  test('behavior: Debian’s packages, announced before they are installed', async () => {
    const { machine, done } = createMachine(['sudo', '-n', 'apt-get'], 'fonts-liberation');
    expect(await provideChromium(ROOT, machine)).toBe(CHROMIUM.path);
    expect(done[0]).toMatch(/^said: [^]*none that takes it is on this machine[^]*apt-get installs/);
    expect(ran(done).at(-1)).toMatch(
      /sudo -n env .*apt-get .* install .*chromium fonts-liberation$/,
    );
    expect(done.join()).not.toContain('playwright');
  });

  test('behavior: without apt-get, Playwright’s installer, announced first', async () => {
    const { machine, done } = createMachine(undefined, 'cli.js install');
    expect(await provideChromium(ROOT, machine)).toBe(CHROMIUM.path);
    expect(done[0]).toMatch(/^said: [^]*downloads one into its folder in your home/);
    expect(ran(done)).toHaveLength(1);
    expect(ran(done)[0]).toMatch(/playwright[/\\]cli\.js install --no-shell chromium$/);
  });

  test('behavior: when apt-get has no such package, Playwright’s installer', async () => {
    const missing = { code: 100, output: 'E: Package chromium has no installation candidate' };
    const { machine, done } = createMachine(['apt-get'], 'cli.js install', (call) =>
      call.includes('fonts-liberation') ? missing : GOOD,
    );
    expect(await provideChromium(ROOT, machine)).toBe(CHROMIUM.path);
    expect(ran(done).at(-1)).toContain('cli.js install');
  });

  test('error: when both refuse, each says why', async () => {
    const { machine } = createMachine(['apt-get'], 'nothing', (call) =>
      call.includes('cli.js')
        ? { code: 1, output: 'Failed to download Chromium: getaddrinfo ENOTFOUND' }
        : { code: 100, output: 'E: no installation candidate' },
    );
    const told = await provideChromium(ROOT, machine).then(String, String);
    for (const part of [
      REFUSED,
      'chromium fonts-liberation failed (100)',
      'E: no installation candidate',
      'playwright install chromium failed (1)',
      'getaddrinfo ENOTFOUND',
      'KEYSTAMP_CHROMIUM=',
    ]) {
      expect(told).toContain(part);
    }
  });

  test('error: an installer that succeeds but leaves no usable browser', async () => {
    const { machine } = createMachine(undefined, 'nothing');
    await expect(provideChromium(ROOT, machine)).rejects.toThrow(REFUSED);
  });

  test('error: an unusable one that was named isn’t replaced by another one', async () => {
    vi.stubEnv('KEYSTAMP_CHROMIUM', '/nowhere');
    const { machine, done } = createMachine(['apt-get'], 'fonts-liberation');
    await expect(provideChromium(ROOT, machine)).rejects.toThrow(
      'names a browser that cannot be used',
    );
    expect(done).toEqual([]);
  });
});
