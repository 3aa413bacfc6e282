// What a pasted text can be: two closed lists, for the UI texts.

/** The forms of a private key that can be read. */
export const KEY_ENCODINGS = [
  /** 64 digits, with or without `0x`: any chain, either curve. */
  'hex',
  /** 128 digits: Ed25519 seed and public key, as TON's and NaCl's tools write them. */
  'hex_pair',
  /** Bitcoin's and Dogecoin's wallet import format, compressed. */
  'wif',
  /** Base58 of seed and public key: Phantom, Solflare. */
  'solana_pair',
  /** Base58 of the seed alone. An address looks the same, so it's only read on request. */
  'solana_seed',
  /** JSON array of 64 numbers: `solana-keygen`. */
  'solana_array',
  /** JSON array of 32 numbers. */
  'solana_seed_array',
  /** StrKey `S…`. */
  'stellar_seed',
  /** XRP's family seed `s…`, for the key of its first account. */
  'xrp_seed',
  /** XRP's eight secret numbers (XLS-12), for the same key. */
  'xrp_numbers',
  /** 66 digits that start with `00`, as XRPL's tools write them. Only read on request. */
  'xrp_hex',
  /** `suiprivkey1…` with flag 0. */
  'sui',
  /** Base64 of flag 0 and the key: a line of `sui.keystore`. */
  'sui_keystore',
  /** `ed25519-priv-0x…` (AIP-80). */
  'aptos',
  /** 66 digits that start with `00`: a sign before a large number. Only read on request. */
  'hex_padded',
  /** Bytes in hex with colons: `openssl pkey -text`, with or without its other lines. */
  'hex_colons',
  /** Bytes in JSON: an object of numbered members, or Node's Buffer. */
  'json_bytes',
  /** PKCS#8 or SEC 1 in PEM. */
  'pem',
  /** The same in base64 or hex, and Hedera's variant. */
  'der',
  /** JSON Web Key. */
  'jwk',
  /** Electrum's `p2wpkh:` and WIF. */
  'electrum',
  /** Bitcoin Core's `wpkh(WIF)#checksum`. */
  'descriptor',
  /** Ethereum's keystore file, once its password has opened it. */
  'keystore',
] as const;
export type KeyEncoding = (typeof KEY_ENCODINGS)[number];

/** Other texts that are recognized, to say what was pasted instead. */
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
  'openssl',
  'json',
  'key_list',
  'base64',
  /** The vendor CLI's `<hex>:<curve>`: a key to stamp with, not one to import. */
  'api_key',
  /** A Casascius mini key. */
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
  /** A pre-authorized transaction or a hash condition. */
  'stellar_hash',
  'p256_key',
  'rsa_key',
  'x25519_key',
  'openssh_key',
  'symmetric_key',
  /** Of another curve or kind than those. */
  'other_curve',
  'certificate',
  'fingerprint',
  /** `NAME=` */
  'assignment',
  /** `name:` */
  'label',
  'punctuation',
  'quotes',
] as const;
export type TextEncoding = KeyEncoding | (typeof OTHER_ENCODINGS)[number];

/** What the user can say the text is, if the text itself doesn't tell. */
export const AMBIGUOUS_ENCODINGS = [
  'hex_padded',
  'hex_colons',
  'solana_seed',
  'sui_keystore',
  'xrp_hex',
] as const satisfies readonly KeyEncoding[];
export type AmbiguousEncoding = (typeof AMBIGUOUS_ENCODINGS)[number];
