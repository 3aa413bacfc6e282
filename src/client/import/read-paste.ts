import type { Address } from '../../addresses/address.ts';
import { fromUtf8, wipe } from '../../crypto/bytes.ts';
import type { KeyReadOptions } from '../../keys/encoding-reader.ts';
import { MAX_LENGTH } from '../../keys/pasted-text.ts';
import { KeyRefusal } from '../../keys/refusal.ts';
import { previewAddresses } from './address-proof.ts';
import { defaultFormats } from './format-offers.ts';
import { readKeystore, type KeystoreReading } from './keystore.ts';
import {
  parseSealableKey,
  refusalOf,
  type KeyRefusalView,
  type SealableKey,
} from './sealable-key.ts';

/*
 * What a pasted text or a file is to the import of a private key. Load lazily.
 */

/** One of a text's several keys: its first address on each curve it may have, or why it isn't read. */
export type ListedKey = { readonly entry: number } & (
  | { readonly addresses: readonly Address[]; readonly refused?: undefined }
  | { readonly refused: KeyRefusalView }
);

/** A key, a keystore file that takes its password, or why the text isn't a key. */
export type PasteReading =
  | { readonly kind: 'held'; readonly key: SealableKey }
  | { readonly kind: 'keystore'; readonly reading: KeystoreReading }
  | {
      readonly kind: 'refused';
      readonly refused: KeyRefusalView;
      /** The keys to choose from, if there are several. */
      readonly keys: readonly ListedKey[];
    };

/** Reads a text, or the bytes of one, which it wipes. */
export function readPaste(input: string | Uint8Array, options: KeyReadOptions): PasteReading {
  // Whoever parses bytes wipes them.
  const copy = () => (typeof input === 'string' ? input : input.slice());
  try {
    return { kind: 'held', key: parseSealableKey(copy(), options) };
  } catch (error) {
    const refused = refusalOf(error);
    if (refused.facts.encoding === 'keystore') {
      const text = typeof input === 'string' ? input : fromUtf8(input);
      return { kind: 'keystore', reading: readKeystore(text) };
    }
    const count = refused.reason === 'several_keys' ? (refused.facts.count ?? 0) : 0;
    const keys = Array.from({ length: count }, (_, entry) =>
      listKey(entry, () => parseSealableKey(copy(), { entry })),
    );
    return { kind: 'refused', refused, keys };
  } finally {
    if (typeof input !== 'string') wipe(input);
  }
}

/** {@link readPaste} for a file. Doesn't read one that is too long for a key. */
export async function readPastedFile(file: Blob, options: KeyReadOptions): Promise<PasteReading> {
  if (file.size > MAX_LENGTH)
    return { kind: 'refused', refused: refusalOf(new KeyRefusal('too_long')), keys: [] };
  return readPaste(new Uint8Array(await file.arrayBuffer()), options);
}

function listKey(entry: number, read: () => SealableKey): ListedKey {
  try {
    const key = read();
    key.wipe();
    const addresses = key.candidates.flatMap((candidate) =>
      previewAddresses(candidate.publicKey, defaultFormats(candidate).slice(0, 1)),
    );
    return { entry, addresses };
  } catch (error) {
    return { entry, refused: refusalOf(error) };
  }
}
