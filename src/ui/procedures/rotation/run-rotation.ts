import { KeystampError, toWire, type WireError } from '../../../protocol/errors.ts';
import type {
  KeyRotationView,
  RotationActivity,
  RotationDirection,
} from '../../../protocol/key-rotation.ts';
import { BUILT_IN_QUERIES, KEY_REGISTRATION, KEY_REMOVAL } from '../../../protocol/operations.ts';
import { SETTLED_STATES, type EntryView } from '../../../protocol/outbox-entry.ts';
import { parseOrThrow } from '../../../protocol/parse.ts';
import type { Profile } from '../../../protocol/profile.ts';
import type { ApiKeyRecord } from '../../../protocol/service-records.ts';
import type { Client } from '../../../client/client.ts';
import { t } from '../../i18n.ts';
import { toKeystampError } from '../../components/errors.ts';
import { isWaitingForOthers, type Submitter } from '../passkey/submit-and-follow.ts';

/** The steps to the new key, in order, and those back to the old one. */
export const ROTATION_STAGES = {
  forward: ['key', 'registration', 'proof', 'removal', 'end'],
  back: ['proof', 'removal', 'end'],
} as const satisfies Record<RotationDirection, readonly string[]>;
export type RotationStage = (typeof ROTATION_STAGES)['forward'][number];

/** The progress of one run through the steps. */
export type RotationRun = {
  readonly direction: RotationDirection;
  readonly stage: RotationStage;
  /** `waiting`: the service has this step's request and waits for other people. */
  readonly state: 'going' | 'waiting' | 'stopped' | 'done';
  /** This step's activity, if there is one. */
  readonly entry: EntryView | null;
  readonly error: WireError | null;
  /** At the end, whether the key left the vault; null before. */
  readonly removed: boolean | null;
};

export type RotationEffects = {
  readonly client: Client;
  readonly submitter: Pick<Submitter, 'submitAndFollow' | 'follow'>;
  /** The profile as it is now: its key changes on the way. */
  readonly readProfile: () => Promise<Profile>;
};

type Context = {
  readonly effects: RotationEffects;
  readonly profileId: string;
  readonly report: (change: Partial<RotationRun>) => void;
  /** True once the user left the page: nobody sees the progress anymore. */
  readonly hasLeft: () => boolean;
  /** Ids of activities that ended without their effect, as this page has shown. */
  readonly shownEnds: Set<string>;
};

/** Thrown to end a run whose state has been reported. */
class RotationPaused extends Error {}

/**
 * Runs a rotation from wherever it is to its end. Each step finds out whether it is done already, so a
 * run may stop anywhere and another one goes on. Never rejects. What was stamped goes on without the
 * page.
 */
export async function runRotation(
  effects: RotationEffects,
  profileId: string,
  report: (change: Partial<RotationRun>) => void,
  hasLeft: () => boolean,
  shownEnds: Set<string>,
): Promise<void> {
  const context = { effects, profileId, report, hasLeft, shownEnds };
  const { client } = effects;
  try {
    const rotation = await client.call('rotations_resume', { profileId });
    const { direction } = rotation;
    report({ direction });
    if (direction === 'forward') await registerNewKey(context, rotation);
    report({ stage: 'proof', entry: null });
    await client.call('rotations_adopt', { profileId });
    await removeOtherKey(context, rotation);
    report({ stage: 'end', entry: null });
    const { removed } = await client.call('rotations_finish', { profileId });
    report({ state: 'done', removed });
  } catch (error) {
    if (!(error instanceof RotationPaused)) report({ state: 'stopped', error: toWire(error) });
  }
}

async function registerNewKey(context: Context, rotation: KeyRotationView): Promise<void> {
  const { newKey, userId, lifetime } = rotation;
  if (!newKey) throw new KeystampError('key_unknown');
  context.report({ stage: 'registration', entry: null });
  if (await findRegistered(context, userId, newKey.publicKey)) return;
  await completeActivity(context, 'registration', {
    operation: KEY_REGISTRATION.name,
    parameters: {
      userId,
      apiKeys: [
        {
          apiKeyName: newKey.name,
          curveType: `API_KEY_CURVE_${newKey.curve}`,
          publicKey: newKey.publicKey,
          ...(lifetime !== null && { expirationSeconds: lifetime }),
        },
      ],
    },
    purpose: t('rotation.whyRegister', { name: newKey.name }),
  });
}

