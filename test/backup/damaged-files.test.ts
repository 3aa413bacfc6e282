// Files that aren't what they should be. Each is refused with its own error, whose sentence is in the
// words, and changes nothing.
import { readHistoryVerdict } from '../../src/client/history-verdict.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { writeBackupFile, type BackupFile } from '../../src/client/backup/backup-file.ts';
import { sealPart, type BackupHeader } from '../../src/crypto/backup-seal.ts';
import { randomBytes, toHex, utf8, type Bytes } from '../../src/crypto/bytes.ts';
import { checkKdfParameters } from '../../src/crypto/kdf-parameters.ts';
import { deriveKek } from '../../src/crypto/kdf.ts';
import { KDF } from '../worker/fake-browser.ts';
import { KeystampError } from '../../src/protocol/errors.ts';
import { errorWords, reasonWords } from '../../src/ui/words/en/errors.ts';
import { readAllStores } from '../worker/stores.ts';
import { BACKUP_PASSWORD, chooseAll, createBackupBrowser, type BackupBrowser } from './fixture.ts';
import {
  createChain,
  sealBackup,
  sealBackupText,
  unsealBackup,
  type UnsealedBackup,
} from './sealed-backup.ts';

// A derivation takes seconds where others keep the machine busy.
vi.setConfig({ testTimeout: 60_000 });

let here: BackupBrowser;
let text: string;
let whole: UnsealedBackup;
let file: BackupFile;

beforeAll(async () => {
  here = createBackupBrowser();
  await here.createVault();
  await here.client.call('keys_create', { name: 'Main' });
  await here.client.call('sites_block', { origin: 'https://blocked.example', blocked: true });
  // Derived at the floor: each of these files costs a derivation.
  const made = await unsealBackup(await here.make(true), BACKUP_PASSWORD);
  const header = { ...made.header, kdf: checkKdfParameters(KDF) };
  text = await sealBackupText(BACKUP_PASSWORD, { ...made, header, history: [...made.history] });
  whole = await unsealBackup(text, BACKUP_PASSWORD);
  file = await here.read(text);
}, 60_000);
afterAll(() => here.browser.close());

/** A header that the page's own code would refuse to write. */
const headerText = (changes: object) => JSON.stringify({ ...JSON.parse(file.header), ...changes });
const kdfText = (changes: object) => headerText({ kdf: { ...whole.header.kdf, ...changes } });
const withHeader = (header: string) => writeBackupFile({ ...file, header });

/** Sealed correctly, with other contents. */
const withContents = (changes: object) =>
  sealBackupText(BACKUP_PASSWORD, {
    ...whole,
    contents: { ...whole.contents, ...changes },
    history: [...whole.history],
  });

/** Parts sealed under the right key, but with a first line of another version. */
async function ofVersion(version: number): Promise<string> {
  const body = text.slice(text.indexOf('\n') + 1);
  const start = `keystamp-backup ${version} ${body.length}`;
  const digest = await crypto.subtle.digest('SHA-256', utf8(`${start}\n${body}`));
  return `${start} ${toHex(new Uint8Array(digest))}\n${body}`;
}

/** Contents that aren't JSON, sealed correctly. */
async function withRawContents(contents: Bytes): Promise<string> {
  const key = await deriveKek(BACKUP_PASSWORD, whole.header.kdf);
  const place = { header: file.header, place: 'contents' } as const;
  return writeBackupFile({ ...file, contents: await sealPart(key, place, contents, randomBytes) });
}

const flip = (at: number) => {
  const bytes = utf8(text);
  const index = at < 0 ? bytes.length + at : at;
  bytes[index] = (bytes[index] ?? 0) ^ 1;
  return bytes;
};

const key = () => whole.contents.keys[0] ?? ({} as never);
const site = () => whole.contents.sites[0] ?? ({} as never);
/** A connection as Keystamp writes it, with something changed. */
const connected = (changes: object) => ({
  ...site(),
  origin: 'https://app.example',
  profileId: crypto.randomUUID(),
  operations: ['update_wallet'],
  connectedAt: 1,
  lastUsedAt: 1,
  blocked: false,
  ...changes,
});
const profile = (changes: object = {}) => ({
  id: crypto.randomUUID(),
  name: 'A',
  colour: 'blue',
  order: 0,
  service: 'custom',
  baseUrl: 'https://service.example',
  organizationId: crypto.randomUUID(),
  keyId: crypto.randomUUID(),
  passkeys: null,
  authorization: { usual: 'key', passkeyOnly: [] },
  otpGeneration: 'enclave',
  passkeyHeader: 'X-Stamp',
  known: null,
  trust: { signer: `04${'a'.repeat(128)}`, otp: `04${'b'.repeat(128)}` },
  ...changes,
});

