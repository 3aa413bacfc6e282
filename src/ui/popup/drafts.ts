import * as v from 'valibot';
import type { Kept } from '../forms/session.ts';
import type { Session } from './effects.ts';

/** The unfinished form of an earlier time the popup was open. */
const unfinished = v.object({
  profileId: v.string(),
  operation: v.string(),
  draft: v.record(v.string(), v.unknown()),
  begun: v.nullable(v.string()),
});
export type Unfinished = v.InferOutput<typeof unfinished>;

const KEY = 'draft';

/** Keeps one unfinished form while the popup is closed: in memory, never on disk, no secrets. */
export function createDrafts(session: Session) {
  return {
    /** The unfinished form of a profile, or undefined. */
    read: async (profileId: string): Promise<Unfinished | undefined> => {
      const stored = await session.get(KEY).catch(() => undefined);
      const parsed = v.safeParse(unfinished, stored);
      return parsed.success && parsed.output.profileId === profileId ? parsed.output : undefined;
    },
    keep: (profileId: string, operation: string, kept: Kept): void => {
      // Losing a draft is no reason to disturb anyone.
      void session.set(KEY, { profileId, operation, ...kept }).catch(() => undefined);
    },
    forget: (): void => void session.remove(KEY).catch(() => undefined),
  };
}

export type Drafts = ReturnType<typeof createDrafts>;
