import { discoverIn } from './discovery.ts';
import { pageEffects } from './page-effects.ts';
import type { DiscoverOptions, Keystamp } from './public-api.ts';

export { ASK } from '../protocol/page-api.ts';
export type {
  Announcement,
  Ask,
  Capabilities,
  ConnectParams,
  EventData,
  EventName,
  Outcome,
  PageActivity,
  PageError,
  PageErrorCode,
  PageGrant,
  Provider,
  PageReply,
} from '../protocol/page-api.ts';
export type {
  Answer,
  Completed,
  Connected,
  DiscoverOptions,
  Keystamp,
  OperationMethods,
  Parameters,
  Pending,
  RequestOptions,
  Result,
  WaitOptions,
} from './public-api.ts';
export type { PageOperation, PageOperations } from './operations.ts';
export { KeystampError, type KeystampErrorCode } from './keystamp-error.ts';

/**
 * Finds Keystamp. Resolves with null if Keystamp isn't installed or doesn't serve this page (it
 * serves https and loopback pages, not in a frame). It sends nothing, so neither the user nor the
 * extension notices.
 *
 * @throws KeystampError `aborted` when `options.signal` aborts
 */
export function discover(options: DiscoverOptions = {}): Promise<Keystamp | null> {
  // There's no window when a server renders the page.
  if (typeof window === 'undefined') return Promise.resolve(null);
  return discoverIn(pageEffects(), options);
}
