import * as v from 'valibot';
import { KeystampError } from '../protocol/errors.ts';
import { profile, type Profile } from '../protocol/profile.ts';
import type { Item } from '../storage/area.ts';
import { createQueue } from '../vault/queue.ts';

/** Name of the vault's clear record with them. */
export const PROFILES = 'profiles';
/** One screen of profiles is plenty; the switcher lists them all. */
const MAX_PROFILES = 100;

/** What the vault keeps of them. Profiles of another version are kept as they are, and not shown. */
export const keptProfiles = v.strictObject({
  profiles: v.array(v.unknown()),
  activeId: v.nullable(v.string()),
});
export type KeptProfiles = v.InferOutput<typeof keptProfiles>;

const NONE: KeptProfiles = { profiles: [], activeId: null };

export type Profiles = ReturnType<typeof createProfiles>;

/**
 * The service profiles. Nothing in them is secret, and all of them guard what is stamped: they are
 * kept in the vault, which lets nobody else write them. Changes throw `vault_locked` while it is
 * locked; what is read then may have been written by somebody else, and is for showing alone.
 */
export function createProfiles(stored: Item<KeptProfiles>) {
  // Each change is of the whole list: two at once would undo one of them.
  const queue = createQueue();
  let last: Shown | undefined;

  async function read(): Promise<Shown> {
    const kept = (await stored.get()) ?? NONE;
    if (last?.kept !== kept) last = { kept, profiles: inOrder(kept) };
    return last;
  }

  const change = (act: (shown: Shown) => KeptProfiles | undefined): Promise<void> =>
    queue(async () => {
      const next = act(await read());
      if (next) await stored.set(next);
    });

  /** In the user's order. */
  const list = async (): Promise<readonly Profile[]> => (await read()).profiles;

  return {
    list,
    /** @throws `profile_unknown` */
    get: async (id: string): Promise<Profile> => demand(await list(), id),
    /** The active profile's id, the first profile's when none was chosen, null without profiles. */
    activeId: async (): Promise<string | null> => {
      const { kept, profiles } = await read();
      return (profiles.find((one) => one.id === kept.activeId) ?? profiles[0])?.id ?? null;
    },
    /** Adds or replaces; a first profile becomes the active one. */
    save: (one: Profile) => change((shown) => saved(shown, one)),
    remove: (id: string) => change(({ kept }) => ({ ...kept, profiles: without(kept, id) })),
    /** @throws `profile_unknown` */
    select: (id: string) =>
      change(({ kept, profiles }) => {
        demand(profiles, id);
        return kept.activeId === id ? undefined : { ...kept, activeId: id };
      }),
    /** Keeps what whoami said, unless the profile has changed or gone meanwhile. */
    know: (one: Profile, known: Profile['known']) =>
      change(({ kept, profiles }) => {
        const now = profiles.find(({ id }) => id === one.id);
        if (now?.organizationId !== one.organizationId || now.keyId !== one.keyId) return undefined;
        return { ...kept, profiles: [...without(kept, one.id), { ...now, known }] };
      }),
    /** Profiles that are not named keep their place after the named ones. */
    order: (ids: readonly string[]) => change((shown) => ordered(shown, ids)),
  };
}

/** What is kept, and what of it is shown. */
type Shown = { readonly kept: KeptProfiles; readonly profiles: readonly Profile[] };

function demand(profiles: readonly Profile[], id: string): Profile {
  const found = profiles.find((one) => one.id === id);
  if (!found) throw new KeystampError('profile_unknown');
  return found;
}

function saved({ kept, profiles }: Shown, one: Profile): KeptProfiles {
  const others = profiles.filter((other) => other.id !== one.id);
  if (others.length >= MAX_PROFILES) {
    const message = `${MAX_PROFILES} profiles are the most Keystamp keeps.`;
    throw new KeystampError('profile_invalid', message);
  }
  if (others.some((other) => other.name === one.name)) {
    const message = 'Another profile has this name. Choose another one.';
    throw new KeystampError('invalid_input', message, { field: 'name' });
  }
  return {
    profiles: [...without(kept, one.id), one],
    activeId: others.length === 0 ? one.id : kept.activeId,
  };
}

function ordered({ kept, profiles }: Shown, ids: readonly string[]): KeptProfiles {
  const place = ({ id }: Profile) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  const sorted = profiles.toSorted((a, b) => place(a) - place(b));
  const shown = new Set(profiles.map(({ id }) => id));
  const unread = kept.profiles.filter((row) => !shown.has(idOf(row) ?? ''));
  return { ...kept, profiles: [...unread, ...sorted.map((one, at) => ({ ...one, order: at }))] };
}

const identified = v.looseObject({ id: v.string() });

function idOf(row: unknown): string | undefined {
  const parsed = v.safeParse(identified, row);
  return parsed.success ? parsed.output.id : undefined;
}

const without = ({ profiles }: KeptProfiles, id: string): unknown[] =>
  profiles.filter((row) => idOf(row) !== id);

function inOrder({ profiles }: KeptProfiles): readonly Profile[] {
  return profiles
    .flatMap((row) => {
      const one = v.safeParse(profile, row);
      return one.success ? [one.output] : [];
    })
    .sort((a, b) => a.order - b.order || a.name.localeCompare(b.name));
}
