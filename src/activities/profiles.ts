import * as v from 'valibot';
import { MAX_DAMAGED } from '../protocol/damaged-record.ts';
import { KeystampError } from '../protocol/errors.ts';
import { profile, type Profile } from '../protocol/profile.ts';
import type { Item } from '../storage/area.ts';
import { damagedName } from '../storage/damaged-rows.ts';
import { createQueue } from '../storage/queue.ts';

/** Name of the vault's clear record that holds the profiles. */
export const PROFILES_RECORD = 'profiles';
/** One screen of profiles is plenty. The switcher lists them all. */
const MAX_PROFILES = 100;

/** What the vault stores. Profiles of another form stay as they are until they are removed. */
export const profilesRecord = v.strictObject({
  profiles: v.array(v.unknown()),
  activeId: v.nullable(v.string()),
});
export type ProfilesRecord = v.InferOutput<typeof profilesRecord>;

const NO_PROFILES: ProfilesRecord = { profiles: [], activeId: null };

export type Profiles = ReturnType<typeof createProfiles>;

/**
 * The service profiles. None of them are secret, but all of them guard what gets stamped. That's
 * why the vault holds them and lets nobody else write them. While it is locked, changes throw
 * `vault_locked`, and someone else may have written what is read, so it's for display only.
 */
export function createProfiles(stored: Item<ProfilesRecord>) {
  // Each change writes the whole list: two at once would undo one of them.
  const queue = createQueue();
  let lastRead: ProfileList | undefined;

  async function read(): Promise<ProfileList> {
    const record = (await stored.get()) ?? NO_PROFILES;
    if (lastRead?.record !== record) lastRead = { record, profiles: readProfiles(record) };
    return lastRead;
  }

  const change = (act: (current: ProfileList) => ProfilesRecord | undefined): Promise<void> =>
    queue(async () => {
      const next = act(await read());
      if (next) await stored.set(next);
    });

  /** In the user's order. */
  const list = async (): Promise<readonly Profile[]> => (await read()).profiles;

  return {
    list,
    /** @throws `profile_unknown` */
    get: async (id: string): Promise<Profile> => demandProfile(await list(), id),
    /**
     * The active profile's id: the first profile's if none was chosen, null if there are no
     * profiles.
     */
    activeId: async (): Promise<string | null> => {
      const { record, profiles } = await read();
      return (
        (profiles.find((candidate) => candidate.id === record.activeId) ?? profiles[0])?.id ?? null
      );
    },
    /** Adds or replaces a profile. The first one becomes the active one. */
    save: (changed: Profile) => change((current) => withProfile(current, changed)),
    /** The same for several, all of them or none, in one write. */
    saveAll: (all: readonly Profile[]) =>
      change((current) =>
        all.length === 0
          ? undefined
          : all.reduce((list, changed) => toList(withProfile(list, changed)), current).record,
      ),
    remove: (id: string) =>
      change(({ record }) => ({ ...record, profiles: withoutProfile(record, id) })),
    /** @throws `profile_unknown` */
    select: (id: string) =>
      change(({ record, profiles }) => {
        demandProfile(profiles, id);
        return record.activeId === id ? undefined : { ...record, activeId: id };
      }),
    /** Saves what whoami returned, unless the profile has changed or gone in the meantime. */
    saveIdentity: (identified: Profile, known: Profile['known']) =>
      change((current) => withIdentity(current, identified, known)),
    /** Names of profiles that can't be read, {@link MAX_DAMAGED} at most. They stamp nothing. */
    listDamaged: async (): Promise<readonly string[]> =>
      damagedIn(await read())
        .slice(0, MAX_DAMAGED)
        .map(({ name }) => name),
    /** Removes those of this name. Returns the IDs that are gone with them. */
    removeDamaged: async (name: string): Promise<readonly string[]> => {
      let gone: readonly string[] = [];
      await change((current) => {
        const rest = withoutDamaged(current, name);
        gone = rest.gone;
        return rest.record;
      });
      return gone;
    },
    /** Profiles that aren't named keep their order after the named ones. */
    order: (ids: readonly string[]) => change((current) => withOrder(current, ids)),
  };
}

