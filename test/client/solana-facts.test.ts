// What the extension says of a Solana transaction before it is asked for, and of the answer.
import { ed25519 } from '@noble/curves/ed25519.js';
import { describe, expect, test } from 'vitest';
import { CODECS } from '../../src/addresses/codecs.ts';
import { signedFacts } from '../../src/client/signed-facts.ts';
import { checkSigned, readMadeSignatures } from '../../src/client/made-signatures.ts';
import { readSigned } from '../../src/client/signing.ts';
import { fromHex, toHex } from '../../src/crypto/bytes.ts';
import { readPolicy } from '../../src/policies/policy.ts';
import { predict } from '../../src/policies/prediction.ts';
import { requestQuestion } from '../../src/policies/request-facts.ts';
import transactions from '../vectors/signing/solana-transactions.json' with { type: 'json' };

type Case = {
  readonly id: string;
  readonly note: string;
  readonly address: string;
  readonly unsignedTransaction: string;
  readonly refuse?: boolean;
  readonly expected?: { readonly signedTransaction?: string };
};
const CASES: readonly Case[] = transactions.cases;
const GOOD = CASES.filter(({ expected }) => expected?.signedTransaction !== undefined);
const ED1 = transactions.addresses.ed1;

const requestOf = ({
  address,
  unsignedTransaction,
}: Pick<Case, 'address' | 'unsignedTransaction'>) => ({
  signWith: address,
  unsignedTransaction,
  type: 'TRANSACTION_TYPE_SOLANA' as const,
});
const vector = (id: number): Case => {
  const found = CASES.find((one) => one.id.endsWith(`-${String(id).padStart(2, '0')}`));
  if (!found) throw new Error(`no vector ${id}`);
  return found;
};

describe('readSigned', () => {
  test.for(CASES)('vectors: $id, $note', (one) => {
    const is = GOOD.includes(one) ? 'solana' : 'unreadable';
    expect(readSigned(requestOf(one))).toMatchObject([{ is }]);
  });

  test('behavior: a key named by its id may be any of the signers', () => {
    const signWith = '00000000-0000-4000-8000-000000000001';
    expect(readSigned({ ...requestOf(vector(1)), signWith })).toMatchObject([{ is: 'solana' }]);
  });
});

describe('checkSigned', () => {
  test.for(GOOD)('vectors: $id, $note', (one) => {
    const { signedTransaction = '' } = one.expected ?? {};
    expect(checkSigned(requestOf(one), { signedTransaction })).toBe('proved');
    expect(checkSigned(requestOf(one), { signedTransaction: `0x${signedTransaction}` })).toBe(
      'proved',
    );
    const key = CODECS.ADDRESS_FORMAT_SOLANA.parse(one.address);
    if (!key.ok) throw new Error(one.address);
    const signWith = '00000000-0000-4000-8000-000000000001';
    const byId = { ...requestOf(one), signWith };
    expect(checkSigned(byId, { signedTransaction })).toBe('unchecked');
    const publicKey = toHex(Uint8Array.from(key.payload));
    const stated = { curve: 'CURVE_ED25519', publicKey } as const;
    expect(readMadeSignatures(byId, { signedTransaction }, stated).check).toBe('proved');
  });

  const { expected, unsignedTransaction } = vector(5);
  const request = requestOf(vector(5));
  const signed = expected?.signedTransaction ?? '';
  const slot = (at: number, hex: string) => {
    const start = 2 + 128 * at;
    return signed.slice(0, start) + hex + signed.slice(start + hex.length);
  };
  const message = unsignedTransaction.slice(2 + 256);
  const byOther = toHex(ed25519.sign(fromHex(message), fromHex(transactions.keys.ed2.privateKey)));
  const mine = signed.slice(2 + 128, 2 + 256);

  test.each([
    ['no signature', unsignedTransaction],
    ['one by another key', slot(1, byOther)],
    ['one in another’s place', slot(0, mine)],
    ['one in the wrong place alone', slot(0, mine + '00'.repeat(64))],
    ['a place of another’s filled', slot(0, byOther)],
    ['another amount', signed.replace(/09(0+)$/, '0a$1')],
    ['another recipient', signed.replace('0707', '0708')],
    ['a byte more', `${signed}00`],
    ['a byte less', signed.slice(0, -2)],
    ['half a byte less', signed.slice(0, -1)],
    ['another transaction', vector(1).expected?.signedTransaction ?? ''],
    ['nothing', ''],
  ])('attack: a service that answers %s', (_, signedTransaction) => {
    expect(signedTransaction).not.toBe(signed);
    expect(checkSigned(request, { signedTransaction })).toBe('wrong');
  });

  test('attack: a signature alone, and a key of small order', () => {
    const [r, s] = [mine.slice(0, 64), mine.slice(64)];
    expect(checkSigned(request, { r, s, v: '00' })).toBe('wrong');
    // With the neutral point as its key, zero is a signature of everything to lenient readers (ZIP-215).
    const neutral = `01${'00'.repeat(31)}`;
    expect(
      ed25519.verify(fromHex(neutral + '00'.repeat(32)), fromHex(message), fromHex(neutral)),
    ).toBe(true);
    const key = unsignedTransaction.replace(transactions.keys.ed1.publicKey, neutral);
    const forged = key.slice(0, 2 + 128) + neutral + '00'.repeat(32) + key.slice(2 + 256);
    const address = CODECS.ADDRESS_FORMAT_SOLANA.encode(fromHex(neutral));
    const weak = requestOf({ address, unsignedTransaction: key });
    expect(readSigned(weak)).toMatchObject([{ is: 'solana' }]);
    expect(checkSigned(weak, { signedTransaction: forged })).toBe('wrong');
  });

  test('behavior: by a key that is named by its id, it can’t be told', () => {
    const byId = { ...request, signWith: '00000000-0000-4000-8000-000000000001' };
    expect(checkSigned(byId, { signedTransaction: signed })).toBe('unchecked');
  });
});

