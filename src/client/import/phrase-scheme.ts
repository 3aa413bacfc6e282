import { pbkdf2 } from '@noble/hashes/pbkdf2.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { addressOf } from '../../addresses/address.ts';
import { createAddressMatcher, formatsOfText } from '../../addresses/codecs.ts';
import type { PublicKey } from '../../addresses/points.ts';
import { utf8, wipe, type Bytes } from '../../crypto/bytes.ts';
import { publicKeyOf } from '../../crypto/keys.ts';
import { publicKeyAt } from '../../keys/phrase/derivation.ts';
import { electrumText, type OtherScheme } from '../../keys/phrase/other-schemes.ts';
import type { AddressFormat } from '../../protocol/enums.ts';
import type { AccountPlan, SealablePhrase } from './sealable-phrase.ts';

/*
 * Words can have the marks of several schemes (docs/protocol.md, Recovery phrases of other schemes). An
 * address of the wallet then says which one made it.
 */

/** Addresses of an account, and accounts of a chain, that are looked at: what a wallet shows first. */
const LOOKED_AT = 20;
/** Accounts of which more than the first address is. */
const WHOLE_ACCOUNTS = 3;

/** Whose address a text is: BIP-39's, another scheme's, nobody's among those looked at, or no address. */
export type SchemeOfAddress = 'bip39' | OtherScheme | 'none' | 'unreadable';

/** What the words could be, and how to derive from them. */
export type SchemeQuestion = {
  readonly words: readonly string[];
  /** The other schemes whose marks the words have. */
  readonly schemes: readonly OtherScheme[];
  readonly phrase: Pick<SealablePhrase, 'derive'>;
  /** The usual accounts of a wallet in a format. */
  readonly plansOf: (format: AddressFormat, count: number) => readonly AccountPlan[];
};

/** Finds the scheme that makes an address out of the words. */
export async function schemeOfAddress(
  { words, schemes, phrase, plansOf }: SchemeQuestion,
  address: string,
): Promise<SchemeOfAddress> {
  const text = address.trim();
  const formats = formatsOfText(text);
  if (formats.length === 0) return 'unreadable';
  const matches = createAddressMatcher(text);
  const isOfBip39 = formats.some((format) =>
    plansOf(format, LOOKED_AT)
      .flatMap((plan, at) => (at < WHOLE_ACCOUNTS ? alternatives(plan) : [plan]))
      .some((plan) => {
        const account = phrase.derive(plan);
        return account.fault === undefined && matches({ format, address: account.address });
      }),
  );
  if (isOfBip39) return 'bip39';
  for (const scheme of schemes) {
    const keysOf = KEYS[scheme];
    if (!keysOf) continue;
    for await (const publicKey of keysOf(words)) {
      const fitting = formats.filter((format) => CURVE_FORMATS[publicKey.curve]?.test(format));
      if (fitting.some((format) => matches({ format, address: addressOf(format, publicKey) }))) {
        return scheme;
      }
    }
  }
  return 'none';
}

/** Other paths of the same account that wallets use: the next addresses, and P2SH by BIP-49. */
function alternatives(plan: AccountPlan): readonly AccountPlan[] {
  const nested = plan.addressFormat.endsWith('_P2SH')
    ? [{ ...plan, path: plan.path.replace(/^m\/44'/, "m/49'") }]
    : [];
  return [plan, ...nested].flatMap((one) =>
    one.path.endsWith("'/0/0")
      ? Array.from({ length: LOOKED_AT }, (_, index) => ({
          ...one,
          path: one.path.replace(/0$/, String(index)),
        }))
      : [one],
  );
}

/** Formats that the wallets of other schemes show. */
const CURVE_FORMATS: Readonly<Partial<Record<PublicKey['curve'], RegExp>>> = {
  CURVE_SECP256K1: /_P2(?:WPKH|PKH)$/,
  CURVE_ED25519: /_TON_/,
};

type KeysOf = (words: readonly string[]) => AsyncGenerator<PublicKey>;

/** Those that make an address of one key; what has shares, a password or cosigners is left out. */
const KEYS: Readonly<Partial<Record<OtherScheme, KeysOf>>> = {
  electrum: electrumKeys,
  ton: tonKeys,
};

const SEED_BYTES = 64;

/** Standard wallets and SegWit ones, with the addresses for change. */
const ELECTRUM_PATHS = Array.from({ length: LOOKED_AT }, (_, index) =>
  ['m/0', 'm/1', "m/0'/0", "m/0'/1"].map((branch) => `${branch}/${index}`),
).flat();

async function* electrumKeys(words: readonly string[]): AsyncGenerator<PublicKey> {
  const text = electrumText(words);
  const seed: Bytes = pbkdf2(sha512, text, utf8('electrum'), { c: 2048, dkLen: SEED_BYTES });
  try {
    for (const path of ELECTRUM_PATHS) {
      yield { curve: 'CURVE_SECP256K1', bytes: publicKeyAt(seed, 'CURVE_SECP256K1', path) };
    }
  } finally {
    wipe(text, seed);
  }
}

/** ton-crypto, mnemonic.ts (mnemonicToWalletKey): 100,000 rounds, which the browser does faster. */
const TON_ROUNDS = 100_000;

async function* tonKeys(words: readonly string[]): AsyncGenerator<PublicKey> {
  const text = utf8(words.join(' '));
  const entropy = Uint8Array.from(hmac(sha512, text, new Uint8Array()));
  const key = await crypto.subtle.importKey('raw', entropy, 'PBKDF2', false, ['deriveBits']);
  const salt = utf8('TON default seed');
  const parameters = { name: 'PBKDF2', hash: 'SHA-512', salt, iterations: TON_ROUNDS };
  const seed = new Uint8Array(await crypto.subtle.deriveBits(parameters, key, SEED_BYTES * 8));
  try {
    yield { curve: 'CURVE_ED25519', bytes: publicKeyOf('ED25519', seed.subarray(0, 32)) };
  } finally {
    wipe(text, entropy, seed);
  }
}