const CAPITALS = 'A0000000-0000-4000-8000-000000000000';

type Case = readonly [what: string, code: string, make: () => Promise<string | Bytes>];

/** Refused before a password is used. */
const UNREADABLE: readonly Case[] = [
  ['an empty file', 'backup_foreign', async () => ''],
  ['JSON of something else', 'backup_foreign', async () => '{"format":"keystamp-history/v1"}'],
  ['a picture', 'backup_foreign', async () => randomBytes(5000)],
  ['a file without its last part', 'backup_incomplete', async () => text.slice(0, -300)],
  ['a file without its last byte', 'backup_incomplete', async () => text.slice(0, -1)],
  ['its first 20 bytes', 'backup_incomplete', async () => text.slice(0, 20)],
  [
    'a file without its first line',
    'backup_damaged',
    async () => text.slice(text.indexOf('\n') + 1),
  ],
  ['a file with something after it', 'backup_damaged', async () => `${text}\n`],
  ['a file with other line ends', 'backup_damaged', async () => text.replaceAll('\n', '\r\n')],
  ['a flipped bit in the mark', 'backup_damaged', async () => flip(3)],
  ['a flipped bit in the length', 'backup_damaged', async () => flip(19)],
  ['a flipped bit in the digest', 'backup_damaged', async () => flip(60)],
  ['a flipped bit in the header', 'backup_damaged', async () => flip(130)],
  ['a flipped bit in the contents', 'backup_damaged', async () => flip(700)],
  ['a flipped bit at the end', 'backup_damaged', async () => flip(-2)],
  ['a newer version', 'backup_newer', () => ofVersion(3)],
  [
    'a newer version in the header alone',
    'backup_newer',
    () => withHeader(headerText({ version: 3 })),
  ],
  ['version 0', 'backup_damaged', () => ofVersion(0)],
  ['version 1, which was never released', 'backup_unreleased', () => ofVersion(1)],
  [
    'version 1 under the present number',
    'backup_invalid',
    () => withHeader(headerText({ version: 1 })),
  ],
  ['too little memory', 'backup_kdf_weak', () => withHeader(kdfText({ memoryKib: 8 }))],
  ['too few passes', 'backup_kdf_weak', () => withHeader(kdfText({ iterations: 1 }))],
  ['a memory bomb', 'backup_kdf_heavy', () => withHeader(kdfText({ memoryKib: 4_000_000_000 }))],
  ['a time bomb', 'backup_kdf_heavy', () => withHeader(kdfText({ iterations: 1e9 }))],
  ['another derivation', 'backup_invalid', () => withHeader(kdfText({ kdf: 'scrypt' }))],
  ['a member more in the header', 'backup_invalid', () => withHeader(headerText({ more: 1 }))],
  [
    'more parts than it says',
    'backup_tampered',
    () => writeBackupFile({ ...file, history: [...file.history, 'AAAA'] }),
  ],
];

