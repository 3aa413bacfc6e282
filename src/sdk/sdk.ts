import { discoverIn } from './discovery.ts';
import { pageEffects } from './page-effects.ts';
import type { DiscoverOptions, Keystamp } from './public-api.ts';

export type {
  Announcement,
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
  Settlement,
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
 * Finds Keystamp. Resolves with null where it is not installed, or the page is not one that it serves
 * (https or loopback, not in a frame). Sends nothing: neither user nor extension notice it.
 * @throws KeystampError `aborted`
 */
export function discover(options: DiscoverOptions = {}): Promise<Keystamp | null> {
  // Where pages are drawn by a server there is no window.
  if (typeof window === 'undefined') return Promise.resolve(null);
  return discoverIn(pageEffects(), options);
}
