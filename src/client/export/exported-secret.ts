import { proveAnswer, type ProofVerdict } from '../import/address-proof.ts';
import {
  proveListedAccounts,
  type ListedAccount,
  type ProvedAccounts,
} from '../import/account-proof.ts';
import { deriveAccount } from '../import/sealable-phrase.ts';
import type { ListedAddress } from '../../addresses/proof.ts';
import { fromUtf8, toHex, wipe, type Bytes } from '../../crypto/bytes.ts';
import { publicKeyOf } from '../../crypto/keys.ts';
import { keyText, type KeyForm } from '../../keys/key-text.ts';
import { seedOf } from '../../keys/phrase/derivation.ts';
import type { PhraseLanguage } from '../../keys/phrase/languages.ts';
import { readPhrase } from '../../keys/phrase/read-phrase.ts';
import { ADDRESS_FORMAT, CURVE, CURVE_NAMES } from '../../protocol/enums.ts';

/*
 * What came out of an export, opened. Its bytes are in a closure: they become text only for the moment
 * that someone looks at it or copies it, and are wiped at the end. Load this module lazily.
 */

type Held = {
  /** Whether its addresses are those that the service lists. */
  readonly proof: ProvedAccounts;
  /** Overwrites the bytes. After that there is no text. */
  readonly wipe: () => void;
};

/** A recovery phrase; what BIP-39 calls the passphrase goes with it if the wallet has one. */
export type ExportedPhrase = Held & {
  readonly kind: 'phrase';
  readonly wordCount: number;
  readonly language: PhraseLanguage;
  readonly hasPassphrase: boolean;
  /** The words now, composed as people write them. */
  readonly words: () => readonly string[];
  readonly passphrase: () => string;
};

/** A private key on its curve. */
export type ExportedKey = Held & {
  readonly kind: 'key';
  /** The forms that wallets of its chains take. */
  readonly forms: readonly KeyForm[];
  readonly text: (form: KeyForm) => string;
};

export type ExportedSecret = ExportedPhrase | ExportedKey;

/** Why a plaintext isn't what was exported. */
export type PlaintextFault = 'not_a_phrase' | 'not_a_key' | 'other_phrase' | 'other_key';

export type ReadSecret<S extends ExportedSecret> =
  | { readonly ok: true; readonly secret: S }
  | { readonly ok: false; readonly fault: PlaintextFault };

const NEW_LINE = 0x0a;
const KEY_LENGTH = 32;

/**
 * A wallet's recovery phrase, compared with the accounts that the service lists for the wallet. Takes
 * the plaintext, and wipes it if it isn't the wallet's.
 */
export async function readExportedPhrase(
  plaintext: Bytes,
  listed: readonly ListedAccount[],
): Promise<ReadSecret<ExportedPhrase>> {
  const end = plaintext.indexOf(NEW_LINE);
  const phrase = end === -1 ? plaintext : plaintext.subarray(0, end);
  const passphrase = end === -1 ? new Uint8Array() : plaintext.subarray(end + 1);
  const refuse = (fault: PlaintextFault) => {
    wipe(plaintext);
    return { ok: false, fault } as const;
  };
  const reading = await readPhrase(decode(phrase));
  if (reading.fault !== null || reading.language === null) return refuse('not_a_phrase');
  const proof = await provePhrase(phrase, passphrase, listed);
  if (proof.verdict === 'mismatch') return refuse('other_phrase');
  const secret: ExportedPhrase = {
    kind: 'phrase',
    wordCount: reading.words.length,
    language: reading.language,
    hasPassphrase: passphrase.length > 0,
    words: () => decode(phrase).normalize('NFC').split(' '),
    passphrase: () => decode(passphrase),
    proof,
    wipe: () => wipe(plaintext),
  };
  return { ok: true, secret };
}

async function provePhrase(
  phrase: Bytes,
  passphrase: Bytes,
  listed: readonly ListedAccount[],
): Promise<ProvedAccounts> {
  const seed = await seedOf(phrase, passphrase);
  const derive = ({ curve, path, addressFormat }: ListedAccount) => {
    const known = knownAccount(curve, addressFormat);
    return known && deriveAccount(seed, { ...known, path });
  };
  try {
    return proveListedAccounts(derive, listed);
  } finally {
    wipe(seed);
  }
}

function knownAccount(curve: string, format: string) {
  const knownCurve = CURVE.find((one) => one === curve);
  const addressFormat = ADDRESS_FORMAT.find((one) => one === format);
  return knownCurve && addressFormat && { curve: knownCurve, addressFormat };
}

/** What is known of an exported key: its curve, its addresses, and its public key in hex. */
export type KnownKey = {
  readonly curve: string;
  readonly addresses: readonly ListedAddress[];
  readonly publicKey?: string | undefined;
};

/**
 * A private key, compared with the addresses and the public key that the service lists. Takes the
 * plaintext, and wipes it if it isn't that key.
 */
export function readExportedKey(plaintext: Bytes, known: KnownKey): ReadSecret<ExportedKey> {
  const proof = plaintext.length === KEY_LENGTH ? proveKey(plaintext, known) : undefined;
  if (!proof || proof.verdict === 'mismatch') {
    wipe(plaintext);
    return { ok: false, fault: proof ? 'other_key' : 'not_a_key' };
  }
  const secret: ExportedKey = {
    kind: 'key',
    forms: formsOf(known),
    text: (form) => keyText(plaintext, form),
    proof,
    wipe: () => wipe(plaintext),
  };
  return { ok: true, secret };
}

/** Undefined for bytes that are no key of the curve. */
function proveKey(privateKey: Bytes, known: KnownKey): ProvedAccounts | undefined {
  const { curve, addresses, publicKey: stated } = known;
  const knownCurve = CURVE.find((one) => one === curve);
  if (!knownCurve) return { verdict: 'cannot_check', lines: [] };
  let bytes: Bytes;
  try {
    bytes = publicKeyOf(CURVE_NAMES[knownCurve], privateKey);
  } catch {
    return undefined;
  }
  const formats = addresses.map(({ format }) => format);
  const proof = proveAnswer({ curve: knownCurve, bytes }, formats, addresses);
  if (!stated) return proof;
  const isSame = stated.toLowerCase() === toHex(bytes);
  const verdict: ProofVerdict = isSame ? better(proof.verdict) : 'mismatch';
  return { ...proof, verdict };
}

/** A public key that is the same proves the key even if it has no address. */
const better = (verdict: ProofVerdict): ProofVerdict =>
  verdict === 'cannot_check' ? 'proved' : verdict;

function formsOf({ curve, addresses }: KnownKey): readonly KeyForm[] {
  const has = (part: string) => addresses.some(({ format }) => format.includes(part));
  if (curve === 'CURVE_ED25519') return has('SOLANA') ? ['solana', 'hex'] : ['hex'];
  if (curve !== 'CURVE_SECP256K1') return ['hex'];
  if (has('BITCOIN_MAINNET')) return ['wif', 'hex'];
  return has('BITCOIN_') ? ['wif_testnet', 'hex'] : ['hex'];
}

/** Text that isn't UTF-8 is no phrase. */
function decode(bytes: Bytes): string {
  try {
    return fromUtf8(bytes);
  } catch {
    return '';
  }
}
