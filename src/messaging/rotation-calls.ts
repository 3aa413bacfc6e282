import * as v from 'valibot';
import { label, uuid } from '../protocol/fields.ts';
import {
  ROTATION_ACTIVITIES,
  ROTATION_DIRECTIONS,
  rotationLifetime,
  type KeyRotationView,
} from '../protocol/key-rotation.ts';
import { defineCall, inPart, SERVICE_MS } from './define-call.ts';

const ofProfile = v.strictObject({ profileId: uuid });

/**
 * The calls that replace a profile's API key by a new one, one rotation per profile at most. Each can
 * be repeated: it finds out what is done already.
 */
export const ROTATION_CALLS = inPart('keys', {
  rotations_list: defineCall<readonly KeyRotationView[]>()(),
  /** Proves the present key and makes the new one. Finds the profile's rotation if it has one. */
  rotations_begin: defineCall<KeyRotationView>()({
    access: 'fresh',
    input: v.strictObject({ profileId: uuid, name: label, lifetime: rotationLifetime }),
    timeoutMs: SERVICE_MS,
  }),
  rotations_resume: defineCall<KeyRotationView>()({ input: ofProfile }),
  /** A new entry id for an activity that ended without its effect. */
  rotations_retry: defineCall<KeyRotationView>()({
    input: v.strictObject({ profileId: uuid, activity: v.picklist(ROTATION_ACTIVITIES) }),
  }),
  rotations_turn: defineCall<KeyRotationView>()({
    input: v.strictObject({ profileId: uuid, direction: v.picklist(ROTATION_DIRECTIONS) }),
  }),
  /** Proves the key that stays by a `whoami`, then lets the profile use it. */
  rotations_adopt: defineCall<KeyRotationView>()({ input: ofProfile, timeoutMs: SERVICE_MS }),
  /** Removes the other key from the vault, once the service no longer lists it. */
  rotations_finish: defineCall<{ readonly removed: boolean }>()({
    input: ofProfile,
    timeoutMs: SERVICE_MS,
  }),
  /** Forgets a rotation that can't go on, and keeps both keys. */
  rotations_discard: defineCall<readonly KeyRotationView[]>()({ input: ofProfile }),
});
