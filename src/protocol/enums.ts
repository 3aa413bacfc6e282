/**
 * The interface's closed lists, complete and in the order of the published API description
 * (docs/protocol.md, Closed lists). A list is an array of the exact wire values; its type is their
 * union.
 */

/** Writes a common prefix once. Marked pure so that the bundle drops unused lists. */
function prefixed<const P extends string, const V extends readonly string[]>(
  prefix: P,
  values: V,
): readonly `${P}${V[number]}`[] {
  return values.map((value): `${P}${V[number]}` => `${prefix}${value}`);
}

export const SIGNATURE_SCHEME = /* @__PURE__ */ prefixed('SIGNATURE_SCHEME_', [
  'EPHEMERAL_KEY_P256',
]);
export type SignatureScheme = (typeof SIGNATURE_SCHEME)[number];

export const ACCESS_TYPE = /* @__PURE__ */ prefixed('ACCESS_TYPE_', ['WEB', 'API', 'ALL']);
export type AccessType = (typeof ACCESS_TYPE)[number];

/**
 * Terminal: COMPLETED, FAILED, REJECTED. Any other value, known or not, is progress
 * (docs/protocol.md, States of an activity).
 */
export const ACTIVITY_STATUS = /* @__PURE__ */ prefixed('ACTIVITY_STATUS_', [
  'CREATED',
  'PENDING',
  'COMPLETED',
  'FAILED',
  'CONSENSUS_NEEDED',
  'REJECTED',
  'AUTHENTICATORS_NEEDED',
]);
export type ActivityStatus = (typeof ACTIVITY_STATUS)[number];

