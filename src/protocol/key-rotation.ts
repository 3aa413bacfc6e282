import * as v from 'valibot';
import type { KeyView } from './app-state.ts';
import { storedLabel, uuid } from './fields.ts';
import { time } from './time.ts';

/*
 * One replacement of a profile's API key by a new one, as the vault keeps it until it is over. What is
 * left to do is never stored: it follows from the service's list of keys, the profile and the vault.
 */

/** `forward`: to the new key. `back`: the user undoes it, and the old key stays. */
export const ROTATION_DIRECTIONS = ['forward', 'back'] as const;
export type RotationDirection = (typeof ROTATION_DIRECTIONS)[number];

/** The two steps that are activities: the new key is registered, and a key is removed. */
export const ROTATION_ACTIVITIES = ['registration', 'removal'] as const;
export type RotationActivity = (typeof ROTATION_ACTIVITIES)[number];

/** How long a key lives from its creation, in seconds; null: it doesn't expire. */
export const rotationLifetime = v.nullable(v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/)));

/** Nothing in it is secret. */
export const keyRotation = v.strictObject({
  profileId: uuid,
  /** Where the profile's user is registered; another place has other keys. */
  baseUrl: v.pipe(v.string(), v.maxLength(500)),
  organizationId: uuid,
  userId: uuid,
  /** Ids of keys in the vault. The new one's is chosen before the key is made. */
  oldKeyId: uuid,
  newKeyId: uuid,
  newKeyName: storedLabel,
  lifetime: rotationLifetime,
  /** Milliseconds since the epoch. */
  startedAt: time,
  direction: v.picklist(ROTATION_DIRECTIONS),
  /** Ids of the activities' outbox entries: the same id never makes a second activity. */
  registrationId: uuid,
  removalId: uuid,
});
export type KeyRotation = v.InferOutput<typeof keyRotation>;

/** A rotation as pages see it. A key is null while the vault doesn't have it. */
export type KeyRotationView = KeyRotation & {
  readonly oldKey: KeyView | null;
  readonly newKey: KeyView | null;
  /** The profile is gone, or is for another place or key by now: nothing can go on. */
  readonly isStale: boolean;
};

/** The key that stays and the one that goes. */
export function keptAndDropped({ direction, oldKeyId, newKeyId }: KeyRotation) {
  return direction === 'forward'
    ? { keptId: newKeyId, droppedId: oldKeyId }
    : { keptId: oldKeyId, droppedId: newKeyId };
}
