import { readParameters, typeText } from '../../protocol/abi-parameter.ts';

/*
 * Solidity's declarations as people write them instead of an ABI
 * (docs.ethers.org/v6/basics/abi, Human-Readable ABI; abitype.dev/api/human):
 * `function transfer(address to, uint256 amount) returns (bool)`, events, errors, structs, a whole
 * `interface X { … }`. One stream of words, so that line breaks mean nothing.
 */

/** A parameter in the JSON of an ABI. */
export type JsonParameter = {
  readonly name: string;
  readonly type: string;
  readonly components?: readonly JsonParameter[];
  readonly indexed?: boolean;
};

type JsonEntry = {
  readonly type: string;
  readonly name?: string;
  readonly inputs?: readonly JsonParameter[];
  readonly outputs?: readonly JsonParameter[];
  readonly stateMutability?: string;
  readonly anonymous?: boolean;
};

export type Declarations =
  | { readonly ok: true; readonly entries: readonly JsonEntry[] }
  | {
      readonly ok: false;
      /** `declared_type`: a type that is neither the ABI's nor declared here. */
      readonly fault: 'declaration' | 'declared_type';
      /** What stands there, or the type. */
      readonly subject: string;
      /** Counted from 1. */
      readonly line: number;
    };

class DeclarationError extends Error {
  readonly fault: 'declaration' | 'declared_type';
  readonly subject: string;
  readonly line: number;
  constructor(fault: 'declaration' | 'declared_type', { text, line }: Word) {
    super(fault);
    this.fault = fault;
    this.subject = text;
    this.line = line;
  }
}

type Word = { readonly text: string; readonly line: number };
const END = '';

/** More words, and more types after structs were put in, than any interface has. */
const MAX_WORDS = 200_000;
const MAX_TYPES = 20_000;
const MAX_DEPTH = 16;

const SPLIT = /\s+|\/\/[^\n]*|\/\*[^]*?\*\/|([A-Za-z_$][\w$]*|\d+|[()[\]{},;.@])/y;
const NAME = /^[A-Za-z_$]/;

function splitWords(text: string): readonly Word[] {
  const words: Word[] = [];
  let line = 1;
  let at = 0;
  while (at < text.length) {
    SPLIT.lastIndex = at;
    const [all, word] = SPLIT.exec(text) ?? [];
    if (all === undefined || words.length >= MAX_WORDS)
      throw new DeclarationError('declaration', { text: text.slice(at, at + 20), line });
    if (word !== undefined) words.push({ text: word, line });
    line += all.split('\n').length - 1;
    at += all.length;
  }
  return words;
}

/** A type as written: its name or its members, and the brackets behind it. */
type WrittenType = { readonly of: Word | readonly Written[]; readonly arrays: string };
type Written = { readonly name: string; readonly type: WrittenType; readonly indexed: boolean };

/** A declaration whose types aren't looked up yet. */
type WrittenEntry = {
  readonly type: string;
  readonly name?: string;
  readonly inputs: readonly Written[];
  readonly outputs?: readonly Written[];
  readonly stateMutability?: string;
  readonly anonymous?: boolean;
};

const LOCATIONS = ['memory', 'calldata', 'storage', 'payable'];
const MUTABILITIES = ['pure', 'view', 'nonpayable', 'payable'];
const IGNORED = ['external', 'public', 'virtual', 'override'];

/** Takes words one after the other. */
function createWords(words: readonly Word[]) {
  let at = 0;
  const last: Word = { text: END, line: words.at(-1)?.line ?? 1 };
  const peek = () => words[at] ?? last;
  const refuse = (): never => {
    throw new DeclarationError('declaration', peek());
  };
  const takeIf = (text: string): boolean => {
    const isNext = peek().text === text;
    if (isNext) at += 1;
    return isNext;
  };
  return {
    peek,
    refuse,
    takeIf,
    take: (): Word => {
      const word = peek();
      at += 1;
      return word;
    },
    demand: (text: string): void => void (takeIf(text) || refuse()),
    takeName: (): Word => {
      const word = peek();
      if (!NAME.test(word.text)) refuse();
      at += 1;
      return word;
    },
  };
}
type Words = ReturnType<typeof createWords>;

function takeType(words: Words, depth: number): WrittenType {
  if (depth > MAX_DEPTH) words.refuse();
  const takeBase = (): WrittenType['of'] => {
    if (words.peek().text === '(') return takeParameters(words, depth + 1);
    const { text, line } = words.takeName();
    if (text === 'tuple') return takeParameters(words, depth + 1);
    let path = text;
    while (words.takeIf('.')) path = `${path}.${words.takeName().text}`;
    return { text: path, line };
  };
  const of = takeBase();
  let arrays = '';
  while (words.takeIf('[')) {
    const { text: length } = words.peek();
    const isFixed = /^\d+$/.test(length);
    if (isFixed) words.take();
    words.demand(']');
    arrays = `${arrays}[${isFixed ? length : ''}]`;
  }
  return { of, arrays };
}

