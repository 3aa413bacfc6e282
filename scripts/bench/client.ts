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

/** Enrolls a root user's key at a service and stamps requests with it. */
export async function createClient(transport: Transport, organizationId: string) {
  const { publicKey, client } = await newClient(organizationId);
  const curveType = 'API_KEY_CURVE_P256';
  const enrolment = { publicKey, curveType, setUpCode: newSetUpCode() };
  await transport('/local/enrol', { method: 'POST', body: JSON.stringify(enrolment) });
  return client;
}

/** Policies as an organization has them: of five, the last one allows what is measured. */
const POLICIES = [
  {
    effect: 'EFFECT_DENY',
    condition: "activity.resource == 'PRIVATE_KEY' && activity.action == 'EXPORT'",
  },
  {
    effect: 'EFFECT_ALLOW',
    condition:
      "activity.kind in ['CREATE_USER_TAG', 'UPDATE_USER_TAG'] || activity.resource == 'OTP'",
    consensus: 'approvers.count() >= 2',
  },
  {
    effect: 'EFFECT_DENY',
    condition: "activity.resource == 'POLICY'",
    consensus: "!(approvers.any(user, user.email == 'admin@example.com'))",
  },
  {
    effect: 'EFFECT_ALLOW',
    condition: "activity.resource == 'WALLET' && activity.action == 'EXPORT'",
    consensus: "credentials.any(one, one.type == 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR')",
  },
  {
    effect: 'EFFECT_ALLOW',
    condition: "activity.resource == 'WALLET' && activity.action in ['CREATE', 'UPDATE']",
  },
];

/** A user who is no root user, under so many policies. */
export async function createPolicedClient(
  transport: Transport,
  organizationId: string,
  root: Client,
  policies: number,
): Promise<Client> {
  const { publicKey, client } = await newClient(organizationId);
  const apiKeys = [{ apiKeyName: 'Bench', publicKey, curveType: 'API_KEY_CURVE_P256' }];
  const user = { userName: 'Bench', apiKeys, authenticators: [], oauthProviders: [], userTags: [] };
  await requestJson(transport, await root.submit('create_users', { users: [user] }));
  const made = Array.from({ length: policies }, (_, at) => ({
    policyName: `Bench ${String(at)}`,
    notes: '',
    ...POLICIES[POLICIES.length - 1 - (at % POLICIES.length)],
  }));
  for (const policy of made) {
    await requestJson(transport, await root.submit('create_policy', policy));
  }
  return client;
}

/** A client with a new key, which no service knows yet. */
async function newClient(organizationId: string) {
  const privateKey = generatePrivateKey('P256');
  const publicKey = publicKeyOf('P256', privateKey);
  const stamper = await createStamper({ curve: 'P256', privateKey, publicKey });
  const stampRequest = async (path: string, body: string): Promise<StampedRequest> => {
    const { value: stamp } = await stamper.stamp(body);
    return { path, body, stamp };
  };
  let count = 0;
  const client = {
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
  return { publicKey: toHex(publicKey), client };
}
export type Client = Awaited<ReturnType<typeof newClient>>['client'];

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
