import { signal } from '@preact/signals';
import {
  checkPhrase,
  holdPhrase,
  type PhraseView,
  type SealablePhrase,
} from '../../../client/import/sealable-phrase.ts';

const NOTHING: PhraseView = { words: [], language: null, languages: [], fault: 'empty' };

/**
 * A phrase while it is typed. Its input alone keeps the text; here are its words as they were checked,
 * and, once it has no fault, what derives addresses from it. The most recent text wins.
 */
export function createTypedPhrase() {
  const reading = signal<PhraseView>(NOTHING);
  const held = signal<SealablePhrase | null>(null);
  /** The text was pasted whole, so that what is missing is not still to be typed. */
  const isWhole = signal(false);
  let readNumber = 0;

  function setHeld(phrase: SealablePhrase | null): void {
    held.peek()?.wipe();
    held.value = phrase;
  }

  async function read(text: string, wasPasted: boolean): Promise<void> {
    const ownNumber = ++readNumber;
    const next = await checkPhrase(text);
    if (ownNumber !== readNumber) return;
    isWhole.value = wasPasted;
    setHeld(null);
    reading.value = next;
    if (next.fault !== null) return;
    const phrase = await holdPhrase(next);
    if (ownNumber === readNumber) setHeld(phrase);
    else phrase.wipe();
  }

  function forget(): void {
    readNumber++;
    isWhole.value = false;
    setHeld(null);
    reading.value = NOTHING;
  }

  /** Forgets the words, but not the phrase that was read from them. */
  function forgetWords(): void {
    readNumber++;
    reading.value = NOTHING;
  }

  return { reading, held, isWhole, read, forget, forgetWords };
}

/** The text of a phrase with another word in one place. */
export function withWord({ words }: PhraseView, at: number, word: string): string {
  return words.map(({ text }, index) => (index === at ? word : text)).join(' ');
}
