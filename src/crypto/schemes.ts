// Names of API keys and their stamps. Separate from parsing and verification: those need curve
// arithmetic, which would slow down each start of the extension's worker.

/** The curves that an API key can use. */
export const API_KEY_CURVES = ['P256', 'SECP256K1', 'ED25519'] as const;
export type ApiKeyCurve = (typeof API_KEY_CURVES)[number];

/** The header that carries an API-key stamp. */
export const STAMP_HEADER = 'X-Stamp';

/** The scheme that a key of this curve stamps with (docs/protocol.md, Stamps by API keys). */
export const SCHEME_OF_CURVE = {
  P256: 'SIGNATURE_SCHEME_TK_API_P256',
  SECP256K1: 'SIGNATURE_SCHEME_TK_API_SECP256K1',
  ED25519: 'SIGNATURE_SCHEME_TK_API_ED25519',
} as const satisfies Record<ApiKeyCurve, string>;
