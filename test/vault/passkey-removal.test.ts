import { beforeEach, describe, expect, test } from 'vitest';
import * as base64url from '../../src/crypto/base64url.ts';
import { utf8 } from '../../src/crypto/bytes.ts';
import { openKey, openPrivate, type VaultDocument } from '../../src/vault/document.ts';
import { unwrapByPasskey } from '../../src/vault/passkey-wrapping.ts';
import {
  createEnrolledWorld,
  otherCharacter,
  OTHER_PASSKEY_KEK,
  PASSKEY_KEK,
  type EnrolledWorld,
} from './enrolled-world.ts';
import { KEK, kdf, OTHER_KEK } from './world.ts';

let world: EnrolledWorld;
beforeEach(async () => {
  world = await createEnrolledWorld();
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
    await world.enrol();
    const good = await world.stored();
    const passkeys = good.passkeys?.map((one) => ({ ...one, ...edit })) ?? [];
    const whole = await world.readMain();
    await world.putBoth({ ...good, passkeys });
    world.restartBrowser();
    const opens = world.vault().unlockByPasskey(passkeys[0]?.id ?? '', PASSKEY_KEK);
    await expect(opens).rejects.toMatchObject({ code: 'passkey_mismatch' });
    const tampered = { code: 'vault_damaged' };
    await expect(world.vault().unlock([KEK])).rejects.toMatchObject(tampered);
    await world.writeSecond(whole);
    await world.vault().unlock([KEK]);
    expect(await world.readMain()).toEqual(whole);
  });

  const headers: [string, (header: VaultDocument['header']) => object][] = [
    ['salt', ({ kdf: before }) => ({ kdf: { ...before, salt: kdf(9).salt } })],
    ['costlier parameters', ({ kdf: before }) => ({ kdf: { ...before, iterations: 4 } })],
    ['date', () => ({ createdAt: 1 })],
    ['wrapping', ({ wrapped }) => ({ wrapped: wrapped.replace(/^./, otherCharacter) })],
  ];

  test.each(headers)('error: the %s of its header', async (_name, edit) => {
    await world.enrol();
    const id = await world.firstId();
    const good = await world.stored();
    await world.putBoth({ ...good, header: { ...good.header, ...edit(good.header) } });
    world.restartBrowser();
    const opens = world.vault().unlockByPasskey(id, PASSKEY_KEK);
    await expect(opens).rejects.toMatchObject({ code: 'passkey_mismatch' });
  });

  test('error: a header with cheap parameters doesn’t open in any way', async () => {
    await world.enrol();
    const id = await world.firstId();
    const good = await world.stored();
    const cheap = { ...good.header, kdf: { ...good.header.kdf, iterations: 1 } };
    await world.putBoth({ ...good, header: cheap });
    world.restartBrowser();
    const opens = world.vault().unlockByPasskey(id, PASSKEY_KEK);
    await expect(opens).rejects.toMatchObject({ code: 'kdf_refused' });
  });

  test('error: two wrappings with their sealed parts swapped', async () => {
    await world.enrol();
    await world.enrol('Key ring', OTHER_PASSKEY_KEK, 22);
    const good = await world.stored();
    const [a, b] = good.passkeys ?? [];
    if (!a || !b) throw new Error('nothing was enrolled');
    const swapped = [
      { ...a, wrapped: b.wrapped },
      { ...b, wrapped: a.wrapped },
    ];
    await world.putBoth({ ...good, passkeys: swapped });
    for (const [{ id }, kek] of [
      [a, OTHER_PASSKEY_KEK],
      [b, PASSKEY_KEK],
    ] as const) {
      const opens = world.vault().unlockByPasskey(id, kek);
      await expect(opens).rejects.toMatchObject({ code: 'passkey_mismatch' });
    }
  });

  test('error: the wrapping of another vault, of the same passkey and password', async () => {
    await world.enrol();
    const foreign = (await world.stored()).passkeys ?? [];
    await world.vault().wipe();
    world.time.now += 1;
    await world.vault().create(KEK, kdf());
    await world.enrol();
    const own = await world.stored();
    await world.putBoth({ ...own, passkeys: foreign });
    world.restartBrowser();
    const opens = world.vault().unlockByPasskey(foreign[0]?.id ?? '', PASSKEY_KEK);
    await expect(opens).rejects.toMatchObject({ code: 'passkey_mismatch' });
  });
});

