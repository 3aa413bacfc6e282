/*
 * How far reading calldata goes, and how it ends where it can't go on.
 */

/** Why calldata can't be read. */
export type CalldataFault =
  | 'hex'
  | 'no_selector'
  | 'unknown_selector'
  /** It ends before all arguments do. */
  | 'too_short'
  /** Some bytes belong to no argument. */
  | 'unread'
  /** An argument would be outside of the data. */
  | 'offset'
  | 'bool'
  /** What fills a value up to 32 bytes is not what fills it. */
  | 'padding'
  | 'utf8'
  /** It says that there is more than anyone would read. */
  | 'too_many'
  /** It is longer than a transaction can be. */
  | 'too_long'
  /** The same bytes stand for so much that reading stops. */
  | 'repeats'
  /** The interface has several functions of this selector: which one is called can't be told. */
  | 'ambiguous';

/** How much was done for one reading. Each number has its limit, whatever the interface and the data say. */
export type DecodeWork = {
  /** Values read, of any type. */
  values: number;
  /** Words of 32 bytes read: those that several values share count for each. */
  words: number;
  /** Characters of names, types and contents given back. */
  characters: number;
  /** Of these, the ones of text. */
  textCharacters: number;
  /** Types measured. */
  types: number;
  /** Signatures hashed. */
  hashes: number;
};

/**
 * An encoder writes each word for one value, so twice the words of the longest calldata are more than
 * it ever needs. Types and signatures are as many as the interface has (`contract-interface.ts`).
 */
export const DECODE_LIMITS = {
  /** Nodes pass on no transaction that is longer (go-ethereum, `core/txpool/legacypool`, txMaxSize). */
  bytes: 131_072,
  values: 5000,
  words: 8192,
  characters: 1_000_000,
  textCharacters: 65_536,
  /** Longer types are cut where a value is shown; the function's head has all of them. */
  typeText: 120,
} as const;

export function startWork(): DecodeWork {
  return { values: 0, words: 0, characters: 0, textCharacters: 0, types: 0, hashes: 0 };
}

/** Where a value stands, put into words only for a fault. */
export type Place = { readonly parent: Place | undefined; readonly step: string | number };

function placeText(place: Place | undefined): string {
  let text = '';
  for (let one = place; one; one = one.parent) {
    const step = typeof one.step === 'number' ? `[${one.step}]` : one.step;
    const isJoined = text === '' || text.startsWith('[');
    text = isJoined ? step + text : `${step}.${text}`;
  }
  return text;
}

export class CalldataError extends Error {
  readonly fault: CalldataFault;
  readonly place: string;
  constructor(fault: CalldataFault, place: Place | undefined) {
    super(fault);
    this.fault = fault;
    this.place = placeText(place);
  }
}

export function spend(
  work: DecodeWork,
  what: 'values' | 'words' | 'characters' | 'textCharacters',
  amount: number,
  place: Place | undefined,
): void {
  if (work[what] + amount > DECODE_LIMITS[what])
    throw new CalldataError(what === 'words' ? 'repeats' : 'too_many', place);
  work[what] += amount;
}
