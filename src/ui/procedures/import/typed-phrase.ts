import { signal } from '@preact/signals';
import type { SchemeOfAddress } from '../../../client/import/phrase-scheme.ts';
import {
  checkPhrase,
  holdPhrase,
  NO_PHRASE_VIEW,
  type PhraseView,
  type SealablePhrase,
  type AccountPlan,
} from '../../../client/import/sealable-phrase.ts';
import { nextAccount, type AccountDefaults } from '../../forms/accounts.ts';

/** What the user says of words that several schemes have: an address, or that they know. */
export type SchemeDecision = SchemeOfAddress | 'sure';

/**
 * A phrase while it is typed. Its input alone keeps the text; here are its words as they were checked,
 * and, once it has no fault, what derives addresses from it. The most recent text wins.
 */
export function createTypedPhrase() {
  const reading = signal<PhraseView>(NO_PHRASE_VIEW);
  const held = signal<SealablePhrase | null>(null);
  /** The text was pasted whole, so that what is missing is not still to be typed. */
  const isWhole = signal(false);
  /** Which of several schemes it is; null until that is asked. */
  const scheme = signal<SchemeDecision | null>(null);
  let readNumber = 0;
  let lastRead = Promise.resolve();

  function setHeld(phrase: SealablePhrase | null): void {
    held.peek()?.wipe();
    held.value = phrase;
  }

  function read(text: string, wasPasted: boolean): Promise<void> {
    lastRead = readNext(text, wasPasted);
    return lastRead;
  }

  async function readNext(text: string, wasPasted: boolean): Promise<void> {
    const ownNumber = ++readNumber;
    const next = await checkPhrase(text);
    if (ownNumber !== readNumber) return;
    isWhole.value = wasPasted;
    setHeld(null);
    scheme.value = null;
    reading.value = next;
    if (next.fault !== null) return;
    const phrase = await holdPhrase(next);
    if (ownNumber === readNumber) setHeld(phrase);
    else phrase.wipe();
  }

  /** Looks which scheme makes an address out of the words. */
  async function decideByAddress(address: string): Promise<void> {
    const ownNumber = readNumber;
    const phrase = held.peek();
    const { words, alsoFits: schemes } = reading.peek();
    if (!phrase) return;
    const { schemeOfAddress } = await import('../../../client/import/phrase-scheme.ts');
    const texts = words.map(({ text }) => text);
    const found = await schemeOfAddress(
      { words: texts, schemes, phrase, plansOf: plansOfChain },
      address,
    );
    if (ownNumber === readNumber) scheme.value = found;
  }

  function forget(): void {
    readNumber++;
    isWhole.value = false;
    scheme.value = null;
    setHeld(null);
    reading.value = NO_PHRASE_VIEW;
  }

  /** Forgets the words, but not the phrase that was read from them. */
  function forgetWords(): void {
    readNumber++;
    reading.value = NO_PHRASE_VIEW;
  }

  /** Resolves once the newest text is read: its words are shown before its phrase is held. */
  const whenRead = () => lastRead;

  return { reading, held, isWhole, scheme, read, whenRead, decideByAddress, forget, forgetWords };
}

/** The text of a phrase with another word in one place. */
export function withWord({ words }: PhraseView, at: number, word: string): string {
  return words.map(({ text }, index) => (index === at ? word : text)).join(' ');
}

/** The first accounts of a chain by its default paths; none for a chain without them. */
export function plansOfChain(chain: string, count: number): readonly AccountPlan[] {
  const plans: AccountDefaults[] = [];
  while (plans.length < count) {
    const plan = nextAccount(chain, plans);
    if (!plan) break;
    plans.push(plan);
  }
  return plans;
}
