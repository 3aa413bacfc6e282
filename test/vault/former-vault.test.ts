import { beforeEach, describe, expect, test } from 'vitest';
import { createFormerData } from '../../src/activities/former-data.ts';
import { createProfiles, profilesRecord, PROFILES_RECORD } from '../../src/activities/profiles.ts';
import * as base64url from '../../src/crypto/base64url.ts';
import { utf8 } from '../../src/crypto/bytes.ts';
import { verifyStamp } from '../../src/crypto/stamp.ts';
import { createAutoLockItem } from '../../src/vault/auto-lock.ts';
import type { FormerDocument } from '../../src/vault/document.ts';
import stored from '../vectors/former-vault.json' with { type: 'json' };
import { digestOf, PASSKEY_KEK, passkey } from './enrolled-device.ts';
import { createDevice, KEK, OTHER_KEK, type Device } from './device.ts';

/*
 * A vault written by the version before authenticated documents, with everything stored next to it.
 */

let device: Device;

const vaultWithFormerData = ({ connect, local, vault }: Device) =>
  vault({ formerData: createFormerData({ connect, second: local }) });

const document = () => JSON.parse(stored.main.text) as FormerDocument;
const passkeyId = () => document().passkeys?.[0]?.id ?? '';

beforeEach(async () => {
  device = createDevice();
  await device.writeMain(stored.main);
  for (const [key, value] of Object.entries(stored.local)) await device.local.set(key, value);
  const db = await device.connect();
  for (const row of stored.profiles) await db.put('profiles', row);
  await db.put('meta', stored.activeProfileId, 'activeProfileId');
});

describe('a vault of an earlier version', () => {
  test('behavior: opens with its password, keeps everything, and is authenticated from then on', async () => {
    const vault = vaultWithFormerData(device);
    expect(await vault.status()).toBe('locked');
    await vault.unlock([KEK]);
    const [key] = await vault.listKeys();
    expect(key).toMatchObject({ name: 'Laptop', publicKey: stored.publicKey });
    const { value } = await vault.stamper(key?.id ?? '').stamp('{}');
    await verifyStamp(value, utf8('{}'));
    expect(await vault.openRecord('note')).toEqual(utf8('kept'));
    expect((await vault.outboxKeys()).subarray(32)).toEqual(base64url.decode(stored.outboxKeys));
    expect(await createAutoLockItem(vault).get()).toBe(30);
    const profiles = createProfiles(vault.clearItem(PROFILES_RECORD, profilesRecord));
    expect((await profiles.list()).map(({ name }) => name)).toEqual(['First', 'Second']);
    expect(await profiles.activeId()).toBe(stored.activeProfileId);

    const written = await device.readMain();
    expect(await device.readSecond()).toEqual(written);
    expect(written?.mac).toMatch(/^[\w-]{43}$/);
    expect(written?.text).not.toContain(document().header.wrapped);
    device.restartBrowser();
    await vaultWithFormerData(device).unlock([KEK]);
    expect(await device.readMain()).toEqual(written);
    // What was next to the vault is in it now, and nowhere else.
    expect(await (await device.connect()).count('profiles')).toBe(0);
    expect(await device.local.get('profiles')).toBeUndefined();
  });

  test('error: its passkey asks for the password once, and is enrolled again after that', async () => {
    const opens = vaultWithFormerData(device).unlockByPasskey(passkeyId(), PASSKEY_KEK);
    await expect(opens).rejects.toMatchObject({ code: 'password_needed' });
    expect(await device.readMain()).toEqual(stored.main);
    await vaultWithFormerData(device).unlock([KEK]);
    expect((await vaultWithFormerData(device).parameters()).passkeys).toEqual([]);
    await vaultWithFormerData(device).enrolPasskey([KEK], PASSKEY_KEK, passkey());
    const [enrolled] = (await vaultWithFormerData(device).parameters()).passkeys;
    device.restartBrowser();
    await vaultWithFormerData(device).unlockByPasskey(enrolled?.id ?? '', PASSKEY_KEK);
  });

  test('error: the wrong password changes nothing', async () => {
    await expect(vaultWithFormerData(device).unlock([OTHER_KEK])).rejects.toMatchObject({
      code: 'wrong_password',
    });
    expect(await device.readMain()).toEqual(stored.main);
  });

  test.each(['main', 'second'] as const)(
    'behavior: a worker killed after the first of the two writes leaves a vault that opens (%s is old)',
    async (disk) => {
      await vaultWithFormerData(device).unlock([KEK]);
      const whole = await device.readMain();
      await (disk === 'main' ? device.writeMain(stored.main) : device.writeSecond(stored.main));
      device.restartBrowser();
      await vaultWithFormerData(device).unlock([KEK]);
      expect(await device.readMain()).toEqual(whole);
      expect(await device.readSecond()).toEqual(whole);
    },
  );

  test('error: put back into one copy, it opens for nobody: not for its passkey, not without its keys', async () => {
    await vaultWithFormerData(device).unlock([KEK]);
    const whole = await device.readMain();
    const emptied = { ...document(), revision: 99, keys: [] };
    const text = JSON.stringify(emptied);
    await device.writeMain({ text, digest: digestOf(text) });
    device.restartBrowser();
    const opens = vaultWithFormerData(device).unlockByPasskey(passkeyId(), PASSKEY_KEK);
    await expect(opens).rejects.toMatchObject({ code: 'passkey_mismatch' });
    await vaultWithFormerData(device).unlock([KEK]);
    expect(await vaultWithFormerData(device).listKeys()).toHaveLength(1);
    expect(await device.readMain()).toEqual(whole);
  });

  test('error: the current form can’t be passed off as the former one', async () => {
    await vaultWithFormerData(device).unlock([KEK]);
    const { header, keys, records } = JSON.parse((await device.readMain())?.text ?? '') as {
      header: object;
      keys: unknown[];
      records: unknown[];
    };
    for (const v of [1, 2]) {
      const stripped = {
        v: 1,
        revision: 99,
        header: { ...header, v },
        keys: keys.slice(1),
        records,
      };
      const text = JSON.stringify(stripped);
      for (const write of [device.writeMain, device.writeSecond]) {
        await write({ text, digest: digestOf(text) });
      }
      device.restartBrowser();
      const code = v === 1 ? 'wrong_password' : 'vault_damaged';
      await expect(vaultWithFormerData(device).unlock([KEK])).rejects.toMatchObject({ code });
    }
  });
});
