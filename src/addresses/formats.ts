// Facts about the 36 address formats of the reference pages: which chain and network they belong
// to, what isn't public about the service's rule, and which other readings of the rule exist. Loads
// no cryptography.
import { addressFormatsOf } from '../protocol/curve-formats.ts';
import type { AddressFormat, Curve } from '../protocol/enums.ts';

/** A format that can be derived here: all but Spark's, whose rules are the service's own. */
export type Format = Exclude<AddressFormat, `ADDRESS_FORMAT_SPARK_${string}`>;

/** The chains, in the order that a form shows them. `preferred` is the format to offer first. */
export const CHAINS = {
  ethereum: { name: 'Ethereum', preferred: 'ADDRESS_FORMAT_ETHEREUM' },
  bitcoin: { name: 'Bitcoin', preferred: 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH' },
  solana: { name: 'Solana', preferred: 'ADDRESS_FORMAT_SOLANA' },
  cosmos: { name: 'Cosmos', preferred: 'ADDRESS_FORMAT_COSMOS' },
  tron: { name: 'Tron', preferred: 'ADDRESS_FORMAT_TRON' },
  sui: { name: 'Sui', preferred: 'ADDRESS_FORMAT_SUI' },
  aptos: { name: 'Aptos', preferred: 'ADDRESS_FORMAT_APTOS' },
  sei: { name: 'Sei', preferred: 'ADDRESS_FORMAT_SEI' },
  stellar: { name: 'Stellar', preferred: 'ADDRESS_FORMAT_XLM' },
  dogecoin: { name: 'Dogecoin', preferred: 'ADDRESS_FORMAT_DOGE_MAINNET' },
  // V4R2 is the one whose contract follows from the vendor's own example.
  ton: { name: 'TON', preferred: 'ADDRESS_FORMAT_TON_V4R2' },
  xrp: { name: 'XRP Ledger', preferred: 'ADDRESS_FORMAT_XRP' },
  none: { name: 'Public key', preferred: 'ADDRESS_FORMAT_COMPRESSED' },
} as const satisfies Readonly<Record<string, { name: string; preferred: Format }>>;
export type Chain = keyof typeof CHAINS;

/** Other readings of a format's rule, each with the name that users see. */
export const READINGS = {
  p2sh_p2pk: 'P2SH of a single public key',
  p2sh_p2pkh: 'P2SH of P2PKH',
  p2sh_multisig: 'P2SH of 1-of-1 multisig',
  p2wsh_p2pkh: 'P2WSH of P2PKH',
  p2wsh_multisig: 'P2WSH of 1-of-1 multisig',
  p2tr_untweaked: 'taproot with the key itself, not tweaked',
  sei_evm: 'the Ethereum account written as a Sei address',
  sei_ed25519: 'Sei address of an Ed25519 key',
  sui_secp256k1: 'Sui address of a secp256k1 key',
  aptos_single_key: 'Aptos SingleKey scheme',
  aptos_secp256k1: 'Aptos SingleKey scheme of a secp256k1 key',
  aptos_short: 'without leading zeros',
  xrp_ed25519: 'XRP address of an Ed25519 key',
  ton_bounceable: 'bounceable form',
  ton_base64: 'plain base64',
  ton_bounceable_base64: 'bounceable form in plain base64',
  ton_raw: 'raw form',
  ton_test_only: 'test-only form',
  ton_bounceable_test_only: 'bounceable test-only form',
  ton_testnet_wallet: 'wallet id of the test network',
} as const;
export type ReadingName = keyof typeof READINGS;

/**
 * The part of the rule that no public page settles, so it's a choice (docs/addresses.md, Open
 * recipes).
 */
type OpenQuestion = 'script' | 'curve' | 'wallet_id' | 'text_form';

export type Network = 'mainnet' | 'testnet' | 'signet' | 'regtest';

export type FormatFacts = {
  readonly chain: Chain;
  readonly network: Network;
  /** Which of the chain's kinds of address: Bitcoin's script, TON's wallet contract. */
  readonly kind: string;
  /** Empty if the rule is settled. */
  readonly open: readonly OpenQuestion[];
  readonly readings: readonly ReadingName[];
};

const BITCOIN_NETWORKS = ['MAINNET', 'TESTNET', 'SIGNET', 'REGTEST'] as const;
export type BitcoinNetwork = (typeof BITCOIN_NETWORKS)[number];

/** The scripts that a single key can have an address for. */
const BITCOIN_SCRIPTS = ['P2PKH', 'P2SH', 'P2WPKH', 'P2WSH', 'P2TR'] as const;
export type BitcoinScript = (typeof BITCOIN_SCRIPTS)[number];

type BitcoinFormat = `ADDRESS_FORMAT_BITCOIN_${BitcoinNetwork}_${BitcoinScript}`;

/** The twenty Bitcoin rows of any table: each network with each script. */
export function bitcoinRows<T>(
  row: (network: BitcoinNetwork, script: BitcoinScript) => T,
): Readonly<Record<BitcoinFormat, T>> {
  return Object.fromEntries(
    BITCOIN_NETWORKS.flatMap((network) =>
      BITCOIN_SCRIPTS.map((script) => [
        `ADDRESS_FORMAT_BITCOIN_${network}_${script}`,
        row(network, script),
      ]),
    ),
  ) as Record<BitcoinFormat, T>;
}

const NETWORK_NAMES = {
  MAINNET: 'mainnet',
  TESTNET: 'testnet',
  SIGNET: 'signet',
  REGTEST: 'regtest',
} as const satisfies Record<BitcoinNetwork, Network>;

type OpenRuleFacts = Pick<FormatFacts, 'open' | 'readings'>;

const SETTLED: OpenRuleFacts = { open: [], readings: [] };

const SCRIPT_RULES: Readonly<Record<BitcoinScript, OpenRuleFacts>> = {
  P2PKH: SETTLED,
  P2SH: { open: ['script'], readings: ['p2sh_p2pk', 'p2sh_p2pkh', 'p2sh_multisig'] },
  P2WPKH: SETTLED,
  P2WSH: { open: ['script'], readings: ['p2wsh_p2pkh', 'p2wsh_multisig'] },
  P2TR: { open: [], readings: ['p2tr_untweaked'] },
};

function mainnet(chain: Chain, rule: Partial<OpenRuleFacts> = {}): FormatFacts {
  return { chain, network: 'mainnet', kind: '', ...SETTLED, ...rule };
}

/** The same account as a different text. */
const TON_FORMS = [
  'ton_bounceable',
  'ton_base64',
  'ton_bounceable_base64',
  'ton_raw',
  'ton_test_only',
  'ton_bounceable_test_only',
] as const satisfies readonly ReadingName[];

function ton(
  kind: string,
  open: readonly OpenQuestion[],
  more: readonly ReadingName[] = [],
): FormatFacts {
  return { ...mainnet('ton'), kind, open, readings: [...TON_FORMS, ...more] };
}

/** Every format with its facts. */
export const FORMATS: Readonly<Record<Format, FormatFacts>> = {
  ADDRESS_FORMAT_UNCOMPRESSED: { ...mainnet('none'), kind: 'uncompressed' },
  ADDRESS_FORMAT_COMPRESSED: { ...mainnet('none'), kind: 'compressed' },
  ADDRESS_FORMAT_ETHEREUM: mainnet('ethereum'),
  ADDRESS_FORMAT_SOLANA: mainnet('solana'),
  ADDRESS_FORMAT_COSMOS: mainnet('cosmos'),
  ADDRESS_FORMAT_TRON: mainnet('tron'),
  ADDRESS_FORMAT_SUI: mainnet('sui', { readings: ['sui_secp256k1'] }),
  ADDRESS_FORMAT_APTOS: mainnet('aptos', {
    readings: ['aptos_short', 'aptos_single_key', 'aptos_secp256k1'],
  }),
  ...bitcoinRows((network, script) => ({
    chain: 'bitcoin',
    network: NETWORK_NAMES[network],
    kind: script,
    ...SCRIPT_RULES[script],
  })),
  // The service's documentation names both curves. secp256k1 is what Sei's wallets use.
  ADDRESS_FORMAT_SEI: mainnet('sei', { open: ['curve'], readings: ['sei_evm', 'sei_ed25519'] }),
  ADDRESS_FORMAT_XLM: mainnet('stellar'),
  ADDRESS_FORMAT_DOGE_MAINNET: mainnet('dogecoin'),
  ADDRESS_FORMAT_DOGE_TESTNET: { ...mainnet('dogecoin'), network: 'testnet' },
  ADDRESS_FORMAT_TON_V3R2: ton('V3R2', ['wallet_id', 'text_form']),
  ADDRESS_FORMAT_TON_V4R2: ton('V4R2', ['text_form']),
  ADDRESS_FORMAT_TON_V5R1: ton('V5R1', ['wallet_id', 'text_form'], ['ton_testnet_wallet']),
  ADDRESS_FORMAT_XRP: mainnet('xrp', { readings: ['xrp_ed25519'] }),
};

/** Whether a text names a format that can be derived here. */
export function isFormat(value: string): value is Format {
  return Object.hasOwn(FORMATS, value);
}

/** The formats of one chain that fit a curve. */
export type ChainFormats = {
  readonly chain: Chain;
  readonly name: string;
  readonly preferred: Format;
  readonly formats: readonly Format[];
};

/** The formats that fit a curve, by chain. Leaves out chains without any. */
export function formatsByChain(curve: Curve): readonly ChainFormats[] {
  const fitting = addressFormatsOf(curve).filter(isFormat);
  return Object.keys(CHAINS)
    .filter(isChain)
    .map((chain) => ({
      chain,
      ...CHAINS[chain],
      formats: fitting.filter((format) => FORMATS[format].chain === chain),
    }))
    .filter(({ formats }) => formats.length > 0);
}

function isChain(value: string): value is Chain {
  return Object.hasOwn(CHAINS, value);
}

/**
 * What an import form selects at first. It includes the compressed public key: with that in the
 * service's reply, anyone can check the other addresses (proof.ts). Solana's address is that key.
 */
export const DEFAULT_FORMATS: Readonly<Record<Curve, readonly Format[]>> = {
  CURVE_SECP256K1: ['ADDRESS_FORMAT_ETHEREUM', 'ADDRESS_FORMAT_COMPRESSED'],
  CURVE_ED25519: ['ADDRESS_FORMAT_SOLANA'],
  CURVE_P256: ['ADDRESS_FORMAT_COMPRESSED'],
};
