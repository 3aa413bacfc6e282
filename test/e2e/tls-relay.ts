import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import { X509CertificateGenerator } from '@peculiar/x509';

/*
 * An https host for tests, on this computer. The browser has to be told where its name leads, and that
 * its certificate is good.
 */

export type TlsRelay = { readonly port: number; readonly stop: () => void };

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

/** Takes connections to the host `name`, and passes what they say on to a service at `target`. */
export async function startTlsRelay(name: string, target: string): Promise<TlsRelay> {
  const { hostname, port } = new URL(target);
  const server = createServer(await createCertificate(name), (socket) => {
    const onward = connect(Number(port), hostname);
    socket.pipe(onward).pipe(socket);
    socket.once('error', () => onward.destroy());
    onward.once('error', () => socket.destroy());
    socket.once('close', () => onward.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, stop: () => void server.close() };
}
