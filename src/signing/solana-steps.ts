import { CODECS } from '../addresses/codecs.ts';
import { fromUtf8, toHex, type Bytes } from '../crypto/bytes.ts';
import { refuse } from './refusal.ts';
import type { SolanaAccount, SolanaInstruction } from './solana-message.ts';

/*
 * What the instructions of a Solana transaction do, where they call a program that everybody has: System,
 * Token and Token-2022, Associated Token Account, Compute Budget and Memo (each program's `instruction.rs`,
 * github.com/solana-program). Only the one way to write them counts as read: programs skip bytes and
 * accounts that they don't need, and another reader may not.
 */

const SYSTEM = '11111111111111111111111111111111';
const TOKENS = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
];
const TOKEN_ACCOUNTS = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';
const BUDGET = 'ComputeBudget111111111111111111111111111111';
const MEMOS = [
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVddwQDxFMNo',
];

/** An amount of a token in its smallest unit. What the instruction says of the token, the chain checks. */
export type SolanaTokens = {
  readonly amount: bigint;
  readonly mint: SolanaAccount | undefined;
  readonly decimals: number | undefined;
};

/** Amounts without a token are in lamports; keys are in base58. */
export type SolanaStep =
  | {
      readonly is: 'transfer';
      readonly from: SolanaAccount;
      readonly to: SolanaAccount;
      readonly amount: bigint;
    }
  | {
      readonly is: 'token-transfer';
      /** Accounts of the token, and not of whoever owns them. */
      readonly from: SolanaAccount;
      readonly to: SolanaAccount;
      readonly tokens: SolanaTokens;
      readonly owner: SolanaAccount;
      /** Of an owner that several keys make up. */
      readonly signers: readonly SolanaAccount[];
    }
  | {
      readonly is: 'create';
      readonly from: SolanaAccount;
      readonly account: SolanaAccount;
      readonly amount: bigint;
      readonly program: string;
    }
  | { readonly is: 'assign'; readonly account: SolanaAccount; readonly program: string }
  | {
      readonly is: 'approve';
      readonly account: SolanaAccount;
      readonly to: SolanaAccount;
      readonly tokens: SolanaTokens;
    }
  | { readonly is: 'revoke'; readonly account: SolanaAccount }
  /** `to` undefined: nobody any more. */
  | { readonly is: 'authority'; readonly account: SolanaAccount; readonly to: string | undefined }
  | { readonly is: 'close'; readonly account: SolanaAccount; readonly to: SolanaAccount }
  | { readonly is: 'burn'; readonly account: SolanaAccount; readonly tokens: SolanaTokens }
  | { readonly is: 'mint'; readonly to: SolanaAccount; readonly tokens: SolanaTokens }
  | { readonly is: 'sync'; readonly account: SolanaAccount }
  | {
      readonly is: 'open';
      readonly from: SolanaAccount;
      readonly account: SolanaAccount;
      readonly owner: SolanaAccount;
      readonly mint: SolanaAccount;
    }
  | { readonly is: 'nonce'; readonly account: SolanaAccount; readonly owner: SolanaAccount }
  | { readonly is: 'memo'; readonly text: string }
  /** How much it may compute, and in millionths of a lamport what a unit of it pays on top of the fee. */
  | { readonly is: 'budget'; readonly units?: bigint; readonly price?: bigint }
  | { readonly is: 'unread'; readonly instruction: SolanaInstruction };

type Form = {
  readonly programs: readonly string[];
  /** The hex that the data begins with. */
  readonly tag: string;
  /** Bytes of the data altogether. */
  readonly length: number;
  /** At least so many, or exactly. */
  readonly accounts: number;
  readonly isExact?: boolean;
  /** What policies read: written in another way it is refused, because the program may take it all the same. */
  readonly isTransfer?: boolean;
  readonly read: (data: Bytes, accounts: Accounts) => SolanaStep;
};

/** By place; a form says how many there are. */
type Accounts = {
  readonly at: (index: number) => SolanaAccount;
  readonly from: (index: number) => readonly SolanaAccount[];
};

