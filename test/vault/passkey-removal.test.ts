import { beforeEach, describe, expect, test } from 'vitest';
import * as base64url from '../../src/crypto/base64url.ts';
import { utf8 } from '../../src/crypto/bytes.ts';
import { openKey, openPrivate, type VaultDocument } from '../../src/vault/document.ts';
import { unwrapByPasskey } from '../../src/vault/passkey-wrapping.ts';
import {
  createEnrolledDevice,
  otherCharacter,
  OTHER_PASSKEY_KEK,
  PASSKEY_KEK,
  type EnrolledDevice,
} from './enrolled-device.ts';
import { KEK, kdf, OTHER_KEK } from './device.ts';

let device: EnrolledDevice;
beforeEach(async () => {
  device = await createEnrolledDevice();
});

describe('a changed wrapping, in both copies', () => {
  type Wrapping = NonNullable<VaultDocument['passkeys']>[number];
  const ID = '6b7f9d1e-0f3a-4a53-8d3e-0f0b1d2c3a4b';
  const edits: [string, Partial<Wrapping>][] = [
    ['id', { id: ID }],
    ['name', { name: 'Trusted' }],
    ['credential', { credentialId: base64url.encode(new Uint8Array(32).fill(9)) }],
    ['domain', { rpId: 'example.com' }],
    ['transports', { transports: ['usb'] }],
    ['salt', { salt: base64url.encode(new Uint8Array(32).fill(9)) }],
    ['date', { createdAt: 1 }],
    ['key', { wrapped: 'A'.repeat(80) }],
  ];

  test.each(edits)('error: its %s', async (_name, edit) => {
    await device.enrol();
    const good = await device.stored();
    const passkeys = good.passkeys?.map((one) => ({ ...one, ...edit })) ?? [];
    const whole = await device.readMain();
    await device.putBoth({ ...good, passkeys });
    device.restartBrowser();
    const opens = device.vault().unlockByPasskey(passkeys[0]?.id ?? '', PASSKEY_KEK);
    await expect(opens).rejects.toMatchObject({ code: 'passkey_mismatch' });
    const tampered = { code: 'vault_damaged' };
    await expect(device.vault().unlock([KEK])).rejects.toMatchObject(tampered);
    await device.writeSecond(whole);
    await device.vault().unlock([KEK]);
    expect(await device.readMain()).toEqual(whole);
  });

  const headers: [string, (header: VaultDocument['header']) => object][] = [
    ['salt', ({ kdf: before }) => ({ kdf: { ...before, salt: kdf(9).salt } })],
    ['costlier parameters', ({ kdf: before }) => ({ kdf: { ...before, iterations: 4 } })],
    ['date', () => ({ createdAt: 1 })],
    ['wrapping', ({ wrapped }) => ({ wrapped: wrapped.replace(/^./, otherCharacter) })],
  ];

  test.each(headers)('error: the %s of its header', async (_name, edit) => {
    await device.enrol();
    const id = await device.firstId();
    const good = await device.stored();
    await device.putBoth({ ...good, header: { ...good.header, ...edit(good.header) } });
    device.restartBrowser();
    const opens = device.vault().unlockByPasskey(id, PASSKEY_KEK);
    await expect(opens).rejects.toMatchObject({ code: 'passkey_mismatch' });
  });

  test('error: a header with cheap parameters doesn’t open in any way', async () => {
    await device.enrol();
    const id = await device.firstId();
    const good = await device.stored();
    const cheap = { ...good.header, kdf: { ...good.header.kdf, iterations: 1 } };
    await device.putBoth({ ...good, header: cheap });
    device.restartBrowser();
    const opens = device.vault().unlockByPasskey(id, PASSKEY_KEK);
    await expect(opens).rejects.toMatchObject({ code: 'kdf_refused' });
  });

  test('error: two wrappings with their sealed parts swapped', async () => {
    await device.enrol();
    await device.enrol('Key ring', OTHER_PASSKEY_KEK, 22);
    const good = await device.stored();
    const [a, b] = good.passkeys ?? [];
    if (!a || !b) throw new Error('nothing was enrolled');
    const swapped = [
      { ...a, wrapped: b.wrapped },
      { ...b, wrapped: a.wrapped },
    ];
    await device.putBoth({ ...good, passkeys: swapped });
    for (const [{ id }, kek] of [
      [a, OTHER_PASSKEY_KEK],
      [b, PASSKEY_KEK],
    ] as const) {
      const opens = device.vault().unlockByPasskey(id, kek);
      await expect(opens).rejects.toMatchObject({ code: 'passkey_mismatch' });
    }
  });

  test('error: the wrapping of another vault, of the same passkey and password', async () => {
    await device.enrol();
    const foreign = (await device.stored()).passkeys ?? [];
    await device.vault().wipe();
    device.time.now += 1;
    await device.vault().create(KEK, kdf());
    await device.enrol();
    const own = await device.stored();
    await device.putBoth({ ...own, passkeys: foreign });
    device.restartBrowser();
    const opens = device.vault().unlockByPasskey(foreign[0]?.id ?? '', PASSKEY_KEK);
    await expect(opens).rejects.toMatchObject({ code: 'passkey_mismatch' });
  });
});

