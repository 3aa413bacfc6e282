import { rmSync } from 'node:fs';
import { TURNKEY_BASE_URL } from '../../src/protocol/profile.ts';
import { buildAllowing } from './allowed-build.ts';
import type { LaunchOptions } from './browser.ts';
import { startTlsRelay } from './tls-relay.ts';

/*
 * The deployed service's address, in one browser, leads to a service on this computer: Keystamp treats
 * an address by its name, and some of what it does it never does for a service on this computer.
 */

export type DeployedAddress = {
  readonly url: string;
  /** How the browser has to be started. */
  readonly launch: Pick<LaunchOptions, 'args' | 'extensionDir'>;
  readonly stop: () => Promise<void>;
};

/** Takes connections to the deployed service, and passes what they say on to a service at `target`. */
export async function startDeployedAddress(target: string): Promise<DeployedAddress> {
  const { host } = new URL(TURNKEY_BASE_URL);
  const relay = await startTlsRelay(host, target);
  const extensionDir = buildAllowing({ host_permissions: [`${TURNKEY_BASE_URL}/*`] });
  return {
    url: TURNKEY_BASE_URL,
    launch: {
      args: [
        `--host-resolver-rules=MAP ${host}:443 127.0.0.1:${relay.port}`,
        '--ignore-certificate-errors',
      ],
      extensionDir,
    },
    stop: async () => {
      relay.stop();
      rmSync(extensionDir, { recursive: true, force: true });
    },
  };
}
