import { toHex } from '../crypto/bytes.ts';
import type { SolanaAccount, SolanaInstruction } from './solana-message.ts';
import type { SolanaTransaction } from './solana-transaction.ts';

/*
 * `solana.tx` as conditions see it (docs/signing.md, What policies see): what the vendor's published parser
 * makes of a transaction (github.com/tkhq/solana-parser).
 */

type SolanaName =
  string | boolean | bigint | readonly SolanaName[] | { readonly [name: string]: SolanaName };

/** What an account in a lookup table reads as. */
const LOOKED_UP = 'ADDRESS_TABLE_LOOKUP';
const keyOf = ({ key }: SolanaAccount) => key ?? LOOKED_UP;
const ints = (indexes: readonly number[]) => indexes.map(BigInt);

export function solanaNames(transaction: SolanaTransaction) {
  const { version, keys, blockhash, instructions, lookups, steps } = transaction;
  const programs = new Set(instructions.map(({ program }) => program));
  return {
    version,
    account_keys: keys,
    program_keys: keys.filter((key) => programs.has(key)),
    recent_blockhash: blockhash,
    instructions: instructions.map(instructionNames),
    transfers: steps.flatMap((step) =>
      step.is === 'transfer'
        ? [{ from: keyOf(step.from), to: keyOf(step.to), amount: step.amount }]
        : [],
    ),
    spl_transfers: steps.flatMap((step) => {
      if (step.is !== 'token-transfer') return [];
      const { from, to, owner, signers, tokens } = step;
      return [
        {
          from: keyOf(from),
          to: keyOf(to),
          amount: tokens.amount,
          owner: keyOf(owner),
          signers: signers.map(keyOf),
          // The instruction without a check doesn't name it.
          ...(tokens.mint && { token_mint: keyOf(tokens.mint) }),
        },
      ];
    }),
    address_table_lookups: lookups.map(({ table, writable, readonly }) => ({
      address_table_key: table,
      writable_indexes: ints(writable),
      readonly_indexes: ints(readonly),
    })),
  } satisfies SolanaName;
}

/** Accounts are those of the transaction itself: the lookups have the others. */
function instructionNames({ program, accounts, data }: SolanaInstruction) {
  const loaded = accounts.flatMap(({ lookup, isWritable }) =>
    lookup ? [{ ...lookup, isWritable }] : [],
  );
  const tables = [...new Set(loaded.map(({ table }) => table))];
  const indexes = (of: string, writable: boolean) =>
    loaded.flatMap(({ table, index, isWritable }) =>
      table === of && isWritable === writable ? [BigInt(index)] : [],
    );
  return {
    program_key: program,
    accounts: accounts.flatMap(({ key, isSigner, isWritable }) =>
      key === undefined ? [] : [{ account_key: key, signer: isSigner, writable: isWritable }],
    ),
    instruction_data_hex: toHex(data),
    address_table_lookups: tables.map((table) => ({
      address_table_key: table,
      writable_indexes: indexes(table, true),
      readonly_indexes: indexes(table, false),
    })),
  };
}
