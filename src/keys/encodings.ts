// What a pasted text can be: two closed lists for the words layer.

/** The forms of a private key that are read. */
export const KEY_ENCODINGS = [
  /** 64 digits, with or without `0x`: any chain, either curve. */
  'hex',
  /** 128 digits: Ed25519 seed and public key, as TON's and NaCl's tools write. */
  'hex_pair',
  /** Bitcoin's and Dogecoin's wallet import format, compressed. */
  'wif',
  /** Base58 of seed and public key: Phantom, Solflare. */
  'solana_pair',
  /** Base58 of the seed alone. An address looks the same: read only when asked for. */
  'solana_seed',
  /** JSON array of 64 numbers: `solana-keygen`. */
  'solana_array',
  /** JSON array of 32 numbers. */
  'solana_seed_array',
  /** StrKey `S…`. */
  'stellar_seed',
  /** XRP's family seed `s…`: the key of its first account. */
  'xrp_seed',
  /** XRP's eight secret numbers (XLS-12): the same. */
  'xrp_numbers',
  /** 66 digits beginning with `00`, as XRPL's tools write: read only when asked for. */
  'xrp_hex',
  /** `suiprivkey1…` with flag 0. */
  'sui',
  /** `ed25519-priv-0x…` (AIP-80). */
  'aptos',
] as const;
export type KeyEncoding = (typeof KEY_ENCODINGS)[number];

/** What else is recognised, to say what was pasted instead. */
export const OTHER_ENCODINGS = [
  'bitcoin_address',
  'cosmos_address',
  'dogecoin_address',
  'ethereum_address',
  'sei_address',
  'solana_address',
  'stellar_address',
  'ton_address',
  'tron_address',
  'xrp_address',
  'other_address',
  'public_key',
  'extended_public_key',
  'extended_key',
  'recovery_phrase',
  'bip38',
  'keystore',
  'openssl',
  'pem',
  'json',
  'base64',
  /** The vendor CLI's `<hex>:<curve>`: a key to stamp with, not one to import. */
  'api_key',
  /** Casascius mini key. */
  'mini_key',
  'aptos_other_curve',
  'sui_other_curve',
  'xrp_ed25519',
  'dash_key',
  'litecoin_key',
  'namecoin_key',
  'near_key',
  'nostr_key',
  'peercoin_key',
  'other_wif',
  /** A pre-authorised transaction or a hash condition. */
  'stellar_hash',
  'assignment',
  'punctuation',
  'quotes',
] as const;
export type TextEncoding = KeyEncoding | (typeof OTHER_ENCODINGS)[number];

/** What a person can say that the text is, where it does not tell by itself. */
export const AMBIGUOUS_ENCODINGS = [
  'solana_seed',
  'xrp_hex',
] as const satisfies readonly KeyEncoding[];
export type AmbiguousEncoding = (typeof AMBIGUOUS_ENCODINGS)[number];
