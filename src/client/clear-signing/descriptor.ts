import * as v from 'valibot';
import { ETHEREUM_ADDRESS } from '../../protocol/ethereum-address.ts';

/*
 * Descriptors of calls and messages (ERC-7730, version 2): what their author says of a contract's functions and typed
 * data. They are foreign text: bounded here, never believed, and never fetched (docs/signing.md, Clear signing).
 */

/** What a descriptor may be. The largest of the public registry has 480,000 characters as JSON, 17,000 values, 13 levels. */
const DESCRIPTOR_LIMITS = {
  /** Of all names and texts. */
  characters: 1_000_000,
  /** Of one of them. */
  text: 4000,
  depth: 32,
  values: 50_000,
  /** Decimal places of a unit or token: a uint8. */
  decimals: 255,
} as const;

const Address = v.pipe(v.string(), v.regex(ETHEREUM_ADDRESS));
const Deployment = v.looseObject({
  chainId: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  address: Address,
});
const Deployments = v.optional(v.array(Deployment), []);

const Token = v.looseObject({
  ticker: v.optional(v.string()),
  symbol: v.optional(v.string()),
  decimals: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
});

/** Where a descriptor holds, and what it says of its token. */
const Head = v.looseObject({
  context: v.looseObject({
    contract: v.optional(v.looseObject({ deployments: Deployments })),
    eip712: v.optional(
      v.looseObject({
        deployments: Deployments,
        domain: v.optional(v.record(v.string(), v.unknown())),
      }),
    ),
  }),
  metadata: v.optional(
    v.looseObject({
      owner: v.optional(v.string()),
      contractName: v.optional(v.string()),
      token: v.optional(Token),
    }),
    {},
  ),
});
type Head = v.InferOutput<typeof Head>;

/** A field, a group of fields, or a reference to one of the definitions. */
export type Field = {
  readonly $ref?: string | undefined;
  readonly path?: string | undefined;
  readonly label?: string | undefined;
  readonly format?: string | undefined;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly separator?: string | undefined;
  readonly visible?: unknown;
  readonly encryption?: unknown;
  readonly fields?: readonly Field[] | undefined;
};
const Field: v.GenericSchema<Field> = v.looseObject({
  $ref: v.optional(v.string()),
  path: v.optional(v.string()),
  label: v.optional(v.string()),
  format: v.optional(v.string()),
  params: v.optional(v.record(v.string(), v.unknown())),
  separator: v.optional(v.string()),
  fields: v.optional(v.custom<readonly Field[]>(isFields)),
});

function isFields(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => v.is(Field, one));
}

const Format = v.looseObject({
  intent: v.optional(v.union([v.string(), v.record(v.string(), v.string())])),
  interpolatedIntent: v.optional(v.string()),
  fields: v.optional(v.array(Field), []),
});
export type Format = v.InferOutput<typeof Format>;

const Descriptor = v.looseObject({
  // Its major version decides how the rest is read. Version 1 has other members.
  $schema: v.pipe(v.string(), v.regex(/erc7730-v2\b/)),
  ...Head.entries,
  display: v.looseObject({
    definitions: v.optional(v.record(v.string(), Field), {}),
    formats: v.record(v.string(), Format),
  }),
});
export type Descriptor = v.InferOutput<typeof Descriptor>;

const REFUSED_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/** Counts every value of a descriptor; false once there are too many, too deep or too long. */
function isBounded(value: unknown, left: Left, depth: number): boolean {
  left.values -= 1;
  if (left.values < 0 || depth > DESCRIPTOR_LIMITS.depth) return false;
  if (typeof value === 'string') return isShort(value, left);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, inner]: [string, unknown]) => {
    if (REFUSED_KEYS.has(key) || !isShort(key, left)) return false;
    if (key === 'decimals' && !isDecimals(inner)) return false;
    return isBounded(inner, left, depth + 1);
  });
}

type Left = { values: number; characters: number };
function isShort(text: string, left: Left): boolean {
  left.characters -= text.length;
  return left.characters >= 0 && text.length <= DESCRIPTOR_LIMITS.text;
}

