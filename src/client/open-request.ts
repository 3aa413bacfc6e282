import { KeystampError } from '../protocol/errors.ts';
import type { PendingRequestDetails, PendingRequestView } from '../protocol/pending-request.ts';
import type { Client } from './client.ts';

/** SHA-256 of a text's UTF-8, in lowercase hex. */
async function sha256Text(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

type RequestRef = Pick<PendingRequestView, 'id' | 'asker'>;

/**
 * Everything about a pending request. The user approves what is shown: this compares the digest
 * with the text instead of trusting it. Only the user's own request may have a text with a secret,
 * which isn't shown.
 * @throws `approval_changed` where they differ, and what the call throws
 */
export async function openRequest(
  client: Client,
  request: RequestRef,
): Promise<PendingRequestDetails> {
  return demandExact(request, await client.call('requests_open', { id: request.id }));
}

/**
 * Takes what the user picked for a site's request, and gives what {@link openRequest} gives for it.
 * @param picks a record's id for each open parameter, or a list of them
 */
export async function pickRecords(
  client: Client,
  request: RequestRef,
  picks: Readonly<Record<string, unknown>>,
): Promise<PendingRequestDetails> {
  const { id } = request;
  return demandExact(request, await client.call('requests_pick', { id, picks: { ...picks } }));
}

async function demandExact(
  { id, asker }: RequestRef,
  details: PendingRequestDetails,
): Promise<PendingRequestDetails> {
  const { body, digest, open } = details;
  const isExact =
    body === null
      ? asker === (digest === null ? 'site' : 'own') && (digest !== null || open.length > 0)
      : digest === (await sha256Text(body));
  if (details.id !== id || !isExact) throw new KeystampError('approval_changed');
  return details;
}
