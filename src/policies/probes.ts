import { ACTIVITY_TYPE } from '../protocol/enums.ts';
import { ROWS } from '../protocol/operations.ts';
import { evaluateClause, type StepsLeft } from './evaluate-clause.ts';
import { unknown, type Facts } from './facts.ts';
import { PUBLISHED_NAMES } from './published-names.ts';
import { memberType } from './value-type.ts';
import type { Clause } from './read-clause.ts';
import { requestQuestion } from './request-facts.ts';

/*
 * Requests that nobody makes, to ask what a condition lets through: what matters is given, whatever else it may
 * read isn't known. A condition that can't hold for them excludes what they have.
 */

/** An address that no policy means. */
export const NOBODY = `0x${'5e'.repeat(20)}`;
/** A chain that no policy means. */
export const NO_CHAIN = 2n ** 61n - 1n;
/** More than anybody owns of any token, within the 128 bits of an int. */
export const ENDLESS = 2n ** 127n - 1n;

export const WHATEVER = unknown('parameters_later', true);

type Parameters = Readonly<Record<string, string>>;

/** What signs something, in every version: `eth` is what conditions see of it. */
function signing(kind: string, parameters: Parameters, eth: Facts | undefined): readonly Facts[] {
  const types = ACTIVITY_TYPE.filter(
    (type) => type.replace(/^ACTIVITY_TYPE_|_V\d+$/g, '') === kind,
  );
  const row = ROWS.find(({ name }) => name.toUpperCase() === kind);
  const policy = row?.kind === 'submit' ? row.policy : undefined;
  return types.map((type) => {
    const signed = { as: undefined, names: {}, unknown: [] };
    const requested = { type, policy, parameters, signed };
    const { facts } = requestQuestion(requested, [], undefined, undefined);
    return eth ? { ...facts, eth } : facts;
  });
}

const ETHEREUM = memberType(PUBLISHED_NAMES.condition, 'eth');
const TRANSACTION = ETHEREUM && memberType(ETHEREUM, 'tx');
const TRANSACTION_NAMES = Object.keys(TRANSACTION?.is === 'struct' ? TRANSACTION.members : {});
const ANY_TRANSACTION: Facts = Object.fromEntries(
  TRANSACTION_NAMES.map((name) => [name, WHATEVER]),
);

/** Ethereum transactions that are signed, and those that a service sends, too. */
export function transactionProbes(given: Facts, isSent = true): readonly Facts[] {
  const eth = { tx: { ...ANY_TRANSACTION, ...given } };
  return [
    ...signing('SIGN_TRANSACTION', { type: 'TRANSACTION_TYPE_ETHEREUM' }, eth),
    ...(isSent ? signing('ETH_SEND_TRANSACTION', {}, eth) : []),
  ];
}

type Encoding = 'HEXADECIMAL' | 'TEXT_UTF8' | 'EIP712' | 'EIP7702_AUTHORIZATION';
export type HashFunction = 'NO_OP' | 'SHA256' | 'KECCAK256' | 'NOT_APPLICABLE';

/** A payload, in each operation that signs one or several. */
export function payloadProbes(
  encoding: Encoding,
  hash: HashFunction,
  kinds: readonly string[] = ['SIGN_RAW_PAYLOAD', 'SIGN_RAW_PAYLOADS'],
): readonly Facts[] {
  const parameters = {
    encoding: `PAYLOAD_ENCODING_${encoding}`,
    hashFunction: `HASH_FUNCTION_${hash}`,
  };
  return kinds.flatMap((kind) => signing(kind, parameters, undefined));
}

/** Typed data of a type. */
export const messageProbes = (eip_712: Facts): readonly Facts[] =>
  payloadProbes('EIP712', 'NO_OP', ['SIGN_RAW_PAYLOAD']).map((facts) => ({
    ...facts,
    eth: { eip_712: { primary_type: WHATEVER, domain: WHATEVER, message: WHATEVER, ...eip_712 } },
  }));

/** Whether a condition may hold for one of them. One that takes too long counts as not. */
export function mayHold(
  clause: Clause | undefined,
  probes: readonly Facts[],
  steps: StepsLeft,
): boolean {
  if (!clause) return true;
  return probes.some((facts) => {
    const { mayBeTrue, causes } = evaluateClause(clause, facts, undefined, steps);
    return mayBeTrue && !causes.includes('too_much');
  });
}

/** Whether a condition holds for certain. */
export function surelyHolds(clause: Clause | undefined, facts: Facts, steps: StepsLeft): boolean {
  if (!clause) return true;
  const { mayBeTrue, mayBeFalse, mayErr } = evaluateClause(clause, facts, undefined, steps);
  return mayBeTrue && !mayBeFalse && !mayErr;
}
