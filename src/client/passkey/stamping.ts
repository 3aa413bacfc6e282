import { KeystampError } from '../../protocol/errors.ts';
import type { PasskeyAnswer, PasskeyPrompt } from '../../protocol/passkey.ts';
import type { Decision, PendingRequestDetails } from '../../protocol/pending-request.ts';
import { challengeOf, type Authenticator } from './authenticator.ts';

/*
 * How one of Keystamp's own pages has a passkey stamp a body. The challenge is known before the
 * click, so that the prompt is the first thing the click does.
 */

/** Prompts for the stamp over a body with this digest (64 hex digits). Errors: `passkey_*`. */
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

/**
 * Approves by passkey: prompts for it before anything else.
 * @throws `passkey_*`; `approval_changed` while there is no body
 */
export async function approveByPasskey(
  authenticator: Authenticator,
  { digest, stampChoice: { prompt } }: PendingRequestDetails,
): Promise<Decision> {
  if (digest === null) throw new KeystampError('approval_changed');
  if (!prompt) throw new KeystampError('passkey_missing');
  const answer = await promptForStamp(authenticator, digest, prompt);
  return { kind: 'approve', digest, by: { method: 'passkey', answer }, grant: null };
}
