import * as v from 'valibot';
import type { Bytes } from '../crypto/bytes.ts';
import { KeystampError } from '../protocol/errors.ts';
import {
  keptAndDropped,
  keyRotation,
  type KeyRotation,
  type RotationActivity,
  type RotationDirection,
} from '../protocol/key-rotation.ts';
import { BUILT_IN_QUERIES } from '../protocol/operations.ts';
import { SETTLED_STATES } from '../protocol/outbox-entry.ts';
import type { Profile } from '../protocol/profile.ts';
import type { Item } from '../storage/area.ts';
import { createQueue } from '../storage/queue.ts';
import type { Vault } from '../vault/vault.ts';
import type { HomeReader } from './home-screen.ts';
import type { Outbox } from './outbox/outbox.ts';
import type { Profiles } from './profiles.ts';
import { targetOfProfile, type Queries } from './queries.ts';

/*
 * Replaces a profile's API key by a new one. A page drives it step by step and may stop anywhere: each
 * step finds out what is done already. What guards a key that works is here: a profile changes to a
 * key only after a `whoami` with it, and a key leaves the vault only once the service no longer
 * lists it.
 */

/** Name of the vault's clear record that holds the rotations. */
export const ROTATIONS_RECORD = 'key-rotations';
export const rotationsRecord = v.array(keyRotation);

export type KeyRotationDeps = {
  readonly stored: Item<KeyRotation[]>;
  readonly vault: Pick<Vault, 'listKeys' | 'addKey' | 'removeKey'>;
  readonly profiles: Profiles;
  readonly home: Pick<HomeReader, 'identify'>;
  readonly queries: Pick<Queries, 'ask'>;
  readonly outbox: Pick<Outbox, 'get' | 'unsettled'>;
  readonly newId: () => string;
  readonly now: () => number;
  readonly createPair: () => Promise<{ readonly privateKey: Bytes; readonly publicKey: Bytes }>;
};

/** What a rotation begins with. */
export type RotationStart = {
  readonly profileId: string;
  /** Of the new key, here and at the service. */
  readonly name: string;
  readonly lifetime: string | null;
};

/** The rotations as the vault has them. */
function createRotationStore({ stored, profiles }: Pick<KeyRotationDeps, 'stored' | 'profiles'>) {
  const queue = createQueue();
  const list = async (): Promise<readonly KeyRotation[]> => (await stored.get()) ?? [];

  const change = (edit: (rotations: readonly KeyRotation[]) => readonly KeyRotation[]) =>
    queue(async () => stored.set([...edit(await list())]));

  /** The profile that a rotation is about, unless that is gone or elsewhere by now. */
  async function profileOf(rotation: KeyRotation): Promise<Profile | undefined> {
    const profile = (await profiles.list()).find(({ id }) => id === rotation.profileId);
    return profile && !isStale(rotation, profile) ? profile : undefined;
  }

  /** @throws `rotation_unknown` */
  async function find(profileId: string): Promise<KeyRotation> {
    const found = (await list()).find((one) => one.profileId === profileId);
    if (!found) throw new KeystampError('rotation_unknown');
    return found;
  }

  return {
    list,
    find,
    profileOf,
    /** The rotation with its profile. @throws `rotation_unknown`, `rotation_stale` */
    findLive: async (profileId: string) => {
      const rotation = await find(profileId);
      const profile = await profileOf(rotation);
      if (!profile) throw new KeystampError('rotation_stale');
      return { rotation, profile };
    },
    /** Adds a rotation, or replaces its profile's. */
    put: (next: KeyRotation) =>
      change((all) => [...all.filter(({ profileId }) => profileId !== next.profileId), next]),
    forget: (profileId: string) =>
      change((all) => all.filter((one) => one.profileId !== profileId)),
  };
}

type RotationStore = ReturnType<typeof createRotationStore>;

