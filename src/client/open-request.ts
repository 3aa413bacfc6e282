import { KeystampError } from '../protocol/errors.ts';
import type { PendingRequestDetails, PendingRequestView } from '../protocol/pending-request.ts';
import type { Client } from './client.ts';

/** SHA-256 of a text's UTF-8, in lower-case hex. */
async function sha256Text(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Everything about a request that waits. What is shown is what is approved: the digest is compared with
 * the text, and not taken on trust. Only a request of the user's own may have a text that holds a
 * secret, and so isn't shown.
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
