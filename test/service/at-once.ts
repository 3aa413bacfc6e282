import { expect } from 'vitest';
import {
  activityOf,
  caller,
  demandSubmit,
  effectsOf,
  enrol,
  listOf,
  refusalOf,
  type TestService,
} from './harness.ts';
import { withPasskey } from './passkeys.ts';

const NAME = 'create_wallet';
const { path, versions } = demandSubmit(NAME);
const ACCOUNT = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
};

/**
 * What is carried out as one statement is done once, by whichever of the services it is asked: the same
 * bytes at once and again, and beside submits that take a transaction of several statements.
 */
export async function demandOnce(services: readonly TestService[]): Promise<void> {
  const [first] = services;
  if (!first) throw new Error('no service');
  const root = await enrol(first);
  const everywhere = services.map((service) => caller(service, root, root));
  const at = (turn: number) => everywhere[turn % everywhere.length] ?? root;
  const [version] = versions;
  const before = await effectsOf(first, version.type);
  const walletName = `Once of ${root.userId}`;
  const body = root.body(NAME, { walletName, accounts: [ACCOUNT] });
  const turns = Array.from({ length: 20 }, (_, turn) => turn);
  const tags = turns.map((turn) =>
    at(turn).submit('create_user_tag', { userTagName: `${turn} of ${root.userId}`, userIds: [] }),
  );
  const answers = await Promise.all(turns.map((turn) => at(turn).post(path, body)));
  for (const tag of await Promise.all(tags)) activityOf(tag);

  const [activity, ...others] = answers.map((one) => activityOf(one));
  expect(activity?.status).toBe('ACTIVITY_STATUS_COMPLETED');
  for (const other of others) expect(other).toEqual(activity);
  // Again it is known, though its own name is what is taken now; other bytes are told so.
  expect(activityOf(await at(1).post(path, body))).toEqual(activity);
  const taken = { status: 400, message: 'wallet label must be unique' };
  const again = () => root.body(NAME, { walletName, accounts: [ACCOUNT] });
  expect(refusalOf(await at(1).post(path, again()))).toMatchObject(taken);
  const passkey = await withPasskey(first, root);
  expect(refusalOf(await passkey.post(path, again()))).toMatchObject(taken);

  expect(await effectsOf(first, version.type)).toBe(before + 1);
  const wallets = await listOf(root, 'list_wallets', 'wallets');
  expect(wallets.filter((one) => one['walletName'] === walletName)).toHaveLength(1);
}
