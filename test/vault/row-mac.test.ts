// The MAC of rows outside the vault document: who can make one, for what, and how long it's known.
import { beforeEach, describe, expect, test } from 'vitest';
import { decode } from '../../src/crypto/base64url.ts';
import { createRowMacWithKey } from '../../src/vault/row-mac.ts';
import { createDevice, KEK, kdf, MINUTE, OTHER_KEK, type Device } from './device.ts';

const LOCKED = { code: 'vault_locked' };
let device: Device;
beforeEach(async () => {
  device = createDevice();
  await device.vault().create(KEK, kdf());
});

describe('rows of a vault', () => {
  test('behavior: a MAC belongs to one store and one text, in every worker', async () => {
    const { rows } = device.vault();
    const mac = await rows.sign('sites', 'a row');
    expect(decode(mac)).toHaveLength(32);
    const next = device.vault().rows;
    expect(await next.verify('sites', 'a row', mac)).toBe(true);
    expect(await next.sign('sites', 'a row')).toBe(mac);
    for (const [store, text, given] of [
      ['grants', 'a row', mac],
      ['sites', 'a ro', mac],
      ['sites', 'a row', `${mac.slice(0, -1)}${mac.endsWith('A') ? 'E' : 'A'}`],
      ['sites', 'a row', ''],
      ['sites', 'a row', undefined],
    ] as const) {
      expect(await next.verify(store, text, given)).toBe(false);
      expect(next.isVerified(store, text, given)).toBe(false);
    }
  });

  test('behavior: another vault makes a different one', async () => {
    const mac = await device.vault().rows.sign('sites', 'a row');
    const other = createDevice();
    await other.vault().create(KEK, kdf());
    expect(await other.vault().rows.verify('sites', 'a row', mac)).toBe(false);
  });

  test('behavior: stays valid under another password', async () => {
    const mac = await device.vault().rows.sign('sites', 'a row');
    await device.vault().changePassword([KEK], OTHER_KEK, kdf(2));
    expect(await device.vault().rows.verify('sites', 'a row', mac)).toBe(true);
  });

  test('error: locked by hand or by the deadline, it signs and verifies nothing, and knows nothing', async () => {
    const vault = device.vault();
    const mac = await vault.rows.sign('sites', 'a row');
    expect(vault.rows.isVerified('sites', 'a row', mac)).toBe(true);
    await vault.lock();
    expect(vault.rows.isVerified('sites', 'a row', mac)).toBe(false);
    const refused = async () => {
      await expect(vault.rows.sign('sites', 'a row')).rejects.toMatchObject(LOCKED);
      await expect(vault.rows.verify('sites', 'a row', mac)).rejects.toMatchObject(LOCKED);
    };
    await refused();
    await vault.unlock([KEK]);
    expect(await vault.rows.verify('sites', 'a row', mac)).toBe(true);
    device.time.now += 15 * MINUTE;
    await refused();
    // The failure didn't spoil it.
    await vault.unlock([KEK]);
    expect(await vault.rows.verify('sites', 'a row', mac)).toBe(true);
  });
});

describe('known rows', () => {
  const importKey = () =>
    crypto.subtle.importKey('raw', new Uint8Array(32), { name: 'HMAC', hash: 'SHA-256' }, false, [
      'sign',
      'verify',
    ]);

  test('behavior: only what was signed or verified, until it is forgotten', async () => {
    const key = await importKey();
    const [rows, other] = [
      createRowMacWithKey(async () => key),
      createRowMacWithKey(async () => key),
    ];
    const mac = await rows.sign('sites', 'a row');
    expect(rows.isVerified('sites', 'a row', mac)).toBe(true);
    expect(other.isVerified('sites', 'a row', mac)).toBe(false);
    await other.verify('sites', 'a row', mac);
    expect(other.isVerified('sites', 'a row', mac)).toBe(true);
    expect(other.isVerified('grants', 'a row', mac)).toBe(false);
    other.forget();
    expect(other.isVerified('sites', 'a row', mac)).toBe(false);
  });

  test(
    'behavior: are limited: past the limit, all are verified again',
    { timeout: 60_000 },
    async () => {
      const key = await importKey();
      const rows = createRowMacWithKey(async () => key);
      const first = await rows.sign('sites', '0');
      for (let n = 1; n < 30_000; n++) await rows.sign('sites', String(n));
      expect(rows.isVerified('sites', '0', first)).toBe(true);
      const last = await rows.sign('sites', 'one more');
      expect(rows.isVerified('sites', '0', first)).toBe(false);
      expect(rows.isVerified('sites', 'one more', last)).toBe(true);
    },
  );
});
