// What the vault unseals on its way does not stay in memory.
import { afterEach, describe, expect, test, vi } from 'vitest';
import { randomBytes, type Bytes } from '../../src/crypto/bytes.ts';
import { SESSION_KEY } from '../../src/vault/session.ts';
import { createWorld, freshKey, KEK, kdf } from './world.ts';
import { wipedBy } from '../crypto/wiped-by.ts';

afterEach(() => vi.restoreAllMocks());

describe('the vault', () => {
  test('behavior: wipes the keys that it is made with', async () => {
    const made: Bytes[] = [];
    const random = (length: number): Bytes => {
      const bytes = randomBytes(length);
      made.push(bytes);
      return bytes;
    };
    await createWorld().vault({ random }).create(KEK, kdf());
    const keys = made.filter(({ length }) => length === 32);
    // The vault's, the outbox's and that of the rows.
    expect(keys).toHaveLength(3);
    for (const key of keys) expect(key).toEqual(new Uint8Array(32));
  });

  test('behavior: wipes an API key when it is unsealed, renamed and forgotten', async () => {
    const world = createWorld();
    const vault = world.vault();
    await vault.create(KEK, kdf());
    const { key, secret } = freshKey();
    const { id } = await vault.addKey({ ...key, privateKey: key.privateKey.slice() });
    const unsealed = await wipedBy(() => vault.stamper(id).stamp('{}'));
    expect(unsealed).toContain(secret);
    expect(await wipedBy(() => vault.renameKey(id, 'Another'))).toContain(secret);
    // The stamper's own copy.
    expect(await wipedBy(() => vault.lock())).toContain(secret);
    await vault.unlock([KEK]);
    await vault.stamper(id).stamp('{}');
    expect(await wipedBy(() => vault.removeKey(id))).toContain(secret);
  });

  test('behavior: the vault key is wiped after each use', async () => {
    const world = createWorld();
    const vault = world.vault();
    await vault.create(KEK, kdf());
    const { vaultKey } = (
      JSON.parse(world.memory.values.get(SESSION_KEY) ?? '{}') as {
        unlocked: { vaultKey: string };
      }
    ).unlocked;
    const hex = Buffer.from(vaultKey, 'base64url').toString('hex');
    const { id } = await vault.addKey(freshKey().key);
    const uses: readonly (() => Promise<unknown>)[] = [
      () => vault.stamper(id).stamp('{}'),
      () => vault.sealRecord('note', new Uint8Array(32).fill(1)),
      () => vault.openRecord('note'),
      () => world.vault().rows.sign('sites', 'a row'),
    ];
    for (const use of uses) expect(await wipedBy(use)).toContain(hex);
  });
});