/** Every type of the deployed service (docs/protocol.md, Versions of operations). */
export const ACTIVITY_TYPE = /* @__PURE__ */ prefixed('ACTIVITY_TYPE_', [
  'CREATE_API_KEYS',
  'CREATE_USERS',
  'CREATE_PRIVATE_KEYS',
  'SIGN_RAW_PAYLOAD',
  'CREATE_INVITATIONS',
  'ACCEPT_INVITATION',
  'CREATE_POLICY',
  'DISABLE_PRIVATE_KEY',
  'DELETE_USERS',
  'DELETE_API_KEYS',
  'DELETE_INVITATION',
  'DELETE_ORGANIZATION',
  'DELETE_POLICY',
  'CREATE_USER_TAG',
  'DELETE_USER_TAGS',
  'CREATE_ORGANIZATION',
  'SIGN_TRANSACTION',
  'APPROVE_ACTIVITY',
  'REJECT_ACTIVITY',
  'DELETE_AUTHENTICATORS',
  'CREATE_AUTHENTICATORS',
  'CREATE_PRIVATE_KEY_TAG',
  'DELETE_PRIVATE_KEY_TAGS',
  'SET_PAYMENT_METHOD',
  'ACTIVATE_BILLING_TIER',
  'DELETE_PAYMENT_METHOD',
  'CREATE_POLICY_V2',
  'CREATE_POLICY_V3',
  'CREATE_API_ONLY_USERS',
  'UPDATE_ROOT_QUORUM',
  'UPDATE_USER_TAG',
  'UPDATE_PRIVATE_KEY_TAG',
  'CREATE_AUTHENTICATORS_V2',
  'CREATE_ORGANIZATION_V2',
  'CREATE_USERS_V2',
  'ACCEPT_INVITATION_V2',
  'CREATE_SUB_ORGANIZATION',
  'CREATE_SUB_ORGANIZATION_V2',
  'UPDATE_ALLOWED_ORIGINS',
  'CREATE_PRIVATE_KEYS_V2',
  'UPDATE_USER',
  'UPDATE_POLICY',
  'SET_PAYMENT_METHOD_V2',
  'CREATE_SUB_ORGANIZATION_V3',
  'CREATE_WALLET',
  'CREATE_WALLET_ACCOUNTS',
  'INIT_USER_EMAIL_RECOVERY',
  'RECOVER_USER',
  'SET_ORGANIZATION_FEATURE',
  'REMOVE_ORGANIZATION_FEATURE',
  'SIGN_RAW_PAYLOAD_V2',
  'SIGN_TRANSACTION_V2',
  'EXPORT_PRIVATE_KEY',
  'EXPORT_WALLET',
  'CREATE_SUB_ORGANIZATION_V4',
  'EMAIL_AUTH',
  'EXPORT_WALLET_ACCOUNT',
  'INIT_IMPORT_WALLET',
  'IMPORT_WALLET',
  'INIT_IMPORT_PRIVATE_KEY',
  'IMPORT_PRIVATE_KEY',
  'CREATE_POLICIES',
  'SIGN_RAW_PAYLOADS',
  'CREATE_READ_ONLY_SESSION',
  'CREATE_OAUTH_PROVIDERS',
  'DELETE_OAUTH_PROVIDERS',
  'CREATE_SUB_ORGANIZATION_V5',
  'OAUTH',
  'CREATE_API_KEYS_V2',
  'CREATE_READ_WRITE_SESSION',
  'EMAIL_AUTH_V2',
  'CREATE_SUB_ORGANIZATION_V6',
  'DELETE_PRIVATE_KEYS',
  'DELETE_WALLETS',
  'CREATE_READ_WRITE_SESSION_V2',
  'DELETE_SUB_ORGANIZATION',
  'INIT_OTP_AUTH',
  'OTP_AUTH',
  'CREATE_SUB_ORGANIZATION_V7',
  'UPDATE_WALLET',
  'UPDATE_POLICY_V2',
  'CREATE_USERS_V3',
  'INIT_OTP_AUTH_V2',
  'INIT_OTP',
  'VERIFY_OTP',
  'OTP_LOGIN',
  'STAMP_LOGIN',
  'OAUTH_LOGIN',
  'UPDATE_USER_NAME',
  'UPDATE_USER_EMAIL',
  'UPDATE_USER_PHONE_NUMBER',
  'INIT_FIAT_ON_RAMP',
  'CREATE_SMART_CONTRACT_INTERFACE',
  'DELETE_SMART_CONTRACT_INTERFACE',
  'ENABLE_AUTH_PROXY',
  'DISABLE_AUTH_PROXY',
  'UPDATE_AUTH_PROXY_CONFIG',
  'CREATE_OAUTH2_CREDENTIAL',
  'UPDATE_OAUTH2_CREDENTIAL',
  'DELETE_OAUTH2_CREDENTIAL',
  'OAUTH2_AUTHENTICATE',
  'DELETE_WALLET_ACCOUNTS',
  'DELETE_POLICIES',
  'ETH_SEND_RAW_TRANSACTION',
  'ETH_SEND_TRANSACTION',
  'CREATE_FIAT_ON_RAMP_CREDENTIAL',
  'UPDATE_FIAT_ON_RAMP_CREDENTIAL',
  'DELETE_FIAT_ON_RAMP_CREDENTIAL',
  'EMAIL_AUTH_V3',
  'INIT_USER_EMAIL_RECOVERY_V2',
  'INIT_OTP_AUTH_V3',
  'INIT_OTP_V2',
  'UPSERT_GAS_USAGE_CONFIG',
  'CREATE_TVC_APP',
  'CREATE_TVC_DEPLOYMENT',
  'CREATE_TVC_MANIFEST_APPROVALS',
  'SOL_SEND_TRANSACTION',
  'INIT_OTP_V3',
  'VERIFY_OTP_V2',
  'OTP_LOGIN_V2',
  'UPDATE_ORGANIZATION_NAME',
  'CREATE_SUB_ORGANIZATION_V8',
  'CREATE_OAUTH_PROVIDERS_V2',
  'CREATE_USERS_V4',
  'CREATE_WEBHOOK_ENDPOINT',
  'UPDATE_WEBHOOK_ENDPOINT',
  'DELETE_WEBHOOK_ENDPOINT',
  'SET_IP_ALLOWLIST',
  'REMOVE_IP_ALLOWLIST',
  'UPDATE_TVC_APP_LIVE_DEPLOYMENT',
  'DELETE_TVC_DEPLOYMENT',
  'DELETE_TVC_APP_AND_DEPLOYMENTS',
  'RESTORE_TVC_DEPLOYMENT',
  'SPARK_SIGN_FROST',
  'SPARK_PREPARE_TRANSFER',
  'SPARK_CLAIM_TRANSFER',
  'SPARK_PREPARE_LIGHTNING_RECEIVE',
  'POST_TVC_QUORUM_KEY_SHARE',
  'ETH_SEND_TRANSACTION_V2',
  'CREATE_MFA_POLICY',
  'UPDATE_MFA_POLICY',
  'DELETE_MFA_POLICY',
  'CREATE_SESSION_PROFILE',
  'EARN_DEPLOY_WRAPPER',
  'EARN_DEPOSIT',
  'EARN_WITHDRAW',
  'EXECUTE_SWAP',
  'UPSERT_SWAP_CONFIG',
  'CREATE_TVC_OPERATOR',
  'CREATE_TVC_QUORUM_KEY',
  'RE_ENCRYPT_TVC_QUORUM_KEY_SHARE',
  'INIT_IMPORT_SECRETS',
  'SOL_SEND_TRANSACTION_V2',
  'CLAIM_SWAP_FEES',
  'EARN_SET_WRAPPER_STATE',
  'CLAIM_EARN_FEES',
  'UPDATE_WALLET_ACCOUNT_NAME',
  'ETH_UNDELEGATE_7702',
  'EXECUTE_SWAP_V2',
  'CREATE_SWAP_QUOTE',
  'IMPORT_SECRETS',
  'EXPORT_SECRETS',
]);
export type ActivityType = (typeof ACTIVITY_TYPE)[number];

