// What policies see of what a key signs, and what they decide about it.
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { signedNames } from '../../../src/service/policies/signed-names.ts';
import type { Signer } from '../../../src/service/signer.ts';
import authorizations from '../../vectors/signing/eip7702-authorization.json' with { type: 'json' };
import transactions from '../../vectors/signing/ethereum-transactions.json' with { type: 'json' };
import typedData from '../../vectors/signing/eip712.json' with { type: 'json' };
import {
  activityOf,
  refusalOf,
  resultOf,
  type Answer,
  type Caller,
  type Json,
  type TestService,
} from '../harness.ts';
import { useFreshService } from '../fresh-service.ts';
import { addUser } from '../new-user.ts';

let service: TestService;
let root: Caller;
let trader: Caller;
let address: string;

useFreshService(async (fresh) => {
  ({ service, root } = fresh);
  trader = await addUser(service, root, { userName: 'Trader' });
  address = await walletAddress();
});

async function walletAddress(): Promise<string> {
  const account = {
    curve: 'CURVE_SECP256K1',
    pathFormat: 'PATH_FORMAT_BIP32',
    path: "m/44'/60'/0'/0/0",
    addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
  };
  const wallet = { walletName: 'Trading', accounts: [account] };
  const { addresses } = resultOf(await root.submit('create_wallet', wallet));
  return String((addresses as string[])[0]);
}

let policies = 0;
const policy = async (condition: string, change: Json = {}) => {
  policies += 1;
  const values = { policyName: `P ${policies}`, effect: 'EFFECT_ALLOW', condition, notes: '' };
  return resultOf(await root.submit('create_policy', { ...values, ...change }))['policyId'];
};

const signTransaction = (unsignedTransaction: string, who = trader, signWith = address) =>
  who.submit('sign_transaction', {
    signWith,
    unsignedTransaction,
    type: 'TRANSACTION_TYPE_ETHEREUM',
  });
const signPayload = (payload: string, change: Json = {}) =>
  trader.submit('sign_raw_payload', {
    signWith: address,
    payload,
    encoding: 'PAYLOAD_ENCODING_EIP712',
    hashFunction: 'HASH_FUNCTION_NO_OP',
    ...change,
  });

const caseOf = <T extends { readonly id: string }>(
  file: { readonly cases: readonly T[] },
  id: string,
) => {
  const found = file.cases.find((one) => one.id === id);
  if (!found) throw new Error(id);
  return found;
};
/** 0.012345 gwei-free: 12345 wei to 0x…dEaD on chain 31337, of type 2. */
const TRANSFER = caseOf(transactions, 'ethereum-transactions-07').unsignedTransaction;

/** The signer of the vectors, as far as its facts go. */
const signerOf = (file: { readonly keys: object }, name: string): Signer => {
  const { curve, publicKey } = (file.keys as Record<string, Record<string, string>>)[name] ?? {};
  return { kind: 'private-key', key: { curve, publicKey } } as Signer;
};
/** Facts as the vectors write them: integers as numbers or decimal text. */
const written = (facts: object) =>
  Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => {
      const isText = ['type', 'from', 'to', 'data', 'address'].includes(name);
      return [name, isText ? fact : BigInt(String(fact))];
    }),
  );
const NO_INTERFACES = () => Promise.resolve([]);
const withoutZeros = (facts: object) =>
  Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== 0n));

const seen = transactions.cases.flatMap(({ id, note, policyEthTx, unsignedTransaction, signer }) =>
  policyEthTx && policyEthTx.chain_id !== null
    ? [[`${id} ${note}`, { policyEthTx, unsignedTransaction, signer }] as const]
    : [],
);

