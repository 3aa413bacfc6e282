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
 * Checks that a single-statement submit runs once, at whichever service it arrives: with the same
 * bytes concurrently and again, and alongside submits that take a transaction of several
 * statements.
 */
export async function expectOneExecution(services: readonly TestService[]): Promise<void> {
  const [first] = services;
  if (!first) throw new Error('no service');
  const root = await enrol(first);
  const callers = services.map((service) => caller(service, root, root));
  const callerAt = (turn: number) => callers[turn % callers.length] ?? root;
  const [version] = versions;
  const before = await effectsOf(first, version.type);
  const walletName = `Once of ${root.userId}`;
  const body = root.body(NAME, { walletName, accounts: [ACCOUNT] });
  const turns = Array.from({ length: 20 }, (_, turn) => turn);
  const tags = turns.map((turn) =>
    callerAt(turn).submit('create_user_tag', {
      userTagName: `${turn} of ${root.userId}`,
      userIds: [],
    }),
  );
  const answers = await Promise.all(turns.map((turn) => callerAt(turn).post(path, body)));
  for (const tag of await Promise.all(tags)) activityOf(tag);

  const [activity, ...others] = answers.map((item) => activityOf(item));
  expect(activity?.status).toBe('ACTIVITY_STATUS_COMPLETED');
  for (const other of others) expect(other).toEqual(activity);
  // The same bytes get the known answer, though their own name is taken now; other bytes are
  // refused.
  expect(activityOf(await callerAt(1).post(path, body))).toEqual(activity);
  const nameTaken = { status: 400, message: 'wallet label must be unique' };
  const newBody = () => root.body(NAME, { walletName, accounts: [ACCOUNT] });
  expect(refusalOf(await callerAt(1).post(path, newBody()))).toMatchObject(nameTaken);
  const passkey = await withPasskey(first, root);
  expect(refusalOf(await passkey.post(path, newBody()))).toMatchObject(nameTaken);

  expect(await effectsOf(first, version.type)).toBe(before + 1);
  const wallets = await listOf(root, 'list_wallets', 'wallets');
  expect(wallets.filter((item) => item['walletName'] === walletName)).toHaveLength(1);
}
