import { ed25519 } from '@noble/curves/ed25519.js';

/**
 * Whether 32 bytes are a point in Ed25519's group of prime order, as people's public keys are. Of
 * random bytes, such as seeds, one in sixteen is.
 */
export function isPrimeOrderPoint(bytes: Uint8Array): boolean {
  if (!ed25519.utils.isValidPublicKey(bytes, false)) return false;
  return ed25519.Point.fromBytes(bytes).isTorsionFree();
}
