// Which of two copies opens, what happens to the others, and what each way into a vault refuses.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { toHex } from '../../src/crypto/bytes.ts';
import { parseCopy, type GoodCopy } from '../../src/vault/copies.ts';
import { macOf } from '../../src/vault/document-mac.ts';
import type { VaultDocument } from '../../src/vault/document.ts';
import { LAST_SAVED_KEY } from '../../src/vault/last-saved.ts';
import {
  byPassword,
  openNewest,
  OUTBOX_KEYS_RECORD,
  openOutboxKeys,
  demandOpensBy,
  type UnlockMethod,
} from '../../src/vault/opening.ts';
import type { Vault } from '../../src/vault/vault.ts';
import { recordWipes } from '../crypto/record-wipes.ts';
import { digestOf, passkey, PASSKEY_KEK } from './enrolled-device.ts';
import { createDevice, freshKey, KEK, kdf, OTHER_KEK, type Device } from './device.ts';

let device: Device;
beforeEach(async () => {
  device = createDevice();
  await device.vault().create(KEK, kdf());
});
afterEach(() => vi.restoreAllMocks());

const ZEROS = new Uint8Array(32);
const method = byPassword([KEK]);

async function parseGood(value: unknown): Promise<GoodCopy> {
  const copy = await parseCopy(value);
  if (copy.kind !== 'good') throw new Error('no good copy');
  return copy;
}
const readPresent = async () => parseGood(await device.readMain());

async function vaultKey() {
  const unwrapped = await method((await readPresent()).document);
  if (!unwrapped) throw new Error('it does not open');
  return unwrapped.vaultKey;
}

/** A document as its holder writes it. */
async function signDocument(document: VaultDocument): Promise<GoodCopy> {
  const text = JSON.stringify(document);
  return parseGood({ text, digest: digestOf(text), mac: await macOf(await vaultKey(), text) });
}

describe('openNewest', () => {
  const opened = async (...copies: GoodCopy[]) => openNewest(copies, method);

  test('behavior: the later one, in either order', async () => {
    const old = await readPresent();
    await device.vault().addKey(freshKey().key);
    const later = await readPresent();
    expect(await opened(old, later)).toMatchObject({ copy: later });
    expect(await opened(later, old)).toMatchObject({ copy: later });
    expect(await opened()).toBeUndefined();
  });

  test('behavior: identical copies are opened once, different ones one by one', async () => {
    const copy = await readPresent();
    const { document } = copy;
    const tried: unknown[] = [];
    const counted: UnlockMethod = (one) => {
      tried.push(one);
      return method(one);
    };
    const twin = await readPresent();
    await openNewest([copy, twin], counted);
    expect(tried).toEqual([document]);
    const other = await signDocument({ ...document, savedAt: document.savedAt + 1 });
    await openNewest([copy, other], counted);
    expect(tried.slice(1)).toEqual([document, other.document]);
  });

  test('behavior: the keys of the other copies are wiped', async () => {
    const old = await readPresent();
    await device.vault().addKey(freshKey().key);
    const later = await readPresent();
    const key = toHex(await vaultKey());
    const wiped = await recordWipes(() => opened(old, later));
    // Only the older one's: the caller has the other one.
    expect(wiped.filter((one) => one === key)).toHaveLength(1);
  });

  test('error: a copy whose vault key the other copy calls retired no longer opens', async () => {
    const old = await readPresent();
    await device.vault().changePassword([KEK], KEK, kdf(2));
    const later = await readPresent();
    expect(await opened(old, later)).toMatchObject({ copy: later });
    expect(await opened(old)).toMatchObject({ copy: old });
    const only = byPassword([KEK]);
    const formerOnly: UnlockMethod = async (document) =>
      JSON.stringify(document) === JSON.stringify(old.document) ? only(document) : undefined;
    expect(await openNewest([old, later], formerOnly)).toBe('retired');
    expect(await openNewest([later, old], formerOnly)).toBe('retired');
  });

  test('error: damage is reported if nothing else opens', async () => {
    const copy = await readPresent();
    const spoilt = await parseGood({ ...copy.stored, mac: 'A'.repeat(43) });
    await expect(opened(spoilt)).rejects.toMatchObject({ code: 'vault_damaged' });
    expect(await opened(spoilt, copy)).toMatchObject({ copy });
    expect(await opened(copy, spoilt)).toMatchObject({ copy });
    const key = toHex(await vaultKey());
    const wiped = await recordWipes(() => opened(spoilt).catch(() => undefined));
    expect(wiped).toContain(key);
  });

  test('error: a failure of the browser isn’t damage', async () => {
    const copy = await readPresent();
    const fault = new DOMException('busy', 'OperationError');
    vi.spyOn(crypto.subtle, 'verify').mockRejectedValue(fault);
    vi.spyOn(crypto.subtle, 'sign').mockRejectedValue(fault);
    await expect(opened(copy)).rejects.toBe(fault);
  });
});

describe('demandOpensBy', () => {
  test('error: a copy that wouldn’t open, or is damaged, isn’t written', async () => {
    const copy = await readPresent();
    await demandOpensBy(method, copy);
    await expect(demandOpensBy(byPassword([OTHER_KEK]), copy)).rejects.toMatchObject({
      code: 'internal',
      message: 'The new vault would not have opened.',
    });
    const spoilt = await parseGood({ ...copy.stored, mac: 'A'.repeat(43) });
    await expect(demandOpensBy(method, spoilt)).rejects.toMatchObject({ code: 'vault_damaged' });
    const key = toHex(await vaultKey());
    expect(await recordWipes(() => demandOpensBy(method, copy))).toContain(key);
  });
});