/** The 36 of the reference pages and the two SPARK formats of the deployed service. */
export const ADDRESS_FORMAT = /* @__PURE__ */ prefixed('ADDRESS_FORMAT_', [
  'UNCOMPRESSED',
  'COMPRESSED',
  'ETHEREUM',
  'SOLANA',
  'COSMOS',
  'TRON',
  'SUI',
  'APTOS',
  'BITCOIN_MAINNET_P2PKH',
  'BITCOIN_MAINNET_P2SH',
  'BITCOIN_MAINNET_P2WPKH',
  'BITCOIN_MAINNET_P2WSH',
  'BITCOIN_MAINNET_P2TR',
  'BITCOIN_TESTNET_P2PKH',
  'BITCOIN_TESTNET_P2SH',
  'BITCOIN_TESTNET_P2WPKH',
  'BITCOIN_TESTNET_P2WSH',
  'BITCOIN_TESTNET_P2TR',
  'BITCOIN_SIGNET_P2PKH',
  'BITCOIN_SIGNET_P2SH',
  'BITCOIN_SIGNET_P2WPKH',
  'BITCOIN_SIGNET_P2WSH',
  'BITCOIN_SIGNET_P2TR',
  'BITCOIN_REGTEST_P2PKH',
  'BITCOIN_REGTEST_P2SH',
  'BITCOIN_REGTEST_P2WPKH',
  'BITCOIN_REGTEST_P2WSH',
  'BITCOIN_REGTEST_P2TR',
  'SEI',
  'XLM',
  'DOGE_MAINNET',
  'DOGE_TESTNET',
  'TON_V3R2',
  'TON_V4R2',
  'TON_V5R1',
  'XRP',
  'SPARK_MAINNET',
  'SPARK_REGTEST',
]);
export type AddressFormat = (typeof ADDRESS_FORMAT)[number];

export const API_KEY_CURVE = /* @__PURE__ */ prefixed('API_KEY_CURVE_', [
  'P256',
  'SECP256K1',
  'ED25519',
]);
export type ApiKeyCurve = (typeof API_KEY_CURVE)[number];

