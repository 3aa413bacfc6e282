import {
  repository,
  type ClearSigField,
  type ClearSigOpt,
  type ClearSigTypedInput,
} from 'micro-eth-signer/clearsig.js';
import { fromHex, toHex } from '../../crypto/bytes.ts';
import { chainOf, COIN_DECIMALS, coinOf } from '../../protocol/coins.ts';
import { readFunctions, type AbiFunction } from '../../protocol/contract-interface.ts';
import { checksummed, hexOf } from '../../signing/hex.ts';
import type { TypedData, TypedValue } from '../../signing/typed-data.ts';
import { decodeCalldata, hashOfSignature, type DecodedValue } from '../../signing/calldata.ts';
import { readDeclarations } from '../interface/declarations.ts';
import { leavesBeside, type Leaf } from './coverage.ts';
import type { Candidate, Descriptor, Pack, Tokens } from './descriptor.ts';
import { DescriptorFault, prepareFormat, readName, type Leafy, type Prepared } from './prepare.ts';

/*
 * A call or message in the words of a descriptor of ERC-7730 that holds for its chain, its contract and its function or
 * type. The values are those that Keystamp's own strict readers found: what they refuse isn't described. Load lazily: the
 * renderer comes with it.
 */

export type Call = {
  readonly chainId: bigint;
  readonly to: string;
  /** The account, where it is known. */
  readonly from?: string | undefined;
  /** In the coin's smallest unit. */
  readonly value: bigint;
  /** Hex with 0x. */
  readonly data: string;
};

export type Shown =
  | { readonly is: 'text'; readonly text: string }
  /** Of a token that nothing names, in its smallest unit. */
  | { readonly is: 'units'; readonly amount: string }
  /** Seconds since 1970. */
  | { readonly is: 'date'; readonly seconds: number }
  | { readonly is: 'chain'; readonly chainId: bigint }
  /** With its checksum, and the name that the descriptor's author gives it. */
  | { readonly is: 'address'; readonly address: string; readonly name: string | undefined }
  /** A call within this one. */
  | { readonly is: 'call'; readonly call: Call };

export type Row = { readonly label: string; readonly value: Shown };

export type Description = {
  readonly descriptor: Descriptor;
  /** The trusted signer who attests it, an address with EIP-55's cases. */
  readonly attestedBy?: string | undefined;
  /** In one sentence or a word, with the values that stand in it. */
  readonly intent: readonly (string | Shown)[];
  readonly rows: readonly Row[];
  /** Rows beyond {@link MAX_ROWS}. */
  readonly more: number;
  /** What is signed, and no row shows whole. */
  readonly hidden: readonly Leaf[];
};

/** Rows that are shown of one call or message: all values stand in what Keystamp reads itself. */
const MAX_ROWS = 200;
/** Formats of one descriptor whose signatures are read to find a function. */
const MAX_FORMATS = 500;

/** A format of a descriptor with what it is of: a selector's function, or a type. */
type Found = { readonly descriptor: Descriptor; readonly key: string };

/** Placed by chain and contract: a descriptor says nothing of others, whatever it says. */
function narrowed(found: Found, prepared: Prepared, chainId: bigint, address: string) {
  const { descriptor, key } = found;
  const { contract, eip712 } = descriptor.context;
  const deployments = [{ chainId: Number(chainId), address }];
  return {
    ...descriptor,
    context: {
      ...(contract && { contract: { deployments } }),
      ...(eip712 && {
        eip712: { ...eip712, ...(eip712.deployments.length > 0 && { deployments }) },
      }),
    },
    display: { ...descriptor.display, formats: { [key]: prepared.format } },
  };
}

const NATIVE = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee';

function coinSymbol(chainId: bigint): string | undefined {
  const chain = chainOf(chainId);
  return chain && coinOf(chain)?.symbol;
}

/** What the renderer asks of the world: never the network. `nested` gets the calls within. */
function optionsOf(tokens: Tokens, nested: Call[]) {
  const options: ClearSigOpt = {
    resolveToken: ({ address, chainId = 0n }) => {
      if (address !== NATIVE) return Promise.resolve(tokens(chainId, address));
      return Promise.resolve({ symbol: coinSymbol(chainId) ?? '', decimals: COIN_DECIMALS });
    },
    // Otherwise it would call the coin of any chain ETH.
    resolveChain: ({ chainId }) => Promise.resolve({ ticker: coinSymbol(chainId) ?? '???' }),
  };
  const renderCalldata = (_: unknown, call: Nested) => {
    nested.push({
      chainId: call.chainId ?? 0n,
      to: call.to,
      value: call.value ?? 0n,
      data: hexOf(call.data),
      from: call.from,
    });
    return Promise.resolve({ intent: markOf(nested.length - 1), fields: {} });
  };
  return { ...options, renderCalldata };
}

