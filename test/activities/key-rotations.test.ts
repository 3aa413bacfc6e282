// Each step of a key's replacement: what it changes, and what it refuses.
import { beforeEach, describe, expect, test } from 'vitest';
import {
  createKeyRotations,
  type KeyRotationDeps,
  type RotationStart,
} from '../../src/activities/key-rotations.ts';
import type { OutboxRecord } from '../../src/activities/outbox/record.ts';
import { createProfiles } from '../../src/activities/profiles.ts';
import { targetOfProfile } from '../../src/activities/queries.ts';
import { KeystampError } from '../../src/protocol/errors.ts';
import type { KeyRotation } from '../../src/protocol/key-rotation.ts';
import { BUILT_IN_QUERIES } from '../../src/protocol/operations.ts';
import { LOCAL_BASE_URL, TURNKEY_TRUST, type Profile } from '../../src/protocol/profile.ts';
import { recordOf } from './outbox/entries.ts';

const uuid = (digit: string) => `${digit.repeat(8)}-0000-4000-8000-000000000000`;
/** The ids that are made, in their order. */
const madeId = (count: number) => `0000000${count}-0000-4000-8000-000000000000`;
const [ORGANIZATION, USER, OTHER] = [uuid('1'), uuid('2'), uuid('3')];
const OLD = uuid('a');
const PROFILE: Profile = {
  id: uuid('4'),
  name: 'Mine',
  colour: 'blue',
  order: 0,
  service: 'local',
  baseUrl: LOCAL_BASE_URL,
  organizationId: ORGANIZATION,
  keyId: OLD,
  otpGeneration: 'legacy',
  passkeys: null,
  authorization: { usual: 'key', passkeyOnly: [] },
  passkeyHeader: 'X-Stamp',
  trust: TURNKEY_TRUST,
  known: null,
};
const START: RotationStart = { profileId: PROFILE.id, name: 'Next', lifetime: '86400' };
const STARTED = 1_763_700_000_000;

type Key = { readonly id: string; readonly name: string; readonly publicKey: string };

/** A vault, an outbox and a service in memory. */
async function setUp() {
  const kept = new Map<string, unknown>();
  const itemOf = <T>(name: string) => ({
    get: async () => kept.get(name) as T | undefined,
    set: async (value: T) => void kept.set(name, structuredClone(value)),
    remove: async () => void kept.delete(name),
  });
  const profiles = createProfiles(itemOf('profiles'));
  await profiles.save(PROFILE);
  const keys: Key[] = [{ id: OLD, name: 'First', publicKey: '02aa' }];
  const entries: OutboxRecord[] = [];
  const service = { organizationId: ORGANIZATION, userId: USER, listed: ['02AA'] };
  const asked: unknown[] = [];
  const failing = { pair: false };
  let made = 0;
  const deps = {
    stored: itemOf<KeyRotation[]>('rotations'),
    profiles,
    vault: {
      listKeys: async () => keys,
      addKey: async ({ id, name, curve }: Key & { readonly curve: string }) =>
        void keys.push({ id, name, publicKey: `${curve} of ${name}` }),
      removeKey: async (id: string) =>
        void keys.splice(
          keys.findIndex((key) => key.id === id),
          1,
        ),
    },
    home: {
      identify: async ({ id }: Profile) => {
        asked.push(['identify', id]);
        return { organizationId: service.organizationId, userId: service.userId };
      },
    },
    queries: {
      ask: async (target: unknown, row: unknown, parameters: unknown) => {
        asked.push([target, parameters]);
        if (row === BUILT_IN_QUERIES.identity) return service;
        return {
          apiKeys: service.listed.map((publicKey) => ({ credential: { publicKey } })),
        };
      },
    },
    outbox: {
      get: async (id: string) => {
        const record = entries.find((one) => one.id === id);
        return record && { record, signedRequest: null, facts: null };
      },
      unsettled: async () => entries,
    },
    newId: () => madeId((made += 1)),
    now: () => STARTED,
    createPair: async () => {
      if (failing.pair) throw new KeystampError('storage_full');
      return { privateKey: new Uint8Array(1), publicKey: new Uint8Array(1) };
    },
  };
  const rotations = createKeyRotations(deps as unknown as KeyRotationDeps);
  const keyOf = async (id = PROFILE.id) => (await profiles.get(id)).keyId;
  return { rotations, profiles, keys, entries, service, asked, failing, keyOf };
}

