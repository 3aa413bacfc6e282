// Vectors of signing, through the service with imported keys. Their sources are named in the files:
// published examples, and signatures that independent libraries agree on.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fromHex } from '../../src/crypto/bytes.ts';
import type { OpenDatabase } from '../../src/service/database.ts';
import authorizations from '../vectors/signing/eip7702-authorization.json' with { type: 'json' };
import messages from '../vectors/signing/eip191.json' with { type: 'json' };
import rawPayloads from '../vectors/signing/raw-payload.json' with { type: 'json' };
import solanaMessages from '../vectors/signing/solana-messages.json' with { type: 'json' };
import solanaTransactions from '../vectors/signing/solana-transactions.json' with { type: 'json' };
import transactions from '../vectors/signing/ethereum-transactions.json' with { type: 'json' };
import typedData from '../vectors/signing/eip712.json' with { type: 'json' };
import {
  enrol,
  freshService,
  openMemory,
  refusalOf,
  resultOf,
  type Caller,
  type Json,
  type TestService,
} from './harness.ts';
import { sealBundle, startImport, submitImport } from './key-import.ts';

type VectorKey = { readonly curve: string; readonly privateKey: string };
type Vector = {
  readonly id: string;
  readonly note?: string;
  readonly why?: string;
  readonly signer: string;
  readonly payload?: string;
  readonly encoding?: string;
  readonly hashFunction?: string;
  readonly unsignedTransaction?: string;
  readonly type?: string;
  readonly refuse?: boolean;
  /** What a service may answer isn't published. */
  readonly optional?: boolean;
  readonly hazard?: string;
  readonly expected?: Json;
  readonly expectedP256?: { readonly rfc6979: Json };
};
type VectorFile = {
  readonly keys: Readonly<Record<string, VectorKey>>;
  readonly cases: readonly Vector[];
};

const FILES: readonly VectorFile[] = [
  rawPayloads,
  messages,
  authorizations,
  transactions,
  typedData,
  { keys: solanaMessages.keys, cases: [] },
  { keys: solanaTransactions.keys, cases: [] },
];
const KEYS = Object.assign({}, ...FILES.map(({ keys }) => keys)) as VectorFile['keys'];

let database: OpenDatabase;
let service: TestService;
let root: Caller;
/** Ids of the imported keys, by their names in the vectors. */
const keyIds = new Map<string, string>();

beforeAll(async () => {
  database = await openMemory();
  service = await freshService(database);
  root = await enrol(service);
  for (const [name, { curve, privateKey }] of Object.entries(KEYS)) {
    const bundle = await sealBundle(await startImport(service, root), fromHex(privateKey));
    const change = { privateKeyName: name, curve, addressFormats: [] };
    const { privateKeyId } = resultOf(await submitImport(root, bundle, change));
    keyIds.set(name, String(privateKeyId));
  }
});
afterAll(() => database.close());

const signWith = (signer: string) => keyIds.get(signer) ?? '';

const signPayload = ({ signer, payload, encoding, hashFunction }: Vector) =>
  root.submit('sign_raw_payload', { signWith: signWith(signer), payload, encoding, hashFunction });
const signTransaction = ({ signer, unsignedTransaction, type }: Vector) =>
  root.submit('sign_transaction', { signWith: signWith(signer), unsignedTransaction, type });

/** What this service refuses besides (docs/signing.md, Choices): a text that no database stores, replays, and a message alone. */
const isGood = ({ refuse, optional, hazard, payload, encoding }: Vector) =>
  !refuse &&
  !optional &&
  hazard !== 'no chain id' &&
  !(encoding === 'PAYLOAD_ENCODING_TEXT_UTF8' && payload?.includes('\0'));
const named = (cases: readonly Vector[]) =>
  cases.map((one) => [`${one.id} ${one.note ?? ''}: ${one.why ?? ''}`, one] as const);
const split = ({ cases }: VectorFile) => ({
  good: named(cases.filter(isGood)),
  refused: named(cases.filter((one) => !isGood(one))),
});

const PAYLOADS = [rawPayloads, authorizations, typedData].map((file: VectorFile) => split(file));
const TRANSACTIONS = [transactions, solanaTransactions].map((file: VectorFile) => split(file));
/** Those that only a wallet refuses are signed by the service, as any bytes are. */
const SOLANA = named(solanaMessages.cases.flatMap((one) => (one.expected ? [one] : [])));

describe('sign_raw_payload', () => {
  test.each(PAYLOADS.flatMap(({ good }) => good))('vectors: %s', async (_, vector) => {
    const expected = vector.expected ?? vector.expectedP256?.rfc6979;
    expect(resultOf(await signPayload(vector))).toEqual(expected);
  });

  test.each(SOLANA)('vectors: %s', async (_, vector) => {
    expect(resultOf(await signPayload(vector))).toEqual(vector.expected);
  });

  test.each(PAYLOADS.flatMap(({ refused }) => refused))('error: %s', async (_, vector) => {
    const refusal = refusalOf(await signPayload(vector));
    expect(refusal).toMatchObject({ status: 400, code: 3 });
    expect(refusal.message).not.toBe('bad request body');
  });

  test.each(messages.cases.map((one) => [one.id, one] as const))(
    'vectors: the digest of a personal message, %s',
    async (_, { digest, signer, r, s, v }) => {
      const request = {
        encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
        hashFunction: 'HASH_FUNCTION_NO_OP',
      };
      const answer = await signPayload({ id: '', signer, payload: digest, ...request });
      expect(resultOf(answer)).toEqual({ r, s, v });
    },
  );
});

describe('sign_transaction', () => {
  test.each(TRANSACTIONS.flatMap(({ good }) => good))('vectors: %s', async (_, vector) => {
    const signedTransaction = vector.expected?.['signedTransaction'];
    expect(resultOf(await signTransaction(vector))).toEqual({ signedTransaction });
  });

  test.each(TRANSACTIONS.flatMap(({ refused }) => refused))('error: %s', async (_, vector) => {
    const refusal = refusalOf(await signTransaction(vector));
    expect(refusal).toMatchObject({ status: 400, code: 3 });
    expect(refusal.message).not.toBe('bad request body');
  });

  test('error: a key of another curve signs no transaction of this chain', async () => {
    const [ethereum, solana] = TRANSACTIONS.map(({ good }) => good[0]?.[1]);
    const signers = { ethereum: ethereum?.signer ?? '', solana: solana?.signer ?? '' };
    for (const [vector, signer] of [
      [ethereum, signers.solana],
      [solana, signers.ethereum],
    ] as const) {
      const refusal = refusalOf(await signTransaction({ id: '', ...vector, signer }));
      expect(refusal).toMatchObject({ status: 400, code: 3, turnkey: 'INVALID_TRANSACTION' });
      expect(refusal.message).toMatch(/^signWith: a key of CURVE_/);
    }
  });
});
