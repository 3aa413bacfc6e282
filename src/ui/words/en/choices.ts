import * as enums from '../../../protocol/enums.ts';

/*
 * Readable names of the service's values. Most are the value itself in plain letters.
 */

type Texts = Readonly<Record<string, string>>;

/** Prefixes that carry no meaning for a reader; the longest match is dropped. */
const PREFIXES = [
  'FIAT_ON_RAMP_BLOCKCHAIN_NETWORK_',
  'FIAT_ON_RAMP_CRYPTO_CURRENCY_',
  'FIAT_ON_RAMP_PAYMENT_METHOD_',
  'FIAT_ON_RAMP_PROVIDER_',
  'FIAT_ON_RAMP_CURRENCY_',
  'SMART_CONTRACT_INTERFACE_TYPE_',
  'ADDRESS_FORMAT_',
  'AUTHENTICATION_TYPE_',
  'AUTHENTICATOR_TRANSPORT_',
  'ACTIVITY_STATUS_',
  'ACTIVITY_TYPE_',
  'EFFECT_',
  'CREDENTIAL_TYPE_',
  'API_KEY_CURVE_',
  'PATH_FORMAT_',
  'OTP_TYPE_',
  'VOTE_SELECTION_',
  'PAYLOAD_ENCODING_',
  'HASH_FUNCTION_',
  'TRANSACTION_TYPE_',
  'CURVE_',
] as const;

/** Names that aren't their capital letters in lower case. */
const NAMES: Texts = {
  CONSENSUS_NEEDED: 'Waiting for approvals',
  CREATE_USER_TAG: 'Create tag',
  DELETE_USER_TAGS: 'Delete tags',
  UPDATE_USER_TAG: 'Update tag',
  SECP256K1: 'secp256k1',
  ED25519: 'Ed25519',
  P256: 'P-256',
  BIP32: 'BIP-32',
  MOONPAY: 'MoonPay',
  MOONPAY_BALANCE: 'MoonPay balance',
  PAYPAL: 'PayPal',
  GOOGLE_PAY: 'Google Pay',
  APPLE_PAY: 'Apple Pay',
  CREDIT_DEBIT_CARD: 'Credit or debit card',
  SEPA_BANK_TRANSFER: 'SEPA bank transfer',
  GBP_BANK_TRANSFER: 'GBP bank transfer',
  GBP_OPEN_BANKING_PAYMENT: 'GBP open banking payment',
  PIX_INSTANT_PAYMENT: 'PIX instant payment',
  ACH_BANK_ACCOUNT: 'ACH bank account',
  API_KEY: 'API key',
  EMAIL_OTP: 'Email code',
  SMS_OTP: 'SMS code',
  OAUTH: 'OAuth',
  EMAIL: 'Email',
  SMS: 'SMS',
  BTC: 'BTC',
  ETH: 'ETH',
  SOL: 'SOL',
  USDC: 'USDC',
  XLM: 'Stellar',
  XRP: 'XRP',
  TON_V3R2: 'TON v3R2',
  TON_V4R2: 'TON v4R2',
  TON_V5R1: 'TON v5R1',
  DOGE_MAINNET: 'Dogecoin',
  DOGE_TESTNET: 'Dogecoin testnet',
  COMPRESSED: 'Public key, compressed',
  UNCOMPRESSED: 'Public key, uncompressed',
  BLE: 'Bluetooth',
  USB: 'USB',
  NFC: 'NFC',
  INTERNAL: 'This device',
  HYBRID: 'Another device',
  HEXADECIMAL: 'Hex',
  TEXT_UTF8: 'Text',
  EIP712: 'Typed data (EIP-712)',
  EIP7702_AUTHORIZATION: 'Delegation (EIP-7702)',
  NO_OP: 'Nothing: it is a hash',
  SHA256: 'SHA-256',
  KECCAK256: 'Keccak-256',
  NOT_APPLICABLE: 'Nothing: an Ed25519 key signs it',
  'eip155:1': 'Ethereum',
  'eip155:11155111': 'Sepolia',
  'eip155:8453': 'Base',
  'eip155:84532': 'Base Sepolia',
  'eip155:137': 'Polygon',
  'eip155:80002': 'Polygon Amoy',
  'eip155:56': 'BNB Smart Chain',
  'eip155:97': 'BNB Smart Chain testnet',
  'eip155:10': 'OP Mainnet',
  'eip155:11155420': 'OP Sepolia',
  'eip155:143': 'Monad',
  'eip155:10143': 'Monad testnet',
  'eip155:42161': 'Arbitrum One',
  'eip155:421614': 'Arbitrum Sepolia',
  'eip155:4217': 'Tempo',
  'eip155:42431': 'Tempo testnet',
  'eip155:31337': 'Local chain',
  WEBAUTHN_AUTHENTICATOR: 'Passkey',
  API_KEY_P256: 'API key (P-256)',
  API_KEY_SECP256K1: 'API key (secp256k1)',
  API_KEY_ED25519: 'API key (Ed25519)',
};