describe('the facts of a request', () => {
  test.each(seen)(
    'vectors: eth.tx of %s',
    async (_, { policyEthTx, unsignedTransaction, signer }) => {
      const request = {
        signWith: '',
        unsignedTransaction,
        type: 'TRANSACTION_TYPE_ETHEREUM' as const,
      };
      const { eth } = await signedNames(request, signerOf(transactions, signer), NO_INTERFACES);
      // The vectors leave out a fee of zero.
      const facts = v.parse(v.object({ tx: v.record(v.string(), v.unknown()) }), eth).tx;
      expect(withoutZeros(facts)).toEqual(withoutZeros(written(policyEthTx)));
    },
  );

  test.each(authorizations.cases.map((one) => [one.id, one] as const))(
    'vectors: eth.eip_7702_authorization of %s',
    async (_, { payload, policy: expected, signer }) => {
      const request = {
        signWith: '',
        payload,
        encoding: 'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION' as const,
        hashFunction: 'HASH_FUNCTION_NO_OP' as const,
      };
      const names = await signedNames(request, signerOf(authorizations, signer), NO_INTERFACES);
      const facts = written(expected['eth.eip_7702_authorization']);
      expect(names).toEqual({ eth: { eip_7702_authorization: facts } });
    },
  );

  test('behavior: typed data, its domain, and members at any depth', async () => {
    const mail = caseOf(typedData, 'eip712-02').payload;
    await policy(
      [
        "eth.eip_712.primary_type == 'Mail'",
        "eth.eip_712.domain.name == 'Ether Mail' && eth.eip_712.domain.version == '1'",
        'eth.eip_712.domain.chain_id == 1',
        "eth.eip_712.domain.verifying_contract == '0xcccccccccccccccccccccccccccccccccccccccc'",
        "eth.eip_712.message['to'][0]['wallets'][1] == '0xb0bdabea57b0bdabea57b0bdabea57b0bdabea57'",
        "eth.eip_712.message['to'].count() == 1 && eth.eip_712.message['contents'] == 'Hello, Bob!'",
      ].join(' && '),
    );
    expect((await signPayload(mail)).status).toBe(200);
  });

  test('behavior: what signs, and how', async () => {
    await policy(
      `activity.resource == 'PRIVATE_KEY' && activity.action == 'SIGN' && wallet.label == 'Trading' && wallet_account.address == '${address}' && activity.params.type == 'TRANSACTION_TYPE_ETHEREUM'`,
    );
    expect((await signTransaction(TRANSFER)).status).toBe(200);
    await policy(
      "activity.params.encoding == 'PAYLOAD_ENCODING_TEXT_UTF8' && activity.params.hash_function == 'HASH_FUNCTION_KECCAK256'",
    );
    const text = {
      encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
      hashFunction: 'HASH_FUNCTION_KECCAK256',
    };
    expect((await signPayload('Hello', text)).status).toBe(200);
    expect(
      (await signPayload('Hello', { ...text, hashFunction: 'HASH_FUNCTION_SHA256' })).status,
    ).toBe(403);
  });

  test('behavior: a private key, by id, label and the tags it has', async () => {
    const { tagId } = {
      tagId: resultOf(
        await root.submit('create_private_key_tag', {
          privateKeyTagName: 'Hot',
          privateKeyIds: [],
        }),
      )['privateKeyTagId'],
    };
    const key = {
      privateKeyName: 'Hot key',
      curve: 'CURVE_SECP256K1',
      privateKeyTags: [tagId],
      addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
    };
    const made = resultOf(await root.submit('create_private_keys', { privateKeys: [key] }));
    const [{ privateKeyId, addresses }] = made['privateKeys'] as [
      { privateKeyId: string; addresses: { address: string }[] },
    ];
    await policy(
      `private_key.id == '${privateKeyId}' && private_key.label == 'Hot key' && private_key.tags.contains('${String(tagId)}')`,
    );
    for (const named of [privateKeyId, privateKeyId.toUpperCase(), addresses[0]?.address ?? '']) {
      expect((await signTransaction(TRANSFER, trader, named)).status).toBe(200);
    }
    expect((await signTransaction(TRANSFER)).status).toBe(403);
  });

  test('error: what isn’t there: a transaction in a payload, typed data in several payloads', async () => {
    await policy('eth.tx.value < 1000000');
    const raw = {
      encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
      hashFunction: 'HASH_FUNCTION_KECCAK256',
    };
    expect(outcomesOf(await signPayload(TRANSFER, raw))).toEqual(['ERROR']);
    const several = {
      signWith: address,
      payloads: [caseOf(typedData, 'eip712-01').payload],
      encoding: 'PAYLOAD_ENCODING_EIP712',
      hashFunction: 'HASH_FUNCTION_NO_OP',
    };
    await policy("eth.eip_712.primary_type == 'Mail'");
    expect(outcomesOf(await trader.submit('sign_raw_payloads', several))).toEqual([
      'ERROR',
      'ERROR',
    ]);
  });
});

const outcomesOf = ({ body }: Answer) => {
  const [detail] = body['details'] as { policyEvaluations?: { outcome: string }[] }[];
  return (detail?.policyEvaluations ?? []).map(({ outcome }) => outcome.replace('OUTCOME_', ''));
};

describe('a decision', () => {
  const limit = (wei: number) => `activity.kind == 'SIGN_TRANSACTION' && eth.tx.value > ${wei}`;

  test('behavior: an ALLOW up to a value, and a DENY above it wins over a broad ALLOW', async () => {
    await policy("activity.action == 'SIGN'");
    const denies = await policy(limit(20_000), { effect: 'EFFECT_DENY' });
    expect((await signTransaction(TRANSFER)).status).toBe(200);
    const stricter = await policy(limit(12_344), { effect: 'EFFECT_DENY' });
    const answer = await signTransaction(TRANSFER);
    expect(refusalOf(answer)).toMatchObject({ status: 403, code: 7 });
    expect(answer.body['message']).toContain(String(stricter));
    expect(answer.body['message']).not.toContain(String(denies));
  });

  test('behavior: an address is the same in any case', async () => {
    await policy("activity.action == 'SIGN'");
    await policy("eth.tx.to == '0x000000000000000000000000000000000000dead'", {
      effect: 'EFFECT_DENY',
    });
    expect((await signTransaction(TRANSFER)).status).toBe(403);
  });

  test('behavior: a quorum of two signs what one may not, and nothing before', async () => {
    const second = await addUser(service, root, { userName: 'Second' });
    await policy(limit(1000), { consensus: 'approvers.count() >= 2' });
    const waiting = activityOf(await signTransaction(TRANSFER));
    expect(waiting.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    expect(waiting.result['signTransactionResult']).toBeUndefined();
    const { fingerprint } = waiting;
    const approved = activityOf(await second.submit('approve_activity', { fingerprint }));
    expect(approved.status).toBe('ACTIVITY_STATUS_COMPLETED');
    const { signTransactionResult } = approved.result;
    expect(signTransactionResult?.['signedTransaction']).toMatch(/^02f8/);
  });

  test('error: what can’t be signed is refused before anyone votes', async () => {
    await policy("activity.action == 'SIGN'", { consensus: 'approvers.count() >= 2' });
    expect(refusalOf(await signTransaction(`${TRANSFER}00`))).toMatchObject({
      status: 400,
      code: 3,
      turnkey: 'INVALID_TRANSACTION',
    });
    expect(refusalOf(await signPayload('{}'))).toMatchObject({ status: 400, code: 3 });
  });

  test('error: nothing to sign with, in the published words', async () => {
    const lower = address.toLowerCase();
    const refusal = refusalOf(await signTransaction(TRANSFER, root, lower));
    expect(refusal).toMatchObject({ status: 404, code: 5 });
    expect(refusal.message).toMatch(/^Could not find any resource to sign with\./);
  });
});
