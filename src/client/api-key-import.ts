import * as base64url from '../crypto/base64url.ts';
import { toHex, wipe } from '../crypto/bytes.ts';
import { matchesPublicKey, parsePublicKey, publicKeyOf } from '../crypto/keys.ts';
import { readApiKeyText } from '../keys/api-key-text.ts';
import type { KeyView } from '../protocol/app-state.ts';
import type { Client } from './client.ts';

/*
 * The page side of importing an API key. Reading a key takes curve arithmetic, which pages load
 * when they need it and the worker never does. Load this module lazily.
 */

/** What the user entered. The text is the private key in a form of `src/keys/api-key-text.ts`. */
export type ApiKeyInput = {
  readonly name: string;
  readonly text: string;
  /** The user's choice, only where the text doesn't tell the curve. */
  readonly curve: KeyView['curve'] | null;
  /** Hex, to compare with; null when the user entered none. */
  readonly publicKey: string | null;
};

/**
 * Reads a private key, derives its public key, compares it with the one the user entered, and
 * passes the pair to the vault with the private key sealed. Rejects with `key_malformed`,
 * `key_mismatch`, `invalid_input` (the entered public key), and any error of `keys_import`.
 */
export async function importApiKey(client: Client, input: ApiKeyInput): Promise<KeyView> {
  const { curve, privateKey } = readApiKeyText(input.text, input.curve);
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
