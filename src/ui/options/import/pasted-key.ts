import { computed, effect, signal } from '@preact/signals';
import {
  parseKeyFile,
  parseSealableKey,
  refusalOf,
  type SealableKey,
  type KeyCandidate,
  type KeyRefusalView,
} from '../../../client/import/sealable-key.ts';
import { defaultFormats, listFormatOffers } from '../../../client/import/format-offers.ts';
import { previewAddresses } from '../../../client/import/address-proof.ts';

/** The key that was read, or why the text isn't a key. */
export type PasteResult =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'held'; readonly key: SealableKey; readonly file: string | null }
  | { readonly kind: 'refused'; readonly refused: KeyRefusalView; readonly file: string | null };

const EMPTY_RESULT: PasteResult = { kind: 'nothing' };

/** What the text doesn't say. */
type InterpretOptions = Parameters<typeof parseSealableKey>[1];
/** A format the user can select. */
export type Format = ReturnType<typeof defaultFormats>[number];

/** The key and its curve; they determine the formats. */
export function createPastedKey() {
  const input = createPasteInput();
  const curve = signal<KeyCandidate['curve'] | null>(null);
  const formats = signal<readonly Format[]>([]);

  const reading = computed<KeyCandidate | null>(() => {
    if (input.read.value.kind !== 'held') return null;
    const { candidates: readings } = input.read.value.key;
    if (readings.length === 1) return readings[0];
    return readings.find((candidate) => candidate.curve === curve.value) ?? null;
  });
  const offers = computed(() => (reading.value ? listFormatOffers(reading.value) : []));
  const addresses = computed<ReadonlyMap<string, string>>(() => {
    if (!reading.value) return new Map();
    const previews = previewAddresses(reading.value.publicKey, formats.value);
    return new Map(previews.map((item) => [item.format, item.address]));
  });
  // Another key or curve has other formats; the previous selection doesn't fit.
  effect(() => {
    formats.value = reading.value ? defaultFormats(reading.value) : [];
  });

  return {
    ...input,
    curve,
    formats,
    reading,
    offers,
    addresses,
    toggle: (format: Format, on: boolean): void => {
      const others = formats.peek().filter((other) => other !== format);
      formats.value = on ? [...others, format] : others;
    },
    forget: (): void => {
      input.forget();
      curve.value = null;
    },
  };
}

/** Where a text came from, to read it again. Only its input or file keeps the text. */
type TextSource =
  | { readonly kind: 'text'; readonly text: () => string }
  | { readonly kind: 'file'; readonly file: File };

/** Reads a key from text or a file. The most recent read wins. */
function createPasteInput() {
  const read = signal<PasteResult>(EMPTY_RESULT);
  let source: TextSource | null = null;
  let readNumber = 0;

  function setResult(result: PasteResult): void {
    const previous = read.peek();
    if (previous.kind === 'held') previous.key.wipe();
    read.value = result;
  }

  function readText(text: string, getText: () => string, options?: InterpretOptions): void {
    readNumber++;
    source = { kind: 'text', text: getText };
    if (text === '') return setResult(EMPTY_RESULT);
    try {
      setResult({ kind: 'held', key: parseSealableKey(text, options), file: null });
    } catch (error) {
      setResult({ kind: 'refused', refused: refusalOf(error), file: null });
    }
  }

  async function readFile(file: File, options?: InterpretOptions): Promise<void> {
    const ownReadNumber = ++readNumber;
    const { name } = file;
    const result = await parseKeyFile(file, options).then(
      (key): PasteResult => ({ kind: 'held', key, file: name }),
      (error: unknown): PasteResult => ({ kind: 'refused', refused: refusalOf(error), file: name }),
    );
    if (ownReadNumber === readNumber) {
      source = { kind: 'file', file };
      setResult(result);
    } else if (result.kind === 'held') result.key.wipe();
  }

  /** The text that was refused, while its input or file still has it. */
  const sourceText = async (): Promise<string> =>
    source?.kind === 'file' ? source.file.text() : (source?.text() ?? '');

  return {
    read,
    sourceText,
    /** Holds the key of an opened keystore file, unless something else was read meanwhile. */
    holdKeystore: (key: SealableKey): void => {
      const { file } = read.peek() as { readonly file?: string | null };
      setResult({ kind: 'held', key, file: file ?? null });
    },
    readText,
    readFile,
    /** Reads the same text or file again with what it doesn't say itself. */
    interpretAgain: async (options: InterpretOptions): Promise<void> => {
      if (source?.kind === 'file') await readFile(source.file, options);
      if (source?.kind === 'text') readText(source.text(), source.text, options);
    },
    forget: (): void => {
      readNumber++;
      source = null;
      setResult(EMPTY_RESULT);
    },
  };
}
