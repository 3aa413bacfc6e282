import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { parseTransaction, type Hex } from 'viem';
import { readTypedData } from '../../src/signing/typed-data.ts';
import type { Call } from '../../src/client/clear-signing/describe.ts';
import type { TypedData } from '../../src/signing/typed-data.ts';

/* A checkout of a public registry of descriptors (ERC-7730): descriptors, cases of version 2, attestations. */

export type Json = Readonly<Record<string, unknown>>;

type Expected = {
  readonly intent: string;
  readonly interpolatedIntent?: string;
  readonly fields: readonly { readonly label: string; readonly value: string }[];
};
type Token = { readonly symbol: string; readonly decimals: number };
type CaseFile = {
  readonly descriptor: string;
  readonly dataProvider?: { readonly tokens?: Readonly<Record<string, Token>> };
  readonly tests: readonly {
    readonly description: string;
    readonly rawTx?: string;
    readonly from?: string;
    readonly data?: Json;
    readonly expected: Expected;
  }[];
};

export type Case = {
  readonly name: string;
  readonly file: string;
  readonly descriptor: Json;
  readonly tokens: ReadonlyMap<string, Token>;
  readonly expected: Expected;
  /** As the file has it, for the renderer alone. */
  readonly message: Json | undefined;
  readonly call: Call | undefined;
  readonly typedData: TypedData | undefined;
};

const readJson = (path: string): Json => JSON.parse(readFileSync(path, 'utf8')) as Json;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly Json[] =>
  Array.isArray(value) ? value.filter(isObject) : [];
const objectOf = (value: unknown): Json => (isObject(value) ? value : {});

/** Fields of one path are one, the including file's members first (ERC-7730, Includes). */
function mergeFields(base: readonly Json[], own: readonly Json[]): readonly Json[] {
  const isSame = (one: Json, other: Json) =>
    ['path', 'value'].some((key) => key in one && one[key] === other[key]);
  const kept = base.map((field) => {
    const over = own.find((one) => isSame(one, field));
    if (!over) return field;
    return {
      ...field,
      ...over,
      params: { ...objectOf(field['params']), ...objectOf(over['params']) },
    };
  });
  return [...kept, ...own.filter((one) => !base.some((field) => isSame(one, field)))];
}

function mergeFormats(base: Json, own: Json): Json {
  const both = Object.entries(own).map(([key, value]) => {
    const [before, after] = [objectOf(base[key]), objectOf(value)];
    const fields = mergeFields(listOf(before['fields']), listOf(after['fields']));
    return [key, { ...before, ...after, fields }] as const;
  });
  return { ...base, ...Object.fromEntries(both) };
}

/** A descriptor with what it includes. */
function readWhole(path: string): Json {
  const { includes, ...own } = readJson(path);
  if (typeof includes !== 'string') return own;
  const base = readWhole(resolve(dirname(path), includes));
  const [before, after] = [objectOf(base['display']), objectOf(own['display'])];
  const merged = (name: string) => ({ ...objectOf(base[name]), ...objectOf(own[name]) });
  return {
    ...base,
    ...own,
    context: merged('context'),
    metadata: merged('metadata'),
    display: {
      ...before,
      ...after,
      definitions: { ...objectOf(before['definitions']), ...objectOf(after['definitions']) },
      formats: mergeFormats(objectOf(before['formats']), objectOf(after['formats'])),
    },
  };
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** Every case of version 2. One whose data Keystamp's own readers refuse has neither call nor typed data. */
export function readCases(registry: string): readonly Case[] {
  return globSync('registry/*/testsv2/*.json', { cwd: registry })
    .toSorted()
    .flatMap((path) => {
      const file = readJson(join(registry, path)) as CaseFile;
      const descriptor = readWhole(resolve(registry, dirname(path), file.descriptor));
      const tokens = new Map(
        Object.entries(file.dataProvider?.tokens ?? {}).map(([address, token]) => [
          address.toLowerCase(),
          token,
        ]),
      );
      return file.tests.map(({ description, rawTx, from, data, expected }) => {
        const call = rawTx === undefined ? undefined : attempt(() => readCall(rawTx, from));
        const typedData = data && attempt(() => readMessage(data));
        const name = `${basename(path)}: ${description}`;
        return { name, file: path, descriptor, tokens, expected, message: data, call, typedData };
      });
    });
}

function readCall(rawTx: string, from: string | undefined): Call | undefined {
  const { chainId, to, value = 0n, data = '0x' } = parseTransaction(rawTx as Hex);
  if (chainId === undefined || !to) return undefined;
  return { chainId: BigInt(chainId), to, value, data, from };
}

/** Some cases have addresses with a wrong checksum, which Keystamp refuses: in lower case there is none. */
function readMessage(data: Json): TypedData {
  const text = JSON.stringify(data);
  return readTypedData(text.replaceAll(/"0x[0-9a-f]{40}"/gi, (address) => address.toLowerCase()));
}

export type Signed = {
  readonly name: string;
  readonly attestation: Json;
  readonly descriptor: Json;
};

/** Each attestation with the descriptor that it is of, as that stands in its file. */
export function readSigned(registry: string): readonly Signed[] {
  return globSync('registry/*/sigs/*.json', { cwd: registry })
    .toSorted()
    .map((path) => {
      const [of = ''] = basename(path).split('.eip155-');
      const descriptor = readJson(join(registry, dirname(path), '..', `${of}.json`));
      return { name: path, attestation: readJson(join(registry, path)), descriptor };
    });
}