/** The rotations on top of the vault. Everything needs it unlocked: `vault_locked`. */
export function createKeyRotations(deps: KeyRotationDeps) {
  const { newId, outbox } = deps;
  const store = createRotationStore(deps);
  return {
    list: store.list,
    isStale: async (rotation: KeyRotation) => (await store.profileOf(rotation)) === undefined,
    /** Whether a rotation that can go on is about a key. */
    isUsing: async (keyId: string): Promise<boolean> => {
      const about = (await store.list()).filter(
        ({ oldKeyId, newKeyId }) => oldKeyId === keyId || newKeyId === keyId,
      );
      return (await Promise.all(about.map(store.profileOf))).some((profile) => profile);
    },
    begin: (start: RotationStart) => begin(deps, store, start),
    /** Makes the new key if a stop came before it. */
    resume: async (profileId: string): Promise<KeyRotation> => {
      const { rotation } = await store.findLive(profileId);
      if (rotation.direction === 'forward') await ensureNewKey(deps, rotation);
      return rotation;
    },
    /**
     * Lets an activity be made again that is over without its effect at the service: the caller has
     * seen that in the service's list. One that isn't over stays as it is.
     */
    retry: async (profileId: string, activity: RotationActivity): Promise<KeyRotation> => {
      const { rotation } = await store.findLive(profileId);
      const member = `${activity}Id` as const;
      const entry = await outbox.get(rotation[member]);
      if (!entry || !SETTLED_STATES.includes(entry.record.state)) return rotation;
      const next = { ...rotation, [member]: newId() };
      await store.put(next);
      return next;
    },
    /** Undoes it, or goes on after all. */
    turn: async (profileId: string, direction: RotationDirection): Promise<KeyRotation> => {
      const { rotation } = await store.findLive(profileId);
      if (rotation.direction === direction) return rotation;
      const next = { ...rotation, direction, removalId: newId() };
      await store.put(next);
      return next;
    },
    adopt: (profileId: string) => adopt(deps, store, profileId),
    /**
     * Ends it: the key that goes leaves the vault, unless a profile of another place uses it. Errors:
     * those of a query, and `key_in_use` while the service still has it or may get it.
     */
    finish: async (profileId: string): Promise<{ readonly removed: boolean }> => {
      const { rotation, profile } = await store.findLive(profileId);
      const removed = await dropKey(deps, rotation, profile);
      await store.forget(profileId);
      return { removed };
    },
    /** Forgets one that can't go on. Both keys stay in the vault. */
    discard: async (profileId: string): Promise<void> => {
      const rotation = await store.find(profileId);
      if (!(await store.profileOf(rotation))) await store.forget(profileId);
    },
  };
}

/**
 * Begins a rotation and makes its key. A second call finds the first one's. Errors: `key_missing`, those
 * of a query, and those of a new key; nothing has begun then.
 */
async function begin(
  deps: KeyRotationDeps,
  store: RotationStore,
  start: RotationStart,
): Promise<KeyRotation> {
  const running = (await store.list()).find(({ profileId }) => profileId === start.profileId);
  if (running) return running;
  const rotation = await prepareRotation(deps, start);
  await store.put(rotation);
  try {
    await ensureNewKey(deps, rotation);
  } catch (error) {
    await store.forget(start.profileId);
    throw error;
  }
  return rotation;
}

/**
 * Proves the key that stays, and lets every profile of the same place use it. Errors: those of a query,
 * `reply_mismatch`, and `key_in_use` while a request that the other key signed isn't at the service yet.
 */
async function adopt(
  deps: KeyRotationDeps,
  store: RotationStore,
  profileId: string,
): Promise<KeyRotation> {
  const { rotation, profile } = await store.findLive(profileId);
  await proveKept(deps, rotation, profile);
  const { keptId, droppedId } = keptAndDropped(rotation);
  for (const one of await deps.profiles.list()) {
    const isSame = isSamePlace(rotation, one) && one.keyId === droppedId;
    if (isSame) await deps.profiles.save({ ...one, keyId: keptId });
  }
  await demandNothingUnsent(deps, droppedId);
  return rotation;
}

const isSamePlace = (
  { baseUrl, organizationId }: KeyRotation,
  profile: Pick<Profile, 'baseUrl' | 'organizationId'>,
): boolean => profile.baseUrl === baseUrl && profile.organizationId === organizationId;

function isStale(rotation: KeyRotation, profile: Profile): boolean {
  const isOneOfBoth = [rotation.oldKeyId, rotation.newKeyId].some((id) => id === profile.keyId);
  return !isOneOfBoth || !isSamePlace(rotation, profile);
}