/** What is stored, and the part of it that is shown. */
type ProfileList = { readonly record: ProfilesRecord; readonly profiles: readonly Profile[] };

const toList = (record: ProfilesRecord): ProfileList => ({
  record,
  profiles: readProfiles(record),
});

function demandProfile(profiles: readonly Profile[], id: string): Profile {
  const profile = profiles.find((candidate) => candidate.id === id);
  if (!profile) throw new KeystampError('profile_unknown');
  return profile;
}

function withProfile({ record, profiles }: ProfileList, changed: Profile): ProfilesRecord {
  const others = profiles.filter((other) => other.id !== changed.id);
  if (others.length >= MAX_PROFILES) {
    const detail = { reason: 'too_many_profiles', limit: MAX_PROFILES } as const;
    throw new KeystampError('profile_invalid', undefined, detail);
  }
  if (others.some((other) => other.name === changed.name)) {
    const detail = { field: 'name', reason: 'profile_name_taken' } as const;
    throw new KeystampError('invalid_input', undefined, detail);
  }
  return {
    profiles: [...withoutProfile(record, changed.id), changed],
    activeId: others.length === 0 ? changed.id : record.activeId,
  };
}

function withIdentity(
  { record, profiles }: ProfileList,
  { id, organizationId, keyId }: Profile,
  known: Profile['known'],
): ProfilesRecord | undefined {
  const current = profiles.find((candidate) => candidate.id === id);
  if (current?.organizationId !== organizationId || current.keyId !== keyId) return undefined;
  return { ...record, profiles: [...withoutProfile(record, id), { ...current, known }] };
}

function withOrder({ record, profiles }: ProfileList, ids: readonly string[]): ProfilesRecord {
  const positionOf = ({ id }: Profile) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  const sorted = profiles.toSorted((a, b) => positionOf(a) - positionOf(b));
  const shownIds = new Set(profiles.map(({ id }) => id));
  const unreadable = record.profiles.filter((row) => !shownIds.has(idOf(row) ?? ''));
  return {
    ...record,
    profiles: [
      ...unreadable,
      ...sorted.map((candidate, index) => ({ ...candidate, order: index })),
    ],
  };
}

/** A text that a row has under a name, whatever else it is. */
function textIn(row: unknown, member: 'id' | 'name'): string | undefined {
  const parsed = v.safeParse(v.object({ [member]: v.string() }), row);
  return parsed.success ? parsed.output[member] : undefined;
}

const idOf = (row: unknown): string | undefined => textIn(row, 'id');

/** What can't be read of the list, called by its name, by its ID, or by its place from 1. */
const damagedIn = ({ record }: ProfileList) =>
  record.profiles.flatMap((row, index) => {
    const name = damagedName(textIn(row, 'name') ?? idOf(row) ?? `#${index + 1}`);
    return v.is(profile, row) ? [] : [{ row, name }];
  });

/** Without what is damaged under a name, and the IDs that no profile has any more. */
function withoutDamaged(current: ProfileList, name: string) {
  const { record, profiles } = current;
  const removed = damagedIn(current).flatMap((one) => (one.name === name ? [one.row] : []));
  const kept = record.profiles.filter((row) => !removed.includes(row));
  return {
    record: removed.length === 0 ? undefined : { ...record, profiles: kept },
    gone: removed
      .flatMap((row) => idOf(row) ?? [])
      .filter((id) => !profiles.some((one) => one.id === id)),
  };
}

const withoutProfile = ({ profiles }: ProfilesRecord, id: string): unknown[] =>
  profiles.filter((row) => idOf(row) !== id);

function readProfiles({ profiles }: ProfilesRecord): readonly Profile[] {
  return profiles
    .flatMap((row) => {
      const parsed = v.safeParse(profile, row);
      return parsed.success ? [parsed.output] : [];
    })
    .sort((a, b) => a.order - b.order || a.name.localeCompare(b.name));
}