describe('openOutboxKeys', () => {
  test('behavior: finds them by name; error: a vault without them is damaged', async () => {
    const { document } = await readPresent();
    const key = await vaultKey();
    const { records } = document;
    expect(records.map(({ name }) => name)).toEqual([OUTBOX_KEYS_RECORD, 'row-key']);
    const keys = await openOutboxKeys(records, key);
    expect(await openOutboxKeys(records.toReversed(), key)).toEqual(keys);
    const others = records.filter(({ name }) => name !== OUTBOX_KEYS_RECORD);
    await expect(openOutboxKeys(others, key)).rejects.toMatchObject({ code: 'vault_damaged' });
  });
});

describe('the notice after an unlock', () => {
  const unlocked = async () => {
    device.restartBrowser();
    await device.vault().unlock([KEK]);
    return device.vault().notice();
  };

  test('behavior: none if both copies are good, or the third place knows this revision', async () => {
    await device.lastSavedArea.remove(LAST_SAVED_KEY);
    expect(await unlocked()).toBeNull();
    await device.writeSecond('rubbish');
    expect(await unlocked()).toBeNull();
  });

  test.each(['main', 'second'] as const)(
    'behavior: says when the vault was saved if only one copy is good and the third place is empty: %s',
    async (lost) => {
      const savedAt = device.time.now;
      device.time.now += 5000;
      await device.lastSavedArea.remove(LAST_SAVED_KEY);
      await (lost === 'main' ? device.writeMain('rubbish') : device.writeSecond(undefined));
      expect(await unlocked()).toEqual({ kind: 'unsure', savedAt, missing: [] });
    },
  );

  test('behavior: keeping an older vault makes it the one that counts, in all three places', async () => {
    const old = await device.readMain();
    await device.vault().addKey(freshKey('Later').key);
    const later = await device.readMain();
    await device.writeMain(old);
    await device.writeSecond({ ...later, digest: 'damaged' });
    expect(await unlocked()).toMatchObject({ kind: 'behind', missing: ['Later'] });
    expect(await device.readMain()).toEqual(old);
    await device.vault().acceptNotice();
    expect([await device.readMain(), await device.readSecond()]).toEqual([old, old]);
    expect(await unlocked()).toBeNull();
  });

  test('behavior: if there is nothing to keep, accepting it writes nothing', async () => {
    await device.lastSavedArea.remove(LAST_SAVED_KEY);
    await device.writeSecond('rubbish');
    expect(await unlocked()).toMatchObject({ kind: 'unsure' });
    await device.writeSecond('spoiled again');
    await device.lastSavedArea.remove(LAST_SAVED_KEY);
    await device.vault().acceptNotice();
    expect(await device.readSecond()).toBe('spoiled again');
    expect(device.lastSavedArea.values.has(LAST_SAVED_KEY)).toBe(false);
  });

  test('error: nobody can accept the notice of a locked vault', async () => {
    await device.vault().lock();
    await expect(device.vault().acceptNotice()).rejects.toMatchObject({ code: 'vault_locked' });
  });
});

describe('invalid keys', () => {
  type Kek = Uint8Array<ArrayBuffer>;
  const EXPECTING_KEK: readonly (readonly [
    string,
    (vault: Vault, kek: Kek) => Promise<unknown>,
  ])[] = [
    ['making a vault', (_, kek) => createDevice().vault().create(kek, kdf())],
    ['an unlock', (vault, kek) => vault.unlock([kek])],
    ['an unlock with one key beside', (vault, kek) => vault.unlock([KEK, kek])],
    ['a new password', (vault, kek) => vault.changePassword([KEK], kek, kdf(2))],
    ['a passkey', (vault, kek) => vault.enrolPasskey([KEK], kek, passkey())],
    ['a proof', (vault, kek) => vault.prove([kek])],
  ];

  test.each(EXPECTING_KEK)(
    'error: %s refuses zeros and keys of another length',
    async (_, want) => {
      for (const kek of [ZEROS, ZEROS.slice(16).fill(1), new Uint8Array(33).fill(1)]) {
        await expect(want(device.vault(), kek)).rejects.toMatchObject({
          code: 'malformed',
          message: 'The key-encryption key is not 32 bytes of a key.',
        });
      }
      // None of this counted as an attempt.
      expect(await device.vault().parameters()).toMatchObject({ waitMs: 0 });
      await device.vault().unlock([KEK]);
    },
  );
});

describe('a proof', () => {
  test('error: opening another vault key than the unlocked one’s proves nothing', async () => {
    const vault = device.vault();
    await vault.enrolPasskey([KEK], PASSKEY_KEK, passkey());
    const [{ id } = { id: '' }] = (await vault.parameters()).passkeys;
    const former = await device.readMain();
    await vault.changePassword([KEK], OTHER_KEK, kdf(2));
    await device.writeMain(former);
    await device.writeSecond(former);
    device.time.now += 60_000;
    await expect(vault.prove([KEK])).rejects.toMatchObject({ code: 'wrong_password' });
    await expect(vault.provePasskey(id, PASSKEY_KEK)).rejects.toMatchObject({
      code: 'passkey_mismatch',
    });
    expect(await vault.isFresh()).toBe(false);
  });
});
