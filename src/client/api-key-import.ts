import * as base64url from '../crypto/base64url.ts';
import { toHex, wipe } from '../crypto/bytes.ts';
import {
  matchesPublicKey,
  parseApiPrivateKey,
  parsePublicKey,
  publicKeyOf,
} from '../crypto/keys.ts';
import type { KeyView } from '../protocol/app-state.ts';
import type { Client } from './client.ts';

/*
 * Page side of bringing an API key. Reading it takes curve arithmetic, which pages load when they
 * need it and the worker never does. Load this module lazily.
 */

/** What the user gave. The text is the private key as hex or as the vendor CLI's key file. */
export type ApiKeyInput = {
  readonly name: string;
  readonly text: string;
  /** Chosen only where the text does not tell. */
  readonly curve: KeyView['curve'] | null;
  /** Hex, to compare with; null when the user gave none. */
  readonly publicKey: string | null;
};

/**
 * Reads a private key, derives its public half, compares it with the given one, and hands the pair
 * to the vault, the private half sealed. Rejects with `key_malformed`, `key_mismatch`,
 * `invalid_input` (the given public key), and what `keys_import` answers.
 */
export async function importApiKey(client: Client, input: ApiKeyInput): Promise<KeyView> {
  const { curve, privateKey } = parseApiPrivateKey(
    input.text,
    input.curve ? { curve: input.curve } : {},
  );
  try {
    if (input.publicKey !== null) {
      matchesPublicKey(curve, privateKey, parsePublicKey(curve, input.publicKey.trim()));
    }
    const publicKey = toHex(publicKeyOf(curve, privateKey));
    const secret = { privateKey: base64url.encode(privateKey) };
    return await client.call('keys_import', { name: input.name, curve, publicKey }, secret);
  } finally {
    wipe(privateKey);
  }
}
