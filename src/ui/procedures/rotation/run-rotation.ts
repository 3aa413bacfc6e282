import { KeystampError } from '../../../protocol/errors.ts';
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
import { isWaitingForOthers, isWaitingStatus } from '../../components/follow-entry.ts';
import {
  beginningAt,
  createProcedure,
  type ProcedureEffects,
  type ProcedureRun,
  type Stages,
} from '../procedure.ts';
import type { ActivityRequest } from '../submitter.ts';

/** The steps to the new key, in order, and those back to the old one. */
export const ROTATION_STAGES = {
  forward: ['key', 'registration', 'proof', 'removal', 'end'],
  back: ['proof', 'removal', 'end'],
} as const satisfies Record<RotationDirection, readonly string[]>;
export type RotationStage = (typeof ROTATION_STAGES)['forward'][number];

/** The progress of one run through the steps. */
export type RotationRun = ProcedureRun<RotationStage> & {
  readonly direction: RotationDirection;
  /** At the end, whether the key left the vault; null before. */
  readonly removed: boolean | null;
};

export type RotationEffects = ProcedureEffects & {
  /** The profile as it is now: its key changes on the way. */
  readonly readProfile: () => Promise<Profile>;
};

type Context = {
  readonly effects: RotationEffects;
  readonly profileId: string;
  readonly stages: Stages<RotationRun>;
  /** Ids of activities that ended without their effect, as this page has shown. */
  readonly shownEnds: Set<string>;
};

/** A profile's rotation. What was stamped goes on without the page. */
export function createRotation(effects: RotationEffects, profileId: string) {
  const { run, start, leave } = createProcedure<RotationRun>(effects);
  const shownEnds = new Set<string>();
  return {
    run,
    leave,
    start: async (direction: RotationDirection): Promise<void> => {
      const [firstStage] = ROTATION_STAGES[direction];
      await start({ ...beginningAt(firstStage), direction, removed: null }, (stages) =>
        runRotation({ effects, profileId, stages, shownEnds }),
      );
      const entry = run.peek()?.entry;
      if (entry && SETTLED_STATES.includes(entry.state)) shownEnds.add(entry.id);
    },
  };
}

/**
 * Runs a rotation from wherever it is to its end. Each step finds out whether it is done already, so a
 * run may stop anywhere and another one goes on.
 */
async function runRotation(context: Context): Promise<void> {
  const { client } = context.effects;
  const { profileId, stages } = context;
  const rotation = await client.call('rotations_resume', { profileId });
  const { direction } = rotation;
  stages.report({ direction });
  if (direction === 'forward') await registerNewKey(context, rotation);
  stages.report({ stage: 'proof', entry: null });
  await client.call('rotations_adopt', { profileId });
  await removeOtherKey(context, rotation);
  stages.report({ stage: 'end', entry: null });
  const { removed } = await client.call('rotations_finish', { profileId });
  stages.report({ removed });
}

async function registerNewKey(context: Context, rotation: KeyRotationView): Promise<void> {
  const { newKey, userId, lifetime } = rotation;
  if (!newKey) throw new KeystampError('key_unknown');
  context.stages.report({ stage: 'registration', entry: null });
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
  context.stages.report({ stage: 'removal', entry: null });
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

type RotationRequest = Pick<ActivityRequest, 'operation' | 'parameters' | 'purpose'>;

/** Makes the activity, or goes on with the one that an earlier run made, until it is completed. */
async function completeActivity(
  context: Context,
  activity: RotationActivity,
  request: RotationRequest,
): Promise<void> {
  const { effects, stages } = context;
  const { id, begun } = await findBegun(context, activity);
  if (begun) await followBegun(context, begun);
  else {
    const profile = await effects.readProfile();
    await stages.follow(effects.submit({ ...request, id, profile }), true);
  }
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
  { effects: { client }, profileId, stages }: Context,
  begun: EntryView,
): Promise<void> {
  if (begun.activity && isWaitingForOthers(begun)) {
    const { name: operation, result } = BUILT_IN_QUERIES.activity;
    const parameters = { activityId: begun.activity.id };
    const answer = await client.call('query', { profileId, operation, parameters });
    const present = parseOrThrow(result, answer, '', 'service_malformed');
    if (!isWaitingStatus(present.activity.status)) {
      await client.call('activities_retry', { id: begun.id });
      await stages.follow(begun);
      return;
    }
  }
  await stages.follow(begun, true);
}

async function findEntry(client: Client, id: string): Promise<EntryView | null> {
  try {
    return await client.call('activities_get', { id });
  } catch (error) {
    if (toKeystampError(error).code === 'activity_unknown') return null;
    throw error;
  }
}
