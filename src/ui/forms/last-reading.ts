import { signal } from '@preact/signals';
import * as v from 'valibot';
import type * as reader from '../../client/interface/read-interface.ts';

/*
 * What the text of an interface was made from. The text alone doesn't say it any more, so it is kept
 * beside the text, in an unfinished form too: whoever signs reads what was left out.
 */

type ReadWell = Extract<reader.InterfaceReading, { ok: true }>;
/** What was read, as the notes about it need it. */
export type LastReading = Pick<ReadWell, 'text' | 'source' | 'name' | 'notes'>;

/** The last text that was made of another. */
export const lastReading = signal<LastReading | undefined>(undefined);

export function setLastReading({ text, source, name, notes }: LastReading): void {
  lastReading.value = { text, source, name, notes };
}

const MAX_LENGTH = 1000;
const text = v.pipe(v.string(), v.maxLength(MAX_LENGTH));
const SOURCES = [
  'abi',
  'entry',
  'hardhat',
  'foundry',
  'truffle',
  'explorer',
  'compiler',
  'artifact',
  'declarations',
  'idl',
] as const satisfies readonly ReadWell['source'][];

/** A reading as it is kept with an unfinished form, whose field has the text. */
const savedReading = v.object({
  field: text,
  source: v.picklist(SOURCES),
  name: text,
  notes: v.pipe(
    v.array(
      v.variant('kind', [
        v.object({
          kind: v.literal('left'),
          names: v.pipe(v.array(text), v.maxLength(MAX_LENGTH)),
        }),
        v.object({
          kind: v.picklist(['nulls', 'filled', 'mutability', 'structs']),
          count: v.number(),
        }),
        v.object({ kind: v.picklist(['minified', 'idl_types']) }),
      ]),
    ),
    v.maxLength(10),
  ),
});
type SavedReading = v.InferOutput<typeof savedReading>;

/** The reading of a text in one of the form's fields, to be kept with them. */
export function readingIn(values: Readonly<Record<string, unknown>>): SavedReading | undefined {
  const reading = lastReading.peek();
  if (!reading) return undefined;
  const field = Object.keys(values).find((name) => values[name] === reading.text);
  const found = { field, source: reading.source, name: reading.name, notes: reading.notes };
  const parsed = v.safeParse(savedReading, found);
  return parsed.success ? parsed.output : undefined;
}

/** Brings back what was kept with a form. Ignores what isn't one. */
export function restoreReading(saved: unknown, values: Readonly<Record<string, unknown>>): void {
  const parsed = v.safeParse(savedReading, saved);
  const given = parsed.success ? values[parsed.output.field] : undefined;
  if (parsed.success && typeof given === 'string')
    setLastReading({ ...parsed.output, text: given });
}
