import { addressOf } from '../../addresses/address.ts';
import type { PublicKey } from '../../addresses/points.ts';
import { buildEncryptedBundle } from '../../crypto/bundle.ts';
import { utf8, wipe, type Bytes } from '../../crypto/bytes.ts';
import { sealToTarget } from '../../crypto/hpke.ts';
import { pathFault, publicKeyAt, seedOf, type PathFault } from '../../keys/phrase/derivation.ts';
import type { PhraseLanguage } from '../../keys/phrase/languages.ts';
import { OTHER_SCHEMES, type OtherScheme } from '../../keys/phrase/other-schemes.ts';
import {
  NO_PHRASE,
  phraseText,
  readPhrase,
  type PhraseReading,
  type PhraseWord,
} from '../../keys/phrase/read-phrase.ts';
import { addressFormatsOf } from '../../protocol/curve-formats.ts';
import type { AddressFormat, Curve } from '../../protocol/enums.ts';
import { KeystampError } from '../../protocol/errors.ts';

/*
 * The page side of importing a wallet: reads a recovery phrase, derives addresses from it, and seals it.
 * Load this module lazily; the worker never does.
 */

/** A phrase as pages show it while it is typed. */
export type PhraseView = PhraseReading;
export type PhraseWordView = PhraseWord;
export type PhraseSchemeName = OtherScheme;
export const PHRASE_SCHEME_NAMES: readonly OtherScheme[] = OTHER_SCHEMES;
/** What an empty input shows. */
export const NO_PHRASE_VIEW: PhraseView = NO_PHRASE;

/** Reads a phrase while it is typed; see `readPhrase`. */
export const checkPhrase = (text: string): Promise<PhraseView> => readPhrase(text);

/** An account of a wallet: what the service derives it from. */
export type AccountPlan = {
  readonly curve: Curve;
  /** Such as `m/44'/60'/0'/0/0`. */
  readonly path: string;
  readonly addressFormat: AddressFormat;
};

/**
 * Why an account can't be derived: its path, a format that doesn't fit its curve, or that the phrase
 * was wiped before anyone asked for it.
 */
type AccountFault = PathFault | 'format' | 'forgotten';

/** An account with its public key and address, or why it has none. */
export type DerivedAccount = AccountPlan &
  (
    | { readonly publicKey: PublicKey; readonly address: string; readonly fault?: undefined }
    | { readonly fault: AccountFault }
  );

/** A phrase with its words out of reach: it derives, and can be sealed and wiped, nothing else. */
export type SealablePhrase = {
  readonly language: PhraseLanguage;
  readonly wordCount: number;
  /** An account. What was derived once is public and stays known after the phrase was wiped. */
  readonly derive: (account: AccountPlan) => DerivedAccount;
  /**
   * The encrypted bundle for a verified target (65 bytes). Wipes the phrase, whether it succeeds or
   * not. `internal` after the phrase was wiped.
   */
  readonly seal: (target: Bytes) => Promise<string>;
  /** Overwrites phrase and seed. */
  readonly wipe: () => void;
};

/** Holds a phrase without faults. `internal` for any other. */
export async function holdPhrase(reading: PhraseView): Promise<SealablePhrase> {
  const { words, language, fault } = reading;
  if (fault !== null || language === null) throw new KeystampError('internal');
  const phrase = utf8(phraseText(words.map(({ text }) => text)));
  const seed = await seedOf(phrase);
  const known = new Map<string, DerivedAccount>();
  let isHeld = true;
  const wipePhrase = (): void => {
    isHeld = false;
    wipe(phrase, seed);
  };
  return {
    language,
    wordCount: words.length,
    derive: (account) => {
      const { curve, path, addressFormat } = account;
      const key = `${curve} ${path} ${addressFormat}`;
      const derived =
        known.get(key) ??
        (isHeld ? deriveAccount(seed, account) : { ...account, fault: 'forgotten' });
      if (derived.fault !== 'forgotten') known.set(key, derived);
      return derived;
    },
    seal: async (target) => {
      if (!isHeld) throw new KeystampError('internal');
      try {
        return buildEncryptedBundle(await sealToTarget(target, phrase));
      } finally {
        wipePhrase();
      }
    },
    wipe: wipePhrase,
  };
}

/** An account of a seed (64 bytes). */
export function deriveAccount(seed: Bytes, account: AccountPlan): DerivedAccount {
  const { curve, path, addressFormat } = account;
  const fault = pathFault(curve, path);
  if (fault) return { ...account, fault };
  if (!addressFormatsOf(curve).includes(addressFormat)) return { ...account, fault: 'format' };
  const publicKey = { curve, bytes: publicKeyAt(seed, curve, path) };
  return { ...account, publicKey, address: addressOf(addressFormat, publicKey) };
}
