import * as enums from './enums.ts';
import { ERRORS } from './errors.ts';
import type { Row } from './operation-row.ts';
import { ROWS } from './operations.ts';
import { RULES } from './rules.ts';
import { SERVICE_ERRORS } from './service-errors.ts';

/*
 * The English words that stand in the tables, under the keys by which a translation replaces them.
 */

type Texts = Readonly<Record<string, string>>;

function rowEntries(row: Row): [string, string | undefined][] {
  const key = `op.${row.name}`;
  const versions = row.kind === 'submit' ? row.versions : [row];
  const fields = versions.flatMap((version) => Object.entries(version.fields));
  return [
    [`${key}.title`, row.title],
    [`${key}.about`, row.about],
    [`${key}.action`, row.action],
    [`${key}.done`, row.done],
    ...Object.entries(row.summary).map(([variant, text]): [string, string] => [
      `${key}.summary.${variant}`,
      text,
    ]),
    [`${key}.affects`, row.kind === 'submit' ? row.affects?.sentence : undefined],
    [`${key}.affects.none`, row.kind === 'submit' ? row.affects?.none : undefined],
    [`${key}.begins`, row.kind === 'submit' ? row.prerequisite?.explanation : undefined],
    ...fields.flatMap(([name, field]): [string, string | undefined][] => [
      [`field.${row.name}.${name}.label`, field.label],
      [`field.${row.name}.${name}.help`, field.help],
    ]),
  ];
}

function withoutMissing(entries: readonly [string, string | undefined][]): Texts {
  return Object.fromEntries(
    entries.flatMap(([key, text]) => (text === undefined ? [] : [[key, text]])),
  );
}

function withPrefix(prefix: string, entries: readonly [string, string][]): Texts {
  return Object.fromEntries(entries.map(([key, text]) => [`${prefix}.${key}`, text]));
}

/** `op.<name>.title|about|action|done|summary.<variant>|affects|begins`, `field.<name>.<field>.…`. */
export function rowTexts(): Texts {
  return withoutMissing(ROWS.flatMap(rowEntries));
}

/** `rule.<rule>`: why a value was refused. */
export function ruleTexts(): Texts {
  return withPrefix('rule', Object.entries(RULES));
}

/** `error.<code>`, and `service.<CODE>` for the service's own codes. */
export function errorTexts(): Texts {
  const ours = Object.entries(ERRORS).map(([code, { sentence }]): [string, string] => [
    code,
    sentence,
  ]);
  return { ...withPrefix('error', ours), ...withPrefix('service', Object.entries(SERVICE_ERRORS)) };
}

/** Prefixes that carry no meaning for a reader; the longest match is dropped. */
const PREFIXES = [
  'FIAT_ON_RAMP_BLOCKCHAIN_NETWORK_',
  'FIAT_ON_RAMP_CRYPTO_CURRENCY_',
  'FIAT_ON_RAMP_PAYMENT_METHOD_',
  'FIAT_ON_RAMP_PROVIDER_',
  'FIAT_ON_RAMP_CURRENCY_',
  'SMART_CONTRACT_INTERFACE_TYPE_',
  'ADDRESS_FORMAT_',
  'AUTHENTICATOR_TRANSPORT_',
  'ACTIVITY_STATUS_',
  'ACTIVITY_TYPE_',
  'CREDENTIAL_TYPE_',
  'API_KEY_CURVE_',
  'OTP_TYPE_',
  'CURVE_',
] as const;

/** Names that are not their capital letters written small. */
const NAMES: Texts = {
  SECP256K1: 'secp256k1',
  ED25519: 'Ed25519',
  P256: 'P-256',
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
  EMAIL: 'E-mail',
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
  WEBAUTHN_AUTHENTICATOR: 'Passkey',
  API_KEY_P256: 'API key (P-256)',
  API_KEY_SECP256K1: 'API key (secp256k1)',
  API_KEY_ED25519: 'API key (Ed25519)',
};

const BITCOIN = /^BITCOIN_(MAINNET|TESTNET|SIGNET|REGTEST)_(P2\w+)$/;

/**
 * A readable name of an enum value: `FIAT_ON_RAMP_CURRENCY_AUD` is `AUD`,
 * `ADDRESS_FORMAT_BITCOIN_TESTNET_P2TR` is `Bitcoin testnet P2TR`. Values it does not know are
 * written small; nothing is hidden.
 */
export function choiceText(value: string): string {
  const prefix = PREFIXES.find((candidate) => value.startsWith(candidate)) ?? '';
  const bare = value.slice(prefix.length);
  if (Object.hasOwn(NAMES, bare)) return NAMES[bare] ?? bare;
  if (prefix === 'FIAT_ON_RAMP_CURRENCY_') return bare;
  const bitcoin = BITCOIN.exec(bare);
  if (bitcoin) {
    const network = bitcoin[1] === 'MAINNET' ? '' : ` ${(bitcoin[1] ?? '').toLowerCase()}`;
    return `Bitcoin${network} ${bitcoin[2] ?? ''}`;
  }
  const lowerCase = bare.toLowerCase().replaceAll('_', ' ');
  return lowerCase.charAt(0).toUpperCase() + lowerCase.slice(1);
}

const CHOICE_LISTS: readonly (readonly string[])[] = [
  enums.ACTIVITY_STATUS,
  enums.ACTIVITY_TYPE,
  enums.ADDRESS_FORMAT,
  enums.AUTHENTICATOR_TRANSPORT,
  enums.CREDENTIAL_TYPE,
  enums.CURVE,
  enums.FIAT_ON_RAMP_CRYPTO_CURRENCY,
  enums.FIAT_ON_RAMP_CURRENCY,
  enums.FIAT_ON_RAMP_NETWORK,
  enums.FIAT_ON_RAMP_PAYMENT_METHOD,
  enums.FIAT_ON_RAMP_PROVIDER,
  enums.OTP_TYPE,
  enums.SMART_CONTRACT_INTERFACE_TYPE,
];

/** `choice.<VALUE>`: the readable name of every value that a form offers or a record shows. */
export function choiceTexts(): Texts {
  return withPrefix(
    'choice',
    CHOICE_LISTS.flat().map((value) => [value, choiceText(value)]),
  );
}
