import { KeystampError } from '../../protocol/errors.ts';
import { readBaseUrl } from '../../protocol/profile.ts';
import type { TabEffects } from '../page/effects.ts';

/**
 * Asks the user to allow access to the host of an address, and to no other host. Call it first in
 * the click handler. Loopback needs no permission.
 * @throws `host_permission_missing` if the user says no
 */
export async function requestHostPermission(effects: TabEffects, baseUrl: string): Promise<void> {
  const address = readBaseUrl(baseUrl);
  if (!address.ok || address.loopback) return;
  if (await effects.requestOriginPermission(address.origin)) return;
  const detail = { field: 'baseUrl', reason: 'host_declined' } as const;
  throw new KeystampError('host_permission_missing', undefined, detail);
}
