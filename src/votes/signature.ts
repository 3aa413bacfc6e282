// Verifies a vote's signature over its message (docs/protocol.md, Votes). Apart from the service's own check,
// which uses other code for the same: what both say is proved twice.
import { concat, fromHex, utf8, type Bytes } from '../crypto/bytes.ts';
import * as der from '../crypto/der.ts';
import * as p256 from '../crypto/p256.ts';
import { personalMessageHead } from '../crypto/personal-message.ts';
import { SCHEME_OF_CURVE } from '../crypto/schemes.ts';
import { KeystampError } from '../protocol/errors.ts';
import { loadPart } from '../protocol/load-part.ts';
import { PASSKEY_SCHEME } from '../protocol/passkey.ts';
import { verifyAssertion, type SignatureVerdict, type SignedVote } from './assertion.ts';
import { verifyEd25519 } from './ed25519.ts';

type Verify = (publicKey: Bytes, signature: Bytes, message: Bytes) => Promise<boolean>;

/** Loaded when a vote by such a key is first shown: few are. */
const loadSecp256k1 = () => loadPart(() => import('@noble/secp256k1'));

const VERIFY: ReadonlyMap<string, Verify> = new Map<string, Verify>([
  [
    SCHEME_OF_CURVE.P256,
    (key, signature, message) => p256.verify(key, der.decode(signature, der.P256_ORDER), message),
  ],
  [SCHEME_OF_CURVE.ED25519, verifyEd25519],
  [
    SCHEME_OF_CURVE.SECP256K1,
    async (key, signature, message) => {
      const { verifyAsync } = await loadSecp256k1();
      const raw = der.decode(signature, der.SECP256K1_ORDER);
      return verifyAsync(raw, message, key, { lowS: false });
    },
  ],
  [
    'SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191',
    async (key, signature, message) => {
      const [{ verifyAsync }, { keccak_256 }] = await Promise.all([
        loadSecp256k1(),
        loadPart(() => import('@noble/hashes/sha3.js')),
      ]);
      const raw = der.decode(signature, der.SECP256K1_ORDER);
      const head = utf8(personalMessageHead(message.length));
      const digest = keccak_256(concat(head, message));
      return verifyAsync(raw, digest, key, { lowS: false, prehash: false });
    },
  ],
]);

/** Whether the vote's key signed its message. `rpIds`: domains that the profile's passkeys are known for. */
export async function verifySignature(
  vote: SignedVote,
  rpIds: readonly string[],
): Promise<SignatureVerdict> {
  if (vote.scheme === PASSKEY_SCHEME) return verifyAssertion(vote, rpIds);
  const verify = VERIFY.get(vote.scheme);
  if (!verify) return 'scheme_unknown';
  const [key, signature] = [readHex(vote.publicKey), readHex(vote.signature)];
  // Under a scheme that is known, something that can't be read is no signature of it.
  if (!key || !signature) return 'signature_invalid';
  try {
    return (await verify(key, signature, utf8(vote.message))) ? 'valid' : 'signature_invalid';
  } catch (error) {
    if (error instanceof KeystampError && error.code === 'part_missing') throw error;
    // No point of the curve, or no signature of the scheme.
    return 'signature_invalid';
  }
}

function readHex(text: string): Bytes | undefined {
  try {
    return fromHex(text.toLowerCase());
  } catch {
    return undefined;
  }
}
