import { buildEncryptedBundle } from '../../crypto/bundle.ts';
import { toHex, utf8, wipe, type Bytes } from '../../crypto/bytes.ts';
import { sealToTarget } from '../../crypto/hpke.ts';
import { publicKeyOf } from '../../crypto/keys.ts';
import type { PublicKey } from '../../addresses/points.ts';
import type {
  KeyReadOptions,
  KeyCurve,
  KeyNetwork,
  CurveCandidate,
} from '../../keys/encoding-reader.ts';
import type { KeyEncoding } from '../../keys/encodings.ts';
import { MAX_LENGTH } from '../../keys/pasted-text.ts';
import { parsePrivateKey } from '../../keys/private-key.ts';
import { KeyRefusal, type RefusalFacts, type RefusalReason } from '../../keys/refusal.ts';
import { KeystampError } from '../../protocol/errors.ts';

/*
 * Page side of importing a private key: the one place outside of the input where its bytes are. Load
 * this module lazily; the worker never does.
 */

/** A curve that the key can be of, with the public key it then has. */
export type KeyCandidate = CurveCandidate & {
  readonly publicKey: PublicKey;
  readonly publicKeyHex: string;
};

/** A private key as read, its bytes out of reach: it can be sealed and wiped, and nothing else. */
export type SealableKey = {
  readonly kind: KeyEncoding;
  /** The network that its form states; null when it states none. */
  readonly network: KeyNetwork | null;
  /** One, or two where the text does not tell the curve. */
  readonly candidates: readonly [KeyCandidate, ...KeyCandidate[]];
  /**
   * The encrypted bundle for a target that has been checked (65 bytes); the key is wiped then,
   * whatever comes of it. `internal` once it has been.
   */
  readonly seal: (target: Bytes) => Promise<string>;
  /** Overwrites the bytes. What is public stays. */
  readonly wipe: () => void;
};

/**
 * Reads a private key in whatever form its owner has it. Bytes given are wiped here.
 * @throws `KeyRefusal` and nothing else; no part of the text is in it
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

/** {@link parseSealableKey} of a file's bytes. One that is too long for a key is not read at all. */
export async function parseKeyFile(file: Blob, choice: KeyReadOptions = {}): Promise<SealableKey> {
  if (file.size > MAX_LENGTH) throw new KeyRefusal('too_long');
  return parseSealableKey(new Uint8Array(await file.arrayBuffer()), choice);
}

function createSealableKey(input: string | Uint8Array, choice: KeyReadOptions): SealableKey {
  const { privateKey, candidates, encoding: kind, network } = parsePrivateKey(input, choice);
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

/** Why a text or a file is not taken, as pages word it. */
export type KeyRefusalView = { readonly reason: RefusalReason; readonly facts: RefusalFacts };

/** The refusal in what {@link parseSealableKey} threw; anything else is a fault of ours and thrown on. */
export function refusalOf(error: unknown): KeyRefusalView {
  if (!(error instanceof KeyRefusal)) throw error;
  return { reason: error.reason, facts: error.facts };
}
