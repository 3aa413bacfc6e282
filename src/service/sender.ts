// Signs and sends what activities asked for, and follows each transaction until a chain has it. Every step
// can be taken twice and stopped anywhere: bytes are kept before they are sent, and never made anew.
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { chainIdOf } from '../protocol/coins.ts';
import type { EvmChain } from '../protocol/enums.ts';
import {
  encodeFeeMarketTransaction,
  hashOfSigned,
  readEthereumTransaction,
  type FeeMarketTransaction,
} from '../signing/ethereum-transaction.ts';
import { SigningRefusal } from '../signing/refusal.ts';
import { Data, Quantity, type Chains, type Rpc } from './chains.ts';
import { transact, type Database, type RootDatabase } from './database.ts';
import type { Enclave } from './enclave.ts';
import { feesOf, gasOf } from './fees.ts';
import { CallRefusal, Refusal, UnsendableRefusal } from './refusal.ts';
import { sends } from './send-table.ts';
import { askedOf, chainOfSend, sendErrorText, type Asked, type Send } from './sends.ts';
import { findSigner, signOne } from './signer.ts';

export type SenderDeps = {
  readonly db: RootDatabase;
  readonly enclave: Enclave;
  readonly chains: Chains;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
};

/** For so long others leave a transaction alone whose step is being taken, milliseconds. */
const LEASE_MS = 10_000;
const BATCH = 50;
/** Between steps, milliseconds: doubled with each that brings nothing. */
const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 15_000;
/** Nothing is signed any more after so many steps in which the node didn't answer: about a minute and a half. */
const MAX_UNSIGNED_TRIES = 10;
/** A node behind a balancer may not know yet what another one has included. */
const MAX_MISSED = 5;

const IS_OPEN = sql`${sends.status} in ('INITIALIZED', 'BROADCASTING')`;

/** Takes each step that is due on a chain: one account's in order, accounts side by side. */
export async function sendDue(deps: SenderDeps, chain: EvmChain): Promise<void> {
  const due = await claimDue(deps, chain);
  const accounts = Map.groupBy(due, ({ address }) => address);
  const all = [...accounts.values()].map(async (ordered) => {
    for (const send of ordered) await advance(deps, send);
  });
  const ends = await Promise.allSettled(all);
  const fault = ends.find((end) => end.status === 'rejected');
  if (fault) throw fault.reason;
}