async function prepareRotation(
  { profiles, home, vault, newId, now }: KeyRotationDeps,
  { profileId, name, lifetime }: RotationStart,
): Promise<KeyRotation> {
  const profile = await profiles.get(profileId);
  const { baseUrl, organizationId, keyId: oldKeyId } = profile;
  if (oldKeyId === null) throw new KeystampError('key_missing');
  if ((await vault.listKeys()).some((key) => key.name === name)) {
    const detail = { field: 'name', reason: 'key_name_taken' } as const;
    throw new KeystampError('invalid_input', undefined, detail);
  }
  // The old key has to work: it signs the first step. And it says whose key it is.
  const identity = await home.identify(profile);
  if (identity.organizationId !== organizationId)
    throw new KeystampError('reply_mismatch', undefined, { field: 'organizationId' });
  return {
    profileId,
    baseUrl,
    organizationId,
    userId: identity.userId,
    oldKeyId,
    newKeyId: newId(),
    newKeyName: name,
    lifetime,
    startedAt: now(),
    direction: 'forward',
    registrationId: newId(),
    removalId: newId(),
  };
}

async function ensureNewKey(deps: KeyRotationDeps, rotation: KeyRotation): Promise<void> {
  const { vault, createPair } = deps;
  const { newKeyId: id, newKeyName: name } = rotation;
  if ((await vault.listKeys()).some((key) => key.id === id)) return;
  await vault.addKey({ id, name, curve: 'P256', ...(await createPair()) });
}

/** A `whoami` with the key that stays. The old key's user is the one who registered it. */
async function proveKept(
  { queries }: KeyRotationDeps,
  rotation: KeyRotation,
  profile: Profile,
): Promise<void> {
  const { keptId } = keptAndDropped(rotation);
  const target = { ...targetOfProfile(profile), keyId: keptId };
  const { organizationId, userId } = await queries.ask(target, BUILT_IN_QUERIES.identity, {});
  if (organizationId === rotation.organizationId && userId === rotation.userId) return;
  throw new KeystampError('reply_mismatch', undefined, { reason: 'key_of_another_user' });
}

/** States in which the service may not have a request yet: without its key it would refuse it. */
const UNSENT_STATES = ['stamped', 'sending', 'waiting'];

async function demandNothingUnsent({ outbox }: KeyRotationDeps, keyId: string): Promise<void> {
  const isUnsent = (await outbox.unsettled()).some(
    (record) => record.keyId === keyId && UNSENT_STATES.includes(record.state),
  );
  if (isUnsent) throw new KeystampError('key_in_use', undefined, { reason: 'key_has_unsent' });
}

/** Whether the key was removed from the vault. */
async function dropKey(
  deps: KeyRotationDeps,
  rotation: KeyRotation,
  profile: Profile,
): Promise<boolean> {
  const { vault, profiles } = deps;
  const { keptId, droppedId } = keptAndDropped(rotation);
  if (profile.keyId !== keptId) throw new KeystampError('key_in_use');
  const key = (await vault.listKeys()).find(({ id }) => id === droppedId);
  // A stop after the removal.
  if (!key) return true;
  await demandUnregistered(deps, rotation, profile, key.publicKey);
  if ((await profiles.list()).some(({ keyId }) => keyId === droppedId)) return false;
  await vault.removeKey(droppedId);
  return true;
}

async function demandUnregistered(
  { queries, outbox }: KeyRotationDeps,
  { userId, direction, registrationId }: KeyRotation,
  profile: Profile,
  publicKey: string,
): Promise<void> {
  const registration = direction === 'back' ? await outbox.get(registrationId) : undefined;
  if (registration && !SETTLED_STATES.includes(registration.record.state))
    throw new KeystampError('key_in_use', undefined, { reason: 'registration_open' });
  const { apiKeys } = await queries.ask(targetOfProfile(profile), BUILT_IN_QUERIES.apiKeys, {
    userId,
  });
  const isListed = apiKeys.some(
    ({ credential }) => credential.publicKey.toLowerCase() === publicKey,
  );
  if (isListed)
    throw new KeystampError('key_in_use', undefined, { reason: 'key_still_registered' });
}
