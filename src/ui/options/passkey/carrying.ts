import { SETTLED, type EntryView } from '../../../protocol/entry.ts';
import { fromWire, KeystampError } from '../../../protocol/errors.ts';
import type { ManagedPolicy } from '../../../protocol/managed.ts';
import { choiceOf, type Profile } from '../../../protocol/profile.ts';
import { followPatiently, type WatchEffects } from '../../kit/watching.ts';
import { createPrompter, leftError, type Prompter, type PrompterEffects } from './prompter.ts';

/** An activity that this page wants carried out. */
export type Order = {
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
const WAITS = ['ACTIVITY_STATUS_CONSENSUS_NEEDED', 'ACTIVITY_STATUS_AUTHENTICATORS_NEEDED'];

export type CarrierEffects = WatchEffects &
  PrompterEffects & {
    /** What the organization set, as far as the page knows. */
    readonly policy: () => ManagedPolicy;
  };
export type Carrier = ReturnType<typeof createCarrier>;

/**
 * Has activities and looks stamped by what the profile uses: its API key at once, or a passkey after a
 * question to the person.
 */
function createCarrier(effects: CarrierEffects, prompter: Prompter) {
  const { client } = effects;

  async function submit(order: Order): Promise<EntryView> {
    const { id, profile, operation, parameters, why } = order;
    const { methods } = choiceOf(profile, operation, effects.policy());
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
    carry: async (
      order: Order,
      told: (entry: EntryView) => void,
      left: () => boolean,
    ): Promise<EntryView> => {
      let last = await submit(order);
      const heard = (entry: EntryView): void => {
        last = entry;
        told(entry);
      };
      const stopped = () => left() || WAITS.includes(last.activity?.status ?? '');
      heard(last);
      await followPatiently(effects, order.id, heard, stopped);
      if (last.state === 'completed' || !SETTLED.includes(last.state)) return last;
      throw last.error ? fromWire(last.error) : new KeystampError('activity_failed');
    },

    /** Asks for one gesture that lets this profile read for a while. False when the person left. */
    look: async (profile: Profile, why: string): Promise<boolean> => {
      const wish = { kind: 'look', profile, operation: '', parameters: {}, why } as const;
      return (await prompter.ask({ ...wish, keyToo: false })) !== null;
    },
  };
}

/** What the page stamps with. */
export function createStamping(effects: CarrierEffects) {
  const prompter = createPrompter(effects);
  return { prompter, carrier: createCarrier(effects, prompter) };
}
