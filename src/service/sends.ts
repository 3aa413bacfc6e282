// Transactions that are sent: what may be asked for, and what is answered about one.
import { and, eq } from 'drizzle-orm';
import * as v from 'valibot';
import { EVM_CHAIN, type EvmChain } from '../protocol/enums.ts';
import { accountOf, checksummed } from '../signing/hex.ts';
import { readRevert } from '../signing/revert.ts';
import { SigningRefusal } from '../signing/refusal.ts';
import { demandChain, type Chains } from './chains.ts';
import type { SubmitValues } from './context.ts';
import type { Database } from './database.ts';
import { isId } from './ids.ts';
import { invalid } from './refusal.ts';
import { sends } from './send-table.ts';

export type Send = typeof sends.$inferSelect;

const Whole = v.pipe(
  v.string(),
  v.regex(/^\d+$/),
  v.transform((text) => BigInt(text)),
);

/** What is asked for, in wei and units of gas. What is left out comes from the chain (sender.ts). */
const Asked = v.object({
  /** With EIP-55's cases. */
  to: v.string(),
  value: Whole,
  /** Lower-case 0x hex. */
  data: v.string(),
  nonce: v.optional(Whole),
  gasLimit: v.optional(Whole),
  maxFeePerGas: v.optional(Whole),
  maxPriorityFeePerGas: v.optional(Whole),
});
export type Asked = v.InferOutput<typeof Asked>;

export const askedOf = ({ asked }: Pick<Send, 'asked'>): Asked => v.parse(Asked, JSON.parse(asked));
export const chainOfSend = ({ chain }: Pick<Send, 'chain'>): EvmChain =>
  v.parse(v.picklist(EVM_CHAIN), chain);

type Values = SubmitValues<'eth_send_transaction'>;

/** Each number with the bits that it may have (EIP-1559, EIP-2681). */
const BITS = { nonce: 64, gasLimit: 64, maxFeePerGas: 256, maxPriorityFeePerGas: 256 } as const;

/** The text that {@link askedOf} reads. @throws 400 for what this service doesn't send */
export function readAsked(values: Values): string {
  const { calls, sponsor, deadline, gasStationNonce } = values;
  if (sponsor === true) throw invalid('sponsor: this service has no gas station: leave it out');
  if (deadline !== undefined) throw invalid('deadline: only sponsored transactions have one');
  if (gasStationNonce !== undefined) {
    throw invalid('gasStationNonce: this service has no gas station');
  }
  const [call, ...others] = calls;
  if (!call || others.length > 0) {
    throw invalid('calls: this service sends one call at a time: several need a gas station');
  }
  for (const [name, bits] of Object.entries(BITS)) {
    const given = values[name as keyof typeof BITS];
    if (given !== undefined && BigInt(given) >= 1n << BigInt(bits)) {
      throw invalid(`${name}: more than ${bits} bits`);
    }
  }
  const { nonce, gasLimit, maxFeePerGas, maxPriorityFeePerGas } = values;
  const { value = '0', data = '0x' } = call;
  if (BigInt(value) >= 1n << 256n) throw invalid('calls.0.value: more than 256 bits');
  if (
    maxFeePerGas !== undefined &&
    maxPriorityFeePerGas !== undefined &&
    BigInt(maxPriorityFeePerGas) > BigInt(maxFeePerGas)
  ) {
    throw invalid('maxPriorityFeePerGas: more than maxFeePerGas');
  }
  const to = recipientOf(call.to);
  const asked = { to, value, data: data.toLowerCase() };
  return JSON.stringify({ ...asked, nonce, gasLimit, maxFeePerGas, maxPriorityFeePerGas });
}

function recipientOf(to: string): string {
  try {
    return checksummed(accountOf(to, 'calls.0.to'));
  } catch (error) {
    if (error instanceof SigningRefusal) throw invalid(error.message);
    throw error;
  }
}

/** Everything that is refused by the request alone. @throws 400 */
export function checkSend(values: Values, { chains }: { readonly chains: Chains }): void {
  readAsked(values);
  demandChain(chains, values.caip2);
}

export async function findSend(
  db: Database,
  organizationId: string,
  id: string,
): Promise<Send | undefined> {
  if (!isId(id)) return undefined;
  const [row] = await db
    .select()
    .from(sends)
    .where(and(eq(sends.organizationId, organizationId), eq(sends.id, id)));
  return row;
}

/** JSON of why a transaction didn't do what it should. `data`: what a contract gave for undoing it. */
export function sendErrorText(
  message: string,
  reverted?: { readonly address: string; readonly data: string },
): string {
  const revertChain = reverted ? [revertEntry(reverted.address, reverted.data)] : [];
  return JSON.stringify({ message, revertChain, eth: { revertChain } });
}

function revertEntry(address: string, data: string) {
  const revert = readRevert(data);
  switch (revert.is) {
    case 'error': {
      const { message } = revert;
      const native = { nativeType: 'error_string', message };
      return { address, errorType: 'native', displayMessage: message, native };
    }
    case 'panic': {
      const native = { nativeType: 'panic', panicCode: String(revert.code) };
      const displayMessage = `panic ${native.panicCode}`;
      return { address, errorType: 'native', displayMessage, native };
    }
    case 'nothing': {
      const native = { nativeType: 'execution_reverted' };
      return { address, errorType: 'native', displayMessage: 'execution reverted', native };
    }
    case 'unknown': {
      const { selector, data: shown } = revert;
      const displayMessage = `unknown error ${selector}`;
      return { address, errorType: 'unknown', displayMessage, unknown: { selector, data: shown } };
    }
  }
}

const Said = v.looseObject({ message: v.string() });

/** What `get_send_transaction_status` answers. */
export function sendStatus({ status, hash, error }: Send) {
  const said = error === null ? undefined : v.parse(Said, JSON.parse(error));
  return {
    txStatus: status,
    ...(hash !== null && { eth: { txHash: hash } }),
    ...(said && { txError: said.message, error: said }),
  };
}
