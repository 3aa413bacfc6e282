import * as v from 'valibot';
import { label, uuid } from '../protocol/fields.ts';
import {
  ROTATION_ACTIVITIES,
  ROTATION_DIRECTIONS,
  rotationLifetime,
  type KeyRotationView,
  type RotationActivity,
  type RotationDirection,
} from '../protocol/key-rotation.ts';
import { defineCall, noInput } from './define-call.ts';

const ofProfile = v.strictObject({ profileId: uuid });

/**
 * The calls that replace a profile's API key by a new one, one rotation per profile at most. Each can
 * be repeated: it finds out what is done already.
 */
export const ROTATION_CALLS = {
  rotations_list: defineCall<object, readonly KeyRotationView[]>('unlocked', noInput),
  /** Proves the present key and makes the new one. Finds the profile's rotation if it has one. */
  rotations_begin: defineCall<
    { profileId: string; name: string; lifetime: string | null },
    KeyRotationView
  >('fresh', v.strictObject({ profileId: uuid, name: label, lifetime: rotationLifetime })),
  rotations_resume: defineCall<{ profileId: string }, KeyRotationView>('unlocked', ofProfile),
  /** A new entry id for an activity that ended without its effect. */
  rotations_retry: defineCall<{ profileId: string; activity: RotationActivity }, KeyRotationView>(
    'unlocked',
    v.strictObject({ profileId: uuid, activity: v.picklist(ROTATION_ACTIVITIES) }),
  ),
  rotations_turn: defineCall<{ profileId: string; direction: RotationDirection }, KeyRotationView>(
    'unlocked',
    v.strictObject({ profileId: uuid, direction: v.picklist(ROTATION_DIRECTIONS) }),
  ),
  /** Proves the key that stays by a `whoami`, then lets the profile use it. */
  rotations_adopt: defineCall<{ profileId: string }, KeyRotationView>('unlocked', ofProfile),
  /** Removes the other key from the vault, once the service no longer lists it. */
  rotations_finish: defineCall<{ profileId: string }, { readonly removed: boolean }>(
    'unlocked',
    ofProfile,
  ),
  /** Forgets a rotation that can't go on, and keeps both keys. */
  rotations_discard: defineCall<{ profileId: string }, readonly KeyRotationView[]>(
    'unlocked',
    ofProfile,
  ),
} as const;
