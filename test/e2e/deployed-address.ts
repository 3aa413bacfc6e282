import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect, type AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import { X509CertificateGenerator } from '@peculiar/x509';
import { TURNKEY_BASE_URL } from '../../src/protocol/profile.ts';
import { buildAllowing } from './allowed-build.ts';
import type { LaunchOptions } from './browser.ts';

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

const DAY_MS = 86_400_000;

/** A key and its own certificate for the name, both in PEM. */
async function createCertificate(name: string) {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const cert = await X509CertificateGenerator.createSelfSigned({
    name: `CN=${name}`,
    notBefore: new Date(Date.now() - DAY_MS),
    notAfter: new Date(Date.now() + DAY_MS),
    signingAlgorithm: algorithm,
    keys,
  });
  const secret = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey));
  const key = `-----BEGIN PRIVATE KEY-----\n${secret.toString('base64')}\n-----END PRIVATE KEY-----\n`;
  return { key, cert: cert.toString('pem') };
}

/** Takes connections to the deployed service, and passes what they say on to a service at `target`. */
export async function startDeployedAddress(target: string): Promise<DeployedAddress> {
  const { hostname, port } = new URL(target);
  const { host } = new URL(TURNKEY_BASE_URL);
  const server = createServer(await createCertificate(host), (socket) => {
    const onward = connect(Number(port), hostname);
    socket.pipe(onward).pipe(socket);
    socket.once('error', () => onward.destroy());
    onward.once('error', () => socket.destroy());
    socket.once('close', () => onward.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const extensionDir = buildAllowing({ host_permissions: [`${TURNKEY_BASE_URL}/*`] });
  const here = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: TURNKEY_BASE_URL,
    launch: {
      args: [`--host-resolver-rules=MAP ${host}:443 ${here}`, '--ignore-certificate-errors'],
      extensionDir,
    },
    stop: async () => {
      server.close();
      rmSync(extensionDir, { recursive: true, force: true });
    },
  };
}