type Nested = {
  readonly to: string;
  readonly data: Uint8Array;
  readonly chainId?: bigint;
  readonly value?: bigint;
  readonly from?: string;
};

/** Stands for a call within, until its row is drawn. */
const markOf = (at: number) => `\u{0}call ${at}`;
const isBytes = (value: unknown): value is Uint8Array => value instanceof Uint8Array;

/** The address in a value of any type: a number's lowest 20 bytes, as some contracts keep them. */
function addressIn(value: unknown): string | undefined {
  const text =
    typeof value === 'bigint'
      ? BigInt.asUintN(160, value).toString(16).padStart(40, '0')
      : isBytes(value)
        ? toHex(value)
        : String(value).replace(/^0x/, '');
  return /^[0-9a-f]{40}$/i.test(text) ? checksummed(fromHex(text.toLowerCase())) : undefined;
}

/** The largest date that there is, in seconds (ECMA-262, Time Values and Time Range). */
const LAST_DATE = 8.64e12;

function shownOf(field: ClearSigField, { params }: Leafy, nested: readonly Call[]): Shown {
  const { value, format, rawValue } = field;
  const call = nested.find((_, at) => value === markOf(at));
  if (call) return { is: 'call', call };
  switch (format) {
    case 'addressName':
    case 'tokenTicker': {
      const address = addressIn(rawValue);
      if (address === undefined) return { is: 'text', text: value };
      const isNamed = value.toLowerCase() !== address.toLowerCase();
      return { is: 'address', address, name: isNamed ? value : undefined };
    }
    case 'date': {
      const seconds = Number(rawValue);
      if (params['encoding'] === 'blockheight') return { is: 'text', text: value };
      if (seconds <= LAST_DATE) return { is: 'date', seconds };
      return { is: 'text', text: String(rawValue) };
    }
    case 'tokenAmount':
      if (value === `${String(rawValue)} ???`) return { is: 'units', amount: String(rawValue) };
      return { is: 'text', text: value };
    case 'chainId':
      return { is: 'chain', chainId: BigInt(String(rawValue)) };
    default:
      return { is: 'text', text: value };
  }
}

type Rendered = Awaited<
  ReturnType<ReturnType<typeof repository>['contracts'][string][string][number]>
>;

/** Whether a drawn field shows all that its path leads to: of a list, one with a condition shows some. */
const isWhole = ({ shows, path = '' }: Leafy): boolean =>
  shows === 'each' || (shows === 'some' && !path.includes('['));

/** Labels, dates and addresses as their author wrote them, and what of the values none of them shows. */
function readRendered(
  rendered: NonNullable<Rendered>,
  found: Found,
  { fields }: Prepared,
  values: readonly DecodedValue[],
  nested: readonly Call[],
): Description {
  const shown = new Map<ClearSigField, Shown>();
  const paths: string[] = [];
  const rows = Object.entries(rendered.fields).flatMap(([name, one]) => {
    const { at, item } = readName(name);
    const field = fields[at];
    if (!field) return [];
    const value = shownOf(one, field, nested);
    shown.set(one, value);
    if (isWhole(field)) paths.push(field.path ?? '$');
    // What stands for an unknown token isn't its address.
    if (!one.value.endsWith('???')) paths.push(...field.besides);
    const separator = field.separator?.replace('{index}', String(item));
    return [{ label: [separator ?? '', field.label].join(' ').trim(), value }];
  });
  const pieces = rendered.structuredIntent ?? [rendered.intent];
  return {
    descriptor: found.descriptor,
    intent: pieces.map((piece) => (typeof piece === 'string' ? piece : (shown.get(piece) ?? ''))),
    rows: rows.slice(0, MAX_ROWS),
    more: Math.max(0, rows.length - MAX_ROWS),
    hidden: leavesBeside(values, paths),
  };
}

/** Undefined where the descriptor doesn't fit what it is asked to describe: the renderer throws for that. */
async function attempt(describe: () => Promise<Description>): Promise<Description | undefined> {
  try {
    return await describe();
  } catch {
    return undefined;
  }
}

/** The functions of a descriptor, by the signatures that it has as names. */
function functionsOf({ display }: Descriptor): ReadonlyMap<AbiFunction, string> {
  const keys = Object.keys(display.formats).slice(0, MAX_FORMATS);
  return new Map(
    keys.flatMap((key) => {
      const read = readDeclarations(`function ${key}`);
      if (!read.ok) return [];
      const [only, ...others] = readFunctions(JSON.stringify(read.entries));
      return only && others.length === 0 ? [[only, key] as const] : [];
    }),
  );
}