type Way = readonly [name: string, act: () => Promise<unknown>];
const endings: readonly Way[] = [
  ['its removal', async () => device.vault().removePasskey([KEK], await device.firstId())],
  [
    'the removal of another',
    async () => {
      const other = (await device.passkeys())[1]?.id ?? '';
      await device.vault().removePasskey([KEK], other);
    },
  ],
  ['a change of the password', () => device.vault().changePassword([KEK], KEK, kdf())],
];

describe.each(endings)('a wrapping after %s', (_name, end) => {
  beforeEach(async () => {
    await device.enrol();
    await device.enrol('Key ring', OTHER_PASSKEY_KEK, 22);
    await device.vault().sealRecord('note', utf8('kept'));
  });

  test('error: taken from the earlier stored bytes, with its key, opens nothing that is stored', async () => {
    const before = await device.stored();
    const [wrapping] = before.passkeys ?? [];
    if (!wrapping) throw new Error('nothing was enrolled');
    const formerOutboxKeys = await device.vault().outboxKeys();
    await end();
    const after = await device.stored();
    expect(await device.readSecond()).toEqual(await device.readMain());

    // The old wrapping gives the old vault key: it was right before.
    const oldKey = await unwrapByPasskey(PASSKEY_KEK, before.header, wrapping);
    if (!oldKey) throw new Error('the wrapping did not open before');
    for (const key of before.keys) await openKey(oldKey, key);
    // Now it opens no key and no record, and nothing sealed earlier is still there.
    for (const key of after.keys) {
      await expect(openKey(oldKey, key)).rejects.toMatchObject({ code: 'vault_damaged' });
    }
    for (const record of after.records) {
      await expect(openPrivate(oldKey, record)).rejects.toMatchObject({ code: 'vault_damaged' });
    }
    const sealed = (document: VaultDocument) =>
      [...JSON.stringify(document).matchAll(/"(?:sealed|wrapped)":"[^"]+"/g)].map(String);
    expect(sealed(after).filter((one) => sealed(before).includes(one))).toEqual([]);
    // The passkey's key itself opens nothing either, and the outbox seals with another key from now
    // on.
    expect(await unwrapByPasskey(PASSKEY_KEK, after.header, wrapping)).toBeUndefined();
    const present = (await device.vault().outboxKeys()).subarray(0, 32);
    expect(formerOutboxKeys).toHaveLength(32);
    expect(present).not.toEqual(formerOutboxKeys);
  });

  test('error: put back into the stored document, it is refused', async () => {
    const { passkeys: former = [] } = await device.stored();
    await end();
    const after = await device.stored();
    const whole = await device.readMain();
    expect(await device.passkeys()).toEqual([]);
    await device.putBoth({ ...after, passkeys: former });
    device.restartBrowser();
    const opens = device.vault().unlockByPasskey(former[0]?.id ?? '', PASSKEY_KEK);
    await expect(opens).rejects.toMatchObject({ code: 'passkey_mismatch' });
    await device.writeMain(whole);
    await device.vault().unlock([KEK]);
    expect(await device.readSecond()).toEqual(whole);
    expect(await device.vault().openRecord('note')).toEqual(utf8('kept'));
  });

  test.each(['main', 'second'] as const)(
    'error: an older %s copy that still has it lets nobody in, and the password repairs it',
    async (disk) => {
      const [before, id] = [await device.readMain(), await device.firstId()];
      await end();
      const after = await device.readMain();
      await (disk === 'main' ? device.writeMain(before) : device.writeSecond(before));
      device.restartBrowser();
      const opens = device.vault().unlockByPasskey(id, PASSKEY_KEK);
      await expect(opens).rejects.toMatchObject({ code: 'passkey_removed' });
      await device.vault().unlock([KEK]);
      expect(await device.readMain()).toEqual(after);
      expect(await device.readSecond()).toEqual(after);
    },
  );

  test('behavior: can be made again for the same passkey', async () => {
    await end();
    await device.enrol();
    device.restartBrowser();
    await device.vault().unlockByPasskey(await device.firstId(), PASSKEY_KEK);
    await device.expectStamps();
    expect(await device.vault().openRecord('note')).toEqual(utf8('kept'));
  });
});

describe('removePasskey', () => {
  test('behavior: the vault stays unlocked, with a new key and the same password', async () => {
    await device.enrol();
    const before = device.vaultKey();
    await device.vault().removePasskey([KEK], await device.firstId());
    expect(device.vaultKey()).not.toBe(before);
    await device.expectStamps();
    device.restartBrowser();
    await device.vault().unlock([KEK]);
    await device.expectStamps();
    expect((await device.vault().parameters()).kdfs[0]).toEqual(kdf());
  });

  test('error: the wrong password removes nothing, and counts', async () => {
    await device.enrol();
    const id = await device.firstId();
    const before = await device.readMain();
    for (const waitMs of [0, 0, 1000]) {
      const wrong = device.vault().removePasskey([OTHER_KEK], id);
      await expect(wrong).rejects.toMatchObject({ code: 'wrong_password', detail: { waitMs } });
    }
    expect(await device.readMain()).toEqual(before);
  });

  test('error: an unknown one changes nothing', async () => {
    await device.enrol();
    const before = await device.readMain();
    const unknown = device.vault().removePasskey([KEK], '6b7f9d1e-0f3a-4a53-8d3e-0f0b1d2c3a4b');
    await expect(unknown).rejects.toMatchObject({ code: 'passkey_removed' });
    expect(await device.readMain()).toEqual(before);
  });
});
