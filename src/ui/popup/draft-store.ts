import * as v from 'valibot';
import type { SavedForm } from '../forms/form-session.ts';
import type { SessionArea } from './effects.ts';

/** The unfinished form of an earlier time the popup was open. */
const storedDraft = v.object({
  profileId: v.string(),
  operation: v.string(),
  draft: v.record(v.string(), v.unknown()),
  prerequisiteId: v.nullable(v.string()),
});
export type StoredDraft = v.InferOutput<typeof storedDraft>;

const KEY = 'draft';

/** Keeps one unfinished form while the popup is closed: in memory, never on disk, no secrets. */
export function createDraftStore(session: SessionArea) {
  return {
    /** The unfinished form of a profile, or undefined. */
    read: async (profileId: string): Promise<StoredDraft | undefined> => {
      const stored = await session.get(KEY).catch(() => undefined);
      const parsed = v.safeParse(storedDraft, stored);
      return parsed.success && parsed.output.profileId === profileId ? parsed.output : undefined;
    },
    save: (profileId: string, operation: string, saved: SavedForm): void => {
      // Losing a draft is no reason to disturb anyone.
      void session.set(KEY, { profileId, operation, ...saved }).catch(() => undefined);
    },
    clear: (): void => void session.remove(KEY).catch(() => undefined),
  };
}

export type DraftStore = ReturnType<typeof createDraftStore>;
