import { computed, effect, signal } from '@preact/signals';
import {
  holdFile,
  holdKey,
  refusalOf,
  type HeldKey,
  type KeyReading,
  type Refused,
} from '../../../messaging/import/held-key.ts';
import { chosenAtFirst, offersFor } from '../../../messaging/import/offers.ts';
import { preview } from '../../../messaging/import/proof.ts';

/** The key that is held, or why the text is none. */
export type Read =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'held'; readonly key: HeldKey; readonly file: string | null }
  | { readonly kind: 'refused'; readonly refused: Refused; readonly file: string | null };

const NOTHING: Read = { kind: 'nothing' };

/** What the text does not tell. */
type Choice = Parameters<typeof holdKey>[1];
/** A format that can be chosen. */
export type Format = ReturnType<typeof chosenAtFirst>[number];

/** The key and its curve; the formats follow them. */
export function createKey() {
  const input = createInput();
  const curve = signal<KeyReading['curve'] | null>(null);
  const formats = signal<readonly Format[]>([]);

  const reading = computed<KeyReading | null>(() => {
    if (input.read.value.kind !== 'held') return null;
    const { readings } = input.read.value.key;
    if (readings.length === 1) return readings[0];
    return readings.find((one) => one.curve === curve.value) ?? null;
  });
  const offers = computed(() => (reading.value ? offersFor(reading.value) : []));
  const addresses = computed<ReadonlyMap<string, string>>(() => {
    if (!reading.value) return new Map();
    const made = preview(reading.value.publicKey, formats.value);
    return new Map(made.map((one) => [one.format, one.address]));
  });
  // Another key or curve has other formats; what was chosen for the last one does not fit.
  effect(() => {
    formats.value = reading.value ? chosenAtFirst(reading.value) : [];
  });

  return {
    ...input,
    curve,
    formats,
    reading,
    offers,
    addresses,
    toggle: (format: Format, on: boolean): void => {
      const others = formats.peek().filter((one) => one !== format);
      formats.value = on ? [...others, format] : others;
    },
    forget: (): void => {
      input.forget();
      curve.value = null;
    },
  };
}

/** Where a text came from, to read it once more: it is kept by its input or its file alone. */
type Source =
  | { readonly kind: 'text'; readonly text: () => string }
  | { readonly kind: 'file'; readonly file: File };

/** From text or file to a key that is held. The last one asked for counts. */
function createInput() {
  const read = signal<Read>(NOTHING);
  let source: Source | null = null;
  let asked = 0;

  function take(next: Read): void {
    const before = read.peek();
    if (before.kind === 'held') before.key.wipe();
    read.value = next;
  }

  function readText(text: string, again: () => string, choice?: Choice): void {
    asked++;
    source = { kind: 'text', text: again };
    if (text === '') return take(NOTHING);
    try {
      take({ kind: 'held', key: holdKey(text, choice), file: null });
    } catch (error) {
      take({ kind: 'refused', refused: refusalOf(error), file: null });
    }
  }

  async function readFile(file: File, choice?: Choice): Promise<void> {
    const own = ++asked;
    const { name } = file;
    const next = await holdFile(file, choice).then(
      (key): Read => ({ kind: 'held', key, file: name }),
      (error: unknown): Read => ({ kind: 'refused', refused: refusalOf(error), file: name }),
    );
    if (own === asked) {
      source = { kind: 'file', file };
      take(next);
    } else if (next.kind === 'held') next.key.wipe();
  }

  return {
    read,
    readText,
    readFile,
    /** The same text or file, with what it does not tell by itself. */
    readAgain: async (choice: Choice): Promise<void> => {
      if (source?.kind === 'file') await readFile(source.file, choice);
      if (source?.kind === 'text') readText(source.text(), source.text, choice);
    },
    forget: (): void => {
      asked++;
      source = null;
      take(NOTHING);
    },
  };
}
