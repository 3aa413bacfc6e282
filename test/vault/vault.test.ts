import * as v from 'valibot';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { calibrate, deriveKek, createMeasure } from '../../src/crypto/kdf.ts';
import { fromHex, toHex, utf8 } from '../../src/crypto/bytes.ts';
import { API_KEY_CURVES } from '../../src/crypto/schemes.ts';
import { verifyStamp } from '../../src/crypto/stamp.ts';
import { createDevice, freshKey, KEK, kdf, OTHER_KEK, type Device } from './device.ts';
import { settled } from '../test-clock.ts';

let device: Device;
beforeEach(() => {
  device = createDevice();
});

/** Everything on the device: both disks and the session's memory. */
async function everything(): Promise<{ disk: string; memory: string }> {
  const db = await device.connect();
  const stores = await Promise.all([...db.objectStoreNames].map((name) => db.getAll(name)));
  return {
    disk: JSON.stringify(stores) + JSON.stringify([...device.local.values]),
    memory: JSON.stringify([...device.memory.values]),
  };
}

describe('create', () => {
  test('behavior: makes an unlocked vault, which a new worker finds unlocked', async () => {
    expect(await device.vault().status()).toBe('missing');
    await device.vault().create(KEK, kdf());
    expect(await device.vault().status()).toBe('unlocked');
    expect(await device.vault().parameters()).toEqual({
      kdfs: [kdf()],
      waitMs: 0,
      passkeys: [],
    });
  });

  test('error: never replaces a vault', async () => {
    const vault = device.vault();
    await vault.create(KEK, kdf());
    const { key } = freshKey();
    await vault.addKey(key);
    const before = await device.readMain();
    await expect(vault.create(OTHER_KEK, kdf(2))).rejects.toMatchObject({ code: 'vault_exists' });
    expect(await device.readMain()).toEqual(before);
  });

  test('behavior: two at the same time make one vault', async () => {
    const vault = device.vault();
    const results = await Promise.allSettled([
      vault.create(KEK, kdf()),
      vault.create(OTHER_KEK, kdf(2)),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    device.restartBrowser();
    await device.vault().unlock([KEK]);
  });

  test.each([
    ['31 bytes', new Uint8Array(31).fill(1)],
    ['33 bytes', new Uint8Array(33).fill(1)],
    ['16 bytes', new Uint8Array(16).fill(1)],
    ['nothing', new Uint8Array()],
    ['an array wiped too early', new Uint8Array(32)],
  ])('error: refuses %s as key-encryption key', async (_name, kek) => {
    await expect(device.vault().create(kek, kdf())).rejects.toMatchObject({ code: 'malformed' });
    expect(await device.vault().status()).toBe('missing');
  });

  test('error: refuses parameters outside the bounds', async () => {
    const cheap = { ...kdf(), iterations: 1 };
    await expect(device.vault().create(KEK, cheap)).rejects.toMatchObject({ code: 'kdf_refused' });
    expect(await device.vault().status()).toBe('missing');
  });
});

describe('unlock', () => {
  test('behavior: opens after the browser was closed', async () => {
    await device.vault().create(KEK, kdf());
    const { key } = freshKey();
    const { id } = await device.vault().addKey(key);
    device.restartBrowser();
    const vault = device.vault();
    expect(await vault.status()).toBe('locked');
    await vault.unlock([KEK]);
    expect(await vault.status()).toBe('unlocked');
    await vault.stamper(id).stamp('{}');
  });

  test('error: throws vault_missing if there is none', async () => {
    await expect(device.vault().unlock([KEK])).rejects.toMatchObject({ code: 'vault_missing' });
    await expect(device.vault().parameters()).rejects.toMatchObject({ code: 'vault_missing' });
  });

  test('error: wrong passwords cost a growing wait, which survives a restart', async () => {
    await device.vault().create(KEK, kdf());
    device.restartBrowser();
    const attempt = (kek = OTHER_KEK) => device.vault().unlock([kek]);
    const wrong = (waitMs: number) => ({ code: 'wrong_password', detail: { waitMs } });
    await expect(attempt()).rejects.toMatchObject(wrong(0));
    await expect(attempt()).rejects.toMatchObject(wrong(0));
    await expect(attempt()).rejects.toMatchObject(wrong(1000));
    expect(await device.vault().parameters()).toMatchObject({ waitMs: 1000 });
    device.time.now += 400;
    // The right password is refused, too: trying it would give it away.
    await expect(attempt(KEK)).rejects.toMatchObject({ code: 'backoff', detail: { waitMs: 600 } });
    device.time.now += 600;
    await expect(attempt()).rejects.toMatchObject(wrong(2000));
    device.time.now += 2000;
    await attempt(KEK);
    expect(await device.vault().parameters()).toMatchObject({ waitMs: 0 });
    await expect(attempt()).rejects.toMatchObject(wrong(0));
  });

  test('behavior: an attempt counts before it runs, so that killing the worker gains nothing', async () => {
    await device.vault().create(KEK, kdf());
    for (let i = 0; i < 3; i++) {
      const decrypt = vi.spyOn(crypto.subtle, 'decrypt');
      decrypt.mockImplementation(() => new Promise(() => undefined));
      void device.vault().unlock([OTHER_KEK]);
      await settled();
      expect(decrypt).toHaveBeenCalledOnce();
      decrypt.mockRestore();
    }
    await expect(device.vault().unlock([KEK])).rejects.toMatchObject({ code: 'backoff' });
  });

  test('behavior: a password with real Argon2id, from calibration to stamp', async () => {
    const parameters = await calibrate(createMeasure(() => performance.now()));
    await device.vault().create(await deriveKek('correct horse', parameters), parameters);
    device.restartBrowser();
    const [stored] = (await device.vault().parameters()).kdfs;
    if (!stored) throw new Error('no parameters');
    expect(stored).toEqual(parameters);
    const wrong = deriveKek('correct hörse', stored);
    await expect(device.vault().unlock([await wrong])).rejects.toMatchObject({
      code: 'wrong_password',
    });
    await device.vault().unlock([await deriveKek('correct horse', stored)]);
    expect(await device.vault().status()).toBe('unlocked');
  });
});

describe('keys', () => {
  beforeEach(() => device.vault().create(KEK, kdf()));

  test.each(API_KEY_CURVES)('behavior: a %s key stamps in every worker', async (curve) => {
    const { key } = freshKey('Key', curve);
    const publicKey = toHex(key.publicKey);
    const facts = await device.vault().addKey(key);
    expect(facts).toMatchObject({ name: 'Key', curve, publicKey, createdAt: device.time.now });
    for (const vault of [device.vault(), device.vault()]) {
      const { value } = await vault.stamper(facts.id).stamp('{"a":1}');
      expect(await verifyStamp(value, utf8('{"a":1}'))).toMatchObject({ curve, publicKey });
    }
  });

  test('behavior: the private key is wiped when added, even if refused', async () => {
    const added = freshKey().key;
    await device.vault().addKey(added);
    expect(added.privateKey).toEqual(new Uint8Array(32));
    const refused = freshKey('').key;
    await expect(device.vault().addKey(refused)).rejects.toMatchObject({ code: 'invalid_input' });
    expect(refused.privateKey).toEqual(new Uint8Array(32));
  });

  test('behavior: no secret is on disk in clear, in hex or base64url, locked or not', async () => {
    const { key, secret } = freshKey();
    await device.vault().addKey(key);
    await device.vault().sealRecord('note', utf8('my private note'));
    const { disk, memory } = await everything();
    const session = JSON.parse(device.memory.values.get('vault.session') ?? '{}');
    const secrets = [
      secret,
      Buffer.from(secret, 'hex').toString('base64url'),
      Buffer.from(KEK).toString('base64url'),
      Buffer.from('my private note').toString('base64url'),
      'my private note',
      session.unlocked.vaultKey,
      session.outboxKeys,
    ];
    for (const one of secrets) {
      expect(one.length).toBeGreaterThan(10);
      expect(disk).not.toContain(one);
    }
    expect(memory).not.toContain(secret);
    expect(memory).not.toContain(Buffer.from(KEK).toString('base64url'));
  });

  test('behavior: are listed oldest first, renamed and removed', async () => {
    const vault = device.vault();
    const a = await vault.addKey(freshKey('A').key);
    const b = await vault.addKey(freshKey('B', 'ED25519').key);
    expect(await vault.renameKey(a.id, 'C')).toEqual({ ...a, name: 'C' });
    expect(await device.vault().listKeys()).toEqual([{ ...a, name: 'C' }, b]);
    await vault.stamper(a.id).stamp('{}');
    await device.vault().stamper(a.id).stamp('{}');
    await vault.removeKey(a.id);
    expect(await device.vault().listKeys()).toEqual([b]);
    await expect(vault.stamper(a.id).stamp('{}')).rejects.toMatchObject({ code: 'key_unknown' });
  });

  test('behavior: a key is unsealed once per worker, and again after a lock', async () => {
    const vault = device.vault();
    const { id } = await vault.addKey(freshKey().key);
    const importKey = vi.spyOn(crypto.subtle, 'importKey');
    const imports = () => importKey.mock.calls.filter(([format]) => format === 'pkcs8').length;
    await Promise.all([1, 2, 3].map(() => vault.stamper(id).stamp('{}')));
    await vault.stamper(id).stamp('{}');
    expect(imports()).toBe(1);
    for (const [, , , extractable] of importKey.mock.calls) expect(extractable).toBe(false);
    await vault.lock();
    await vault.unlock([KEK]);
    await vault.stamper(id).stamp('{}');
    expect(imports()).toBe(2);
    importKey.mockRestore();
  });

  test('behavior: a stamper from before its key’s removal no longer stamps', async () => {
    const vault = device.vault();
    const { id } = await vault.addKey(freshKey().key);
    const stamper = vault.stamper(id);
    await stamper.stamp('{}');
    await vault.removeKey(id);
    await expect(stamper.stamp('{}')).rejects.toMatchObject({ code: 'key_unknown' });
  });

  test('behavior: ten added at the same time are all there', async () => {
    const vault = device.vault();
    await Promise.all(Array.from({ length: 10 }, (_, i) => vault.addKey(freshKey(`K${i}`).key)));
    expect((await device.vault().listKeys()).map((key) => key.name)).toEqual(
      Array.from({ length: 10 }, (_, i) => `K${i}`),
    );
  });

  test('error: refuses a key that doesn’t belong to its public key', async () => {
    const { key } = freshKey();
    const wrong = { ...key, publicKey: freshKey().key.publicKey };
    await expect(device.vault().addKey(wrong)).rejects.toMatchObject({ code: 'key_mismatch' });
    expect(await device.vault().listKeys()).toEqual([]);
  });

  test('error: refuses the same key twice, naming the first', async () => {
    const { key, secret } = freshKey('First');
    await device.vault().addKey(key);
    const again = { ...key, name: 'Second', privateKey: fromHex(secret) };
    await expect(device.vault().addKey(again)).rejects.toMatchObject({
      code: 'invalid_input',
      detail: { reason: 'key_exists', names: expect.arrayContaining(['First']) },
    });
  });

  test('error: refuses a name that another key has, new or renamed', async () => {
    const taken = { code: 'invalid_input', detail: { field: 'name', reason: 'key_name_taken' } };
    const vault = device.vault();
    const first = await vault.addKey(freshKey('First').key);
    const second = await vault.addKey(freshKey('Second').key);
    await expect(vault.addKey(freshKey('First', 'ED25519').key)).rejects.toMatchObject(taken);
    await expect(vault.renameKey(second.id, 'First')).rejects.toMatchObject(taken);
    expect(await vault.listKeys()).toEqual([first, second]);
    expect(await vault.renameKey(second.id, 'Second')).toEqual(second);
    await vault.removeKey(first.id);
    expect(await vault.renameKey(second.id, 'First')).toMatchObject({ name: 'First' });
  });

  test.each(['renameKey', 'removeKey'] as const)('error: %s of an unknown key', async (act) => {
    const unknown = device.vault()[act]('6b7f9d1e-0f3a-4a53-8d3e-0f0b1d2c3a4b', 'x');
    await expect(unknown).rejects.toMatchObject({ code: 'key_unknown' });
  });

  test('error: a bad name changes nothing', async () => {
    const { id } = await device.vault().addKey(freshKey().key);
    const before = await device.readMain();
    await expect(device.vault().renameKey(id, 'a\nb')).rejects.toMatchObject({
      code: 'invalid_input',
      detail: { field: 'name' },
    });
    expect(await device.readMain()).toEqual(before);
  });
});

describe('changePassword', () => {
  beforeEach(async () => {
    await device.vault().create(KEK, kdf());
    await device.vault().addKey(freshKey().key);
    await device.vault().sealRecord('note', utf8('kept'));
  });

  test('behavior: reads of the vault in the meantime always get an answer', async () => {
    const vault = device.vault();
    const note = vault.clearItem('note', v.string());
    await note.set('kept');
    let changing = true;
    let reads = 0;
    const changed = vault.changePassword([KEK], OTHER_KEK, kdf(2)).finally(() => {
      changing = false;
    });
    while (changing) {
      expect(await vault.listKeys()).toHaveLength(1);
      expect(await note.get()).toBe('kept');
      expect(await vault.status()).toBe('unlocked');
      reads += 1;
      // Reads from memory alone would never yield to anything else.
      await new Promise((resolve) => setImmediate(resolve));
    }
    await changed;
    expect(reads).toBeGreaterThan(3);
  });

  test('behavior: the new password opens, the old one doesn’t, everything is there', async () => {
    const outbox = await device.vault().outboxKeys();
    const [key] = await device.vault().listKeys();
    device.restartBrowser();
    await device.vault().changePassword([KEK], OTHER_KEK, kdf(2));
    expect(await device.vault().status()).toBe('unlocked');
    device.restartBrowser();
    await expect(device.vault().unlock([KEK])).rejects.toMatchObject({ code: 'wrong_password' });
    await device.vault().unlock([OTHER_KEK]);
    const vault = device.vault();
    expect((await vault.parameters()).kdfs).toEqual([kdf(2)]);
    expect(await vault.listKeys()).toEqual([key]);
    const keys = await vault.outboxKeys();
    expect(keys).toHaveLength(64);
    expect(keys.subarray(32)).toEqual(outbox);
    expect(keys.subarray(0, 32)).not.toEqual(outbox);
    expect(await vault.openRecord('note')).toEqual(utf8('kept'));
    const { value } = await vault.stamper(key?.id ?? '').stamp('{}');
    await verifyStamp(value, utf8('{}'));
  });

  test('behavior: the vault key is another, and no sealed byte stays', async () => {
    const sealed = async (): Promise<readonly string[]> =>
      (await device.readMain())?.text.match(/"(?:sealed|wrapped)":"[^"]+"/g) ?? [];
    const vaultKey = (): unknown =>
      JSON.parse(device.memory.values.get('vault.session') ?? '').unlocked.vaultKey;
    const [before, key] = [await sealed(), vaultKey()];
    await device.vault().changePassword([KEK], OTHER_KEK, kdf(2));
    const after = await sealed();
    expect(after).toHaveLength(before.length);
    expect(before.filter((one) => after.includes(one))).toEqual([]);
    expect(vaultKey()).not.toBe(key);
  });

  test('error: the wrong old password changes nothing and counts', async () => {
    const before = await device.readMain();
    for (const waitMs of [0, 0, 1000]) {
      await expect(device.vault().changePassword([OTHER_KEK], KEK, kdf(2))).rejects.toMatchObject({
        code: 'wrong_password',
        detail: { waitMs },
      });
    }
    expect(await device.readMain()).toEqual(before);
    await expect(device.vault().unlock([KEK])).rejects.toMatchObject({ code: 'backoff' });
  });

  test('error: refuses cheap new parameters and short keys', async () => {
    const cheap = { ...kdf(2), memoryKib: 1024 };
    const refused = device.vault().changePassword([KEK], OTHER_KEK, cheap);
    await expect(refused).rejects.toMatchObject({ code: 'kdf_refused' });
    const short = device.vault().changePassword([KEK], new Uint8Array(16).fill(1), kdf(2));
    await expect(short).rejects.toMatchObject({ code: 'malformed' });
  });
});

describe('records', () => {
  beforeEach(() => device.vault().create(KEK, kdf()));

  test('behavior: are stored by name, and replaced', async () => {
    expect(await device.vault().openRecord('note')).toBeUndefined();
    await device.vault().sealRecord('note', utf8('one'));
    await device.vault().sealRecord('note', utf8('two'));
    await device.vault().sealRecord('empty', utf8(''));
    device.restartBrowser();
    await device.vault().unlock([KEK]);
    expect(await device.vault().openRecord('note')).toEqual(utf8('two'));
    expect(await device.vault().openRecord('empty')).toEqual(utf8(''));
  });
});

describe('outboxKeys', () => {
  test('error: aren’t there before the first unlock since the browser started', async () => {
    await device.vault().create(KEK, kdf());
    const before = await device.vault().outboxKeys();
    device.restartBrowser();
    await expect(device.vault().outboxKeys()).rejects.toMatchObject({ code: 'vault_locked' });
    await device.vault().unlock([KEK]);
    expect(await device.vault().outboxKeys()).toEqual(before);
  });
});

describe('wipe', () => {
  test('behavior: leaves nothing, and a new vault can be made', async () => {
    await device.vault().create(KEK, kdf());
    await device.vault().addKey(freshKey().key);
    await device.vault().wipe();
    expect(await device.vault().status()).toBe('missing');
    const { disk, memory } = await everything();
    expect(disk).not.toMatch(/sealed|wrapped/);
    expect(memory).toBe('[]');
    await device.vault().create(OTHER_KEK, kdf(2));
    expect(await device.vault().listKeys()).toEqual([]);
  });
});
