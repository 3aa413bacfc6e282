import * as base64url from '../crypto/base64url.ts';
import { toHex, wipe } from '../crypto/bytes.ts';
import { matchesPublicKey, parsePublicKey, publicKeyOf } from '../crypto/keys.ts';
import {
  findApiKeys,
  publicKeysOf,
  readApiKeyText,
  type ApiPublicKey,
} from '../keys/api-key-text.ts';
import type { KeyView } from '../protocol/app-state.ts';
import { KeystampError } from '../protocol/errors.ts';
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
  /** Which of the text's keys, counted from 0; null for its only one. */
  readonly entry: number | null;
  /** Hex, to compare with; null when the user entered none. */
  readonly publicKey: string | null;
};

export type { ApiPublicKey };

/** One of a text's keys: its public key on each curve it may be on, or why it isn't read. */
export type ListedApiKey = {
  readonly entry: number;
  /** The name that it's assigned to; empty if it has none. */
  readonly name: string;
} & (
  | { readonly publicKeys: readonly ApiPublicKey[]; readonly refused?: undefined }
  | { readonly refused: KeystampError }
);

/** The keys that a text may have. None, for lines without a private key. */
export function listApiKeys(text: string): readonly ListedApiKey[] {
  try {
    return findApiKeys(text).map((part, entry) => {
      const { name } = part;
      try {
        return { entry, name, publicKeys: publicKeysOf(part) };
      } catch (error) {
        return { entry, name, refused: refusalIn(error) };
      }
    });
  } catch (error) {
    refusalIn(error);
    return [];
  }
}

/** The refusal of a text. Anything else is our own fault and rethrown. */
function refusalIn(error: unknown): KeystampError {
  if (error instanceof KeystampError) return error;
  throw error;
}

/**
 * Reads a private key, derives its public key, compares it with the one the user entered, and
 * passes the pair to the vault with the private key sealed. Rejects with `key_malformed`,
 * `key_mismatch`, `invalid_input` (the entered public key), and any error of `keys_import`.
 */
export async function importApiKey(client: Client, input: ApiKeyInput): Promise<KeyView> {
  const { curve, privateKey } = readApiKeyText(input.text, input.curve, input.entry);
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
