import { queryBody } from '../protocol/envelope.ts';
import { KeystampError, type ErrorCode } from '../protocol/errors.ts';
import { BUILT_IN_QUERIES } from '../protocol/operations.ts';
import type { BundleTrust, ServiceKind } from '../protocol/profile.ts';
import { readLocalTrust } from './enrol.ts';
import { classifyReply } from './reply-outcome.ts';
import type { Transport } from './transport.ts';

/** What answers at a base URL. A local service says which keys sign its bundles, others don't. */
export type ServiceProbe = { readonly trust: BundleTrust | null };

const NOBODY = '00000000-0000-0000-0000-000000000000';

/** How an answer reads that isn't a service's. */
const FOREIGN: readonly ErrorCode[] = [
  'service_not_json',
  'service_too_large',
  'service_malformed',
  'service_error',
  'unauthenticated',
];

/**
 * Asks whether a service is at a base URL, with no stamp and for no organization: a service declines
 * that in its own words. Errors: those of a request, with the reason `no_service` if what answers
 * isn't a service.
 */
export async function probeService(
  transport: Transport,
  service: ServiceKind,
  url: string,
): Promise<ServiceProbe> {
  try {
    if (service === 'local') return { trust: await readLocalTrust(transport, url) };
    await demandRefusal(transport, url);
    return { trust: null };
  } catch (error) {
    if (!(error instanceof KeystampError) || !FOREIGN.includes(error.code)) throw error;
    throw new KeystampError('service_malformed', undefined, { reason: 'no_service' }, error);
  }
}

async function demandRefusal(transport: Transport, url: string): Promise<void> {
  const body = queryBody(NOBODY, {});
  const reply = await transport.post(`${url}${BUILT_IN_QUERIES.identity.path}`, body, null);
  const outcome = classifyReply(reply, 0);
  if (outcome.kind === 'unknown') throw outcome.error;
  // Somebody else's server has no such path, or has something there that needs no stamp.
  const hasPath = outcome.kind !== 'answer' && reply.status !== 404;
  if (!hasPath) throw new KeystampError('service_malformed');
}