const view = (data: Bytes) => new DataView(data.buffer, data.byteOffset, data.byteLength);
const u64 = (data: Bytes, at: number) => view(data).getBigUint64(at, true);
const u32 = (data: Bytes, at: number) => BigInt(view(data).getUint32(at, true));
const keyAt = (data: Bytes, at: number) =>
  CODECS.ADDRESS_FORMAT_SOLANA.encode(data.slice(at, at + 32));

/** With the amount after the tag, and the decimals after it where the mint is named, too. */
const tokensIn = (data: Bytes, mint?: SolanaAccount, at = 1): SolanaTokens => ({
  amount: u64(data, at),
  mint,
  decimals: data[at + 8],
});

const tokenTransfer = (data: Bytes, { at, from }: Accounts, amountAt = 1): SolanaStep => {
  const isChecked = data.length > 9;
  const [to, owner] = isChecked ? [at(2), at(3)] : [at(1), at(2)];
  const tokens = tokensIn(data, isChecked ? at(1) : undefined, amountAt);
  return { is: 'token-transfer', from: at(0), to, tokens, owner, signers: from(isChecked ? 4 : 3) };
};

const system = (form: Omit<Form, 'programs' | 'isExact'>): Form => ({
  programs: [SYSTEM],
  isExact: true,
  ...form,
});
const token = (form: Omit<Form, 'programs'>): Form => ({ programs: TOKENS, ...form });
const budget = (form: Omit<Form, 'programs' | 'accounts'>): Form => ({
  programs: [BUDGET],
  accounts: 0,
  ...form,
});

const authority = (length: number, tag: string): Form =>
  token({
    tag,
    length,
    accounts: 2,
    read: (data, { at }) => ({
      is: 'authority',
      account: at(0),
      to: length > 3 ? keyAt(data, 3) : undefined,
    }),
  });

const AUTHORITIES = Array.from({ length: 17 }, (_, type) => `06${toHex(Uint8Array.of(type))}`);

const burn = (tag: string, length: number): Form =>
  token({
    tag,
    length,
    accounts: 3,
    read: (data, { at }) => ({ is: 'burn', account: at(0), tokens: tokensIn(data, at(1)) }),
  });

const mint = (tag: string, length: number): Form =>
  token({
    tag,
    length,
    accounts: 3,
    read: (data, { at }) => ({ is: 'mint', to: at(1), tokens: tokensIn(data, at(0)) }),
  });

const openAccount = (tag: string): Form => ({
  programs: [TOKEN_ACCOUNTS],
  tag,
  length: tag.length / 2,
  accounts: 6,
  isExact: true,
  read: (_, { at }) => ({ is: 'open', from: at(0), account: at(1), owner: at(2), mint: at(3) }),
});