async function claimDue({ db, clock }: SenderDeps, chain: EvmChain): Promise<readonly Send[]> {
  const now = clock();
  const due = db
    .select({ id: sends.id })
    .from(sends)
    .where(and(eq(sends.chain, chain), IS_OPEN, sql`${sends.dueAt} <= ${now}`))
    .orderBy(asc(sends.dueAt), asc(sends.id))
    .limit(BATCH)
    .for('update', { skipLocked: true });
  const claimed = await db
    .update(sends)
    .set({ dueAt: now + LEASE_MS })
    .where(inArray(sends.id, due))
    .returning();
  return claimed.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

/** What a step changes; undefined where it brought nothing. */
type Change = Partial<Pick<Send, 'status' | 'error' | 'missed'>> | undefined;

/** Signs where nothing is signed yet, then sends or looks it up. What isn't the node's fault is thrown. */
async function advance(deps: SenderDeps, given: Send): Promise<void> {
  const rpc = deps.chains.get(chainOfSend(given));
  // It was named when this was asked for, and isn't any more.
  if (!rpc) return;
  let send = given;
  try {
    const signed = await signedOf(deps, rpc, send);
    if (!signed) return await later(deps, send, send.tries);
    send = signed;
    const change = await follow(rpc, signed);
    await (change?.status ? settle(deps, send, change) : later(deps, send, send.tries + 1, change));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await (send.signed === null && isOver(send, error)
      ? settle(deps, send, failure(error, send))
      : later(deps, send, send.tries + 1));
  }
}

/** Whether what isn't signed yet is given up. */
const isOver = ({ tries }: Send, error: Refusal) =>
  error instanceof UnsendableRefusal ||
  (error instanceof CallRefusal && !error.isPassing) ||
  tries >= MAX_UNSIGNED_TRIES;

function failure(error: Refusal, send: Send): Change {
  const data = error instanceof CallRefusal ? error.data : undefined;
  const reverted = data === undefined ? undefined : { address: askedOf(send).to, data };
  return { status: 'FAILED', error: sendErrorText(error.message, reverted) };
}

const untouched = (send: Send) =>
  and(
    eq(sends.id, send.id),
    eq(sends.status, send.status),
    sql`${sends.signed} is not distinct from ${send.signed}`,
  );

/** Another step at a later time. */
async function later({ db, clock }: SenderDeps, send: Send, tries: number, change: Change = {}) {
  const delay = Math.min(FIRST_DELAY_MS * 2 ** Math.min(tries, 10), MAX_DELAY_MS);
  await db
    .update(sends)
    .set({ ...change, tries, dueAt: clock() + delay })
    .where(untouched(send));
}

/** Writes a new status, unless another process has gone on meanwhile. */
async function settle({ db, clock }: SenderDeps, send: Send, change: Change): Promise<void> {
  const now = clock();
  const changed = { ...change, tries: 0, missed: 0, updatedAt: now, dueAt: now + FIRST_DELAY_MS };
  await db.update(sends).set(changed).where(untouched(send));
}

type Signed = Send & { readonly signed: string };
const withBytes = (send: Send | undefined): Signed | undefined =>
  send && send.signed !== null ? { ...send, signed: send.signed } : undefined;

const signedOf = async (deps: SenderDeps, rpc: Rpc, send: Send): Promise<Signed | undefined> =>
  withBytes(send) ?? withBytes(await sign(deps, rpc, send));

/**
 * Takes number and fees, signs, and keeps the bytes. Undefined while an earlier transaction of the account
 * waits for the node to take it: its number isn't used yet, and may stay free.
 */
async function sign(deps: SenderDeps, rpc: Rpc, send: Send): Promise<Send | undefined> {
  if (await mustWait(deps.db, send)) return undefined;
  const asked = askedOf(send);
  const chainId = chainIdOf(chainOfSend(send));
  const call = { from: send.address, ...asked };
  const [actual, fees, gas, pending] = await Promise.all([
    rpc('eth_chainId', [], Quantity),
    feesOf(rpc, asked),
    asked.gasLimit ?? gasOf(rpc, call),
    asked.nonce ?? rpc('eth_getTransactionCount', [send.address, 'pending'], Quantity),
  ]);
  if (actual !== chainId)
    throw new UnsendableRefusal(`the node is one of eip155:${actual}, not ${send.chain}`);
  const plan = { chainId, to: asked.to, value: asked.value, data: asked.data, gas, ...fees };
  return transact(deps.db, (tx) => keepSigned(tx, deps, send, { asked, plan, pending }));
}

const openOf = (db: Database, { chain, address }: Send) =>
  db
    .select()
    .from(sends)
    .where(and(eq(sends.chain, chain), eq(sends.address, address), IS_OPEN))
    .orderBy(asc(sends.id));

const isBehind = (send: Send, open: readonly Send[]) =>
  open.some(({ id, status }) => id < send.id && status === 'INITIALIZED');

const mustWait = async (db: Database, send: Send) => isBehind(send, await openOf(db, send));

type Plan = {
  readonly asked: Asked;
  readonly plan: Omit<FeeMarketTransaction, 'nonce'>;
  /** The account's next number, as the node says. */
  readonly pending: bigint;
};

async function keepSigned(
  tx: Database,
  { enclave, clock }: SenderDeps,
  send: Send,
  { asked, plan, pending }: Plan,
): Promise<Send | undefined> {
  // Also those of other organizations that have the same key.
  const open = await openOf(tx, send).for('update');
  const own = open.find(({ id }) => id === send.id);
  if (!own || own.signed !== null) return own;
  if (isBehind(send, open)) return undefined;
  const nonce = asked.nonce ?? firstFree(pending, open);
  const { organizationId, address } = send;
  const signer = await findSigner(tx, organizationId, address);
  if (!signer) throw new UnsendableRefusal(`the key of ${address} is not here any more`);
  const transaction = readPlan({ ...plan, nonce });
  const signature = await signOne(signer, { enclave, organizationId }, transaction.digest);
  const signed = transaction.signedBy(signature);
  const change = { signed, hash: hashOfSigned(signed), nonce: String(nonce), updatedAt: clock() };
  const [row] = await tx
    .update(sends)
    .set({ ...change, tries: 0 })
    .where(eq(sends.id, send.id))
    .returning();
  return row;
}

/** The first number that neither the chain nor one of ours under way has. */
function firstFree(pending: bigint, open: readonly Send[]): bigint {
  const used = new Set(open.map(({ nonce }) => nonce));
  let nonce = pending;
  while (used.has(String(nonce))) nonce += 1n;
  return nonce;
}

function readPlan(plan: FeeMarketTransaction) {
  try {
    return readEthereumTransaction(encodeFeeMarketTransaction(plan));
  } catch (error) {
    if (error instanceof SigningRefusal) throw new UnsendableRefusal(error.message);
    throw error;
  }
}

const follow = (rpc: Rpc, send: Signed): Promise<Change> =>
  send.status === 'INITIALIZED' ? broadcast(rpc, send) : lookUp(rpc, send);

const Hash = v.pipe(v.string(), v.regex(/^0x[0-9a-f]{64}$/));
const Known = v.nullable(v.object({ hash: Hash }));
const Receipt = v.nullable(
  v.object({ transactionHash: Hash, status: Quantity, blockNumber: Quantity }),
);

const isKnown = async (rpc: Rpc, { hash }: Send): Promise<boolean> =>
  (await rpc('eth_getTransactionByHash', [hash], Known)) !== null;

/** The first time, or again where nobody knows whether the node heard it. */
async function broadcast(rpc: Rpc, send: Signed): Promise<Change> {
  try {
    const hash = await rpc('eth_sendRawTransaction', [`0x${send.signed}`], Hash);
    // Whatever it has taken, it doesn't say that it is this one.
    return hash === send.hash || (await isKnown(rpc, send))
      ? { status: 'BROADCASTING' }
      : undefined;
  } catch (error) {
    if (!(error instanceof CallRefusal)) throw error;
    // "Already known", or "nonce too low" of what it has included since.
    if (await isKnown(rpc, send)) return { status: 'BROADCASTING' };
    return error.isPassing ? undefined : failure(error, send);
  }
}

/** Whether the chain has it; sends it again where the node has lost it. */
async function lookUp(rpc: Rpc, send: Signed): Promise<Change> {
  const count = await rpc('eth_getTransactionCount', [send.address, 'latest'], Quantity);
  const receipt = await rpc('eth_getTransactionReceipt', [send.hash], Receipt);
  if (receipt) {
    if (receipt.transactionHash !== send.hash) return undefined;
    if (receipt.status === 1n) return { status: 'INCLUDED' };
    return { status: 'INCLUDED', error: await whyReverted(rpc, send, receipt.blockNumber) };
  }
  if (count > BigInt(send.nonce ?? '0')) {
    const missed = send.missed + 1;
    if (missed < MAX_MISSED) return { missed };
    const message = `another transaction of this account was included with the number ${send.nonce}: this one never will be`;
    return { status: 'FAILED', error: sendErrorText(message) };
  }
  if (await isKnown(rpc, send)) return { missed: 0 };
  try {
    await rpc('eth_sendRawTransaction', [`0x${send.signed}`], v.unknown());
  } catch (error) {
    // It isn't lost while its number is free.
    if (!(error instanceof CallRefusal)) throw error;
  }
  return { missed: 0 };
}

/** JSON of the error: the call is made again on the state before its block, which tells why, or nothing. */
async function whyReverted(rpc: Rpc, send: Send, block: bigint): Promise<string> {
  const { to, value, data } = askedOf(send);
  const call = { from: send.address, to, value: `0x${value.toString(16)}`, data };
  const message = 'the chain has this transaction, and undid what it does';
  try {
    await rpc('eth_call', [call, `0x${(block - 1n).toString(16)}`], Data);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const given = error instanceof CallRefusal ? error.data : undefined;
    if (given !== undefined) return sendErrorText(message, { address: to, data: given });
  }
  return sendErrorText(message, { address: to, data: '0x' });
}
