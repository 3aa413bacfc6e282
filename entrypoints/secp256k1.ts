import { keccak_256 } from '@noble/hashes/sha3.js';
import { getPublicKey, signAsync, verifyAsync } from '@noble/secp256k1';
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';

/** What the background loads from here: see scripts/secp256k1-on-demand.ts. */
export default defineUnlistedScript(() => {
  Object.assign(globalThis, {
    keystampSecp256k1: { getPublicKey, signAsync, verifyAsync, keccak_256 },
  });
});
