import { SETTLED_STATES, type EntryView } from '../../../protocol/outbox-entry.ts';
import { fromWire, KeystampError } from '../../../protocol/errors.ts';
import type { ManagedPolicy } from '../../../protocol/managed-policy.ts';
import { stampChoiceOf, type Profile } from '../../../protocol/profile.ts';
import { followEntryWithRetry, type FollowEffects } from '../../components/follow-entry.ts';
import { createPrompter, leftError, type Prompter, type PrompterEffects } from './prompter.ts';

/** An activity that this page wants carried out. */
export type ActivityRequest = {
  readonly id: string;
  readonly profile: Profile;
  readonly operation: string;
  readonly parameters: Record<string, unknown>;
  /** What the stamp is for, where a person is asked for it. */
  readonly why: string;
};

/**
 * Words by which the service says that others or other credentials must act (docs/protocol.md, States
 * of an activity).
 */
const WAITING_STATUSES = [
  'ACTIVITY_STATUS_CONSENSUS_NEEDED',
  'ACTIVITY_STATUS_AUTHENTICATORS_NEEDED',
];

export type SubmitterEffects = FollowEffects &
  PrompterEffects & {
    /** What the organization set, as far as the page knows. */
    readonly policy: () => ManagedPolicy;
  };
export type Submitter = ReturnType<typeof createSubmitter>;

/**
 * Has activities and looks stamped by what the profile uses: its API key at once, or a passkey after a
 * question to the person.
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
      if (outcome !== 'key' && outcome.kind === 'submit') return outcome.entry;
    }
    // Of a rule that leaves nothing the worker says so.
    return client.call('activities_submit', { id, profileId: profile.id, operation, parameters });
  }

  return {
    /**
     * Answers the entry as soon as it is stored. Errors: those of the operation, and
     * `passkey_cancelled` when the person left the question.
     */
    submit,

    /**
     * Follows it to its end as well, or until it waits for others (`pending`) or `left` says so.
     * @throws the error of an activity that ended in another way than completed
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

    /** Asks for one gesture that lets this profile read for a while. False when the person left. */
    openReadSession: async (profile: Profile, why: string): Promise<boolean> => {
      const wish = { kind: 'look', profile, operation: '', parameters: {}, why } as const;
      return (await prompter.ask({ ...wish, keyToo: false })) !== null;
    },
  };
}

/** What the page stamps with. */
export function createSubmission(effects: SubmitterEffects) {
  const prompter = createPrompter(effects);
  return { prompter, submitter: createSubmitter(effects, prompter) };
}
