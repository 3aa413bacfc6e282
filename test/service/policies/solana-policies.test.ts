// What policies decide about Solana transactions.
import { expect, test } from 'vitest';
import { fromHex } from '../../../src/crypto/bytes.ts';
import transactions from '../../vectors/signing/solana-transactions.json' with { type: 'json' };
import { useFreshService } from '../fresh-service.ts';
import { activityOf, refusalOf, resultOf, type Caller, type TestService } from '../harness.ts';
import { sealBundle, startImport, submitImport } from '../key-import.ts';
import { addUser } from '../new-user.ts';

const { ed1 } = transactions.addresses;
const TO = 'US517G5965aydkZ46HS38QLi7UQiSojurfbQfKCELFx';

let service: TestService;
let root: Caller;
let trader: Caller;

useFreshService(async (fresh) => {
  ({ service, root } = fresh);
  trader = await addUser(service, root, { userName: 'Trader' });
  const key = fromHex(transactions.keys.ed1.privateKey);
  const bundle = await sealBundle(await startImport(service, root), key);
  const change = {
    privateKeyName: 'Solana',
    curve: 'CURVE_ED25519',
    addressFormats: ['ADDRESS_FORMAT_SOLANA'],
  };
  resultOf(await submitImport(root, bundle, change));
});

let policies = 0;
const policy = async (condition: string, change: object = {}) => {
  policies += 1;
  const values = { policyName: `S ${policies}`, effect: 'EFFECT_ALLOW', condition, notes: '' };
  resultOf(await root.submit('create_policy', { ...values, ...change }));
};

const vector = (id: string) => transactions.cases.find((one) => one.id.endsWith(id));
const sign = (id: string) =>
  trader.submit('sign_transaction', {
    signWith: ed1,
    unsignedTransaction: vector(id)?.unsignedTransaction,
    type: 'TRANSACTION_TYPE_SOLANA',
  });

test('behavior: a limit on who gets SOL and how much, that a lookup table doesn’t get around', async () => {
  await policy(
    `activity.params.type == 'TRANSACTION_TYPE_SOLANA' && solana.tx.transfers.count() == 1 && solana.tx.transfers.all(t, t.to == '${TO}' && t.amount <= 1000) && solana.tx.program_keys.all(p, p == '11111111111111111111111111111111')`,
  );
  const { signedTransaction } = resultOf(await sign('-01'));
  expect(signedTransaction).toBe(vector('-01')?.expected?.signedTransaction);
  // 5 SOL; a recipient in a table; a token; an account that is handed over.
  for (const id of ['-03', '-04', '-07', '-11']) expect((await sign(id)).status).toBe(403);
});

test('behavior: tokens by owner and amount, and a DENY of what a table hides', async () => {
  await policy("activity.action == 'SIGN'");
  await policy("solana.tx.transfers.any(t, t.to == 'ADDRESS_TABLE_LOOKUP')", {
    effect: 'EFFECT_DENY',
  });
  await policy(
    `solana.tx.spl_transfers.any(t, t.owner == '${ed1}' && t.amount > 250) || solana.tx.instructions.any(i, i.instruction_data_hex == '04ffffffffffffffff')`,
    { effect: 'EFFECT_DENY' },
  );
  expect((await sign('-07')).status).toBe(200);
  for (const id of ['-04', '-08', '-13']) expect((await sign(id)).status).toBe(403);
});

test('behavior: a quorum of two signs it, and nothing before', async () => {
  const second = await addUser(service, root, { userName: 'Second' });
  await policy('solana.tx.transfers.any(t, t.amount >= 1000)', {
    consensus: 'approvers.count() >= 2',
  });
  const waiting = activityOf(await sign('-01'));
  expect(waiting.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
  expect(waiting.result['signTransactionResult']).toBeUndefined();
  const { fingerprint } = waiting;
  const approved = activityOf(await second.submit('approve_activity', { fingerprint }));
  expect(approved.result['signTransactionResult']).toEqual({
    signedTransaction: vector('-01')?.expected?.signedTransaction,
  });
});

test('error: what can’t be signed is refused before anyone votes', async () => {
  await policy("activity.action == 'SIGN'", { consensus: 'approvers.count() >= 2' });
  for (const id of ['-14', '-16', '-19', '-20']) {
    expect(refusalOf(await sign(id))).toMatchObject({
      status: 400,
      code: 3,
      turnkey: 'INVALID_TRANSACTION',
    });
  }
});