export const AUTHENTICATION_TYPE = /* @__PURE__ */ prefixed('AUTHENTICATION_TYPE_', [
  'EMAIL_OTP',
  'SMS_OTP',
  'PASSKEY',
  'API_KEY',
  'OAUTH',
  'SESSION',
]);
export type AuthenticationType = (typeof AUTHENTICATION_TYPE)[number];

export const AUTHENTICATOR_TRANSPORT = /* @__PURE__ */ prefixed('AUTHENTICATOR_TRANSPORT_', [
  'BLE',
  'INTERNAL',
  'NFC',
  'USB',
  'HYBRID',
]);
export type AuthenticatorTransport = (typeof AUTHENTICATOR_TRANSPORT)[number];

export const CLIENT_SIGNATURE_SCHEME = /* @__PURE__ */ prefixed('CLIENT_SIGNATURE_SCHEME_', [
  'API_P256',
]);
export type ClientSignatureScheme = (typeof CLIENT_SIGNATURE_SCHEME)[number];

export const CREDENTIAL_TYPE = /* @__PURE__ */ prefixed('CREDENTIAL_TYPE_', [
  'WEBAUTHN_AUTHENTICATOR',
  'API_KEY_P256',
  'RECOVER_USER_KEY_P256',
  'API_KEY_SECP256K1',
  'EMAIL_AUTH_KEY_P256',
  'API_KEY_ED25519',
  'OTP_AUTH_KEY_P256',
  'READ_WRITE_SESSION_KEY_P256',
  'OAUTH_KEY_P256',
  'LOGIN',
]);
export type CredentialType = (typeof CREDENTIAL_TYPE)[number];

/** The reference pages show two. The deployed service accepts P-256, too. */
export const CURVE = /* @__PURE__ */ prefixed('CURVE_', ['SECP256K1', 'ED25519', 'P256']);
export type Curve = (typeof CURVE)[number];
/** The curves as this code calls them. */
export const CURVE_NAMES = {
  CURVE_SECP256K1: 'SECP256K1',
  CURVE_ED25519: 'ED25519',
  CURVE_P256: 'P256',
} as const satisfies Record<Curve, string>;

export const EARN_PROVIDER = /* @__PURE__ */ prefixed('EARN_PROVIDER_', ['MORPHO', 'AAVE']);
export type EarnProvider = (typeof EARN_PROVIDER)[number];

export const EFFECT = /* @__PURE__ */ prefixed('EFFECT_', ['ALLOW', 'DENY']);
export type Effect = (typeof EFFECT)[number];

export const FEATURE_NAME = /* @__PURE__ */ prefixed('FEATURE_NAME_', [
  'ROOT_USER_EMAIL_RECOVERY',
  'WEBAUTHN_ORIGINS',
  'EMAIL_AUTH',
  'EMAIL_RECOVERY',
  'WEBHOOK',
  'SMS_AUTH',
  'OTP_EMAIL_AUTH',
  'AUTH_PROXY',
  'SOLANA_RENT_PREFUND_ENABLED',
  'SWAP_CONFIG',
  'EARN_CONFIG',
]);
export type FeatureName = (typeof FEATURE_NAME)[number];

/** Ethereum's chains by CAIP-2. The last one is not the vendor's: a chain for tests on this machine. */
export const EVM_CHAIN = [
  'eip155:1',
  'eip155:11155111',
  'eip155:8453',
  'eip155:84532',
  'eip155:137',
  'eip155:80002',
  'eip155:56',
  'eip155:97',
  'eip155:10',
  'eip155:11155420',
  'eip155:143',
  'eip155:10143',
  'eip155:42161',
  'eip155:421614',
  'eip155:4217',
  'eip155:42431',
  'eip155:31337',
] as const;
export type EvmChain = (typeof EVM_CHAIN)[number];

