import * as v from 'valibot';
import { KeystampError } from '../protocol/errors.ts';
import { profile, type Profile } from '../protocol/profile.ts';
import { item, type Area } from '../storage/area.ts';
import { read, write, type Connect, type Database } from '../storage/database.ts';

const ACTIVE = 'activeProfileId';
/** Key of the copy in the local storage area. */
export const PROFILES_KEY = 'profiles';
/** One screen of profiles is plenty; the switcher lists them all. */
const MOST = 100;

export type Profiles = ReturnType<typeof createProfiles>;

/**
 * The store of profiles and its copy in the local area: without it, a browser that lost its database
 * (platform.md 5) would open a vault with keys and no profiles.
 */
function createShelf(connect: Connect, local: Area) {
  const copy = item<unknown[]>(local, PROFILES_KEY, v.array(v.unknown()));
  /**
   * What an open database holds, until this life of the worker changes it: nobody else writes here,
   * and a database that was wiped or made anew is another connection.
   */
  const known = new WeakMap<Database, Promise<readonly Profile[]>>();

  /** Of an empty store: puts the copy back, where there is one. */
  async function restore(): Promise<Profile[]> {
    const kept = parsed((await copy.get().catch(() => undefined)) ?? []);
    if (kept.length === 0) return [];
    await write(await connect(), ['profiles'], async (transaction) => {
      const store = transaction.objectStore('profiles');
      await Promise.all(kept.map((one) => store.put(one)));
    });
    return kept;
  }

  async function load(db: Database): Promise<readonly Profile[]> {
    const rows = await read(db, (open) => open.getAll('profiles'));
    const found = rows.length > 0 ? parsed(rows) : await restore();
    // An empty store is looked at again: its copy may be readable by then.
    if (found.length === 0) known.delete(db);
    return found.sort((a, b) => a.order - b.order || a.name.localeCompare(b.name));
  }

  /** In the user's order. */
  async function list(): Promise<readonly Profile[]> {
    const db = await connect();
    const held = known.get(db) ?? load(db);
    known.set(db, held);
    try {
      return await held;
    } catch (error) {
      if (known.get(db) === held) known.delete(db);
      throw error;
    }
  }

  /** After every write of profiles. */
  const forget = async (): Promise<void> => void known.delete(await connect());

  return {
    list,
    forget,
    /** What was changed stays changed when its copy cannot be written. */
    keepCopy: async (): Promise<void> => {
      await forget();
      await copy.set([...(await list())]).catch(() => undefined);
    },
    /** Before a removal: what is in the copy alone would come back once the store is empty. */
    copyWithout: async (id: string): Promise<void> => {
      await copy.set((await list()).filter((one) => one.id !== id));
    },
  };
}

/** The service profiles over their store. Nothing in them is secret. */
export function createProfiles(connect: Connect, local: Area) {
  const { list, forget, keepCopy, copyWithout } = createShelf(connect, local);

  /** @throws `profile_unknown` */
  async function get(id: string): Promise<Profile> {
    const found = (await list()).find((one) => one.id === id);
    if (!found) throw new KeystampError('profile_unknown');
    return found;
  }

  /** The active profile's id, the first profile's when none was chosen, null without profiles. */
  async function activeId(): Promise<string | null> {
    const stored = await read(await connect(), (db) => db.get('meta', ACTIVE));
    const all = await list();
    return (all.find((one) => one.id === stored) ?? all[0])?.id ?? null;
  }

  /** Adds or replaces; a first profile becomes the active one. */
  async function save(one: Profile): Promise<void> {
    await list();
    await write(await connect(), ['profiles', 'meta'], async (transaction) => {
      const store = transaction.objectStore('profiles');
      const others = parsed(await store.getAll()).filter((other) => other.id !== one.id);
      if (others.length >= MOST) {
        throw new KeystampError('profile_invalid', `${MOST} profiles are the most Keystamp keeps.`);
      }
      if (others.some((other) => other.name === one.name)) {
        const message = 'Another profile has this name. Choose another one.';
        throw new KeystampError('invalid_input', message, { field: 'name' });
      }
      if (others.length === 0) await transaction.objectStore('meta').put(one.id, ACTIVE);
      await store.put(one);
    });
    await keepCopy();
  }

  async function remove(id: string): Promise<void> {
    await copyWithout(id);
    await write(await connect(), ['profiles'], (transaction) =>
      transaction.objectStore('profiles').delete(id),
    );
    await forget();
  }

  /** @throws `profile_unknown` */
  async function select(id: string): Promise<void> {
    await get(id);
    await write(await connect(), ['meta'], (transaction) =>
      transaction.objectStore('meta').put(id, ACTIVE),
    );
  }

  return {
    list,
    get,
    activeId,
    save,
    remove,
    select,
    /** Keeps what whoami said, unless the profile has changed or gone meanwhile. */
    know: async (one: Profile, known: Profile['known']) => {
      await know(connect, one, known);
      await keepCopy();
    },
    /** Profiles that are not named keep their place after the named ones. */
    order: async (ids: readonly string[]) => {
      await order(connect, ids);
      await keepCopy();
    },
  };
}

async function know(connect: Connect, one: Profile, known: Profile['known']): Promise<void> {
  await write(await connect(), ['profiles'], async (transaction) => {
    const store = transaction.objectStore('profiles');
    const stored = parsed([await store.get(one.id)])[0];
    if (!stored || stored.organizationId !== one.organizationId || stored.keyId !== one.keyId) {
      return;
    }
    await store.put({ ...stored, known });
  });
}

async function order(connect: Connect, ids: readonly string[]): Promise<void> {
  await write(await connect(), ['profiles'], async (transaction) => {
    const store = transaction.objectStore('profiles');
    const all = parsed(await store.getAll()).sort((a, b) => a.order - b.order);
    const place = (one: Profile) => (ids.includes(one.id) ? ids.indexOf(one.id) : ids.length);
    all.sort((a, b) => place(a) - place(b));
    await Promise.all(all.map((one, at) => store.put({ ...one, order: at })));
  });
}

/** Rows of another version are left alone on disk and not shown. */
function parsed(rows: readonly unknown[]): Profile[] {
  return rows.flatMap((row) => {
    const one = v.safeParse(profile, row);
    return one.success ? [one.output] : [];
  });
}