let fixture: Awaited<ReturnType<typeof setUp>>;
beforeEach(async () => {
  fixture = await setUp();
});

const begin = (changes: Partial<RotationStart> = {}) =>
  fixture.rotations.begin({ ...START, ...changes });
const undo = () => fixture.rotations.turn(PROFILE.id, 'back');
const list = () => fixture.rotations.list();
const move = (changes: Partial<Profile>) => fixture.profiles.save({ ...PROFILE, ...changes });
/** A second profile. */
const saveTwin = async (changes: Partial<Profile> = {}) => {
  await fixture.profiles.save({ ...PROFILE, id: OTHER, name: 'Twin', ...changes });
  return OTHER;
};
const keyIds = () => fixture.keys.map(({ id }) => id);

describe('begin', () => {
  test('behavior: notes the key’s place and user, and makes the new key', async () => {
    const begun = await begin();
    expect(begun).toEqual({
      profileId: PROFILE.id,
      baseUrl: LOCAL_BASE_URL,
      organizationId: ORGANIZATION,
      userId: USER,
      oldKeyId: OLD,
      newKeyId: madeId(1),
      newKeyName: 'Next',
      lifetime: '86400',
      startedAt: STARTED,
      direction: 'forward',
      registrationId: madeId(2),
      removalId: madeId(3),
    });
    expect(await list()).toEqual([begun]);
    expect(fixture.keys[1]).toEqual({ id: madeId(1), name: 'Next', publicKey: 'P256 of Next' });
    expect(fixture.asked).toEqual([['identify', PROFILE.id]]);
  });

  test('behavior: a second call finds the profile’s own one', async () => {
    const begun = await begin();
    expect(await begin({ name: 'Other' })).toEqual(begun);
    const twin = await begin({ profileId: await saveTwin(), name: 'Other' });
    expect(await list()).toEqual([begun, twin]);
    expect(keyIds()).toEqual([OLD, begun.newKeyId, twin.newKeyId]);
  });

  test.each<[string, () => unknown, object]>([
    ['a profile without a key', () => move({ keyId: null }), { code: 'key_missing' }],
    [
      'a service that answers for another organization',
      () => (fixture.service.organizationId = OTHER),
      { code: 'reply_mismatch', detail: { field: 'organizationId' } },
    ],
    ['a disk that is full', () => (fixture.failing.pair = true), { code: 'storage_full' }],
  ])('error: with %s nothing has begun', async (_what, prepare, error) => {
    await prepare();
    await expect(begin()).rejects.toMatchObject(error);
    expect([await list(), keyIds()]).toEqual([[], [OLD]]);
  });

  test('error: a taken name is said to be taken', async () => {
    await expect(begin({ name: 'First' })).rejects.toMatchObject({
      code: 'invalid_input',
      detail: { field: 'name', reason: 'key_name_taken' },
    });
    expect(await list()).toEqual([]);
    const begun = await begin();
    const twin = begin({ profileId: await saveTwin(), name: 'First' });
    await expect(twin).rejects.toMatchObject({ detail: { reason: 'key_name_taken' } });
    expect(await list()).toEqual([begun]);
  });

  test('error: an error forgets only its own rotation', async () => {
    const twin = await begin({ profileId: await saveTwin(), name: 'Other' });
    fixture.failing.pair = true;
    await expect(begin()).rejects.toMatchObject({ code: 'storage_full' });
    expect(await list()).toEqual([twin]);
  });
});

