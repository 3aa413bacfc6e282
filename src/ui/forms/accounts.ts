import type { AddressFormat, Curve } from '../../protocol/enums.ts';
import type { Values } from '../../protocol/parse.ts';

/** What of an account a chain's default settles, as the service takes it. */
export type AccountDefaults = {
  readonly addressFormat: AddressFormat;
  readonly curve: Curve;
  readonly pathFormat: 'PATH_FORMAT_BIP32';
  readonly path: string;
};

const SECP: Curve = 'CURVE_SECP256K1';
const ED: Curve = 'CURVE_ED25519';

/** The step of a path that numbers the accounts of a chain (BIP-44, Account). */
type PathOfAccount = (account: string) => string;
type Derivation = readonly [format: AddressFormat, curve: Curve, path: PathOfAccount];

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
  ['P2PKH', (coin: number, account: string) => `m/44'/${coin}'/${account}/0/0`],
  ['P2SH', (coin: number, account: string) => `m/44'/${coin}'/${account}/0/0`],
  ['P2WPKH', (coin: number, account: string) => `m/84'/${coin}'/${account}/0/0`],
  ['P2WSH', (coin: number, account: string) => `m/48'/${coin}'/${account}/2'/0/0`],
  ['P2TR', (coin: number, account: string) => `m/86'/${coin}'/${account}/0/0`],
] as const;

const bitcoin: readonly Derivation[] = BITCOIN.flatMap(([network, coin]) =>
  SCRIPTS.map(([script, path]): Derivation => [
    `ADDRESS_FORMAT_BITCOIN_${network}_${script}`,
    SECP,
    (account) => path(coin, account),
  ]),
);

/**
 * Every chain that has a default path in the vendor's SDK (docs/protocol.md, Default derivation
 * paths). Left out: TON v5R1 and the plain public keys, which have none, and Spark, whose path the
 * service sets.
 */
const DERIVATIONS: readonly Derivation[] = [
  ['ADDRESS_FORMAT_ETHEREUM', SECP, (account) => `m/44'/60'/${account}/0/0`],
  ['ADDRESS_FORMAT_SOLANA', ED, (account) => `m/44'/501'/${account}/0'`],
  ...bitcoin.slice(0, SCRIPTS.length),
  ['ADDRESS_FORMAT_COSMOS', SECP, (account) => `m/44'/118'/${account}/0/0`],
  ['ADDRESS_FORMAT_TRON', SECP, (account) => `m/44'/195'/${account}`],
  ['ADDRESS_FORMAT_SUI', ED, (account) => `m/44'/784'/${account}/0'/0'`],
  ['ADDRESS_FORMAT_APTOS', ED, (account) => `m/44'/637'/${account}/0'/0'`],
  ['ADDRESS_FORMAT_SEI', SECP, (account) => `m/44'/118'/${account}/0'/0'`],
  ['ADDRESS_FORMAT_XLM', ED, (account) => `m/44'/148'/${account}`],
  ['ADDRESS_FORMAT_XRP', SECP, (account) => `m/44'/144'/${account}/0'/0'`],
  ['ADDRESS_FORMAT_DOGE_MAINNET', SECP, (account) => `m/44'/3'/${account}/0/0`],
  ['ADDRESS_FORMAT_TON_V3R2', ED, (account) => `m/44'/607'/${account}/0'/0'`],
  ['ADDRESS_FORMAT_TON_V4R2', ED, (account) => `m/44'/607'/${account}/0'/0'`],
  ['ADDRESS_FORMAT_DOGE_TESTNET', SECP, (account) => `m/44'/3'/${account}/0/0`],
  ...bitcoin.slice(SCRIPTS.length),
];

/** The chains a wallet can get an address on, well-known ones first. */
export const CHAINS: readonly AddressFormat[] = DERIVATIONS.map(([format]) => format);

/** One path in one spelling: `m/044'` is `m/44'`. */
const normalPath = (path: unknown) => String(path).replace(/\b0+(?=\d)/g, '');

/**
 * The next account of a chain that isn't there yet: of the vendor's default paths the first one that
 * is free, so that wallets which search account after account find all. Undefined for a chain without
 * a default path.
 * @param existing the accounts that the wallet has or will have
 */
export function nextAccount(
  chain: string,
  existing: readonly Values[],
): AccountDefaults | undefined {
  const derivation = DERIVATIONS.find(([format]) => format === chain);
  if (!derivation) return undefined;
  const [addressFormat, curve, pathOf] = derivation;
  const ofChain = existing.filter((account) => account['addressFormat'] === addressFormat);
  const taken = new Set(ofChain.map(({ path }) => normalPath(path)));
  let account = 0;
  while (taken.has(pathOf(`${account}'`))) account += 1;
  const path = pathOf(`${account}'`);
  return { addressFormat, curve, pathFormat: 'PATH_FORMAT_BIP32', path };
}