export const FIAT_ON_RAMP_NETWORK = /* @__PURE__ */ prefixed('FIAT_ON_RAMP_BLOCKCHAIN_NETWORK_', [
  'BITCOIN',
  'ETHEREUM',
  'SOLANA',
  'BASE',
]);
export type FiatOnRampNetwork = (typeof FIAT_ON_RAMP_NETWORK)[number];

export const FIAT_ON_RAMP_CRYPTO_CURRENCY = /* @__PURE__ */ prefixed(
  'FIAT_ON_RAMP_CRYPTO_CURRENCY_',
  ['BTC', 'ETH', 'SOL', 'USDC'],
);
export type FiatOnRampCryptoCurrency = (typeof FIAT_ON_RAMP_CRYPTO_CURRENCY)[number];

export const FIAT_ON_RAMP_CURRENCY = /* @__PURE__ */ prefixed('FIAT_ON_RAMP_CURRENCY_', [
  'AUD',
  'BGN',
  'BRL',
  'CAD',
  'CHF',
  'COP',
  'CZK',
  'DKK',
  'DOP',
  'EGP',
  'EUR',
  'GBP',
  'HKD',
  'IDR',
  'ILS',
  'JOD',
  'KES',
  'KWD',
  'LKR',
  'MXN',
  'NGN',
  'NOK',
  'NZD',
  'OMR',
  'PEN',
  'PLN',
  'RON',
  'SEK',
  'THB',
  'TRY',
  'TWD',
  'USD',
  'VND',
  'ZAR',
]);
export type FiatOnRampCurrency = (typeof FIAT_ON_RAMP_CURRENCY)[number];

export const FIAT_ON_RAMP_PAYMENT_METHOD = /* @__PURE__ */ prefixed(
  'FIAT_ON_RAMP_PAYMENT_METHOD_',
  [
    'CREDIT_DEBIT_CARD',
    'APPLE_PAY',
    'GBP_BANK_TRANSFER',
    'GBP_OPEN_BANKING_PAYMENT',
    'GOOGLE_PAY',
    'SEPA_BANK_TRANSFER',
    'PIX_INSTANT_PAYMENT',
    'PAYPAL',
    'VENMO',
    'MOONPAY_BALANCE',
    'CRYPTO_ACCOUNT',
    'FIAT_WALLET',
    'ACH_BANK_ACCOUNT',
  ],
);
export type FiatOnRampPaymentMethod = (typeof FIAT_ON_RAMP_PAYMENT_METHOD)[number];

export const FIAT_ON_RAMP_PROVIDER = /* @__PURE__ */ prefixed('FIAT_ON_RAMP_PROVIDER_', [
  'COINBASE',
  'MOONPAY',
]);
export type FiatOnRampProvider = (typeof FIAT_ON_RAMP_PROVIDER)[number];

export const HASH_FUNCTION = /* @__PURE__ */ prefixed('HASH_FUNCTION_', [
  'NO_OP',
  'SHA256',
  'KECCAK256',
  'NOT_APPLICABLE',
]);
export type HashFunction = (typeof HASH_FUNCTION)[number];

export const INVITATION_STATUS = /* @__PURE__ */ prefixed('INVITATION_STATUS_', [
  'CREATED',
  'ACCEPTED',
  'REVOKED',
]);
export type InvitationStatus = (typeof INVITATION_STATUS)[number];

export const MNEMONIC_LANGUAGE = /* @__PURE__ */ prefixed('MNEMONIC_LANGUAGE_', [
  'ENGLISH',
  'SIMPLIFIED_CHINESE',
  'TRADITIONAL_CHINESE',
  'CZECH',
  'FRENCH',
  'ITALIAN',
  'JAPANESE',
  'KOREAN',
  'SPANISH',
]);
export type MnemonicLanguage = (typeof MNEMONIC_LANGUAGE)[number];

