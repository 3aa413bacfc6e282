import type { BackupLook } from '../../../protocol/backup.ts';
import { readBaseUrl, type Profile } from '../../../protocol/profile.ts';
import type { TabEffects } from '../../page/effects.ts';
import { requestHostPermission } from '../host-permission.ts';
import { requestDomainPermission } from '../../procedures/passkey/domain.ts';

/** A host that Keystamp must be allowed to reach. `request` asks the browser for it and no other. */
export type RestoredHost = {
  readonly host: string;
  readonly request: (effects: TabEffects) => Promise<void>;
};

/**
 * The hosts of the services and passkeys of those profiles of a backup that are here, each once. Loopback
 * and Keystamp's own passkeys need no permission.
 */
export function findRestoredHosts(
  { profiles }: BackupLook,
  here: readonly Profile[],
): readonly RestoredHost[] {
  const hosts = new Map<string, RestoredHost>();
  for (const { passkeyDomain: domain } of profiles) {
    if (domain === null || domain === 'localhost') continue;
    if (here.some(({ passkeys }) => passkeys?.rpId === domain)) {
      hosts.set(domain, {
        host: domain,
        request: (effects) => requestDomainPermission(effects, domain),
      });
    }
  }
  for (const { baseUrl } of profiles) {
    const address = readBaseUrl(baseUrl);
    if (!address.ok || address.loopback) continue;
    const { host } = new URL(address.origin);
    if (here.some((one) => one.baseUrl === baseUrl)) {
      hosts.set(host, { host, request: (effects) => requestHostPermission(effects, baseUrl) });
    }
  }
  return [...hosts.values()];
}
