import { KeystampError } from '../protocol/errors.ts';
import type { PendingRequestDetails, PendingRequestView } from '../protocol/pending-request.ts';
import type { Client } from './client.ts';

/** SHA-256 of a text's UTF-8, in lowercase hex. */
async function sha256Text(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Everything about a pending request. The user approves what is shown: this compares the digest
 * with the text instead of trusting it. Only the user's own request may have a text with a secret,
 * which isn't shown.
 * @throws `approval_changed` where they differ, and what the call throws
 */
export async function openRequest(
  client: Client,
  { id, asker }: Pick<PendingRequestView, 'id' | 'asker'>,
): Promise<PendingRequestDetails> {
  const details = await client.call('requests_open', { id });
  const { body, digest } = details;
  const isExact = body === null ? asker === 'own' : digest === (await sha256Text(body));
  if (details.id !== id || !isExact) throw new KeystampError('approval_changed');
  return details;
}
