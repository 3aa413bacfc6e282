import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { utf8 } from '../../src/crypto/bytes.ts';
import { verifyStamp } from '../../src/crypto/stamp.ts';
import { deleteDatabase } from '../../src/storage/database.ts';
import { SECOND_KEY } from '../../src/vault/copies.ts';
import { createDevice, freshKey, KEK, kdf, OTHER_KEK, type Copy, type Device } from './device.ts';

let device: Device;
let good: Copy;

beforeEach(async () => {
  device = createDevice();
  await device.vault().create(KEK, kdf());
  await device.vault().addKey(freshKey('A').key);
  await device.vault().addKey(freshKey('B').key);
  await device.vault().sealRecord('note', utf8('a note of 32 bytes, as keys are.'));
  device.restartBrowser();
  const main = await device.readMain();
  if (!main) throw new Error('no vault was written');
  good = main;
});

/** The copy with one bit of its text or its digest changed. */
function flip(copy: Copy, member: keyof Copy, at: number): Copy {
  const bytes = utf8(copy[member] ?? '');
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return { ...copy, [member]: Buffer.from(bytes).toString() };
}

const digestOf = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`;

/** A carefully changed copy: its digest is right. */
function forgeCopy(edit: (document: Forged) => unknown): Copy {
  const document: Forged = JSON.parse(good.text);
  edit(document);
  const text = JSON.stringify(document);
  return { ...good, text, digest: digestOf(text) };
}
type Forged = {
  revision: number;
  header: { kdf: Record<string, unknown>; wrapped: string; createdAt: number };
  keys: { id: string; name: string; publicKey: string; sealed: string }[];
  records: { name: string; sealed: string }[];
};

/** Expects that the vault opens and stamps, and is complete on both disks again. */
async function expectBothGood(text = good.text): Promise<void> {
  const vault = device.vault();
  expect(await vault.status()).toBe('locked');
  await vault.unlock([KEK]);
  const [key] = await vault.listKeys();
  const { value } = await vault.stamper(key?.id ?? '').stamp('{}');
  await verifyStamp(value, utf8('{}'));
  expect((await device.readMain())?.text).toBe(text);
  expect((await device.readSecond())?.text).toBe(text);
}

const DISKS = ['main', 'second'] as const;
type Disk = (typeof DISKS)[number];
const writeCopy = (disk: Disk, copy: unknown) =>
  disk === 'main' ? device.writeMain(copy) : device.writeSecond(copy);

test('behavior: both copies are the same text', async () => {
  expect(await device.readSecond()).toEqual(good);
});

describe.each(DISKS)('damage to the %s copy', (disk) => {
  test('behavior: any flipped bit is detected, and repaired from the other copy', async () => {
    const places: [keyof Copy, number][] = [
      ...Array.from({ length: 40 }, (_, i): [keyof Copy, number] => [
        'text',
        Math.floor((i * good.text.length) / 40),
      ]),
      ['digest', 0],
      ['digest', 20],
      ['digest', good.digest.length - 1],
    ];
    for (const [member, at] of places) {
      await writeCopy(disk, flip(good, member, at));
      await expectBothGood();
      device.restartBrowser();
    }
  });

  test.each<[string, unknown]>([
    ['absent', undefined],
    ['an empty object', {}],
    ['a text', 'x'],
    ['cut short', { text: '', digest: digestOf('') }],
    ['no JSON', { text: '{', digest: digestOf('{') }],
    ['of another version', { text: '{"v":2}', digest: digestOf('{"v":2}') }],
  ])('behavior: %s is repaired', async (_name, copy) => {
    await writeCopy(disk, copy);
    await expectBothGood();
  });

  test('behavior: a copy that is behind is updated', async () => {
    await device.vault().unlock([KEK]);
    const { id } = await device.vault().addKey(freshKey('C').key);
    device.restartBrowser();
    const newer = (await device.readMain())?.text;
    await writeCopy(disk, good);
    await expectBothGood(newer);
    expect((await device.vault().listKeys()).map((key) => key.id)).toContain(id);
  });

  test('behavior: a forged copy that doesn’t open gives way to the good one', async () => {
    const wrapped = (header: Forged['header']) =>
      header.wrapped.replace(/^./, (c) => (c === 'A' ? 'B' : 'A'));
    await writeCopy(
      disk,
      forgeCopy((d) => ((d.revision = 99), (d.header.wrapped = wrapped(d.header)))),
    );
    await expectBothGood();
  });

  test('behavior: parameters out of bounds are never used', async () => {
    await writeCopy(
      disk,
      forgeCopy((d) => ((d.revision = 99), (d.header.kdf['iterations'] = 1))),
    );
    expect((await device.vault().parameters()).kdfs).toEqual([kdf()]);
    await expectBothGood();
  });

  test('error: the wrong password repairs nothing', async () => {
    await writeCopy(disk, undefined);
    await expect(device.vault().unlock([OTHER_KEK])).rejects.toMatchObject({
      code: 'wrong_password',
    });
    expect(await (disk === 'main' ? device.readMain() : device.readSecond())).toBeUndefined();
  });
});

describe('damage to both copies', () => {
  test('error: is damage, never a fresh start', async () => {
    await device.writeMain(flip(good, 'text', 100));
    await device.writeSecond(flip(good, 'text', 200));
    const vault = device.vault();
    expect(await vault.status()).toBe('damaged');
    const refused = [
      () => vault.parameters(),
      () => vault.unlock([KEK]),
      () => vault.create(KEK, kdf()),
      () => vault.changePassword([KEK], OTHER_KEK, kdf(2)),
      () => vault.listKeys(),
    ];
    for (const act of refused) await expect(act()).rejects.toMatchObject({ code: 'vault_damaged' });
    expect(await device.readMain()).toEqual(flip(good, 'text', 100));
    await vault.wipe();
    expect(await vault.status()).toBe('missing');
  });

  test.each(DISKS)('error: is damage even if the %s copy is completely gone', async (disk) => {
    await device.writeMain({ ...good, digest: '' });
    await device.writeSecond({ ...good, digest: '' });
    await writeCopy(disk, undefined);
    expect(await device.vault().status()).toBe('damaged');
  });

  test('error: cheap parameters in both are named', async () => {
    const cheap = forgeCopy((d) => (d.header.kdf['memoryKib'] = 1024));
    await device.writeMain(cheap);
    await device.writeSecond(cheap);
    expect(await device.vault().status()).toBe('damaged');
    for (const act of ['parameters', 'unlock'] as const) {
      await expect(device.vault()[act]([KEK])).rejects.toMatchObject({ code: 'kdf_refused' });
    }
  });

  test('error: damage behind the right password doesn’t count as a wrong password', async () => {
    const forged = forgeCopy((d) => {
      const [a, b] = d.keys;
      if (a && b) [a.sealed, b.sealed] = [b.sealed, a.sealed];
    });
    await device.writeMain(forged);
    await device.writeSecond(forged);
    for (let i = 0; i < 5; i++) {
      await expect(device.vault().unlock([KEK])).rejects.toMatchObject({ code: 'vault_damaged' });
    }
    expect(await device.vault().parameters()).toMatchObject({ waitMs: 0 });
  });
});

describe('a forged document, in both copies', () => {
  const other = '6b7f9d1e-0f3a-4a53-8d3e-0f0b1d2c3a4b';
  const keyEdits: [string, (d: Forged) => unknown][] = [
    [
      'two keys’ ciphertexts swapped',
      ({ keys: [a, b] }) => a && b && ([a.sealed, b.sealed] = [b.sealed, a.sealed]),
    ],
    ['a key’s name changed', ({ keys: [a] }) => a && (a.name = 'Trusted')],
    ['a key’s public key changed', ({ keys: [a, b] }) => a && b && (a.publicKey = b.publicKey)],
    ['a key’s id changed', ({ keys: [a] }) => a && (a.id = other)],
    [
      'a key in place of a record',
      ({ keys: [a], records: [r] }) => a && r && (r.sealed = a.sealed),
    ],
    [
      'two records’ ciphertexts swapped',
      ({ records: [a, b] }) => a && b && ([a.sealed, b.sealed] = [b.sealed, a.sealed]),
    ],
    ['a record renamed', ({ records: [r] }) => r && (r.name = 'other')],
  ];

  test.each(keyEdits)('error: %s is damage', async (_name, edit) => {
    const forged = forgeCopy(edit);
    await device.writeMain(forged);
    await device.writeSecond(forged);
    await expect(device.vault().unlock([KEK])).rejects.toMatchObject({ code: 'vault_damaged' });
    expect(await device.vault().status()).toBe('locked');
  });

  test.each<[string, (d: Forged) => unknown]>([
    ['the salt changed', (d) => (d.header.kdf['salt'] = kdf(9)['salt'])],
    ['costlier parameters', (d) => (d.header.kdf['iterations'] = 4)],
    ['the date changed', (d) => (d.header.createdAt += 1)],
  ])('error: a header with %s doesn’t open', async (_name, edit) => {
    const forged = forgeCopy(edit);
    await device.writeMain(forged);
    await device.writeSecond(forged);
    await expect(device.vault().unlock([KEK])).rejects.toMatchObject({ code: 'wrong_password' });
  });
});

describe('failing writes', () => {
  /** Makes the local area refuse or lie, starting with the nth write. */
  function breakLocal(act: (key: string, value: unknown) => Promise<void>): () => void {
    const { set } = device.local;
    Object.assign(device.local, { set: act });
    return () => void Object.assign(device.local, { set });
  }
  const quota = () => Promise.reject(new Error('QUOTA_BYTES quota exceeded'));

  test('error: a full local area changes neither copy', async () => {
    await device.vault().unlock([KEK]);
    breakLocal(quota);
    await expect(device.vault().addKey(freshKey('C').key)).rejects.toMatchObject({
      code: 'storage_full',
    });
    expect(await device.readMain()).toEqual(good);
    expect(await device.readSecond()).toEqual(good);
  });

  test('error: a local area that writes something else changes neither copy', async () => {
    await device.vault().unlock([KEK]);
    const repairLocal = breakLocal(async (key) => {
      device.local.values.set(key, JSON.stringify({ text: 'rubbish', digest: '' }));
      repairLocal();
    });
    await expect(device.vault().addKey(freshKey('C').key)).rejects.toMatchObject({
      code: 'storage_failed',
    });
    expect(await device.readMain()).toEqual(good);
    expect(await device.readSecond()).toEqual(good);
  });

  test('error: an IndexedDB that refuses leaves both copies unchanged', async () => {
    await device.vault().unlock([KEK]);
    const writeCopy = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('Quota exceeded.', 'QuotaExceededError');
    });
    await expect(device.vault().addKey(freshKey('C').key)).rejects.toMatchObject({
      code: 'storage_full',
    });
    writeCopy.mockRestore();
    expect(await device.readMain()).toEqual(good);
    expect(await device.readSecond()).toEqual(good);
    expect(await device.vault().listKeys()).toHaveLength(2);
  });

  test('behavior: a worker killed between the two writes of a new password leaves a vault that opens', async () => {
    await device.vault().changePassword([KEK], OTHER_KEK, kdf(2));
    device.restartBrowser();
    await device.writeMain(good);
    expect((await device.vault().parameters()).kdfs[0]).toEqual(kdf(2));
    await device.vault().unlock([OTHER_KEK]);
    expect(await device.readMain()).toEqual(await device.readSecond());
    expect(await device.vault().listKeys()).toHaveLength(2);
  });

  test('behavior: a failed repair doesn’t keep the vault locked', async () => {
    await device.writeSecond(undefined);
    const repairLocal = breakLocal(quota);
    await device.vault().unlock([KEK]);
    expect(await device.vault().status()).toBe('unlocked');
    repairLocal();
    device.restartBrowser();
    await expectBothGood();
  });
});

describe('stores that don’t respond', () => {
  test('behavior: a deleted database is filled again from the second copy', async () => {
    await deleteDatabase();
    await expectBothGood();
  });

  test('error: if one store doesn’t respond and the other is empty, the vault isn’t missing', async () => {
    await device.writeMain(undefined);
    Object.assign(device.local, { get: () => Promise.reject(new Error('I/O error')) });
    await expect(device.vault().status()).rejects.toMatchObject({ code: 'storage_failed' });
    await expect(device.vault().create(KEK, kdf())).rejects.toMatchObject({
      code: 'storage_failed',
    });
  });

  test('behavior: if the local area doesn’t respond, the main copy is enough to unlock', async () => {
    Object.assign(device.local, { get: () => Promise.reject(new Error('I/O error')) });
    await device.vault().unlock([KEK]);
    expect(await device.vault().status()).toBe('unlocked');
    expect(device.local.values.has(SECOND_KEY)).toBe(true);
  });
});
