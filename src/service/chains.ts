// The chains that this service reaches, by CAIP-2: JSON-RPC 2.0 (docs/signing.md, Chains).
import * as v from 'valibot';
import { EVM_CHAIN, type EvmChain } from '../protocol/enums.ts';
import { CallRefusal, invalid, NodeRefusal } from './refusal.ts';

const MAX_ANSWER_BYTES = 1_048_576;
const ANSWER_MS = 10_000;
const MAX_MESSAGE_LENGTH = 200;

/** Calls a method of a chain's node; the schema reads its result. @throws 503 where it doesn't answer so */
export type Rpc = <T>(
  method: string,
  params: readonly unknown[],
  result: v.GenericSchema<unknown, T>,
) => Promise<T>;

/** The node of each chain that was named when the service started. */
export type Chains = ReadonlyMap<EvmChain, Rpc>;

export type RpcAddress = { readonly chain: EvmChain; readonly url: string };

const LOOPBACK = /^(?:127\.0\.0\.1|localhost|\[::1\])$/;

/** `CAIP2=URL`; undefined for another chain, and for an address that others could read or that has a password. */
export function readRpcAddress(text: string): RpcAddress | undefined {
  const at = text.indexOf('=');
  const chain = EVM_CHAIN.find((one) => one === text.slice(0, at));
  const url = URL.parse(text.slice(at + 1));
  if (chain === undefined || url === null || url.username !== '' || url.password !== '') {
    return undefined;
  }
  const isPrivate = url.protocol === 'https:' || LOOPBACK.test(url.hostname);
  return isPrivate && /^https?:$/.test(url.protocol) ? { chain, url: url.href } : undefined;
}

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export const createChains = (addresses: readonly RpcAddress[], fetch: Fetch): Chains =>
  new Map(addresses.map(({ chain, url }) => [chain, createRpc(chain, url, fetch)]));

/** @throws 400 for a chain that this service doesn't reach */
export function demandChain(chains: Chains, chain: EvmChain): Rpc {
  const rpc = chains.get(chain);
  if (rpc) return rpc;
  throw invalid(
    `caip2: this service reaches no node of ${chain}: start it with --rpc ${chain}=URL`,
  );
}

const Answer = v.union([
  v.object({ jsonrpc: v.literal('2.0'), id: v.number(), result: v.unknown() }),
  v.object({
    jsonrpc: v.literal('2.0'),
    id: v.number(),
    error: v.object({ code: v.number(), message: v.string(), data: v.optional(v.unknown()) }),
  }),
]);

function createRpc(chain: EvmChain, url: string, fetch: Fetch): Rpc {
  let lastId = 0;
  return async (method, params, result) => {
    lastId += 1;
    const id = lastId;
    const send = (call: object) => post(chain, async () => fetch(url, requestOf(call)));
    const answer = v.safeParse(Answer, await send({ jsonrpc: '2.0', id, method, params }));
    if (!answer.success || answer.output.id !== id)
      throw new NodeRefusal(chain, 'answers nonsense');
    if ('error' in answer.output) {
      throw refusedBy(chain, method, answer.output.error);
    }
    const read = v.safeParse(result, answer.output.result);
    if (!read.success) throw new NodeRefusal(chain, `answers nonsense to ${method}`);
    return read.output;
  };
}

type NodeError = { readonly code: number; readonly message: string; readonly data?: unknown };

function refusedBy(chain: EvmChain, method: string, { code, message, data }: NodeError) {
  const said = message.slice(0, MAX_MESSAGE_LENGTH);
  const given = v.safeParse(Data, data);
  return new CallRefusal(chain, `refuses ${method}: ${said}`, {
    isPassing: PASSING.has(code),
    data: given.success ? given.output : undefined,
  });
}

/** Internal error, resource unavailable, limit exceeded; 429 as some nodes write it. */
const PASSING: ReadonlySet<number> = new Set([-32603, -32002, -32005, 429]);

const requestOf = (call: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(call),
  // Another host was not what the operator named.
  redirect: 'error',
  signal: AbortSignal.timeout(ANSWER_MS),
});

async function post(chain: EvmChain, send: () => Promise<Response>): Promise<unknown> {
  try {
    return JSON.parse(await bounded(await send()));
  } catch {
    throw new NodeRefusal(chain, 'does not answer', false);
  }
}

async function bounded(response: Response): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let length = 0;
  let text = '';
  for await (const bytes of response.body ?? []) {
    length += bytes.length;
    if (length > MAX_ANSWER_BYTES) throw new Error('too long');
    text += decoder.decode(bytes, { stream: true });
  }
  return text + decoder.decode();
}

/** A quantity: 0x and hex digits without leading zeros, 256 bits at most (ethereum.org, JSON-RPC API). */
export const Quantity = v.pipe(
  v.string(),
  v.regex(/^0x(?:0|[1-9a-f][0-9a-f]{0,63})$/),
  v.transform((text) => BigInt(text)),
);

/** Bytes as 0x and an even number of hex digits. */
export const Data = v.pipe(v.string(), v.regex(/^0x(?:[0-9a-f]{2})*$/), v.maxLength(100_000));