async function removeOtherKey(context: Context, rotation: KeyRotationView): Promise<void> {
  const { direction, oldKey, newKey, userId } = rotation;
  const dropped = direction === 'forward' ? oldKey : newKey;
  context.report({ stage: 'removal', entry: null });
  const record = dropped && (await findRegistered(context, userId, dropped.publicKey));
  if (!record) return;
  await completeActivity(context, 'removal', {
    operation: KEY_REMOVAL.name,
    parameters: { userId, apiKeyIds: [record.apiKeyId] },
    purpose: t('rotation.whyRemove', { name: dropped.name }),
  });
}

/** The service's record of a key of the user, or undefined. */
async function findRegistered(
  { effects, profileId }: Context,
  userId: string,
  publicKey: string,
): Promise<ApiKeyRecord | undefined> {
  const { name: operation, result } = BUILT_IN_QUERIES.apiKeys;
  const input = { profileId, operation, parameters: { userId } };
  const answer = await effects.client.call('query', input);
  const { apiKeys } = parseOrThrow(result, answer, '', 'service_malformed');
  return apiKeys.find(({ credential }) => credential.publicKey.toLowerCase() === publicKey);
}

type RotationRequest = {
  readonly operation: string;
  readonly parameters: Record<string, unknown>;
  readonly purpose: string;
};

/** Makes the activity, or goes on with the one that an earlier run made, until it is completed. */
async function completeActivity(
  context: Context,
  activity: RotationActivity,
  request: RotationRequest,
): Promise<void> {
  const { effects, report, hasLeft, shownEnds } = context;
  const { id, begun } = await findBegun(context, activity);
  const onEntry = (entry: EntryView): void => {
    // This page shows how the activity ends, so that no notice has to.
    if (SETTLED_STATES.includes(entry.state)) shownEnds.add(id);
    report({ entry });
  };
  const last = begun
    ? await followBegun(context, begun, onEntry)
    : await effects.submitter.submitAndFollow(
        { ...request, id, profile: await effects.readProfile() },
        onEntry,
        hasLeft,
      );
  if (last.state === 'completed') return;
  if (isWaitingForOthers(last)) report({ state: 'waiting' });
  throw new RotationPaused();
}

/**
 * The entry of the activity, or the id of one to be made. One that ended without its effect is made again
 * only after its end was shown.
 */
async function findBegun(context: Context, activity: RotationActivity) {
  const { effects, profileId, shownEnds } = context;
  const { client } = effects;
  const input = { profileId, activity };
  const { [`${activity}Id` as const]: id } = await client.call('rotations_resume', { profileId });
  const begun = await findEntry(client, id);
  if (!begun || !SETTLED_STATES.includes(begun.state)) return { id, begun };
  if (begun.state !== 'completed' && !shownEnds.has(id)) return { id, begun };
  const next = await client.call('rotations_retry', input);
  return { id: next[`${activity}Id`], begun: null };
}

/** One that waited for others may be over by now: the service knows before this browser does. */
async function followBegun(
  context: Context,
  begun: EntryView,
  onEntry: (entry: EntryView) => void,
): Promise<EntryView> {
  const { effects, profileId, hasLeft } = context;
  const { client, submitter } = effects;
  if (!begun.activity || !isWaitingForOthers(begun))
    return submitter.follow(begun, onEntry, hasLeft);
  const { name: operation, result } = BUILT_IN_QUERIES.activity;
  const parameters = { activityId: begun.activity.id };
  const answer = await client.call('query', { profileId, operation, parameters });
  const present = parseOrThrow(result, answer, '', 'service_malformed');
  if (isWaitingForOthers(present)) {
    onEntry(begun);
    return begun;
  }
  await client.call('activities_retry', { id: begun.id });
  return submitter.follow(begun, onEntry, hasLeft, () => false);
}

async function findEntry(client: Client, id: string): Promise<EntryView | null> {
  try {
    return await client.call('activities_get', { id });
  } catch (error) {
    if (toKeystampError(error).code === 'activity_unknown') return null;
    throw error;
  }
}