async function describeCallBy(
  descriptor: Descriptor,
  call: Call,
  tokens: Tokens,
): Promise<Description> {
  const functions = functionsOf(descriptor);
  const decoded = decodeCalldata(call.data, [...functions.keys()]);
  if (!decoded.ok) throw new DescriptorFault(decoded.fault);
  const { signature } = decoded.called;
  const [only, ...others] = [...functions].filter(([one]) => one.signature === signature);
  if (!only || others.length > 0) throw new DescriptorFault('several formats of one function');
  const found = { descriptor, key: only[1] };
  const format = descriptor.display.formats[found.key] ?? { fields: [] };
  const prepared = prepareFormat(format, descriptor);
  const { chainId, to, from, value, data } = call;
  const address = to.toLowerCase();
  const { contracts } = repository({ it: narrowed(found, prepared, chainId, address) });
  const [entry] = contracts[chainId.toString()]?.[address] ?? [];
  const nested: Call[] = [];
  const input = {
    to: address,
    value,
    chainId,
    data: fromHex(data.slice(2)),
    ...(from && { from }),
  };
  const rendered = await entry?.(input, optionsOf(tokens, nested));
  if (!rendered) throw new DescriptorFault('nothing rendered');
  return readRendered(rendered, found, prepared, decoded.values, nested);
}

/** The same of several would be a choice: it is nobody's to make. */
function onlyOne(descriptions: readonly (Description | undefined)[]): Description | undefined {
  const [only, ...others] = descriptions.filter((one) => one !== undefined);
  return others.length === 0 ? only : undefined;
}

/** By one that somebody attests, or else by another. */
async function describeByOne(
  candidates: readonly Candidate[],
  pack: Pack,
  describe: (descriptor: Descriptor, tokens: Tokens) => Promise<Description>,
): Promise<Description | undefined> {
  const ofTier = async (isAttested: boolean) => {
    const those = candidates.filter((one) => (one.attestedBy !== undefined) === isAttested);
    const tokens = pack.tokensOf(isAttested);
    const described = those.map(({ descriptor, attestedBy }) =>
      attempt(async () => ({ ...(await describe(descriptor, tokens)), attestedBy })),
    );
    return onlyOne(await Promise.all(described));
  };
  return (await ofTier(true)) ?? ofTier(false);
}

/** Undefined where no descriptor of the pack describes it, or several do. */
export const describeCall = (call: Call, pack: Pack): Promise<Description | undefined> =>
  describeByOne(pack.find(call.chainId, call.to), pack, (descriptor, tokens) =>
    describeCallBy(descriptor, call, tokens),
  );

function decodedOf(name: string, value: TypedValue): DecodedValue {
  const { type } = value;
  switch (value.is) {
    case 'atom':
      return { name, type, content: String(value.value) };
    case 'list':
      return { name, type, content: value.items.map((item) => decodedOf('', item)) };
    case 'struct':
      return { name, type, content: [...value.members].map((one) => decodedOf(...one)) };
  }
}

/** As the renderer takes it: exact integers, lower-case hex. */
function plain(value: TypedValue): unknown {
  switch (value.is) {
    case 'atom':
      return value.value;
    case 'list':
      return value.items.map(plain);
    case 'struct':
      return Object.fromEntries([...value.members].map(([name, one]) => [name, plain(one)]));
  }
}

async function describeMessageBy(
  descriptor: Descriptor,
  typedData: TypedData,
  place: { readonly chainId: bigint; readonly address: string },
  tokens: Tokens,
): Promise<Description> {
  const { encodedType, primaryType, message } = typedData;
  const format = descriptor.display.formats[encodedType];
  if (!format) throw new DescriptorFault('no format of this type');
  const found = { descriptor, key: encodedType };
  const prepared = prepareFormat(format, descriptor);
  const { chainId, address } = place;
  const { eip712 } = repository({ it: narrowed(found, prepared, chainId, address) });
  const entry = eip712[chainId.toString()]?.[address]?.[hashOfSignature(encodedType, 32)];
  const nested: Call[] = [];
  const input = {
    types: {},
    primaryType,
    domain: plain(typedData.domain),
    message: plain(message),
  } as ClearSigTypedInput;
  const rendered = await entry?.(input, optionsOf(tokens, nested));
  if (!rendered) throw new DescriptorFault('nothing rendered');
  const values = [...message.members].map((one) => decodedOf(...one));
  return readRendered(rendered, found, prepared, values, nested);
}

/** The same of typed data, by its domain's chain and contract: without both, nothing describes it. */
export async function describeMessage(
  typedData: TypedData,
  pack: Pack,
): Promise<Description | undefined> {
  const member = (name: string) => {
    const value = typedData.domain.members.get(name);
    return value?.is === 'atom' ? value.value : undefined;
  };
  const [chainId, contract] = [member('chainId'), member('verifyingContract')];
  if (typeof chainId !== 'bigint' || typeof contract !== 'string') return undefined;
  const place = { chainId, address: contract.toLowerCase() };
  return describeByOne(pack.find(chainId, contract), pack, (descriptor, tokens) =>
    describeMessageBy(descriptor, typedData, place, tokens),
  );
}
