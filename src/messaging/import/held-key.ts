import { buildEncryptedBundle } from '../../crypto/bundle.ts';
import { toHex, utf8, wipe, type Bytes } from '../../crypto/bytes.ts';
import { sealToTarget } from '../../crypto/hpke.ts';
import { publicKeyOf } from '../../crypto/keys.ts';
import type { PublicKey } from '../../addresses/points.ts';
import type { Choice, KeyCurve, KeyNetwork, Reading } from '../../keys/form.ts';
import type { KeyKind } from '../../keys/found.ts';
import { MAX_LENGTH } from '../../keys/pasted.ts';
import { parsePrivateKey } from '../../keys/private-key.ts';
import { KeyRefusal, type RefusalFacts, type RefusalReason } from '../../keys/refusal.ts';
import { KeystampError } from '../../protocol/errors.ts';

/*
 * Page side of importing a private key: the one place outside of the input where its bytes are. Load
 * this module lazily; the worker never does.
 */

/** A curve that the key can be of, with the public key it then has. */
export type KeyReading = Reading & {
  readonly publicKey: PublicKey;
  readonly publicKeyHex: string;
};

/** A private key as read, its bytes out of reach: it can be sealed and wiped, and nothing else. */
export type HeldKey = {
  readonly kind: KeyKind;
  /** The network that its form states; null when it states none. */
  readonly network: KeyNetwork | null;
  /** One, or two where the text does not tell the curve. */
  readonly readings: readonly [KeyReading, ...KeyReading[]];
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
export function holdKey(input: string | Uint8Array, choice: Choice = {}): HeldKey {
  const bytes = typeof input === 'string' && input.length <= MAX_LENGTH ? utf8(input) : input;
  try {
    return hold(bytes, choice);
  } finally {
    if (typeof bytes !== 'string') wipe(bytes);
  }
}

/** {@link holdKey} of a file's bytes. One that is too long for a key is not read at all. */
export async function holdFile(file: Blob, choice: Choice = {}): Promise<HeldKey> {
  if (file.size > MAX_LENGTH) throw new KeyRefusal('too_long');
  return holdKey(new Uint8Array(await file.arrayBuffer()), choice);
}

function hold(input: string | Uint8Array, choice: Choice): HeldKey {
  const { privateKey, readings, kind, network } = parsePrivateKey(input, choice);
  const [first, ...others] = readings.map((one) => {
    const bytes = publicKeyOf(API_CURVE[one.curve], privateKey);
    return { ...one, publicKey: { curve: one.curve, bytes }, publicKeyHex: toHex(bytes) };
  });
  if (!first) throw new KeystampError('internal');
  let held = true;
  const drop = (): void => {
    held = false;
    wipe(privateKey);
  };
  return {
    kind,
    network,
    readings: [first, ...others],
    seal: async (target) => {
      if (!held) throw new KeystampError('internal');
      try {
        return buildEncryptedBundle(await sealToTarget(target, privateKey));
      } finally {
        drop();
      }
    },
    wipe: drop,
  };
}

const API_CURVE = {
  CURVE_SECP256K1: 'SECP256K1',
  CURVE_ED25519: 'ED25519',
} as const satisfies Record<KeyCurve, string>;

/** Why a text or a file is not taken, as pages word it. */
export type Refused = { readonly reason: RefusalReason; readonly facts: RefusalFacts };

/** The refusal in what {@link holdKey} threw; anything else is a fault of ours and thrown on. */
export function refusalOf(error: unknown): Refused {
  if (!(error instanceof KeyRefusal)) throw error;
  return { reason: error.reason, facts: error.facts };
}
