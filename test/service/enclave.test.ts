// What the enclave seals and signs opens and counts for its own purpose only.
import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { fromHex, randomBytes, toHex, utf8 } from '../../src/crypto/bytes.ts';
import * as hpke from '../../src/crypto/hpke.ts';
import * as p256 from '../../src/crypto/p256.ts';
import type { OpenDatabase } from '../../src/service/database.ts';
import { createEnclave, type Enclave } from '../../src/service/enclave.ts';
import { hashCode, isCode } from '../../src/service/otp.ts';
import { enclaveKeys } from '../../src/service/service-tables.ts';
import { useFreshService } from './fresh-service.ts';
import { openMemory } from './harness.ts';

const MASTER = fromHex('66'.repeat(32));

let database: OpenDatabase;
let enclave: Enclave;
useFreshService(async (fresh) => {
  ({ database } = fresh);
  enclave = await createEnclave(database.db, MASTER, randomBytes);
}, MASTER);

describe('sealing', () => {
  test('error: what was sealed under one name opens under no other', async () => {
    const sealed = await enclave.seal(utf8('secret'), 'wallet:1');
    expect(await enclave.open(sealed, 'wallet:1')).toEqual(utf8('secret'));
    for (const label of ['wallet:2', 'private-key:1', '']) {
      await expect(enclave.open(sealed, label)).rejects.toThrow();
    }
    expect(await enclave.seal(utf8('secret'), 'wallet:1')).not.toBe(sealed);
  });

  test('error: nothing while this process may not write; what was sealed opens', async () => {
    const reader = await createEnclave(database.db, MASTER, randomBytes, () => false);
    const refused = { grpc: 14 };
    await expect(reader.seal(utf8('secret'), 'wallet:1')).rejects.toMatchObject(refused);
    await expect(reader.createTarget('one')).rejects.toMatchObject(refused);
    const sealed = await enclave.seal(utf8('secret'), 'wallet:1');
    expect(await reader.open(sealed, 'wallet:1')).toEqual(utf8('secret'));
  });

  test('error: another master key opens nothing, and doesn’t start', async () => {
    const other = fromHex('67'.repeat(32));
    await expect(createEnclave(database.db, other, randomBytes)).rejects.toMatchObject({
      message: expect.stringMatching(/^The master key does not open this database/),
      cause: { code: 'malformed' },
    });
  });

  test('error: a target opens what was encrypted to it, under its own name', async () => {
    const [one, two] = [await enclave.createTarget('one'), await enclave.createTarget('two')];
    const message = await hpke.sealToTarget(one.publicKey, utf8('secret'));
    expect(await enclave.openTarget(one, 'one', message)).toEqual(utf8('secret'));
    await expect(enclave.openTarget(two, 'two', message)).rejects.toMatchObject({
      code: 'malformed',
    });
    await expect(enclave.openTarget(one, 'two', message)).rejects.toThrow();
  });
});

describe('keys', () => {
  test('behavior: have the names under which other versions look for them', async () => {
    const rows = await database.db.select().from(enclaveKeys);
    expect(rows.map(({ name }) => name).toSorted()).toEqual([
      'legacy_token',
      'mac',
      'otp',
      'signer',
    ]);
  });

  test('behavior: are the same at each start, and another one for each purpose', async () => {
    const again = await createEnclave(database.db, MASTER, randomBytes);
    const keysOf = ({ signer, otp, legacyToken }: Enclave) =>
      [signer, otp, legacyToken].map(({ publicKey }) => toHex(publicKey));
    expect(keysOf(again)).toEqual(keysOf(enclave));
    expect(new Set(keysOf(enclave)).size).toBe(3);
    const ecdsa = { name: 'ECDSA', hash: 'SHA-256' };
    for (const { sign, publicKey, verifyKey } of [
      enclave.signer,
      enclave.otp,
      enclave.legacyToken,
    ]) {
      const signature = new Uint8Array(await sign(utf8('x')));
      expect(await crypto.subtle.verify(ecdsa, verifyKey, signature, utf8('x'))).toBe(true);
      expect(await p256.verify(publicKey, await sign(utf8('x')), utf8('x'))).toBe(true);
      expect(await p256.verify(publicKey, await sign(utf8('x')), utf8('y'))).toBe(false);
    }
  });
});

describe('keyed hashes', () => {
  test('behavior: differ by master key, purpose and text', async () => {
    const hash = (label: string, text: string) => toHex(enclave.mac(label, text));
    expect(hash('a', 'text')).toBe(hash('a', 'text'));
    const all = [hash('a', 'text'), hash('b', 'text'), hash('a', 'other'), hash('', 'a\ntext')];
    expect(new Set(all).size).toBe(4);
    const other = await openMemory();
    const elsewhere = await createEnclave(other.db, fromHex('67'.repeat(32)), randomBytes);
    expect(toHex(elsewhere.mac('a', 'text'))).not.toBe(hash('a', 'text'));
    await other.close();
  });

  test('behavior: under the master key they are the same in every version', () => {
    const key = createHmac('sha256', MASTER).update('keystamp-service mac').digest();
    const expected = createHmac('sha256', key).update('local\ntext').digest('hex');
    expect(toHex(enclave.masterMac('local', 'text'))).toBe(expected);
    expect(toHex(enclave.mac('local', 'text'))).not.toBe(expected);
  });

  test('error: a code’s hash counts for its own request only', () => {
    const hash = hashCode(enclave, 'request', '12OIL8');
    for (const typed of ['12OIL8', '120118', '12oil8']) {
      expect(isCode(enclave, 'request', typed, hash)).toBe(true);
    }
    expect(isCode(enclave, 'another', '12OIL8', hash)).toBe(false);
    expect(isCode(enclave, 'request', '12OIL9', hash)).toBe(false);
  });
});
