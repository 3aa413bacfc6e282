import * as v from 'valibot';
import type { ObjectPlace } from '../../page/routes.ts';
import { RECORD_KINDS } from '../../kinds.ts';
import type { SessionArea } from '../../page/effects.ts';
import { CODE_ENDS } from './contact-change.ts';

const id = v.pipe(v.string(), v.uuid());

/** A change of a contact as it stays while the popup is closed: ids and the contact, no secret. */
const storedChange = v.object({
  profileId: id,
  operation: v.string(),
  kind: v.picklist(RECORD_KINDS),
  id: v.string(),
  change: v.object({
    contact: v.string(),
    sendId: v.nullable(id),
    checkId: v.nullable(id),
    setId: v.nullable(id),
    wrongTries: v.number(),
    ended: v.nullable(v.picklist(CODE_ENDS)),
  }),
});
export type StoredChange = v.InferOutput<typeof storedChange>;

/** What a change is of. */
export type ContactPlace = Pick<StoredChange, 'profileId' | 'operation'> &
  Pick<ObjectPlace, 'kind' | 'id'>;

const KEY = 'contacts';
/** More than anyone verifies at a time; the oldest goes. */
const MAX_CHANGES = 10;

const isOf = (place: ContactPlace) => (stored: StoredChange) =>
  stored.profileId === place.profileId &&
  stored.operation === place.operation &&
  stored.kind === place.kind &&
  stored.id === place.id;

/** Keeps changes of contacts while the popup is closed: in memory, never on disk. */
export function createContactStore(session: SessionArea) {
  let lastWrite = Promise.resolve();

  async function readAll(): Promise<readonly StoredChange[]> {
    const stored = await session.get(KEY).catch(() => undefined);
    const parsed = v.safeParse(v.array(storedChange), stored);
    return parsed.success ? parsed.output : [];
  }

  /** One after the other: each reads what the one before wrote. */
  function write(place: ContactPlace, kept: readonly StoredChange[]): Promise<void> {
    lastWrite = lastWrite.then(() => replace(place, kept));
    return lastWrite;
  }

  async function replace(place: ContactPlace, kept: readonly StoredChange[]): Promise<void> {
    const others = (await readAll()).filter((stored) => !isOf(place)(stored));
    // Losing what was kept is no reason to disturb anyone.
    await session.set(KEY, [...kept, ...others].slice(0, MAX_CHANGES)).catch(() => undefined);
  }

  return {
    /** The unfinished changes of a profile, the latest first. */
    list: async (profileId: string): Promise<readonly StoredChange[]> =>
      (await readAll()).filter((stored) => stored.profileId === profileId),
    find: async (place: ContactPlace): Promise<StoredChange | undefined> =>
      (await readAll()).find(isOf(place)),
    save: (place: ContactPlace, change: StoredChange['change']): Promise<void> =>
      write(place, [{ ...place, change }]),
    remove: (place: ContactPlace): Promise<void> => write(place, []),
  };
}