describe('what is known of a rotation', () => {
  test('behavior: both keys are in use by it, and no other', async () => {
    const { newKeyId } = await begin();
    const isUsing = (id: string) => fixture.rotations.isUsing(id);
    expect([await isUsing(OLD), await isUsing(newKeyId), await isUsing(OTHER)]).toEqual([
      true,
      true,
      false,
    ]);
    await fixture.profiles.remove(PROFILE.id);
    expect([await isUsing(OLD), await isUsing(newKeyId)]).toEqual([false, false]);
  });

  test.each<[string, Partial<Profile>, boolean]>([
    ['the new key', { keyId: madeId(1) }, false],
    ['a third key', { keyId: OTHER }, true],
    ['no key', { keyId: null }, true],
    ['another organization', { organizationId: OTHER }, true],
    ['another service', { baseUrl: 'http://127.0.0.1:1' }, true],
    ['another name', { name: 'Renamed' }, false],
  ])('behavior: with %s it is stale or not', async (_what, changes, isStale) => {
    const begun = await begin();
    expect(await fixture.rotations.isStale(begun)).toBe(false);
    await move(changes);
    expect(await fixture.rotations.isStale(begun)).toBe(isStale);
    const resuming = fixture.rotations.resume(PROFILE.id);
    if (isStale) await expect(resuming).rejects.toMatchObject({ code: 'rotation_stale' });
    else expect(await resuming).toEqual(begun);
    await fixture.rotations.discard(PROFILE.id);
    expect(await list()).toEqual(isStale ? [] : [begun]);
  });

  test('error: nothing goes on where nothing has begun', async () => {
    await begin({ profileId: await saveTwin() });
    const { rotations } = fixture;
    for (const step of [rotations.resume, rotations.adopt, rotations.finish, rotations.discard])
      await expect(step(PROFILE.id)).rejects.toMatchObject({ code: 'rotation_unknown' });
    expect(await list()).toHaveLength(1);
  });
});

describe('resume', () => {
  test('behavior: makes the key that a stop left out, once, and none for what is undone', async () => {
    const begun = await begin();
    fixture.keys.pop();
    await fixture.rotations.resume(PROFILE.id);
    await fixture.rotations.resume(PROFILE.id);
    expect(keyIds()).toEqual([OLD, begun.newKeyId]);
    fixture.keys.pop();
    const undone = await undo();
    expect(await fixture.rotations.resume(PROFILE.id)).toEqual(undone);
    expect(keyIds()).toEqual([OLD]);
  });
});

describe('retry', () => {
  const retry = (activity: 'registration' | 'removal') =>
    fixture.rotations.retry(PROFILE.id, activity);

  test.each(['registration', 'removal'] as const)(
    'behavior: a %s that is over gets an id of its own; one that isn’t over keeps it',
    async (activity) => {
      const begun = await begin();
      const member = `${activity}Id` as const;
      expect(await retry(activity)).toEqual(begun);
      fixture.entries.push(recordOf({ id: begun[member], state: 'pending' }));
      expect(await retry(activity)).toEqual(begun);
      fixture.entries.splice(0, 1, recordOf({ id: begun[member], state: 'refused' }));
      const next = { ...begun, [member]: madeId(4) };
      expect(await retry(activity)).toEqual(next);
      expect(await list()).toEqual([next]);
    },
  );
});

describe('turn', () => {
  test('behavior: each turn has a removal of its own; the same direction changes nothing', async () => {
    const begun = await begin();
    expect(await fixture.rotations.turn(PROFILE.id, 'forward')).toEqual(begun);
    const undone = await undo();
    expect(undone).toEqual({ ...begun, direction: 'back', removalId: madeId(4) });
    expect(await undo()).toEqual(undone);
    expect(await list()).toEqual([undone]);
  });
});