export const OAUTH2_PROVIDER = /* @__PURE__ */ prefixed('OAUTH2_PROVIDER_', ['X', 'DISCORD']);
export type Oauth2Provider = (typeof OAUTH2_PROVIDER)[number];

export const OPERATOR = /* @__PURE__ */ prefixed('OPERATOR_', [
  'EQUAL',
  'MORE_THAN',
  'MORE_THAN_OR_EQUAL',
  'LESS_THAN',
  'LESS_THAN_OR_EQUAL',
  'CONTAINS',
  'NOT_EQUAL',
  'IN',
  'NOT_IN',
  'CONTAINS_ONE',
  'CONTAINS_ALL',
]);
export type Operator = (typeof OPERATOR)[number];

export const OUTCOME = /* @__PURE__ */ prefixed('OUTCOME_', [
  'ALLOW',
  'DENY_EXPLICIT',
  'DENY_IMPLICIT',
  'REQUIRES_CONSENSUS',
  'REJECTED',
  'ERROR',
  'REQUIRES_AUTHENTICATORS',
  'TIME_INACTIVE',
]);

export const PATH_FORMAT = /* @__PURE__ */ prefixed('PATH_FORMAT_', ['BIP32']);
export type PathFormat = (typeof PATH_FORMAT)[number];

export const PAYLOAD_ENCODING = /* @__PURE__ */ prefixed('PAYLOAD_ENCODING_', [
  'HEXADECIMAL',
  'TEXT_UTF8',
  'EIP712',
  'EIP7702_AUTHORIZATION',
]);
export type PayloadEncoding = (typeof PAYLOAD_ENCODING)[number];

export const SMART_CONTRACT_INTERFACE_TYPE = /* @__PURE__ */ prefixed(
  'SMART_CONTRACT_INTERFACE_TYPE_',
  ['ETHEREUM', 'SOLANA'],
);
export type SmartContractInterfaceType = (typeof SMART_CONTRACT_INTERFACE_TYPE)[number];

/** What becomes of a request whose IP address isn't known. */
export const ON_EVALUATION_ERROR = ['DENY', 'ALLOW'] as const;

export const TAG_TYPE = /* @__PURE__ */ prefixed('TAG_TYPE_', ['USER', 'PRIVATE_KEY']);
export type TagType = (typeof TAG_TYPE)[number];

export const TRANSACTION_TYPE = /* @__PURE__ */ prefixed('TRANSACTION_TYPE_', [
  'ETHEREUM',
  'SOLANA',
  'TRON',
  'BITCOIN',
  'TEMPO',
]);
export type TransactionType = (typeof TRANSACTION_TYPE)[number];

export const TRANSPORT_ENCRYPTION_SUITE = /* @__PURE__ */ prefixed('TRANSPORT_ENCRYPTION_SUITE_', [
  'ENCLAVE_ENCRYPT_V1',
]);
export type TransportEncryptionSuite = (typeof TRANSPORT_ENCRYPTION_SUITE)[number];

export const TVC_HEALTH_CHECK_TYPE = /* @__PURE__ */ prefixed('TVC_HEALTH_CHECK_TYPE_', [
  'HTTP',
  'GRPC',
]);
export type TvcHealthCheckType = (typeof TVC_HEALTH_CHECK_TYPE)[number];

export const USAGE_TYPE = /* @__PURE__ */ prefixed('USAGE_TYPE_', ['SIGNUP', 'LOGIN']);
export type UsageType = (typeof USAGE_TYPE)[number];

/** A string with a fixed set in the published schema (docs/protocol.md, Closed lists). */
export const OTP_TYPE = /* @__PURE__ */ prefixed('OTP_TYPE_', ['EMAIL', 'SMS']);
export type OtpType = (typeof OTP_TYPE)[number];

/** How a vote was cast. */
export const VOTE_SELECTION = /* @__PURE__ */ prefixed('VOTE_SELECTION_', ['APPROVED', 'REJECTED']);
export type VoteSelection = (typeof VOTE_SELECTION)[number];