const FORMS: readonly Form[] = [
  system({
    tag: '00000000',
    length: 52,
    accounts: 2,
    read: (data, { at }) => ({
      is: 'create',
      from: at(0),
      account: at(1),
      amount: u64(data, 4),
      program: keyAt(data, 20),
    }),
  }),
  system({
    tag: '01000000',
    length: 36,
    accounts: 1,
    read: (data, { at }) => ({ is: 'assign', account: at(0), program: keyAt(data, 4) }),
  }),
  system({
    tag: '02000000',
    length: 12,
    accounts: 2,
    isTransfer: true,
    read: (data, { at }) => ({ is: 'transfer', from: at(0), to: at(1), amount: u64(data, 4) }),
  }),
  system({
    tag: '04000000',
    length: 4,
    accounts: 3,
    read: (_, { at }) => ({ is: 'nonce', account: at(0), owner: at(2) }),
  }),
  token({
    tag: '03',
    length: 9,
    accounts: 3,
    isTransfer: true,
    read: (data, all) => tokenTransfer(data, all),
  }),
  token({
    tag: '0c',
    length: 10,
    accounts: 4,
    isTransfer: true,
    read: (data, all) => tokenTransfer(data, all),
  }),
  token({
    tag: '1a01',
    length: 19,
    accounts: 4,
    isTransfer: true,
    read: (data, all) => tokenTransfer(data, all, 2),
  }),
  token({
    tag: '04',
    length: 9,
    accounts: 3,
    read: (data, { at }) => ({ is: 'approve', account: at(0), to: at(1), tokens: tokensIn(data) }),
  }),
  token({
    tag: '0d',
    length: 10,
    accounts: 4,
    read: (data, { at }) => ({
      is: 'approve',
      account: at(0),
      to: at(2),
      tokens: tokensIn(data, at(1)),
    }),
  }),
  token({
    tag: '05',
    length: 1,
    accounts: 2,
    read: (_, { at }) => ({ is: 'revoke', account: at(0) }),
  }),
  ...AUTHORITIES.flatMap((tag) => [authority(3, `${tag}00`), authority(35, `${tag}01`)]),
  token({
    tag: '09',
    length: 1,
    accounts: 3,
    read: (_, { at }) => ({ is: 'close', account: at(0), to: at(1) }),
  }),
  burn('08', 9),
  burn('0f', 10),
  mint('07', 9),
  mint('0e', 10),
  token({
    tag: '11',
    length: 1,
    accounts: 1,
    read: (_, { at }) => ({ is: 'sync', account: at(0) }),
  }),
  openAccount(''),
  openAccount('00'),
  openAccount('01'),
  budget({ tag: '01', length: 5, read: () => ({ is: 'budget' }) }),
  budget({ tag: '02', length: 5, read: (data) => ({ is: 'budget', units: u32(data, 1) }) }),
  budget({ tag: '03', length: 9, read: (data) => ({ is: 'budget', price: u64(data, 1) }) }),
  budget({ tag: '04', length: 5, read: () => ({ is: 'budget' }) }),
];

/** Per signature, in lamports (solana.com/docs/core/fees, base fee). */
const SIGNATURE_FEE = 5000n;
/** The most that a transaction may compute, and what each instruction may without a word about it. */
const MAX_UNITS = 1_400_000n;
const UNITS_EACH = 200_000n;

/** The most that the steps of a transaction cost besides what they move, in lamports. */
export function highestSolanaFee(transaction: {
  readonly signers: readonly string[];
  readonly steps: readonly SolanaStep[];
}): bigint {
  const { signers, steps } = transaction;
  const budgets = steps.flatMap((step) => (step.is === 'budget' ? [step] : []));
  const price = budgets.find((one) => one.price !== undefined)?.price ?? 0n;
  const requestedUnits = budgets.find((one) => one.units !== undefined)?.units;
  const units = requestedUnits ?? UNITS_EACH * BigInt(steps.length);
  const most = units < MAX_UNITS ? units : MAX_UNITS;
  // The price is in millionths, and rounded up.
  return SIGNATURE_FEE * BigInt(signers.length) + (price * most + 999_999n) / 1_000_000n;
}

/** Whether it begins like an instruction of this form. */
const isLike = ({ programs, tag }: Form, { program, data }: SolanaInstruction) =>
  programs.includes(program) && toHex(data.subarray(0, tag.length / 2)) === tag;

function isWritten({ length, accounts, isExact }: Form, instruction: SolanaInstruction): boolean {
  const count = instruction.accounts.length;
  return instruction.data.length === length && (isExact ? count === accounts : count >= accounts);
}

/** @throws SigningRefusal for a transfer that isn't written as every reader expects */
export function readSolanaStep(instruction: SolanaInstruction): SolanaStep {
  const { program, accounts, data } = instruction;
  if (MEMOS.includes(program)) return memoIn(instruction);
  const like = FORMS.filter((form) => isLike(form, instruction));
  const form = like.find((one) => isWritten(one, instruction));
  if (!form) {
    if (like.some(({ isTransfer }) => isTransfer)) {
      refuse('transaction: a transfer has bytes or accounts too many, or too few');
    }
    return { is: 'unread', instruction };
  }
  const at = (index: number) => accounts[index] ?? refuse('transaction: an account is missing');
  return form.read(data, { at, from: (index) => accounts.slice(index) });
}

function memoIn(instruction: SolanaInstruction): SolanaStep {
  try {
    return { is: 'memo', text: fromUtf8(instruction.data) };
  } catch {
    return { is: 'unread', instruction };
  }
}
