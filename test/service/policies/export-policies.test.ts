// What policies can say about exports, after the vendor's example of exports by derivation path.
import { describe, expect, test } from 'vitest';
import { exportTarget, type ExportTarget } from '../export-target.ts';
import {
  activityOf,
  listOf,
  resultOf,
  type Answer,
  type Caller,
  type Json,
  type TestService,
} from '../harness.ts';
import { useFreshService } from '../fresh-service.ts';
import { sealBundle, startImport, submitImport } from '../key-import.ts';
import { addUser } from '../new-user.ts';
import { randomBytes } from '../../../src/crypto/bytes.ts';

let service: TestService;
let root: Caller;
let tester: Caller;
let target: ExportTarget;

useFreshService(async (fresh) => {
  ({ service, root } = fresh);
  tester = await addUser(service, root, { userName: 'Tester' });
  target = exportTarget(service);
});

let policies = 0;
const policy = async (condition: string, change: Json = {}) => {
  policies += 1;
  const values = { policyName: `P ${policies}`, effect: 'EFFECT_ALLOW', condition, notes: '' };
  return resultOf(await root.submit('create_policy', { ...values, ...change }))['policyId'];
};

const compressed = (path: string): Json => ({
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path,
  addressFormat: 'ADDRESS_FORMAT_COMPRESSED',
});

async function walletWith(paths: readonly string[]) {
  const values = { walletName: 'Paths', accounts: paths.map(compressed) };
  const { walletId, addresses } = resultOf(await root.submit('create_wallet', values));
  return { walletId: String(walletId), addresses: addresses as string[] };
}

const exportAccount = (address: string | undefined, who = tester, change: Json = {}) =>
  who.submit('export_wallet_account', {
    address,
    targetPublicKey: target.targetPublicKey,
    ...change,
  });
const exportWallet = (walletId: string, who = tester, change: Json = {}) =>
  who.submit('export_wallet', { walletId, targetPublicKey: target.targetPublicKey, ...change });

const outcomesOf = ({ body }: Answer) => {
  const [detail] = body['details'] as { policyEvaluations?: { outcome: string }[] }[];
  const outcomes = detail?.policyEvaluations ?? [];
  return outcomes.map(({ outcome }) => outcome.replace('OUTCOME_', '')).toSorted();
};

describe('an account, by its derivation path', () => {
  const PATHS = ["m/8797555'/0'/0'", "m/8797555'/0'/3'/0'", "m/44'/60'/0'/0/0"];
  const SUBTREE =
    "activity.kind == 'EXPORT_WALLET_ACCOUNT' && wallet_account.path_indexes.count() == 4 && wallet_account.path_indexes[0] == 8797555 && wallet_account.path_indexes[2] == 3 && wallet_account.path_hardened.all(step, step)";

  test('behavior: denied without a policy, then only what the policy names', async () => {
    const { addresses } = await walletWith(PATHS);
    const [identity, subtree, wallet] = addresses;
    const denied = await exportAccount(subtree);
    expect(denied.status).toBe(403);
    expect(denied.body['message']).toMatch(/No policies evaluated to outcome: Allow$/);
    await policy(SUBTREE);
    const out = resultOf(await exportAccount(subtree));
    expect(await target.open(out)).toHaveLength(32);
    for (const address of [identity, wallet]) {
      const answer = await exportAccount(address);
      expect(answer.status).toBe(403);
      expect(outcomesOf(answer)).toEqual(['DENY_IMPLICIT']);
    }
  });

  test('behavior: a DENY wins over a broad ALLOW', async () => {
    const { addresses } = await walletWith(PATHS);
    await policy("activity.kind == 'EXPORT_WALLET_ACCOUNT'");
    await policy(
      "activity.kind == 'EXPORT_WALLET_ACCOUNT' && wallet_account.path_indexes[0] == 44",
      { effect: 'EFFECT_DENY' },
    );
    expect((await exportAccount(addresses[0])).status).toBe(200);
    const refused = await exportAccount(addresses[2]);
    expect(refused.body['message']).toMatch(/The following policies denied this action: /);
  });

  test('behavior: by its address, and by the wallet it is in', async () => {
    const { walletId, addresses } = await walletWith(PATHS);
    await policy(`wallet_account.address == '${addresses[1]}' && wallet.id == '${walletId}'`);
    expect((await exportAccount(addresses[1])).status).toBe(200);
    expect((await exportAccount(addresses[0])).status).toBe(403);
  });

  test('error: a field that it does not have', async () => {
    const answer = await root.submit('create_policy', {
      policyName: 'Path',
      effect: 'EFFECT_ALLOW',
      condition: `wallet_account.path == "m/0'"`,
      notes: '',
    });
    expect(answer.body['message']).toMatch(/^invalid policy condition/);
  });
});

