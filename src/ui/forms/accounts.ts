import type { AddressFormat, Curve, PathFormat } from '../../protocol/enums.ts';

/** One derivation row of a new wallet, as the service takes it. */
export type Account = {
  readonly curve: Curve;
  readonly pathFormat: PathFormat;
  readonly path: string;
  readonly addressFormat: AddressFormat;
};

const SECP: Curve = 'CURVE_SECP256K1';
const ED: Curve = 'CURVE_ED25519';

type Derivation = readonly [format: AddressFormat, curve: Curve, path: string];

/** Bitcoin networks with their coin type: 0 on the main network, 1 on the others (SLIP-44). */
const BITCOIN = [
  ['MAINNET', 0],
  ['TESTNET', 1],
  ['SIGNET', 1],
  ['REGTEST', 1],
] as const;

/**
 * Paths per script as the vendor's SDK has them; P2SH is under 44', not 49' (docs/protocol.md, Default
 * derivation paths).
 */
const SCRIPTS = [
  ['P2PKH', (coin: number) => `m/44'/${coin}'/0'/0/0`],
  ['P2SH', (coin: number) => `m/44'/${coin}'/0'/0/0`],
  ['P2WPKH', (coin: number) => `m/84'/${coin}'/0'/0/0`],
  ['P2WSH', (coin: number) => `m/48'/${coin}'/0'/2'/0/0`],
  ['P2TR', (coin: number) => `m/86'/${coin}'/0'/0/0`],
] as const;

const bitcoin: readonly Derivation[] = BITCOIN.flatMap(([network, coin]) =>
  SCRIPTS.map(([script, path]): Derivation => [
    `ADDRESS_FORMAT_BITCOIN_${network}_${script}`,
    SECP,
    path(coin),
  ]),
);

/**
 * The first account of every chain that has a default path in the vendor's SDK (docs/protocol.md, Default
 * derivation paths). Left out: TON v5R1 and the plain public keys, which have none, and Spark, whose path
 * the service sets.
 */
const DERIVATIONS: readonly Derivation[] = [
  ['ADDRESS_FORMAT_ETHEREUM', SECP, "m/44'/60'/0'/0/0"],
  ['ADDRESS_FORMAT_SOLANA', ED, "m/44'/501'/0'/0'"],
  ...bitcoin.slice(0, SCRIPTS.length),
  ['ADDRESS_FORMAT_COSMOS', SECP, "m/44'/118'/0'/0/0"],
  ['ADDRESS_FORMAT_TRON', SECP, "m/44'/195'/0'"],
  ['ADDRESS_FORMAT_SUI', ED, "m/44'/784'/0'/0'/0'"],
  ['ADDRESS_FORMAT_APTOS', ED, "m/44'/637'/0'/0'/0'"],
  ['ADDRESS_FORMAT_SEI', SECP, "m/44'/118'/0'/0'/0'"],
  ['ADDRESS_FORMAT_XLM', ED, "m/44'/148'/0'"],
  ['ADDRESS_FORMAT_XRP', SECP, "m/44'/144'/0'/0'/0'"],
  ['ADDRESS_FORMAT_DOGE_MAINNET', SECP, "m/44'/3'/0'/0/0"],
  ['ADDRESS_FORMAT_TON_V3R2', ED, "m/44'/607'/0'/0'/0'"],
  ['ADDRESS_FORMAT_TON_V4R2', ED, "m/44'/607'/0'/0'/0'"],
  ['ADDRESS_FORMAT_DOGE_TESTNET', SECP, "m/44'/3'/0'/0/0"],
  ...bitcoin.slice(SCRIPTS.length),
];

/** The chains a new wallet can get an address on, well-known ones first. */
export const CHAINS: readonly AddressFormat[] = DERIVATIONS.map(([format]) => format);

/** The derivation rows of the chosen chains, in the table's order; unknown names are left out. */
export function accountsOf(chains: readonly string[]): readonly Account[] {
  return DERIVATIONS.filter(([format]) => chains.includes(format)).map(
    ([addressFormat, curve, path]) => ({
      curve,
      pathFormat: 'PATH_FORMAT_BIP32',
      path,
      addressFormat,
    }),
  );
}
