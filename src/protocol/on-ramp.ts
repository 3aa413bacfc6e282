import {
  FIAT_ON_RAMP_CRYPTO_CURRENCY,
  FIAT_ON_RAMP_NETWORK,
  FIAT_ON_RAMP_PAYMENT_METHOD,
  FIAT_ON_RAMP_PROVIDER,
  type AddressFormat,
  type FiatOnRampCryptoCurrency,
  type FiatOnRampNetwork,
  type FiatOnRampPaymentMethod,
  type FiatOnRampProvider,
} from './enums.ts';
import type { Values } from './parse.ts';

/*
 * What goes together in a purchase, and where it can be paid out to (docs/protocol.md, On-ramp
 * purchases). A value that isn't chosen yet rules nothing out.
 */

const SCRIPTS = ['P2WPKH', 'P2TR', 'P2WSH', 'P2SH', 'P2PKH'] as const;
const bitcoinFormats = (network: 'MAINNET' | 'TESTNET'): readonly AddressFormat[] =>
  SCRIPTS.map((script) => `ADDRESS_FORMAT_BITCOIN_${network}_${script}` as const);

const NETWORKS: Readonly<
  Record<
    FiatOnRampNetwork,
    {
      readonly currencies: readonly FiatOnRampCryptoCurrency[];
      readonly formats: readonly AddressFormat[];
    }
  >
> = {
  FIAT_ON_RAMP_BLOCKCHAIN_NETWORK_BITCOIN: {
    currencies: ['FIAT_ON_RAMP_CRYPTO_CURRENCY_BTC'],
    formats: bitcoinFormats('MAINNET'),
  },
  FIAT_ON_RAMP_BLOCKCHAIN_NETWORK_ETHEREUM: {
    currencies: ['FIAT_ON_RAMP_CRYPTO_CURRENCY_ETH', 'FIAT_ON_RAMP_CRYPTO_CURRENCY_USDC'],
    formats: ['ADDRESS_FORMAT_ETHEREUM'],
  },
  FIAT_ON_RAMP_BLOCKCHAIN_NETWORK_SOLANA: {
    currencies: ['FIAT_ON_RAMP_CRYPTO_CURRENCY_SOL', 'FIAT_ON_RAMP_CRYPTO_CURRENCY_USDC'],
    formats: ['ADDRESS_FORMAT_SOLANA'],
  },
  // An Ethereum rollup: the same accounts and the same coin.
  FIAT_ON_RAMP_BLOCKCHAIN_NETWORK_BASE: {
    currencies: ['FIAT_ON_RAMP_CRYPTO_CURRENCY_ETH', 'FIAT_ON_RAMP_CRYPTO_CURRENCY_USDC'],
    formats: ['ADDRESS_FORMAT_ETHEREUM'],
  },
};

/** Payment methods that only one of the providers has. */
const METHODS_OF_ONE: Readonly<Record<FiatOnRampProvider, readonly FiatOnRampPaymentMethod[]>> = {
  FIAT_ON_RAMP_PROVIDER_COINBASE: [
    'FIAT_ON_RAMP_PAYMENT_METHOD_CRYPTO_ACCOUNT',
    'FIAT_ON_RAMP_PAYMENT_METHOD_FIAT_WALLET',
    'FIAT_ON_RAMP_PAYMENT_METHOD_ACH_BANK_ACCOUNT',
  ],
  FIAT_ON_RAMP_PROVIDER_MOONPAY: [
    'FIAT_ON_RAMP_PAYMENT_METHOD_GBP_BANK_TRANSFER',
    'FIAT_ON_RAMP_PAYMENT_METHOD_GBP_OPEN_BANKING_PAYMENT',
    'FIAT_ON_RAMP_PAYMENT_METHOD_GOOGLE_PAY',
    'FIAT_ON_RAMP_PAYMENT_METHOD_SEPA_BANK_TRANSFER',
    'FIAT_ON_RAMP_PAYMENT_METHOD_PIX_INSTANT_PAYMENT',
    'FIAT_ON_RAMP_PAYMENT_METHOD_PAYPAL',
    'FIAT_ON_RAMP_PAYMENT_METHOD_VENMO',
    'FIAT_ON_RAMP_PAYMENT_METHOD_MOONPAY_BALANCE',
  ],
};

const networkOf = ({ network }: Values): FiatOnRampNetwork | undefined =>
  FIAT_ON_RAMP_NETWORK.find((candidate) => candidate === network);

/** The currencies that the chosen network has; all of them while there is none. */
export function currenciesOfNetwork(values: Values): readonly FiatOnRampCryptoCurrency[] {
  const network = networkOf(values);
  return network ? NETWORKS[network].currencies : FIAT_ON_RAMP_CRYPTO_CURRENCY;
}

/** The payment methods that the chosen provider has; all of them while there is none. */
export function methodsOfProvider(values: Values): readonly FiatOnRampPaymentMethod[] {
  const provider = FIAT_ON_RAMP_PROVIDER.find((one) => one === values['onrampProvider']);
  if (!provider) return FIAT_ON_RAMP_PAYMENT_METHOD;
  const ofOthers = FIAT_ON_RAMP_PROVIDER.filter((other) => other !== provider).flatMap(
    (other) => METHODS_OF_ONE[other],
  );
  return FIAT_ON_RAMP_PAYMENT_METHOD.filter((method) => !ofOthers.includes(method));
}

/**
 * The address formats that the chosen network pays out to; none while there is none. MoonPay's
 * sandbox pays out on test networks; of the four networks only Bitcoin writes their addresses
 * differently.
 */
export function payoutFormats(values: Values): readonly AddressFormat[] {
  const network = networkOf(values);
  if (!network) return [];
  const { formats } = NETWORKS[network];
  const isTest =
    network === 'FIAT_ON_RAMP_BLOCKCHAIN_NETWORK_BITCOIN' &&
    values['onrampProvider'] === 'FIAT_ON_RAMP_PROVIDER_MOONPAY' &&
    values['sandboxMode'] === true;
  return isTest ? [...formats, ...bitcoinFormats('TESTNET')] : formats;
}
