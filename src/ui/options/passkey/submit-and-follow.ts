import { SETTLED_STATES, type EntryView } from '../../../protocol/outbox-entry.ts';
import { fromWire, KeystampError } from '../../../protocol/errors.ts';
import type { ManagedPolicy } from '../../../protocol/managed-policy.ts';
import { stampChoiceOf, type Profile } from '../../../protocol/profile.ts';
import { followEntryWithRetry, type FollowEffects } from '../../components/follow-entry.ts';
import { createPrompter, leftError, type Prompter, type PrompterEffects } from './prompter.ts';

/** An activity this page wants to submit. */
export type ActivityRequest = {
  readonly id: string;
  readonly profile: Profile;
  readonly operation: string;
  readonly parameters: Record<string, unknown>;
  /** What the stamp is for, in case the user is asked for it. */
  readonly why: string;
};

/**
 * Statuses that mean the service is waiting for other people or credentials (docs/protocol.md,
 * States of an activity).
 */
const WAITING_STATUSES = [
  'ACTIVITY_STATUS_CONSENSUS_NEEDED',
  'ACTIVITY_STATUS_AUTHENTICATORS_NEEDED',
];

export type SubmitterEffects = FollowEffects &
  PrompterEffects & {
    /** The organization's policy, as far as the page knows it. */
    readonly policy: () => ManagedPolicy;
  };
export type Submitter = ReturnType<typeof createSubmitter>;

/**
 * Has activities and read sessions stamped by what the profile uses: its API key immediately, or a
 * passkey after asking the user.
 */
function createSubmitter(effects: SubmitterEffects, prompter: Prompter) {
  const { client } = effects;

  async function submit(request: ActivityRequest): Promise<EntryView> {
    const { id, profile, operation, parameters, why } = request;
    const { methods } = stampChoiceOf(profile, operation, effects.policy());
    if (methods[0] === 'passkey') {
      const keyToo = methods.includes('key');
      const wish = { id, kind: 'submit', profile, operation, parameters, why, keyToo } as const;
      const outcome = await prompter.ask(wish);
      if (outcome === null) throw leftError();
      if (outcome !== 'key' && outcome.kind === 'activity') return outcome.entry;
    }
    // If the rules leave nothing to stamp with, the worker throws.
    return client.call('activities_submit', { id, profileId: profile.id, operation, parameters });
  }

  return {
    /**
     * Resolves with the entry as soon as it is stored. Throws the errors of the operation, and
     * `passkey_cancelled` if the user closes the dialog.
     */
    submit,

    /**
     * Also follows the activity until it ends, waits for others (`pending`), or `hasLeft` is true.
     * @throws the error of an activity that ended without completing
     */
    submitAndFollow: async (
      request: ActivityRequest,
      onEntry: (entry: EntryView) => void,
      hasLeft: () => boolean,
    ): Promise<EntryView> => {
      let last = await submit(request);
      const onNext = (entry: EntryView): void => {
        last = entry;
        onEntry(entry);
      };
      const isStopped = () => hasLeft() || WAITING_STATUSES.includes(last.activity?.status ?? '');
      onNext(last);
      await followEntryWithRetry(effects, request.id, onNext, isStopped);
      if (last.state === 'completed' || !SETTLED_STATES.includes(last.state)) return last;
      throw last.error ? fromWire(last.error) : new KeystampError('activity_failed');
    },

    /** Asks for the passkey once so this profile can read for a while. False if canceled. */
    openReadSession: async (profile: Profile, why: string): Promise<boolean> => {
      const wish = { kind: 'look', profile, operation: '', parameters: {}, why } as const;
      return (await prompter.ask({ ...wish, keyToo: false })) !== null;
    },
  };
}

/** The prompter and the submitter of a page. */
export function createSubmission(effects: SubmitterEffects) {
  const prompter = createPrompter(effects);
  return { prompter, submitter: createSubmitter(effects, prompter) };
}
