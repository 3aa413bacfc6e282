import { randomBytes } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { test } from './environment.ts';
import type { AppState } from '../../src/protocol/app-state.ts';
import { TURNKEY_TRUST } from '../../src/protocol/profile.ts';
import { launchKeystamp } from './browser.ts';
import { call, sealedCall } from './extension-internals.ts';
import { openHome, openSettings } from './pages.ts';
import { trialUnless } from '../trial-tag.ts';

/*
 * The browser's own files, damaged while it is closed: each store is a LevelDB of its own. The
 * vault opens from the other one, with all keys and profiles.
 */

const KEK = randomBytes(32).toString('base64url');
const KDF = {
  kdf: 'argon2id',
  memoryKib: 65_536,
  iterations: 3,
  parallelism: 1,
  salt: randomBytes(16).toString('base64url'),
};
const ORGANIZATION = '11111111-1111-4111-8111-111111111111';

let whole: string;

async function answerOf(reply: Promise<unknown>): Promise<unknown> {
  const { ok, answer, error } = (await reply) as { ok: boolean; answer?: unknown; error?: unknown };
  if (!ok) throw new Error(JSON.stringify(error));
  return answer;
}
const ask = (page: Page, name: string, input: unknown = {}) => answerOf(call(page, name, input));
const unlock = (page: Page) => answerOf(sealedCall(page, 'vault_unlock', {}, { keks: [KEK] }));

test.beforeAll(async () => {
  whole = mkdtempSync(join(tmpdir(), 'keystamp-files-'));
  const keystamp = await launchKeystamp({ profileDir: whole });
  const page = await openSettings(keystamp);
  await answerOf(sealedCall(page, 'vault_create', { kdf: KDF }, { kek: KEK }));
  const key = (await ask(page, 'keys_create', { name: 'First' })) as { id: string };
  await ask(page, 'keys_create', { name: 'Second' });
  await ask(page, 'profiles_save', {
    id: null,
    name: 'Work',
    colour: 'blue',
    order: 0,
    service: 'custom',
    baseUrl: 'http://127.0.0.1:9',
    organizationId: ORGANIZATION,
    keyId: key.id,
    passkeys: null,
    authorization: { usual: 'key', passkeyOnly: [] },
    otpGeneration: 'enclave',
    passkeyHeader: 'X-Stamp',
    trust: TURNKEY_TRUST,
    known: null,
  });
  await keystamp.close();
});
test.afterAll(() => rmSync(whole, { recursive: true, force: true, maxRetries: 5 }));

/** The folders of the two stores in a profile. */
const STORES = {
  'the database': (profile: string) => {
    const parent = join(profile, 'Default', 'IndexedDB');
    const name = readdirSync(parent).find((one) => /^chrome-extension_.*\.leveldb$/.test(one));
    return join(parent, name ?? '');
  },
  'the local area': (profile: string) => {
    const parent = join(profile, 'Default', 'Local Extension Settings');
    return join(parent, readdirSync(parent)[0] ?? '');
  },
} as const;

const inEach = (folder: string, which: RegExp, act: (file: string) => void): void => {
  const found = readdirSync(folder).filter((name) => which.test(name));
  if (found.length === 0) throw new Error(`nothing like ${which} in ${folder}`);
  for (const name of found) act(join(folder, name));
};
const halve = (file: string) => truncateSync(file, Math.floor(statSync(file).size / 2));
const garble = (file: string) =>
  writeFileSync(
    file,
    readFileSync(file).map((byte) => byte ^ 0xa5),
  );

const DAMAGES: readonly (readonly [name: string, act: (folder: string) => void])[] = [
  ['is gone', (folder) => rmSync(folder, { recursive: true })],
  [
    'has an empty CURRENT',
    (folder) => inEach(folder, /^CURRENT$/, (file) => truncateSync(file, 0)),
  ],
  ['has a garbled CURRENT', (folder) => inEach(folder, /^CURRENT$/, garble)],
  [
    'has a CURRENT that names no file',
    (folder) => inEach(folder, /^CURRENT$/, (file) => writeFileSync(file, 'MANIFEST-999999\n')),
  ],
  [
    'has a folder for CURRENT',
    (folder) =>
      inEach(folder, /^CURRENT$/, (file) => {
        rmSync(file);
        mkdirSync(join(file, 'x'), { recursive: true });
      }),
  ],
  ['has a garbled MANIFEST', (folder) => inEach(folder, /^MANIFEST-/, garble)],
  ['has half a log', (folder) => inEach(folder, /\.log$/, halve)],
  ['has a garbled log', (folder) => inEach(folder, /\.log$/, garble)],
  ['has no log', (folder) => inEach(folder, /\.log$/, (file) => rmSync(file))],
];

/** The rest are trials, and so is the local area: the vault opens from the database there. */
const isUsual = (store: string, name: string) =>
  store === 'the database' && name === 'has a CURRENT that names no file';

for (const store of Object.keys(STORES) as (keyof typeof STORES)[]) {
  test.describe(store, () => {
    for (const [name, damage] of DAMAGES) {
      test(
        `behavior: ${name}: the vault opens from the other one`,
        trialUnless(isUsual(store, name)),
        async () => {
          const profileDir = mkdtempSync(join(tmpdir(), 'keystamp-damaged-'));
          cpSync(whole, profileDir, { recursive: true });
          damage(STORES[store](profileDir));
          const keystamp = await launchKeystamp({ profileDir });
          try {
            const page = await openHome(keystamp);
            const before = (await ask(page, 'state')) as AppState;
            expect(before.vault).toBe('locked');
            const { vault, profiles, vaultNotice } = (await unlock(page)) as AppState;
            expect({ vault, vaultNotice }).toEqual({ vault: 'unlocked', vaultNotice: null });
            expect(profiles.map(({ name }) => name)).toEqual(['Work']);
            const keys = (await ask(page, 'keys_list')) as { name: string }[];
            expect(keys.map(({ name }) => name)).toEqual(['First', 'Second']);
            await ask(page, 'vault_lock');
            expect(((await unlock(page)) as AppState).vault).toBe('unlocked');
          } finally {
            await keystamp.close();
            rmSync(profileDir, { recursive: true, force: true, maxRetries: 5 });
          }
        },
      );
    }
  });
}
