import type { ReadonlySignal } from '@preact/signals';
import { SETTLED_STATES, type EntryView } from '../../../protocol/outbox-entry.ts';
import { fromWire, KeystampError } from '../../../protocol/errors.ts';
import type { AppState } from '../../../protocol/app-state.ts';
import { NO_POLICY } from '../../../protocol/managed-policy.ts';
import { stampChoiceOf, type Profile } from '../../../protocol/profile.ts';
import { followEntryWithRetry, type FollowEffects } from '../../components/follow-entry.ts';
import {
  createPasskeyApproval,
  createCancelledError,
  type PasskeyApproval,
  type PasskeyApprovalEffects,
} from './passkey-approval.ts';

/** An activity this page wants to submit. */
export type ActivityRequest = {
  readonly id: string;
  readonly profile: Profile;
  readonly operation: string;
  readonly parameters: Record<string, unknown>;
  /** What the stamp is for, in case the user is asked for it. */
  readonly purpose: string;
};

/**
 * Statuses that mean the service is waiting for other people or credentials (docs/protocol.md,
 * States of an activity).
 */
const WAITING_STATUSES = [
  'ACTIVITY_STATUS_CONSENSUS_NEEDED',
  'ACTIVITY_STATUS_AUTHENTICATORS_NEEDED',
];

/** Whether the service has an activity and waits for other people or credentials. */
export function isWaitingForOthers({ activity }: Pick<EntryView, 'activity'>): boolean {
  return WAITING_STATUSES.includes(activity?.status ?? '');
}

export type SubmitterEffects = FollowEffects & PasskeyApprovalEffects;
export type Submitter = ReturnType<typeof createSubmitter>;

/**
 * Has activities and read sessions stamped by what the profile uses: its API key immediately, or a
 * passkey after asking the user.
 */
function createSubmitter(
  effects: SubmitterEffects,
  state: ReadonlySignal<AppState | undefined>,
  approval: PasskeyApproval,
) {
  const { client } = effects;

  async function submit(request: ActivityRequest): Promise<EntryView> {
    const { id, profile, operation, parameters, purpose: why } = request;
    const { methods } = stampChoiceOf(
      profile,
      operation,
      state.peek()?.managed.policy ?? NO_POLICY,
    );
    if (methods[0] === 'passkey') {
      const allowsKey = methods.includes('key');
      const asked = { id, kind: 'submit', profile, operation, parameters } as const;
      const outcome = await approval.ask({ ...asked, purpose: why, allowsKey });
      if (outcome === null) throw createCancelledError();
      if (outcome !== 'key' && outcome.kind === 'activity') return outcome.entry;
    }
    // If the rules leave nothing to stamp with, the worker throws.
    return client.call('activities_submit', { id, profileId: profile.id, operation, parameters });
  }

  /**
   * Follows an activity until it ends, waits for others (`pending`), or `hasLeft` is true.
   * @param isWaiting what counts as waiting for others
   * @throws the error of an activity that ended without completing
   */
  async function follow(
    first: EntryView,
    onEntry: (entry: EntryView) => void,
    hasLeft: () => boolean,
    isWaiting = isWaitingForOthers,
  ): Promise<EntryView> {
    let last = first;
    const onNext = (entry: EntryView): void => {
      last = entry;
      onEntry(entry);
    };
    const isStopped = () => hasLeft() || isWaiting(last);
    onNext(last);
    await followEntryWithRetry(effects, first.id, onNext, isStopped);
    if (last.state === 'completed' || !SETTLED_STATES.includes(last.state)) return last;
    throw last.error ? fromWire(last.error) : new KeystampError('activity_failed');
  }

  return {
    /**
     * Resolves with the entry as soon as it is stored. Throws the errors of the operation, and
     * `passkey_cancelled` if the user closes the dialog.
     */
    submit,
    follow,

    /** Submits, and follows the activity as `follow` does. */
    submitAndFollow: async (
      request: ActivityRequest,
      onEntry: (entry: EntryView) => void,
      hasLeft: () => boolean,
    ): Promise<EntryView> => follow(await submit(request), onEntry, hasLeft),

    /** Asks for the passkey once so this profile can read for a while. False if canceled. */
    openReadSession: async (profile: Profile, purpose: string): Promise<boolean> => {
      const asked = { kind: 'read-session', profile, operation: '', parameters: {} } as const;
      return (await approval.ask({ ...asked, purpose, allowsKey: false })) !== null;
    },
  };
}

/** The approval by passkey and the submitter of a page. */
export function createSubmission(
  effects: SubmitterEffects,
  state: ReadonlySignal<AppState | undefined>,
) {
  const passkeyApproval = createPasskeyApproval(effects, state);
  return { passkeyApproval, submitter: createSubmitter(effects, state, passkeyApproval) };
}
