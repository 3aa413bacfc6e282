import * as base64url from '../crypto/base64url.ts';
import { toHex, utf8 } from '../crypto/bytes.ts';
import { SCHEME_OF_CURVE, STAMP_HEADER } from '../crypto/schemes.ts';
import { createSigner, type KeyPair } from '../crypto/signing.ts';
import type { StampHeader } from '../protocol/passkey.ts';

/** Signs exact bodies. */
export type Stamper = {
  /** The stamp over the UTF-8 bytes of `body`. The body must be sent unchanged. */
  readonly stamp: (body: string) => Promise<StampHeader>;
};

/** A stamper that holds a key. */
export type KeyStamper = Stamper & {
  /** Wipes what can be wiped. Later stamps may fail with `vault_locked`. */
  readonly forget: () => void;
};

/**
 * A stamper for the key. It keeps its own copy: the caller wipes `privateKey`. Each key is imported
 * once, into Web Crypto as not extractable if it supports the curve.
 */
export async function createStamper(key: KeyPair): Promise<KeyStamper> {
  // All stamps of this key start with the same text.
  const prefix = `{"publicKey":"${toHex(key.publicKey)}","scheme":"${SCHEME_OF_CURVE[key.curve]}","signature":"`;
  const { sign, forget } = await createSigner(key);
  return {
    stamp: async (body) => {
      const signature = toHex(await sign(utf8(body)));
      return { header: STAMP_HEADER, value: base64url.encodeAscii(`${prefix}${signature}"}`) };
    },
    forget,
  };
}
