import { KeystampError } from '../../protocol/errors.ts';
import { readBaseUrl } from '../../protocol/profile.ts';
import type { OptionsEffects } from './effects.ts';

/**
 * Asks for leave to reach the host of an address, that host alone. Call it first thing in the click.
 * Loopback needs none. @throws `host_permission_missing` when the person says no
 */
export async function requestHostPermission(
  effects: OptionsEffects,
  baseUrl: string,
): Promise<void> {
  const address = readBaseUrl(baseUrl);
  if (!address.ok || address.loopback) return;
  if (await effects.requestOriginPermission(address.origin)) return;
  throw new KeystampError('host_permission_missing', undefined, { field: 'baseUrl' });
}
