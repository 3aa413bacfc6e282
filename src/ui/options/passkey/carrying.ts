import type { EntryView } from '../../../protocol/entry.ts';
import { choiceOf, type Profile } from '../../../protocol/profile.ts';
import {
  createPrompter,
  leftError,
  type Prompter,
  type PrompterEffects,
  type Wish,
} from './prompter.ts';

/** An activity that this page wants carried out. */
export type Order = {
  readonly id: string;
  readonly profile: Profile;
  readonly operation: string;
  readonly parameters: Record<string, unknown>;
  readonly why: string;
};

export type Carrier = ReturnType<typeof createCarrier>;

/**
 * Has activities and looks stamped by what the profile uses: its API key at once, or a passkey after a
 * question to the person.
 */
export function createCarrier({ client }: Pick<PrompterEffects, 'client'>, prompter: Prompter) {
  async function asked(wish: Wish) {
    const outcome = await prompter.ask(wish);
    if (outcome === null) throw leftError();
    return outcome;
  }

  return {
    /**
     * Answers the entry as soon as it is stored. Errors: those of the operation, and
     * `passkey_cancelled` when the person left the question.
     */
    submit: async ({ id, profile, operation, parameters, why }: Order): Promise<EntryView> => {
      const { methods } = choiceOf(profile, operation);
      if (methods[0] === 'passkey') {
        const keyToo = methods.includes('key');
        const wish = { id, kind: 'submit', profile, operation, parameters, why, keyToo } as const;
        const outcome = await asked(wish);
        if (outcome !== 'key' && outcome.kind === 'submit') return outcome.entry;
      }
      // Of a rule that leaves nothing the worker says so.
      const input = { id, profileId: profile.id, operation, parameters };
      return client.call('activities_submit', input);
    },

    /** Asks for one gesture that lets this profile read for a while. False when the person left. */
    look: async (profile: Profile, why: string): Promise<boolean> => {
      const wish = { kind: 'look', profile, operation: '', parameters: {}, why } as const;
      return (await prompter.ask({ ...wish, keyToo: false })) !== null;
    },
  };
}

/** What the page stamps with. */
export function createStamping(effects: PrompterEffects) {
  const prompter = createPrompter(effects);
  return { prompter, carrier: createCarrier(effects, prompter) };
}
