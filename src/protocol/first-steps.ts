import * as v from 'valibot';
import { uuid } from './fields.ts';

/*
 * What somebody with a new Keystamp has yet to do. The worker keeps it in the vault; pages show it.
 */

const ids = v.pipe(v.array(uuid), v.maxLength(100));

/** Which profiles and API keys a backup has, by their ids; null for keys that it leaves out. */
export const backupHolds = v.strictObject({ profiles: ids, keys: v.nullable(ids) });
export type BackupHolds = v.InferOutput<typeof backupHolds>;

export const firstSteps = v.strictObject({
  /** Of the last backup that was made here; null before the first. */
  backup: v.nullable(backupHolds),
  /** The user has put the list away. */
  isHidden: v.boolean(),
});
export type FirstSteps = v.InferOutput<typeof firstSteps>;

/** Name of the vault's clear record. */
export const FIRST_STEPS_RECORD = 'first-steps';
export const NO_FIRST_STEPS: FirstSteps = { backup: null, isHidden: false };

/** `changed`: a profile or a key has come that the last backup doesn't have. */
export type BackupState = 'none' | 'changed' | 'current';

/** How far the last backup has what is here. One without keys is held to the profiles alone. */
export function backupStateOf(
  holds: BackupHolds | null,
  here: { readonly profiles: readonly string[]; readonly keys: readonly string[] },
): BackupState {
  if (!holds) return 'none';
  const lacksProfile = here.profiles.some((id) => !holds.profiles.includes(id));
  const lacksKey = here.keys.some((id) => holds.keys?.includes(id) === false);
  return lacksProfile || lacksKey ? 'changed' : 'current';
}
