import { toHex } from '../../src/crypto/bytes.ts';
import { generatePrivateKey, publicKeyOf } from '../../src/crypto/keys.ts';
import { STAMP_HEADER } from '../../src/crypto/schemes.ts';
import { submitBody } from '../../src/protocol/envelope.ts';
import { OPERATIONS } from '../../src/protocol/operations.ts';
import type { Service } from '../../src/service/service.ts';
import { createStamper } from '../../src/vault/stampers.ts';

const BASE = 'http://127.0.0.1';

export type Stamped = { readonly body: string; readonly stamp: string };

/** One request in this process; throws for anything but 200. */
export async function post(
  service: Service,
  path: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<Record<string, unknown>> {
  const request = new Request(BASE + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', host: '127.0.0.1', ...headers },
    body,
  });
  const answer = await service.handle(request);
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text}`);
  return JSON.parse(text) as Record<string, unknown>;
}

export type Client = {
  readonly stamp: (body: string) => Promise<string>;
  /** The next rename of a wallet, stamped. */
  readonly next: () => Promise<Stamped>;
  /** Renames a wallet; the ids of the activities that did. */
  readonly renamed: () => Promise<readonly string[]>;
};

/** Enrols a key at a service, and stamps by it. */
export async function stamperAt(service: Service): Promise<Client> {
  const privateKey = generatePrivateKey('P256');
  const publicKey = publicKeyOf('P256', privateKey);
  const enrolment = { publicKey: toHex(publicKey), curveType: 'API_KEY_CURVE_P256' };
  await post(service, '/local/enrol', JSON.stringify(enrolment));
  const stamper = await createStamper({ curve: 'P256', privateKey, publicKey });
  const stamp = async (body: string) => (await stamper.stamp(body)).value;
  const { organizationId } = service.info;
  const query = JSON.stringify({ organizationId });
  const headers = { [STAMP_HEADER]: await stamp(query) };
  const listed = await post(service, OPERATIONS.list_wallets.path, query, headers);
  const wallets = listed['wallets'] as { walletId: string }[];
  let count = 0;
  const next = async () => {
    const parameters = { walletId: wallets[0]?.walletId, walletName: `Wallet ${count++}` };
    const [version] = OPERATIONS.update_wallet.versions;
    const body = submitBody(version, organizationId, Date.now() + count, parameters);
    return { body, stamp: await stamp(body) };
  };
  const renamed = async () => {
    const { body, stamp: value } = await next();
    const { path } = OPERATIONS.update_wallet;
    const { activity } = await post(service, path, body, { [STAMP_HEADER]: value });
    return [(activity as { id: string }).id];
  };
  return { stamp, next, renamed };
}