type Way = readonly [name: string, act: () => Promise<unknown>];
const endings: readonly Way[] = [
  ['its removal', async () => world.vault().removePasskey([KEK], await world.firstId())],
  [
    'the removal of another',
    async () => {
      const other = (await world.passkeys())[1]?.id ?? '';
      await world.vault().removePasskey([KEK], other);
    },
  ],
  ['a change of the password', () => world.vault().changePassword([KEK], KEK, kdf())],
];

describe.each(endings)('a wrapping after %s', (_name, end) => {
  beforeEach(async () => {
    await world.enrol();
    await world.enrol('Key ring', OTHER_PASSKEY_KEK, 22);
    await world.vault().sealRecord('note', utf8('kept'));
  });

  test('error: taken from the earlier stored bytes, with its key, opens nothing that is stored', async () => {
    const before = await world.stored();
    const [wrapping] = before.passkeys ?? [];
    if (!wrapping) throw new Error('nothing was enrolled');
    const formerOutboxKeys = await world.vault().outboxKeys();
    await end();
    const after = await world.stored();
    expect(await world.readSecond()).toEqual(await world.readMain());

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
    const present = (await world.vault().outboxKeys()).subarray(0, 32);
    expect(formerOutboxKeys).toHaveLength(32);
    expect(present).not.toEqual(formerOutboxKeys);
  });

  test('error: put back into the stored document, it is refused', async () => {
    const { passkeys: former = [] } = await world.stored();
    await end();
    const after = await world.stored();
    const whole = await world.readMain();
    expect(await world.passkeys()).toEqual([]);
    await world.putBoth({ ...after, passkeys: former });
    world.restartBrowser();
    const opens = world.vault().unlockByPasskey(former[0]?.id ?? '', PASSKEY_KEK);
    await expect(opens).rejects.toMatchObject({ code: 'passkey_mismatch' });
    await world.writeMain(whole);
    await world.vault().unlock([KEK]);
    expect(await world.readSecond()).toEqual(whole);
    expect(await world.vault().openRecord('note')).toEqual(utf8('kept'));
  });

  test.each(['main', 'second'] as const)(
    'error: an older %s copy that still has it lets nobody in, and the password repairs it',
    async (disk) => {
      const [before, id] = [await world.readMain(), await world.firstId()];
      await end();
      const after = await world.readMain();
      await (disk === 'main' ? world.writeMain(before) : world.writeSecond(before));
      world.restartBrowser();
      const opens = world.vault().unlockByPasskey(id, PASSKEY_KEK);
      await expect(opens).rejects.toMatchObject({ code: 'passkey_removed' });
      await world.vault().unlock([KEK]);
      expect(await world.readMain()).toEqual(after);
      expect(await world.readSecond()).toEqual(after);
    },
  );

  test('behavior: can be made again for the same passkey', async () => {
    await end();
    await world.enrol();
    world.restartBrowser();
    await world.vault().unlockByPasskey(await world.firstId(), PASSKEY_KEK);
    await world.expectStamps();
    expect(await world.vault().openRecord('note')).toEqual(utf8('kept'));
  });
});

describe('removePasskey', () => {
  test('behavior: the vault stays unlocked, with a new key and the same password', async () => {
    await world.enrol();
    const before = world.vaultKey();
    await world.vault().removePasskey([KEK], await world.firstId());
    expect(world.vaultKey()).not.toBe(before);
    await world.expectStamps();
    world.restartBrowser();
    await world.vault().unlock([KEK]);
    await world.expectStamps();
    expect((await world.vault().parameters()).kdfs[0]).toEqual(kdf());
  });

  test('error: the wrong password removes nothing, and counts', async () => {
    await world.enrol();
    const id = await world.firstId();
    const before = await world.readMain();
    for (const waitMs of [0, 0, 1000]) {
      const wrong = world.vault().removePasskey([OTHER_KEK], id);
      await expect(wrong).rejects.toMatchObject({ code: 'wrong_password', detail: { waitMs } });
    }
    expect(await world.readMain()).toEqual(before);
  });

  test('error: an unknown one changes nothing', async () => {
    await world.enrol();
    const before = await world.readMain();
    const unknown = world.vault().removePasskey([KEK], '6b7f9d1e-0f3a-4a53-8d3e-0f0b1d2c3a4b');
    await expect(unknown).rejects.toMatchObject({ code: 'passkey_removed' });
    expect(await world.readMain()).toEqual(before);
  });
});
