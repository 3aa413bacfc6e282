// A record of the last saved vault, in a third place. Without it, two disks that both lost their
// newest bytes would open an older vault with fewer keys, and nobody would notice.
import * as v from 'valibot';
import { createItem, type Area } from '../storage/area.ts';
import { MAX_KEYS, type VaultDocument } from './document.ts';
import { VAULT_VERSION } from './header.ts';

/** Key of the record in its area. */
export const LAST_SAVED_KEY = 'vault.floor';

const LastSavedRecord = v.strictObject({
  v: v.literal(VAULT_VERSION),
  revision: v.number(),
  keys: v.pipe(
    v.array(v.strictObject({ id: v.string(), name: v.pipe(v.string(), v.maxLength(200)) })),
    v.maxLength(MAX_KEYS),
  ),
});
export type LastSavedRecord = v.InferOutput<typeof LastSavedRecord>;

/** What unreleased versions left here had no number. */
const unreleasedRecord = v.looseObject({ revision: v.number(), v: v.exactOptional(v.never()) });

/**
 * It only ever warns. Nothing signs it, so anyone who rewrites it can raise a false alarm or
 * suppress one, but must not be able to keep the vault locked.
 */
export function createLastSaved(area: Area) {
  const stored = createItem(area, LAST_SAVED_KEY, LastSavedRecord);
  const anything = createItem(area, LAST_SAVED_KEY, v.unknown());
  return {
    /** Undefined if there is none, or none that can be read. */
    read: (): Promise<LastSavedRecord | undefined> => stored.get().catch(() => undefined),
    /** Whether it's of an unreleased version. Nothing else of such a record is looked at. */
    isUnreleased: async (): Promise<boolean> =>
      v.is(unreleasedRecord, await anything.get().catch(() => undefined)),
    /** Called once the document is on both disks. A failure costs a warning, not the vault. */
    set: ({ revision, keys }: Pick<VaultDocument, 'revision' | 'keys'>): Promise<void> =>
      stored
        .set({ v: VAULT_VERSION, revision, keys: keys.map(({ id, name }) => ({ id, name })) })
        .catch(() => undefined),
    remove: (): Promise<void> => stored.remove().catch(() => undefined),
  };
}
