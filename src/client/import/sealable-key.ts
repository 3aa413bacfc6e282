import { buildEncryptedBundle } from '../../crypto/bundle.ts';
import { toHex, utf8, wipe, type Bytes } from '../../crypto/bytes.ts';
import { sealToTarget } from '../../crypto/hpke.ts';
import { publicKeyOf } from '../../crypto/keys.ts';
import type { PublicKey } from '../../addresses/points.ts';
import {
  candidateWithAllFormats,
  type KeyReadOptions,
  type KeyCurve,
  type KeyNetwork,
  type CurveCandidate,
} from '../../keys/encoding-reader.ts';
import type { KeyEncoding } from '../../keys/encodings.ts';
import { MAX_LENGTH } from '../../keys/pasted-text.ts';
import { parsePrivateKey, type ParsedPrivateKey } from '../../keys/private-key.ts';
import { KeyRefusal, type RefusalFacts, type RefusalReason } from '../../keys/refusal.ts';
import { KeystampError } from '../../protocol/errors.ts';

/*
 * The page side of importing a private key: the only place outside the input that has its bytes.
 * Load this module lazily; the worker never does.
 */

/** A curve that the key may belong to, with the public key it has there. */
export type KeyCandidate = CurveCandidate & {
  readonly publicKey: PublicKey;
  readonly publicKeyHex: string;
};

/** A private key as read, with its bytes out of reach: it can be sealed and wiped, nothing else. */
export type SealableKey = {
  readonly kind: KeyEncoding;
  /** The network that its form names; null when it names none. */
  readonly network: KeyNetwork | null;
  /** One, or two where the text doesn't tell the curve. */
  readonly candidates: readonly [KeyCandidate, ...KeyCandidate[]];
  /**
   * The encrypted bundle for a verified target (65 bytes). Wipes the key, whether it succeeds or
   * not. `internal` after the key was wiped.
   */
  readonly seal: (target: Bytes) => Promise<string>;
  /** Overwrites the bytes. Public facts stay. */
  readonly wipe: () => void;
};

/**
 * Reads a private key in any supported form. Wipes the bytes it gets.
 * @throws `KeyRefusal` and nothing else; it contains no part of the text
 */
export function parseSealableKey(
  input: string | Uint8Array,
  choice: KeyReadOptions = {},
): SealableKey {
  const bytes = typeof input === 'string' && input.length <= MAX_LENGTH ? utf8(input) : input;
  try {
    return createSealableKey(bytes, choice);
  } finally {
    if (typeof bytes !== 'string') wipe(bytes);
  }
}

/** The key of an opened keystore file (32 bytes), which is wiped with the result. */
export const sealableKeystoreKey = (privateKey: Bytes): SealableKey =>
  holdKey({
    privateKey,
    candidates: [candidateWithAllFormats('CURVE_SECP256K1')],
    encoding: 'keystore',
    network: null,
  });

function createSealableKey(input: string | Uint8Array, choice: KeyReadOptions): SealableKey {
  return holdKey(parsePrivateKey(input, choice));
}

function holdKey(parsed: ParsedPrivateKey): SealableKey {
  const { privateKey, candidates, encoding: kind, network } = parsed;
  const [first, ...others] = candidates.map((candidate) => {
    const bytes = publicKeyOf(API_CURVE[candidate.curve], privateKey);
    return {
      ...candidate,
      publicKey: { curve: candidate.curve, bytes },
      publicKeyHex: toHex(bytes),
    };
  });
  if (!first) throw new KeystampError('internal');
  let isHeld = true;
  const wipeKey = (): void => {
    isHeld = false;
    wipe(privateKey);
  };
  return {
    kind,
    network,
    candidates: [first, ...others],
    seal: async (target) => {
      if (!isHeld) throw new KeystampError('internal');
      try {
        return buildEncryptedBundle(await sealToTarget(target, privateKey));
      } finally {
        wipeKey();
      }
    },
    wipe: wipeKey,
  };
}

const API_CURVE = {
  CURVE_SECP256K1: 'SECP256K1',
  CURVE_ED25519: 'ED25519',
} as const satisfies Record<KeyCurve, string>;

/** Why a text or file isn't accepted, as pages word it. */
export type KeyRefusalView = { readonly reason: RefusalReason; readonly facts: RefusalFacts };

/** The refusal that {@link parseSealableKey} threw; anything else is our own fault and rethrown. */
export function refusalOf(error: unknown): KeyRefusalView {
  if (!(error instanceof KeyRefusal)) throw error;
  return { reason: error.reason, facts: error.facts };
}