/** A text or a path there would be a number of any size to the renderer. */
const isDecimals = (value: unknown): boolean =>
  typeof value === 'number' &&
  Number.isInteger(value) &&
  value >= 0 &&
  value <= DESCRIPTOR_LIMITS.decimals;

/** Undefined for what is no whole descriptor of version 2: with includes, it isn't whole. */
function readDescriptor(value: unknown): Descriptor | undefined {
  const { values, characters } = DESCRIPTOR_LIMITS;
  if (!isBounded(value, { values, characters }, 0)) return undefined;
  const parsed = v.safeParse(Descriptor, value);
  return parsed.success && !('includes' in parsed.output) ? parsed.output : undefined;
}

/** Of a contract on one chain: the smallest unit's decimal places and the name of the whole. */
type TokenName = { readonly symbol: string; readonly decimals: number };

/** The name of a token's whole on a chain, where somebody says it. */
export type Tokens = (chainId: bigint, address: string) => TokenName | undefined;

export type Candidate = {
  readonly descriptor: Descriptor;
  /** The trusted signer who attests it, an address with EIP-55's cases. */
  readonly attestedBy: string | undefined;
};

/** Descriptors by what they hold for. */
export type Pack = {
  /** Those that name this contract on this chain, the address in any case. */
  readonly find: (chainId: bigint, address: string) => readonly Candidate[];
  /** What they say of tokens: all of them, or those that somebody attests. */
  readonly tokensOf: (isAttested: boolean) => Tokens;
};

const keyOf = (chainId: bigint | number, address: string) => `${chainId}:${address.toLowerCase()}`;

/** The contracts that a descriptor names, each with its chain. */
function placesOf({ context: { contract, eip712 } }: Head): readonly string[] {
  const deployments = [...(contract?.deployments ?? []), ...(eip712?.deployments ?? [])];
  const { chainId, verifyingContract } = eip712?.domain ?? {};
  const isPinned = typeof chainId === 'number' && typeof verifyingContract === 'string';
  return [
    ...deployments.map((one) => keyOf(one.chainId, one.address)),
    ...(isPinned ? [keyOf(chainId, verifyingContract)] : []),
  ];
}

function tokenIn({ metadata: { token } }: Head): TokenName | undefined {
  const symbol = token?.ticker ?? token?.symbol;
  const decimals = token?.decimals;
  if (symbol === undefined || decimals === undefined || !isDecimals(decimals)) return undefined;
  return { symbol, decimals };
}

/**
 * An index of descriptors. Each is read whole when it is found.
 * @param findSigner the trusted signer who attests a descriptor; asked once of each
 */
export function createPack(
  descriptors: readonly unknown[],
  findSigner: (descriptor: unknown) => string | undefined = () => undefined,
): Pack {
  const signers = new Map<unknown, string | undefined>();
  const attestedBy = (descriptor: unknown): string | undefined => {
    if (!signers.has(descriptor)) signers.set(descriptor, findSigner(descriptor));
    return signers.get(descriptor);
  };
  const places = new Map<string, Set<unknown>>();
  const tokens = new Map<string, { readonly token: TokenName; readonly by: unknown }[]>();
  for (const descriptor of descriptors) {
    const head = v.safeParse(Head, descriptor);
    if (!head.success) continue;
    const token = tokenIn(head.output);
    for (const place of placesOf(head.output)) {
      places.set(place, (places.get(place) ?? new Set()).add(descriptor));
      if (token) tokens.set(place, [...(tokens.get(place) ?? []), { token, by: descriptor }]);
    }
  }
  return {
    find: (chainId, address) =>
      [...(places.get(keyOf(chainId, address)) ?? [])].flatMap((one) => {
        const descriptor = readDescriptor(one);
        return descriptor ? [{ descriptor, attestedBy: attestedBy(one) }] : [];
      }),
    tokensOf: (isAttested) => (chainId, address) =>
      tokens
        .get(keyOf(chainId, address))
        ?.find(({ by }) => !isAttested || attestedBy(by) !== undefined)?.token,
  };
}