/** Scripts that wallets show by another name. */
const SCRIPT_NAMES: Texts = {
  P2PKH: 'P2PKH (legacy)',
  P2WPKH: 'P2WPKH (native SegWit)',
  P2TR: 'P2TR (Taproot)',
};

const BITCOIN = /^BITCOIN_(MAINNET|TESTNET|SIGNET|REGTEST)_(P2\w+)$/;

/**
 * A readable name of an enum value: `FIAT_ON_RAMP_CURRENCY_AUD` is `AUD`,
 * `ADDRESS_FORMAT_BITCOIN_TESTNET_P2TR` is `Bitcoin testnet P2TR (Taproot)`. Values it doesn't know are
 * written in lower case; nothing is hidden.
 */
export function choiceText(value: string): string {
  const prefix = PREFIXES.find((candidate) => value.startsWith(candidate)) ?? '';
  const bare = value.slice(prefix.length);
  if (Object.hasOwn(NAMES, bare)) return NAMES[bare] ?? bare;
  if (prefix === 'FIAT_ON_RAMP_CURRENCY_') return bare;
  const bitcoin = BITCOIN.exec(bare);
  if (bitcoin) {
    const network = bitcoin[1] === 'MAINNET' ? '' : ` ${(bitcoin[1] ?? '').toLowerCase()}`;
    const script = bitcoin[2] ?? '';
    return `Bitcoin${network} ${SCRIPT_NAMES[script] ?? script}`;
  }
  const lowerCase = bare.toLowerCase().replaceAll('_', ' ');
  return lowerCase.charAt(0).toUpperCase() + lowerCase.slice(1);
}

const CHOICE_LISTS: readonly (readonly string[])[] = [
  enums.ACTIVITY_STATUS,
  enums.ACTIVITY_TYPE,
  enums.ADDRESS_FORMAT,
  enums.AUTHENTICATION_TYPE,
  enums.AUTHENTICATOR_TRANSPORT,
  enums.CREDENTIAL_TYPE,
  enums.CURVE,
  enums.ON_EVALUATION_ERROR,
  enums.EFFECT,
  enums.EVM_CHAIN,
  enums.FIAT_ON_RAMP_CRYPTO_CURRENCY,
  enums.FIAT_ON_RAMP_CURRENCY,
  enums.FIAT_ON_RAMP_NETWORK,
  enums.FIAT_ON_RAMP_PAYMENT_METHOD,
  enums.FIAT_ON_RAMP_PROVIDER,
  enums.HASH_FUNCTION,
  enums.OTP_TYPE,
  enums.PAYLOAD_ENCODING,
  enums.SMART_CONTRACT_INTERFACE_TYPE,
  enums.TRANSACTION_TYPE,
  enums.VOTE_SELECTION,
];

/** `choice.<VALUE>`: the readable name of every value that a form offers or a record shows. */
export function choiceTexts(): Texts {
  return Object.fromEntries(
    CHOICE_LISTS.flat().map((value) => [`choice.${value}`, choiceText(value)]),
  );
}