describe('adopt', () => {
  const adopt = () => fixture.rotations.adopt(PROFILE.id);

  test('behavior: proves the key that stays, and all profiles of its place change', async () => {
    const begun = await begin();
    const twin = await saveTwin();
    await fixture.profiles.save({ ...PROFILE, id: uuid('5'), name: 'Far', organizationId: OTHER });
    await fixture.profiles.save({ ...PROFILE, id: uuid('6'), name: 'Own', keyId: uuid('f') });
    fixture.asked.length = 0;
    expect(await adopt()).toEqual(begun);
    const target = { ...targetOfProfile(PROFILE), keyId: begun.newKeyId };
    expect(fixture.asked).toEqual([[target, {}]]);
    const ids = [PROFILE.id, twin, uuid('5'), uuid('6')];
    expect(await Promise.all(ids.map(fixture.keyOf))).toEqual([
      begun.newKeyId,
      begun.newKeyId,
      OLD,
      uuid('f'),
    ]);
    await undo();
    await adopt();
    expect(await Promise.all(ids.map(fixture.keyOf))).toEqual([OLD, OLD, OLD, uuid('f')]);
  });

  test.each([{ userId: OTHER }, { organizationId: OTHER }])(
    'error: a key that the service says is another’s (%j) changes nothing',
    async (answer) => {
      await begin();
      Object.assign(fixture.service, answer);
      await expect(adopt()).rejects.toMatchObject({
        code: 'reply_mismatch',
        detail: { reason: 'key_of_another_user' },
      });
      expect(await fixture.keyOf()).toBe(OLD);
    },
  );

  test.each<[Partial<OutboxRecord>, boolean]>([
    [{ state: 'stamped', keyId: OLD }, true],
    [{ state: 'sending', keyId: OLD }, true],
    [{ state: 'waiting', keyId: OLD }, true],
    [{ state: 'pending', keyId: OLD }, false],
    [{ state: 'waiting', keyId: madeId(1) }, false],
  ])(
    'behavior: it isn’t over while the service lacks a request of the old key: %j',
    async (record, isUnsent) => {
      await begin();
      fixture.entries.push(recordOf(record));
      const adopting = adopt();
      if (isUnsent)
        await expect(adopting).rejects.toMatchObject({
          code: 'key_in_use',
          detail: { reason: 'key_has_unsent' },
        });
      else await adopting;
      expect(await fixture.keyOf()).toBe(madeId(1));
    },
  );
});

describe('finish', () => {
  const finish = () => fixture.rotations.finish(PROFILE.id);

  test('behavior: the key that the service no longer lists leaves the vault', async () => {
    const begun = await begin();
    await fixture.rotations.adopt(PROFILE.id);
    await expect(finish()).rejects.toMatchObject({
      code: 'key_in_use',
      detail: { reason: 'key_still_registered' },
    });
    expect([keyIds(), await list()]).toEqual([[OLD, begun.newKeyId], [begun]]);
    fixture.service.listed = ['02BB'];
    fixture.asked.length = 0;
    expect(await finish()).toEqual({ removed: true });
    expect(fixture.asked).toMatchObject([[{ keyId: begun.newKeyId }, { userId: USER }]]);
    expect([keyIds(), await list()]).toEqual([[begun.newKeyId], []]);
  });

  test('behavior: a stop after the key has left is no error', async () => {
    await begin();
    await fixture.rotations.adopt(PROFILE.id);
    fixture.keys.shift();
    expect(await finish()).toEqual({ removed: true });
    expect(await list()).toEqual([]);
  });

  test('behavior: a key that a profile of another place uses stays', async () => {
    await begin();
    await saveTwin({ organizationId: OTHER });
    await fixture.rotations.adopt(PROFILE.id);
    fixture.service.listed = [];
    expect(await finish()).toEqual({ removed: false });
    expect([keyIds(), await list()]).toEqual([[OLD, madeId(1)], []]);
  });

  test('error: not while the profile still has the key that goes', async () => {
    const begun = await begin();
    fixture.service.listed = [];
    await expect(finish()).rejects.toMatchObject({ code: 'key_in_use' });
    expect([keyIds(), await list()]).toEqual([[OLD, begun.newKeyId], [begun]]);
  });

  test('error: undone, not while the new key may still get to the service', async () => {
    const { registrationId } = await begin();
    await undo();
    fixture.entries.push(recordOf({ id: registrationId, state: 'waiting' }));
    await expect(finish()).rejects.toMatchObject({
      code: 'key_in_use',
      detail: { reason: 'registration_open' },
    });
    fixture.entries.splice(0, 1, recordOf({ id: registrationId, state: 'refused' }));
    expect(await finish()).toEqual({ removed: true });
    expect(keyIds()).toEqual([OLD]);
  });

  test('behavior: forward, an open registration isn’t in the way', async () => {
    const { registrationId } = await begin();
    await fixture.rotations.adopt(PROFILE.id);
    fixture.service.listed = [];
    fixture.entries.push(recordOf({ id: registrationId, state: 'pending' }));
    expect(await finish()).toEqual({ removed: true });
  });

  test('behavior: other profiles’ rotations stay', async () => {
    const twin = await begin({ profileId: await saveTwin(), name: 'Other' });
    await begin();
    await undo();
    await finish();
    expect(await list()).toEqual([twin]);
  });
});
