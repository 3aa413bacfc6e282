import type { CeremonyEnd, OpenedCeremony } from '../../protocol/ceremony.ts';
import type { PasskeyAnswer, PasskeyPrompt } from '../../protocol/passkey.ts';
import type { Client } from '../client.ts';
import { challengeOf, type Authenticator } from './authenticator.ts';

/*
 * How a page of ours has a body stamped by a passkey. The challenge is known before the click, so that
 * the prompt is the first thing that the click does.
 */

/** Prompts for the stamp over a body of that digest (64 hex digits). Errors: `passkey_*`. */
export async function promptForStamp(
  authenticator: Authenticator,
  digest: string,
  { rpId, allow }: PasskeyPrompt,
): Promise<PasskeyAnswer> {
  const { credentialId, authenticatorData, clientDataJson, signature } = await authenticator.assert(
    {
      challenge: challengeOf(digest),
      rpId,
      allow,
      userVerification: 'preferred',
    },
  );
  return { credentialId, authenticatorData, clientDataJson, signature };
}

/** Prompts for one request that waits, and hands the answer to the worker. */
export async function finishCeremony(
  client: Client,
  authenticator: Authenticator,
  { id, digest, prompt }: OpenedCeremony,
): Promise<CeremonyEnd> {
  const answer = await promptForStamp(authenticator, digest, prompt);
  return client.call('ceremonies_finish', { id, digest, answer });
}
