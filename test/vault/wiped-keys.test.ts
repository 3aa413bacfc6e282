// What the vault unseals along the way doesn't stay in memory.
import { afterEach, describe, expect, test, vi } from 'vitest';
import { randomBytes, toHex, type Bytes } from '../../src/crypto/bytes.ts';
import { SESSION_KEY } from '../../src/vault/session.ts';
import { passkey, PASSKEY_KEK } from './enrolled-device.ts';
import { createDevice, freshKey, KEK, kdf, OTHER_KEK, type Device } from './device.ts';
import { recordWipes } from '../crypto/record-wipes.ts';

afterEach(() => vi.restoreAllMocks());

describe('the vault', () => {
  test('behavior: wipes the keys that it is made with', async () => {
    const made: Bytes[] = [];
    const random = (length: number): Bytes => {
      const bytes = randomBytes(length);
      made.push(bytes);
      return bytes;
    };
    await createDevice().vault({ random }).create(KEK, kdf());
    const keys = made.filter(({ length }) => length === 32);
    // The vault's, the outbox's and the rows' key.
    expect(keys).toHaveLength(3);
    for (const key of keys) expect(key).toEqual(new Uint8Array(32));
  });

  test('behavior: wipes an API key when it is unsealed, renamed and forgotten', async () => {
    const device = createDevice();
    const vault = device.vault();
    await vault.create(KEK, kdf());
    const { key, secret } = freshKey();
    const { id } = await vault.addKey({ ...key, privateKey: key.privateKey.slice() });
    const unsealed = await recordWipes(() => vault.stamper(id).stamp('{}'));
    expect(unsealed).toContain(secret);
    expect(await recordWipes(() => vault.renameKey(id, 'Another'))).toContain(secret);
    // The stamper's own copy.
    expect(await recordWipes(() => vault.lock())).toContain(secret);
    await vault.unlock([KEK]);
    await vault.stamper(id).stamp('{}');
    expect(await recordWipes(() => vault.removeKey(id))).toContain(secret);
  });

  test('behavior: the vault key is wiped after each use', async () => {
    const device = createDevice();
    const vault = device.vault();
    await vault.create(KEK, kdf());
    const { vaultKey } = (
      JSON.parse(device.memory.values.get(SESSION_KEY) ?? '{}') as {
        unlocked: { vaultKey: string };
      }
    ).unlocked;
    const hex = Buffer.from(vaultKey, 'base64url').toString('hex');
    const { id } = await vault.addKey(freshKey().key);
    const uses: readonly (() => Promise<unknown>)[] = [
      () => vault.stamper(id).stamp('{}'),
      () => vault.sealRecord('note', new Uint8Array(32).fill(1)),
      () => vault.openRecord('note'),
      () => device.vault().rows.sign('sites', 'a row'),
    ];
    for (const use of uses) expect(await recordWipes(use)).toContain(hex);
  });

  /** How often bytes were wiped while `act` ran, by the hex of what they were. */
  async function countWipes(act: () => Promise<unknown>): Promise<(secret: string) => number> {
    const wiped = await recordWipes(act);
    return (secret) => wiped.filter((one) => one === secret).length;
  }
  const hexOf = (text: string) => Buffer.from(text, 'base64url').toString('hex');
  function keysInMemory(device: Device) {
    const text = device.memory.values.get(SESSION_KEY) ?? '{}';
    const { unlocked, outboxKeys } = JSON.parse(text) as {
      readonly unlocked: { readonly vaultKey: string };
      readonly outboxKeys: string;
    };
    return { vaultKey: hexOf(unlocked.vaultKey), outboxKeys: hexOf(outboxKeys) };
  }

  test('behavior: each copy of a key is wiped separately', async () => {
    const made: string[] = [];
    const random = (length: number): Bytes => {
      const bytes = randomBytes(length);
      if (length === 32) made.push(toHex(bytes));
      return bytes;
    };
    const device = createDevice();
    await device.vault({ random }).create(KEK, kdf());
    const { vaultKey } = keysInMemory(device);
    const [, outboxKey = '', rowKey = ''] = made;
    expect(made[0]).toBe(vaultKey);
    const { key, secret } = freshKey();
    const { id } = await device.vault().addKey(key);
    // The session's, and the one that is read after that.
    const stamped = await countWipes(() => device.vault().stamper(id).stamp('{}'));
    expect([stamped(vaultKey), stamped(secret)]).toEqual([2, 1]);
    const signed = await countWipes(() => device.vault().rows.sign('sites', 'a'));
    expect([signed(vaultKey), signed(rowKey)]).toEqual([2, 1]);
    // Opened to be sealed again, and once more to prove that it opens.
    const renamed = await countWipes(() => device.vault().renameKey(id, 'Another'));
    expect(renamed(secret)).toBe(2);
    const proven = await countWipes(() => device.vault().prove([KEK]));
    expect(proven(vaultKey)).toBe(2);
    device.restartBrowser();
    const opened = await countWipes(() => device.vault().unlock([KEK]));
    expect([opened(vaultKey), opened(outboxKey)]).toEqual([1, 2]);
  });

  test('behavior: nothing of a replaced vault key stays', async () => {
    const device = createDevice();
    await device.vault().create(KEK, kdf());
    const { key, secret } = freshKey();
    await device.vault().addKey(key);
    const before = keysInMemory(device);
    const changed = await countWipes(() => device.vault().changePassword([KEK], OTHER_KEK, kdf(2)));
    const after = keysInMemory(device);
    expect(changed(before.vaultKey)).toBe(1);
    // The one it was made as, and the one of the proof.
    expect(changed(after.vaultKey)).toBe(2);
    // To open the vault, to seal again, and to prove.
    expect(changed(secret)).toBe(3);
    expect(changed(before.outboxKeys)).toBeGreaterThanOrEqual(3);
    expect(after.outboxKeys.endsWith(before.outboxKeys)).toBe(true);
    expect(changed(after.outboxKeys)).toBeGreaterThanOrEqual(3);
  });

  test('behavior: neither when a passkey is enrolled, used and removed', async () => {
    const device = createDevice();
    await device.vault().create(KEK, kdf());
    const { vaultKey } = keysInMemory(device);
    const enrolled = await countWipes(() =>
      device.vault().enrolPasskey([KEK], PASSKEY_KEK, passkey()),
    );
    // Opened by the password, and proved to open both ways.
    expect(enrolled(vaultKey)).toBe(3);
    const [{ id } = { id: '' }] = (await device.vault().parameters()).passkeys;
    const proven = await countWipes(() => device.vault().provePasskey(id, PASSKEY_KEK));
    expect(proven(vaultKey)).toBe(2);
    const removed = await countWipes(() => device.vault().removePasskey([KEK], id));
    expect(removed(vaultKey)).toBe(1);
  });
});