describe('a prediction', () => {
  const verdict = (condition: string, id: number, effect = 'EFFECT_ALLOW') => {
    const policy = { resource: 'PRIVATE_KEY', action: 'SIGN' } as const;
    const parameters = requestOf(vector(id));
    const signed = signedFacts(parameters, undefined);
    const type = 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2';
    const asked = requestQuestion({ type, policy, parameters, signed }, [], 'ann', 0);
    const one = { policyId: 'p', policyName: 'P', effect, condition };
    const rootQuorum = { threshold: 1, userIds: ['root'] };
    return predict({ policies: [readPolicy(one)], rootQuorum }, asked).kind;
  };
  const TO = 'US517G5965aydkZ46HS38QLi7UQiSojurfbQfKCELFx';
  const all = `solana.tx.transfers.all(t, t.to == '${TO}' && t.amount <= 1000)`;

  test.each([
    [all, 1, 'allowed'],
    [all, 4, 'refused'],
    [`solana.tx.transfers[0].from == '${ED1}'`, 1, 'allowed'],
    ['solana.tx.transfers[0].amount > 1000', 1, 'refused'],
    ["solana.tx.program_keys.all(p, p == '11111111111111111111111111111111')", 1, 'allowed'],
    ["solana.tx.program_keys.all(p, p == '11111111111111111111111111111111')", 10, 'refused'],
    ["solana.tx.transfers.any(t, t.to == 'ADDRESS_TABLE_LOOKUP')", 4, 'allowed'],
    ['solana.tx.address_table_lookups.count() > 0', 4, 'allowed'],
    ['solana.tx.instructions[0].accounts[1].writable', 1, 'allowed'],
    // Whether looked-up accounts are among them isn't published.
    ['solana.tx.instructions[0].accounts.count() == 1', 4, 'unknown'],
    [
      'solana.tx.spl_transfers.count() == 1 && solana.tx.spl_transfers[0].amount == 250',
      7,
      'allowed',
    ],
    // The instruction doesn't name the token: what stands there isn't published.
    ["solana.tx.spl_transfers[0].token_mint == 'M'", 7, 'unknown'],
    ["solana.tx.spl_transfers[0].token_mint == 'M'", 8, 'refused'],
    // An interface that Keystamp didn't read may name it.
    ["solana.tx.instructions[0].parsed_instruction_data.instruction_name == 'route'", 1, 'unknown'],
    ["solana.tx.version == 'V0'", 3, 'unknown'],
    ['solana.tx.priority_fee_lamports <= 1000', 3, 'refused'],
    ['eth.tx.value > 0', 1, 'refused'],
  ])('behavior: %s of vector %i is %s', (condition, id, kind) => {
    expect(verdict(condition, id)).toBe(kind);
  });

  test('error: what can’t be read is no fact', () => {
    expect(signedFacts(requestOf(vector(16)), undefined)).toBeUndefined();
    expect(signedFacts(requestOf(vector(17)), undefined)).toBeUndefined();
  });
});
