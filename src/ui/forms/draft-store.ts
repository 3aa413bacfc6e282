import * as v from 'valibot';
import type { SavedForm } from './form-session.ts';
import { RECORD_KINDS } from '../kinds.ts';
import type { SessionArea } from '../page/effects.ts';
import type { ObjectPlace } from '../page/routes.ts';

/** An unfinished form of an earlier time, of whose profile, and of which record it is about. */
const storedDraft = v.object({
  profileId: v.string(),
  operation: v.string(),
  about: v.nullable(
    v.object({
      kind: v.picklist(RECORD_KINDS),
      id: v.string(),
      within: v.optional(v.string()),
    }),
  ),
  draft: v.record(v.string(), v.unknown()),
  prerequisiteId: v.nullable(v.string()),
  reading: v.optional(v.unknown()),
});
export type StoredDraft = v.InferOutput<typeof storedDraft>;

/** What a draft is of: one is kept for each. */
export type DraftPlace = {
  readonly profileId: string;
  readonly operation: string;
  readonly about: ObjectPlace | undefined;
};

const KEY = 'drafts';
/** More than anyone has unfinished at a time; the oldest goes. */
const MAX_DRAFTS = 10;

const isOf =
  ({ profileId, operation, about }: DraftPlace) =>
  (stored: StoredDraft): boolean =>
    stored.profileId === profileId &&
    stored.operation === operation &&
    stored.about?.kind === about?.kind &&
    stored.about?.id === about?.id;

/** One write after the other, whoever writes: each reads what the one before wrote. */
const lastWrites = new WeakMap<SessionArea, Promise<void>>();

/** Keeps unfinished forms while the popup is closed: in memory, never on disk, no secrets. */
export function createDraftStore(session: SessionArea) {
  async function readAll(): Promise<readonly StoredDraft[]> {
    const parsed = v.safeParse(v.array(storedDraft), await session.get(KEY));
    return parsed.success ? parsed.output : [];
  }

  async function replace(place: DraftPlace, kept: readonly StoredDraft[]): Promise<void> {
    const others = (await readAll()).filter((stored) => !isOf(place)(stored));
    const all = [...kept, ...others].slice(0, MAX_DRAFTS);
    await (all.length > 0 ? session.set(KEY, all) : session.remove(KEY));
  }

  function write(place: DraftPlace, kept: readonly StoredDraft[]): void {
    const before = lastWrites.get(session) ?? Promise.resolve();
    // Losing a draft is no reason to disturb anyone.
    const written = before.then(() => replace(place, kept)).catch(() => undefined);
    lastWrites.set(session, written);
  }

  /** The unfinished forms of a profile, the latest first. */
  async function list(profileId: string): Promise<readonly StoredDraft[]> {
    await lastWrites.get(session);
    const all = await readAll().catch(() => []);
    return all.filter((stored) => stored.profileId === profileId);
  }

  return {
    list,
    /** The unfinished form of a place, or undefined. */
    find: async (place: DraftPlace): Promise<StoredDraft | undefined> =>
      (await list(place.profileId)).find(isOf(place)),
    save: (place: DraftPlace, saved: SavedForm): void => {
      const { profileId, operation, about = null } = place;
      write(place, [{ profileId, operation, about, ...saved }]);
    },
    remove: (place: DraftPlace): void => write(place, []),
  };
}
