import type { ReadonlySignal } from '@preact/signals';
import type { EntryView } from '../../protocol/outbox-entry.ts';
import type { AppState } from '../../protocol/app-state.ts';
import { NO_POLICY } from '../../protocol/managed-policy.ts';
import { READ_SESSION } from '../../protocol/operations.ts';
import { stampChoiceOf, type Profile } from '../../protocol/profile.ts';
import { submitByKey } from '../review/submit.ts';
import {
  createPasskeyApproval,
  createCancelledError,
  type PasskeyApproval,
  type PasskeyApprovalEffects,
} from './passkey/passkey-approval.ts';

/** An activity this page wants to submit. */
export type ActivityRequest = {
  readonly id: string;
  readonly profile: Profile;
  readonly operation: string;
  readonly parameters: Record<string, unknown>;
  /** What the stamp is for, in case the user is asked for it. */
  readonly purpose: string;
};

export type Submitter = ReturnType<typeof createSubmitter>;

/**
 * Has activities and read sessions stamped by what the profile uses: its API key immediately, or a
 * passkey after asking the user.
 */
function createSubmitter(
  { client }: PasskeyApprovalEffects,
  state: ReadonlySignal<AppState | undefined>,
  approval: PasskeyApproval,
) {
  async function submit(request: ActivityRequest): Promise<EntryView> {
    const { id, profile, operation, parameters, purpose: why } = request;
    const { methods } = stampChoiceOf(
      profile,
      operation,
      state.peek()?.managed.policy ?? NO_POLICY,
    );
    if (methods[0] === 'passkey') {
      const allowsKey = methods.includes('key');
      const request = { id, profile, operation, parameters };
      const outcome = await approval.ask({ ...request, purpose: why, allowsKey });
      if (outcome === null) throw createCancelledError();
      if (outcome !== 'key' && outcome.kind === 'activity') return outcome.entry;
    }
    // If the rules leave nothing to stamp with, the worker throws.
    return submitByKey(client, { id, profileId: profile.id, operation, parameters });
  }

  return {
    /**
     * Resolves with the entry as soon as it is stored. Throws the errors of the operation, and
     * `passkey_cancelled` if the user closes the dialog.
     */
    submit,

    /** Asks for the passkey once so this profile can read for a while. False if canceled. */
    openReadSession: async (profile: Profile, purpose: string): Promise<boolean> => {
      const request = { profile, operation: READ_SESSION.name, parameters: {} };
      return (await approval.ask({ ...request, purpose, allowsKey: false })) !== null;
    },
  };
}

/** The approval by passkey and the submitter of a page. */
export function createSubmission(
  effects: PasskeyApprovalEffects,
  state: ReadonlySignal<AppState | undefined>,
) {
  const passkeyApproval = createPasskeyApproval(effects, state);
  return { passkeyApproval, submitter: createSubmitter(effects, state, passkeyApproval) };
}