/** Refused once the password has given the key. */
const UNOPENABLE: readonly Case[] = [
  ['another salt', 'backup_password', () => withHeader(kdfText({ salt: `${'B'.repeat(21)}A` }))],
  ['another date in the header', 'backup_password', () => withHeader(headerText({ createdAt: 1 }))],
  [
    'contents of another backup',
    'backup_tampered',
    async () => {
      const header = { ...whole.header, id: 'A'.repeat(22) };
      const other = await sealBackup(BACKUP_PASSWORD, { ...whole, header, history: [] });
      return writeBackupFile({ ...file, contents: other.contents });
    },
  ],
  [
    'a part in another one’s place',
    'backup_tampered',
    () => writeBackupFile({ ...file, contents: file.history[0] ?? '' }),
  ],
  ['contents that aren’t JSON', 'backup_invalid', () => withRawContents(utf8('not JSON'))],
  ['contents that aren’t text', 'backup_invalid', () => withRawContents(randomBytes(40))],
  ['contents that are a list', 'backup_invalid', () => withRawContents(utf8('[]'))],
  ['an unknown member', 'backup_unknown_member', () => withContents({ more: [] })],
  [
    'an unknown member of a profile',
    'backup_unknown_member',
    () => withContents({ profiles: [profile({ more: 1 })] }),
  ],
  [
    'a profile at a plain address',
    'backup_invalid',
    () => withContents({ profiles: [profile({ baseUrl: 'http://service.example' })] }),
  ],
  [
    'Turnkey at another address',
    'backup_invalid',
    () => withContents({ profiles: [profile({ service: 'turnkey' })] }),
  ],
  [
    'a profile without its organization',
    'backup_invalid',
    () => withContents({ profiles: [profile({ organizationId: undefined })] }),
  ],
  [
    'a profile that nothing could stamp for',
    'backup_invalid',
    () => withContents({ profiles: [profile({ keyId: null })] }),
  ],
  [
    'a profile in a place that no list has',
    'backup_invalid',
    () => withContents({ profiles: [profile({ order: 1e300 })] }),
  ],
  ...[1e300, 8.64e15 + 1, 253_402_300_800_000, -1, 0.5, '1', true].map((at): Case => [
    `a key made at ${JSON.stringify(at)}`,
    'backup_invalid',
    () => withContents({ keys: [{ ...key(), createdAt: at }] }),
  ]),
  [
    'a site connected at no time that there is',
    'backup_invalid',
    () => withContents({ sites: [connected({ connectedAt: 1e300 })] }),
  ],
  [
    'a connection of a whole group',
    'backup_invalid',
    () => withContents({ sites: [connected({ origin: '*.app.example' })] }),
  ],
  [
    'a connection of an origin that no page has',
    'backup_invalid',
    () => withContents({ sites: [connected({ origin: 'http://app.localhost' })] }),
  ],
  [
    'a row that neither connects nor blocks',
    'backup_invalid',
    () => withContents({ sites: [{ ...site(), blocked: false }] }),
  ],
  [
    'two profiles of one ID',
    'backup_duplicate',
    () =>
      withContents({ profiles: [profile({ id: key().id }), profile({ id: key().id, name: 'B' })] }),
  ],
  [
    'two profiles of one name',
    'backup_duplicate',
    () => withContents({ profiles: [profile(), profile()] }),
  ],
  [
    'one key twice',
    'backup_duplicate',
    () => withContents({ keys: [key(), { ...key(), id: crypto.randomUUID() }] }),
  ],
  // Beside the same ID in small letters it would be another record, and no file could have both.
  ...(
    [
      ['a profile', () => ({ profiles: [profile({ id: CAPITALS })] })],
      ['a profile’s key', () => ({ profiles: [profile({ keyId: CAPITALS })] })],
      ['a key', () => ({ keys: [{ ...whole.contents.keys[0], id: CAPITALS }] })],
      ['a site’s profile', () => ({ sites: [connected({ profileId: CAPITALS })] })],
      ['the active profile', () => ({ activeProfileId: CAPITALS })],
    ] as const
  ).map(([what, change]): Case => [
    `${what} with an ID in capitals`,
    'backup_invalid',
    () => withContents(change()),
  ]),
  ['one site twice', 'backup_duplicate', () => withContents({ sites: [site(), site()] })],
  [
    'a site that no browser names so',
    'backup_invalid',
    () => withContents({ sites: [{ ...site(), origin: 'https://App.example/path' }] }),
  ],
  [
    'a site of a script',
    'backup_invalid',
    () => withContents({ sites: [{ ...site(), origin: 'javascript:alert(1)' }] }),
  ],
  [
    'more sites than there can be',
    'backup_invalid',
    () =>
      withContents({
        sites: Array.from({ length: 2001 }, (_, at) => ({
          ...site(),
          origin: `https://s${at}.example`,
        })),
      }),
  ],
  [
    'settings that there aren’t',
    'backup_invalid',
    () => withContents({ settings: { ...whole.contents.settings, autoLockMinutes: 1e6 } }),
  ],
  [
    'a prototype as a limit',
    'backup_invalid',
    () =>
      withRawContents(
        utf8(
          JSON.stringify({
            ...whole.contents,
            grants: [
              {
                id: key().id,
                origin: 'https://app.example',
                profileId: key().id,
                operation: 'update_wallet',
                limits: 'LIMITS',
                most: 3,
                used: 0,
                perHour: null,
                recent: [],
                createdAt: 1,
                expiresAt: 2,
                lastUsedAt: null,
              },
            ],
          }).replace('"LIMITS"', '{"__proto__":1}'),
        ),
      ),
  ],
];

