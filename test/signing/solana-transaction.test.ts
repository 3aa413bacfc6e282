import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromHex, toHex } from '../../src/crypto/bytes.ts';
import { SigningRefusal } from '../../src/signing/refusal.ts';
import { solanaNames } from '../../src/signing/solana-names.ts';
import { highestSolanaFee } from '../../src/signing/solana-steps.ts';
import { readSolanaTransaction, solanaSignatureIn } from '../../src/signing/solana-transaction.ts';
import transactions from '../vectors/signing/solana-transactions.json' with { type: 'json' };

type Case = {
  readonly id: string;
  readonly note: string;
  readonly address: string;
  readonly unsignedTransaction: string;
  readonly refuse?: boolean;
  readonly expected?: { readonly signature: string; readonly signedTransaction?: string };
  readonly policySolanaTx?: object;
};
const CASES: readonly Case[] = transactions.cases;
const GOOD = CASES.filter(({ expected }) => expected?.signedTransaction !== undefined);
const caseOf = (id: number): Case => {
  const found = CASES.find((one) => one.id.endsWith(`-${String(id).padStart(2, '0')}`));
  if (!found) throw new Error(`no vector ${id}`);
  return found;
};
const hexOf = (id: number) => caseOf(id).unsignedTransaction;
const refusalOf = (hex: string): string => {
  try {
    readSolanaTransaction(hex);
  } catch (error) {
    if (error instanceof SigningRefusal) return error.message;
    throw error;
  }
  return '';
};

/** The vectors write integers as numbers. */
const written = (facts: unknown): unknown =>
  JSON.parse(JSON.stringify(facts), (_, one: unknown) =>
    typeof one === 'number' ? BigInt(one) : one,
  );

