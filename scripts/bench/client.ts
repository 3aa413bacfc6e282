import { toHex } from '../../src/crypto/bytes.ts';
import { generatePrivateKey, publicKeyOf } from '../../src/crypto/keys.ts';
import { STAMP_HEADER } from '../../src/crypto/schemes.ts';
import { submitBody } from '../../src/protocol/envelope.ts';
import { OPERATIONS, type QueryName, type SubmitName } from '../../src/protocol/operations.ts';
import { createStamper } from '../../src/vault/stampers.ts';
import type { Service } from '../../src/service/service.ts';
import { newSetUpCode } from '../../test/set-up-code.ts';

/** A stamped request. */
export type StampedRequest = {
  readonly path: string;
  readonly body: string;
  readonly stamp: string;
};
export type Parameters = Readonly<Record<string, unknown>>;

/** Sends requests to a service. */
export type Transport = (path: string, init: RequestInit) => Promise<Response>;

/** A service at an address. */
export const httpTransport =
  (url: string): Transport =>
  (path, init) =>
    fetch(url + path, init);

/** A service in this process. The request says its length, as every request over HTTP does. */
export const inProcessTransport =
  (service: Service): Transport =>
  (path, { body, ...init }) => {
    if (typeof body !== 'string') throw new TypeError('a request without its text');
    const headers = new Headers(init.headers);
    headers.set('content-length', String(Buffer.byteLength(body)));
    return service.handle(new Request(`http://127.0.0.1${path}`, { ...init, body, headers }));
  };

/** Enrolls a key at a service and stamps requests with it. */
export async function createClient(transport: Transport, organizationId: string) {
  const privateKey = generatePrivateKey('P256');
  const publicKey = publicKeyOf('P256', privateKey);
  const stamper = await createStamper({ curve: 'P256', privateKey, publicKey });
  const curveType = 'API_KEY_CURVE_P256';
  const enrolment = { publicKey: toHex(publicKey), curveType, setUpCode: newSetUpCode() };
  await transport('/local/enrol', { method: 'POST', body: JSON.stringify(enrolment) });
  const stampRequest = async (path: string, body: string): Promise<StampedRequest> => {
    const { value: stamp } = await stamper.stamp(body);
    return { path, body, stamp };
  };
  let count = 0;
  return {
    /** A body as it is. */
    stamped: stampRequest,
    /** A submit, each with a later timestamp. */
    submit: (name: SubmitName, parameters: Parameters) => {
      const { path, versions } = OPERATIONS[name];
      count += 1;
      return stampRequest(
        path,
        submitBody(versions[0], organizationId, Date.now() + count, parameters),
      );
    },
    query: (name: QueryName, parameters: Parameters = {}) =>
      stampRequest(OPERATIONS[name].path, JSON.stringify({ organizationId, ...parameters })),
  };
}
export type Client = Awaited<ReturnType<typeof createClient>>;

/** Sends one request and returns its status and text. */
export async function send(transport: Transport, { path, body, stamp }: StampedRequest) {
  const headers = { 'content-type': 'application/json', [STAMP_HEADER]: stamp };
  const answer = await transport(path, { method: 'POST', body, headers });
  return { status: answer.status, text: await answer.text() };
}

/** The same; throws for anything but 200. */
export async function requestJson<T>(transport: Transport, request: StampedRequest): Promise<T> {
  const { status, text } = await send(transport, request);
  if (status !== 200) throw new Error(`${request.path}: ${status} ${text}`);
  return JSON.parse(text) as T;
}

/** The ids of the demo organization's wallets. */
export async function walletIds(transport: Transport, client: Client): Promise<readonly string[]> {
  const list = await client.query('list_wallets');
  const { wallets } = await requestJson<{ wallets: { walletId: string }[] }>(transport, list);
  return wallets.map((one) => one.walletId);
}
