// A record of the last saved vault, in a third place. Without it, two disks that both lost their
// newest bytes would open an older vault with fewer keys, and nobody would notice.
import * as v from 'valibot';
import { createItem, type Area } from '../storage/area.ts';
import { MAX_KEYS, type AnyDocument } from './document.ts';

/** Key of the record in its area. */
export const LAST_SAVED_KEY = 'vault.floor';

const LastSavedRecord = v.strictObject({
  revision: v.number(),
  keys: v.pipe(
    v.array(v.strictObject({ id: v.string(), name: v.pipe(v.string(), v.maxLength(200)) })),
    v.maxLength(MAX_KEYS),
  ),
});
export type LastSavedRecord = v.InferOutput<typeof LastSavedRecord>;

/**
 * It only ever warns. Nothing signs it, so anyone who rewrites it can raise a false alarm or
 * suppress one, but must not be able to keep the vault locked.
 */
export function createLastSaved(area: Area) {
  const stored = createItem(area, LAST_SAVED_KEY, LastSavedRecord);
  return {
    /** Undefined if there is none, or none that can be read. */
    read: (): Promise<LastSavedRecord | undefined> => stored.get().catch(() => undefined),
    /** Called once the document is on both disks. A failure costs a warning, not the vault. */
    set: ({ revision, keys }: Pick<AnyDocument, 'revision' | 'keys'>): Promise<void> =>
      stored
        .set({ revision, keys: keys.map(({ id, name }) => ({ id, name })) })
        .catch(() => undefined),
    remove: (): Promise<void> => stored.remove().catch(() => undefined),
  };
}