describe('readSolanaTransaction', () => {
  test.for(GOOD)('vectors: $id, $note, with its signature in its place', (one) => {
    const read = readSolanaTransaction(one.unsignedTransaction);
    const { signature = '', signedTransaction = '' } = one.expected ?? {};
    const halves = { r: signature.slice(0, 64), s: signature.slice(64) };
    expect(read.signedBy(one.address)(halves)).toBe(signedTransaction);
    expect(solanaSignatureIn(read, signedTransaction, one.address)).toMatchObject(halves);
    expect(readSolanaTransaction(`0x${one.unsignedTransaction.toUpperCase()}`).blockhash).toBe(
      read.blockhash,
    );
  });

  test.for(GOOD.filter(({ policySolanaTx }) => policySolanaTx))(
    'vectors: solana.tx of $id, $note',
    ({ unsignedTransaction, policySolanaTx }) => {
      const names = solanaNames(readSolanaTransaction(unsignedTransaction));
      expect(names).toMatchObject(written(policySolanaTx) as object);
    },
  );

  test.each([
    [16, 'bytes are left over'],
    [19, 'an account that it doesn’t have'],
    [20, 'this is not hex'],
    [14, 'no place for signatures'],
  ])('vectors: %i is refused, because of: %s', (id, reason) => {
    expect(refusalOf(hexOf(id))).toContain(reason);
  });

  test('vectors: who isn’t a signer, and who has signed, can’t', () => {
    const { address, unsignedTransaction } = caseOf(17);
    expect(() => readSolanaTransaction(unsignedTransaction).signedBy(address)).toThrow('no signer');
    const { expected, address: signer } = caseOf(1);
    const signed = readSolanaTransaction(expected?.signedTransaction ?? '');
    expect(signed.missing).toEqual([]);
    expect(() => signed.signedBy(signer)).toThrow('already');
  });

  test('behavior: another’s signature stays, and is no place of one’s own', () => {
    const { address, expected } = caseOf(5);
    const half = expected?.signedTransaction ?? '';
    const read = readSolanaTransaction(half);
    const [payer = ''] = read.signers;
    expect(read.missing).toEqual([payer]);
    expect(() => read.signedBy(address)).toThrow('already');
    const whole = read.signedBy(payer)({ r: 'ab'.repeat(32), s: 'cd'.repeat(32) });
    expect(whole.slice(2 + 128)).toBe(half.slice(2 + 128));
    expect(solanaSignatureIn(read, `${whole.slice(0, -2)}ff`, payer)).toBeUndefined();
  });

  /** The first vector: one signer, three accounts, one transfer of 12 bytes. */
  const MESSAGE = 2 + 128;
  const put = (hex: string, at: number, bytes: string) =>
    hex.slice(0, MESSAGE + at * 2) + bytes + hex.slice(MESSAGE + at * 2 + bytes.length);

  test.each([
    ['nothing', '', 'it is empty'],
    ['no signature', `00${hexOf(1).slice(MESSAGE)}`, 'places for'],
    ['a signature too many', `02${'00'.repeat(128)}${hexOf(1).slice(MESSAGE)}`, '2 places for 1'],
    ['a length of two bytes that one holds', `8100${hexOf(1).slice(2)}`, 'shortest way'],
    ['a length beyond 16 bits', `ffff04${hexOf(1).slice(2)}`, 'shortest way'],
    ['version 1', put(hexOf(3), 0, '81'), 'version 1'],
    ['nobody who pays', put(hexOf(1), 0, '00'), 'pays its fee'],
    ['a payer that is only read', put(hexOf(1), 1, '01'), 'pays its fee'],
    ['more accounts in its head', put(hexOf(1), 2, '03'), 'more accounts'],
    ['an account twice', put(hexOf(1), 4 + 32, hexOf(1).slice(MESSAGE + 8, MESSAGE + 72)), 'twice'],
    ['a program that pays', put(hexOf(1), 133, '00'), 'pays its fee'],
    ['a program that isn’t there', put(hexOf(1), 133, '07'), 'a program that it doesn’t have'],
    ['a program of a lookup table', put(hexOf(4), 102, '02'), 'from a lookup table'],
    ['a lookup of nothing', `${hexOf(4).slice(0, -6)}0000`, 'takes nothing'],
    ['a transfer with a byte too many', `${put(hexOf(1), 137, '0d')}00`, 'a transfer has'],
    ['too many bytes', `${hexOf(1)}${'00'.repeat(1232)}`, 'more than 1232 bytes'],
    ['an odd digit', `${hexOf(1)}0`, 'odd number'],
  ])('error: %s', (_, hex, reason) => {
    expect(refusalOf(hex)).toContain(reason);
  });

  test('attack: no transfer hides from policies behind a form that programs take, too', () => {
    // A third account, which the System Program skips.
    const system = put(hexOf(1), 134, '030001010c02000000e803000000000000');
    expect(refusalOf(system)).toContain('a transfer has');
    // The token program skips what comes after the amount.
    const at = hexOf(7).lastIndexOf('0903fa');
    const token = `${hexOf(7).slice(0, at)}0a${hexOf(7).slice(at + 2)}00`;
    expect(refusalOf(token)).toContain('a transfer has');
  });

  test('property: any part, byte or bit less or more is refused, or is what it says', () => {
    for (const { unsignedTransaction: hex, address } of GOOD) {
      for (let length = 0; length < hex.length; length += 2) {
        expect(refusalOf(hex.slice(0, length)), String(length)).not.toBe('');
      }
      fc.assert(
        fc.property(
          fc.nat(hex.length / 2 - 1),
          fc.integer({ min: 1, max: 255 }),
          (place, change) => {
            const bytes = fromHex(hex);
            bytes[place] = (bytes[place] ?? 0) ^ change;
            if (refusalOf(toHex(bytes)) !== '') return;
            const read = readSolanaTransaction(toHex(bytes));
            // Whatever was read is signed, and nothing else.
            expect(toHex(bytes).endsWith(toHex(read.message))).toBe(true);
            const original = readSolanaTransaction(hex);
            const signature = { r: '11'.repeat(32), s: '22'.repeat(32) };
            const signed = original.signedBy(address)(signature);
            if (!read.missing.includes(address)) return;
            const other = read.signedBy(address)(signature);
            expect(solanaSignatureIn(original, other, address)).toBeUndefined();
            expect(solanaSignatureIn(original, signed, address)).toMatchObject(signature);
          },
        ),
        { numRuns: 300, seed: 20_261_128 },
      );
    }
  });

  test('property: any bytes are refused in words, and never for long', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 1300 }), (bytes) => {
        expect(refusalOf(toHex(bytes))).not.toBe('');
      }),
      { numRuns: 1000, seed: 20_261_128 },
    );
    expect(refusalOf(`01${'00'.repeat(64)}${'ff'.repeat(1167)}`)).not.toBe('');
  });
});

