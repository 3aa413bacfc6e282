import { batch, computed, effect, signal } from '@preact/signals';
import type { KeyCandidate, SealableKey } from '../../../client/import/sealable-key.ts';
import { defaultFormats, listFormatOffers } from '../../../client/import/format-offers.ts';
import { previewAddresses } from '../../../client/import/address-proof.ts';
import {
  readPaste,
  readPastedFile,
  type ListedKey,
  type PasteReading,
} from '../../../client/import/read-paste.ts';

/** What was read, and the name of the file that it was in. */
export type PasteResult =
  { readonly kind: 'nothing' } | (PasteReading & { readonly file: string | null });
export type KeystorePaste = Extract<PasteResult, { kind: 'keystore' }>;

const EMPTY_RESULT: PasteResult = { kind: 'nothing' };

/** What the text doesn't say. */
type InterpretOptions = Parameters<typeof readPaste>[1];
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
  /** The keys of a text that has several, also after one was chosen. */
  const keys = signal<readonly ListedKey[]>([]);
  const entry = signal<number | null>(null);
  let source: TextSource | null = null;
  let known: InterpretOptions = {};
  let readNumber = 0;

  function setResult(result: PasteResult): void {
    const previous = read.peek();
    if (previous.kind === 'held') previous.key.wipe();
    batch(() => {
      read.value = result;
      entry.value = known.entry ?? null;
      if (known.entry === undefined) keys.value = result.kind === 'refused' ? result.keys : [];
    });
  }

  function readText(text: string, getText: () => string, options: InterpretOptions = {}): void {
    readNumber++;
    source = { kind: 'text', text: getText };
    known = options;
    setResult(text === '' ? EMPTY_RESULT : { ...readPaste(text, options), file: null });
  }

  async function readFile(file: File, options: InterpretOptions = {}): Promise<void> {
    const ownReadNumber = ++readNumber;
    const result = { ...(await readPastedFile(file, options)), file: file.name };
    if (ownReadNumber === readNumber) {
      source = { kind: 'file', file };
      known = options;
      setResult(result);
    } else if (result.kind === 'held') result.key.wipe();
  }

  return {
    read,
    keys,
    entry,
    /** Holds the key of a keystore file, unless something else was read while it was opened. */
    holdKeystore: (opened: KeystorePaste, key: SealableKey): void => {
      if (read.peek() === opened) setResult({ kind: 'held', key, file: opened.file });
      else key.wipe();
    },
    readText,
    readFile,
    /** Reads the same text or file again with what it doesn't say itself. */
    interpretAgain: async (options: InterpretOptions): Promise<void> => {
      const all = { ...known, ...options };
      if (source?.kind === 'file') await readFile(source.file, all);
      if (source?.kind === 'text') readText(source.text(), source.text, all);
    },
    forget: (): void => {
      readNumber++;
      source = null;
      known = {};
      setResult(EMPTY_RESULT);
    },
  };
}