function takeParameter(words: Words, depth: number): Written {
  const type = takeType(words, depth);
  let indexed = false;
  for (;;) {
    const { text } = words.peek();
    if (text === 'indexed') indexed = true;
    else if (!LOCATIONS.includes(text)) break;
    words.take();
  }
  const name = NAME.test(words.peek().text) ? words.take().text : '';
  return { name, type, indexed };
}

function takeParameters(words: Words, depth = 0): readonly Written[] {
  const list: Written[] = [];
  words.demand('(');
  if (words.takeIf(')')) return list;
  do list.push(takeParameter(words, depth));
  while (words.takeIf(','));
  words.demand(')');
  return list;
}

/** What may stand behind the parameters of something that is called. */
function takeModifiers(words: Words) {
  let stateMutability = 'nonpayable';
  let outputs: readonly Written[] = [];
  for (;;) {
    const { text } = words.peek();
    if (MUTABILITIES.includes(text)) stateMutability = words.take().text;
    else if (IGNORED.includes(text)) words.take();
    else if (words.takeIf('constant')) stateMutability = 'view';
    else if (words.takeIf('returns')) outputs = takeParameters(words);
    // What calls cost, as ethers writes it: `@29000`.
    else if (words.takeIf('@')) words.take();
    else return { stateMutability, outputs };
  }
}

function takeStruct(words: Words): readonly [name: string, members: readonly Written[]] {
  const { text: name } = words.takeName();
  const members: Written[] = [];
  words.demand('{');
  while (!words.takeIf('}')) {
    members.push(takeParameter(words, 0));
    words.demand(';');
  }
  return [name, members];
}

function takeEntry(words: Words): WrittenEntry {
  const { text: type } = words.peek();
  switch (type) {
    case 'function': {
      words.take();
      const { text: name } = words.takeName();
      return { type, name, inputs: takeParameters(words), ...takeModifiers(words) };
    }
    case 'event': {
      words.take();
      const { text: name } = words.takeName();
      const inputs = takeParameters(words);
      return { type, name, inputs, anonymous: words.takeIf('anonymous') };
    }
    case 'error': {
      words.take();
      const { text: name } = words.takeName();
      return { type, name, inputs: takeParameters(words) };
    }
    case 'constructor':
    case 'receive':
    case 'fallback': {
      words.take();
      const inputs = takeParameters(words);
      const { stateMutability } = takeModifiers(words);
      return { type, inputs, stateMutability };
    }
    default:
      return words.refuse();
  }
}

function takeAll(words: Words) {
  const entries: WrittenEntry[] = [];
  const structs = new Map<string, readonly Written[]>();
  let isInside = false;
  while (words.peek().text !== END) {
    if (words.takeIf(';')) continue;
    if (words.takeIf('struct')) structs.set(...takeStruct(words));
    else if (isInside && words.takeIf('}')) isInside = false;
    else if (!isInside && words.takeIf('interface')) {
      words.takeName();
      words.demand('{');
      isInside = true;
    } else entries.push(takeEntry(words));
  }
  if (isInside) words.refuse();
  return { entries, structs };
}

/** Looks up the types: structs may hold each other, so what they come to is counted. */
function createResolver(structs: ReadonlyMap<string, readonly Written[]>) {
  let types = 0;
  function resolve({ name, type: { of, arrays } }: Written, depth = 0): JsonParameter {
    const lookUp = (members: readonly Written[]): JsonParameter => ({
      name,
      type: `tuple${arrays}`,
      components: members.map((member) => resolve(member, depth + 1)),
    });
    types += 1;
    if (!('text' in of)) return lookUp(of);
    if (types > MAX_TYPES || depth > MAX_DEPTH) throw new DeclarationError('declared_type', of);
    const members = structs.get(of.text);
    if (members) return lookUp(members);
    const [known] = readParameters([{ name, type: of.text + arrays }]) ?? [];
    if (!known) throw new DeclarationError('declared_type', of);
    return { name, type: typeText(known.type) };
  }
  return (list: readonly Written[]) => list.map((one) => resolve(one));
}

function toJson(entry: WrittenEntry, resolve: ReturnType<typeof createResolver>): JsonEntry {
  const { type, inputs: written, outputs, ...rest } = entry;
  const inputs = resolve(written).map((input, index) =>
    type === 'event' ? { ...input, indexed: written[index]?.indexed === true } : input,
  );
  const hasInputs = type !== 'receive' && type !== 'fallback';
  return {
    type,
    ...rest,
    ...(hasInputs && { inputs }),
    ...(type === 'function' && { outputs: resolve(outputs ?? []) }),
  };
}

/** Reads declarations; never throws. */
export function readDeclarations(text: string): Declarations {
  try {
    const { entries, structs } = takeAll(createWords(splitWords(text)));
    const resolve = createResolver(structs);
    return { ok: true, entries: entries.map((entry) => toJson(entry, resolve)) };
  } catch (error) {
    if (!(error instanceof DeclarationError)) throw error;
    const { fault, subject, line } = error;
    return { ok: false, fault, subject, line };
  }
}