describe('a wallet', () => {
  test('behavior: by id, label, and whether it was exported before', async () => {
    const { walletId } = await walletWith([]);
    const [other] = await listOf(root, 'list_wallets', 'wallets');
    await policy(
      `activity.kind == 'EXPORT_WALLET' && wallet.id == '${walletId}' && wallet.label == 'Paths'`,
    );
    expect((await exportWallet(walletId.toUpperCase())).status).toBe(200);
    expect((await exportWallet(String(other?.['walletId']))).status).toBe(403);
    const once = await policy('wallet.exported', { effect: 'EFFECT_DENY' });
    const again = await exportWallet(walletId);
    expect(again.body['message']).toMatch(new RegExp(`denied this action: ${String(once)}$`));
  });

  test('behavior: pinned to one recipient', async () => {
    const { walletId } = await walletWith([]);
    const { targetPublicKey } = target;
    await policy(
      `activity.kind == 'EXPORT_WALLET' && activity.params.target_public_key == '${targetPublicKey}'`,
    );
    const elsewhere = exportTarget(service);
    const change = { targetPublicKey: elsewhere.targetPublicKey };
    expect((await exportWallet(walletId, tester, change)).status).toBe(403);
    const upper = { targetPublicKey: targetPublicKey.toUpperCase() };
    const out = resultOf(await exportWallet(walletId, tester, upper));
    expect((await target.openText(out)).split(' ')).toHaveLength(12);
  });

  test('behavior: one that does not exist is an error of the policy, never an allow', async () => {
    await policy("wallet.id != 'x'");
    const answer = await exportWallet('00000000-0000-4000-8000-000000000000');
    expect(answer.status).toBe(403);
    expect(outcomesOf(answer)).toEqual(['ERROR']);
  });

  test('behavior: names of other kinds are errors, and so is a wallet elsewhere', async () => {
    const { walletId } = await walletWith([]);
    for (const name of ['private_key.label', 'wallet_account.address']) {
      await policy(`${name} != 'x'`);
    }
    await policy("wallet.label != 'x' && activity.kind == 'UPDATE_WALLET'");
    const answer = await exportWallet(walletId);
    expect(outcomesOf(answer)).toEqual(['DENY_IMPLICIT', 'ERROR', 'ERROR']);
    const rename = await tester.submit('update_wallet', { walletId, walletName: 'Mine' });
    expect(outcomesOf(rename)).toEqual(['ERROR', 'ERROR', 'ERROR']);
  });

  test('behavior: with two approvals the bundle comes with the second', async () => {
    const { walletId } = await walletWith([]);
    const second = await addUser(service, root, { userName: 'Second' });
    await policy(`wallet.id == '${walletId}'`, { consensus: 'approvers.count() >= 2' });
    const asked = activityOf(await exportWallet(walletId));
    expect(asked.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    expect(asked.result['exportWalletResult']).toBeUndefined();
    const seen = await second.query('get_activity', { activityId: asked.id });
    expect(seen.body['activity']).toMatchObject({ canApprove: true });
    const isExported = async () =>
      ((await root.query('get_wallet', { walletId })).body['wallet'] as Json)['exported'];
    expect(await isExported()).toBe(false);
    const { fingerprint } = asked;
    const done = activityOf(await second.submit('approve_activity', { fingerprint }));
    expect(done.status).toBe('ACTIVITY_STATUS_COMPLETED');
    expect(await isExported()).toBe(true);
    const phrase = await target.openText(done.result['exportWalletResult'] ?? {});
    expect(phrase.split(' ')).toHaveLength(12);
  });
});

test('behavior: a private key, by its id and label', async () => {
  const sealed = await sealBundle(await startImport(service, root), randomBytes(32));
  const { privateKeyId } = resultOf(await submitImport(root, sealed));
  await policy(
    `private_key.id == '${String(privateKeyId)}' && private_key.label == 'Imported' && private_key.imported && private_key.tags.count() == 0`,
  );
  const run = (id: unknown) =>
    tester.submit('export_private_key', {
      privateKeyId: id,
      targetPublicKey: target.targetPublicKey,
    });
  expect((await run(privateKeyId)).status).toBe(200);
  const others = await listOf(root, 'list_private_keys', 'privateKeys');
  const other = others.find((key) => key['privateKeyId'] !== privateKeyId);
  expect((await run(other?.['privateKeyId'])).status).toBe(403);
});