describe('the steps', () => {
  const stepsOf = (id: number) => readSolanaTransaction(hexOf(id)).steps;
  const account = (key: string) => expect.objectContaining({ key }) as unknown;

  test('behavior: each kind of the vectors', () => {
    const [transfer] = stepsOf(4);
    const table = 'LbUiWL3xVV8hTFYBVdbTNrpDo41NKS6o3LHHuDzjfcY';
    expect(transfer).toMatchObject({
      is: 'transfer',
      amount: 777n,
      to: { key: undefined, lookup: { table, index: 0 }, isWritable: true },
    });
    expect(stepsOf(8)).toMatchObject([
      {
        is: 'token-transfer',
        tokens: {
          amount: 2n ** 64n - 1n,
          decimals: 6,
          mint: account('CktRuQ2mttgRGkXJtyksdKHjUdc2C4TgDzyB98oEzy8'),
        },
      },
    ]);
    expect(stepsOf(10).map(({ is }) => is)).toEqual(['budget', 'budget', 'transfer']);
    expect(stepsOf(11)).toMatchObject([
      {
        is: 'assign',
        account: account(caseOf(11).address),
        program: 'US517G5965aydkZ46HS38QLi7UQiSojurfbQfKCELFx',
      },
    ]);
    expect(stepsOf(13)).toMatchObject([
      { is: 'approve', to: account('586Z7H2vpX9qNhN2T4e9Utugie3ogjbxzGaMtM3E6HR5') },
    ]);
  });

  // The order is that of github.com/tkhq/solana-parser's words: of all tables first what is writable.
  test.each([
    [2, 'a', 5, true],
    [3, 'b', 7, true],
    [4, 'a', 6, false],
    [5, 'b', 8, false],
  ] as const)('behavior: account %i is of table %s, entry %i', (at, name, index, isWritable) => {
    const [keyA, keyB] = ['05'.repeat(32), '06'.repeat(32)];
    const hex = hexOf(4)
      .replace('0200020c', `02000${at}0c`)
      .replace(`01${keyA}010000`, `02${keyA}01050106${keyB}01070108`);
    const read = readSolanaTransaction(hex);
    const table = read.lookups[name === 'a' ? 0 : 1]?.table;
    expect(read.steps).toMatchObject([{ to: { lookup: { table, index }, isWritable } }]);
    const [entries, none] = [[BigInt(index)], []];
    const seen = isWritable
      ? { writable_indexes: entries, readonly_indexes: none }
      : { writable_indexes: none, readonly_indexes: entries };
    expect(solanaNames(read).instructions).toMatchObject([
      {
        accounts: [{ signer: true }],
        address_table_lookups: [{ address_table_key: table, ...seen }],
      },
    ]);
  });

  test('behavior: a fee of each signature, and the price of computing, rounded up', () => {
    expect(highestSolanaFee(readSolanaTransaction(hexOf(1)))).toBe(5000n);
    expect(highestSolanaFee(readSolanaTransaction(hexOf(5)))).toBe(10_000n);
    // 1,000 units for 20,000 millionths each.
    expect(highestSolanaFee(readSolanaTransaction(hexOf(10)))).toBe(5020n);
    const dear = { signers: ['a'], steps: [{ is: 'budget', price: 1n }] } as const;
    expect(highestSolanaFee(dear)).toBe(5001n);
  });
});