/** The code, or the reason that has the sentence. */
async function refusalOf(bytes: string | Bytes, password = BACKUP_PASSWORD): Promise<string> {
  try {
    await here.open(bytes, password);
    return 'opened';
  } catch (error) {
    if (!(error instanceof KeystampError)) throw error;
    return error.detail?.reason ?? error.code;
  }
}

const words: Readonly<Record<string, string>> = { ...errorWords, ...reasonWords };

describe('a file that isn’t whole or no backup', () => {
  test.each(UNREADABLE)('error: %s: %s, before any password', async (_, code, make) => {
    const bytes = await make();
    const read = here.read(bytes).then(
      () => 'read',
      (error: unknown) => (error instanceof KeystampError ? error.code : String(error)),
    );
    expect(await read).toBe(code);
    expect(words[code]).toMatch(/\.$/);
  });

  test('error: any single flipped bit is called damage', async () => {
    const bytes = utf8(text);
    for (let at = 0; at < bytes.length; at += 1 + (at % 13)) {
      const flipped = bytes.slice();
      flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8));
      const code = await here.read(flipped).then(
        () => 'read',
        (error: unknown) => (error instanceof KeystampError ? error.code : String(error)),
      );
      expect([at, code]).toEqual([at, 'backup_damaged']);
    }
  });
});

describe('a file that its password doesn’t open, or with other content', () => {
  test('error: a wrong password is called that', async () => {
    expect(await refusalOf(text, 'not-the-password-of-it')).toBe('backup_password');
  });

  test.each(UNOPENABLE)('error: %s: %s, and nothing has changed', async (_, code, make) => {
    const bytes = await make();
    const before = await readAllStores(here.browser);
    expect(await refusalOf(bytes)).toBe(code);
    expect(await readAllStores(here.browser)).toBe(before);
    expect(words[code]).toMatch(/\.$/);
  });

  test('error: a key whose halves don’t match is refused when it is restored, and no key is added', async () => {
    const to = createBackupBrowser();
    await to.createVault();
    const keys = [{ ...key(), privateKey: `${'B'.repeat(42)}A` }];
    const opened = await to.open(await withContents({ keys }));
    const restored = to.restore(opened, chooseAll(opened)).catch((error: unknown) => error);
    expect(await restored).toMatchObject({ detail: { reason: 'backup_key_mismatch' } });
    expect(await to.client.call('keys_list', {})).toEqual([]);
    to.browser.close();
  });

  test('error: a history that isn’t whole is left out, and the rest can be restored', async () => {
    const to = createBackupBrowser();
    await to.createVault();
    const [part = []] = createChain(5);
    const changed = part.map((record, at) => (at === 2 ? { ...record, at: 1 } : record));
    const opened = await to.open(
      await sealBackupText(BACKUP_PASSWORD, { ...whole, history: [changed] }),
    );
    expect(opened.history).toBe(null);
    const { result } = await to.restore(opened, chooseAll(opened));
    expect(result).toMatchObject({ keys: 1, sites: 1, records: 0 });
    expect(await readHistoryVerdict(to.client, crypto.randomUUID())).toMatchObject({
      kind: 'whole',
    });
    to.browser.close();
  });
});

describe('a long history', () => {
  test('behavior: comes in parts, and is the same chain', async () => {
    const to = createBackupBrowser();
    await to.createVault();
    const history = createChain(2500);
    const header: BackupHeader = { ...whole.header, historyParts: 3 };
    const contents = { ...whole.contents, records: 2500 };
    const long = await sealBackupText(BACKUP_PASSWORD, { header, contents, history });
    const opened = await to.open(long);
    expect(opened.history).toEqual({ here: 0, appended: 2500, copied: 0 });
    await to.restore(opened, chooseAll(opened));
    const summary = await to.client.call('history_summary', {});
    expect(summary).toMatchObject({ first: 1, last: 2501 });
    expect(await readHistoryVerdict(to.client, crypto.randomUUID())).toMatchObject({
      kind: 'whole',
      records: 2501,
    });
    to.browser.close();
  }, 60_000);
});
