// An address of a public key, by format: the recipes of every chain that the service knows, as a
// table. Where the service's own reading is not public, the choice is told beside the row.
import type { AddressFormat, Curve } from '../protocol/enums.ts';
import { formatsOf } from '../protocol/curves.ts';
import { KeystampError } from '../protocol/errors.ts';
import { BITCOIN_NETWORKS, BITCOIN_SCRIPTS, bitcoinAddress } from './bitcoin.ts';
import * as encoding from './encoding.ts';

/** A public key: 33 bytes compressed for the ECDSA curves, 32 for Ed25519. */
export type PublicKey = { readonly curve: Curve; readonly bytes: Uint8Array };

type Recipe = (publicKey: PublicKey) => string;

const TON: Recipe = () => {
  throw new KeystampError('invalid_input', 'TON addresses cannot be derived here yet.', {
    field: 'addressFormats',
  });
};

const SPARK: Recipe = () => {
  throw new KeystampError(
    'invalid_input',
    'Spark addresses are derived by the deployed service only; their rules are not public.',
    { field: 'addressFormats' },
  );
};

const bitcoin = Object.fromEntries(
  BITCOIN_NETWORKS.flatMap((network) =>
    BITCOIN_SCRIPTS.map((script): [string, Recipe] => [
      `ADDRESS_FORMAT_BITCOIN_${network.name}_${script}`,
      ({ bytes }) => bitcoinAddress(network, script, bytes),
    ]),
  ),
) as Record<Extract<AddressFormat, `ADDRESS_FORMAT_BITCOIN_${string}`>, Recipe>;

const RECIPES: Readonly<Record<AddressFormat, Recipe>> = {
  ADDRESS_FORMAT_UNCOMPRESSED: encoding.uncompressedHex,
  ADDRESS_FORMAT_COMPRESSED: ({ bytes }) => encoding.hex(bytes),
  ADDRESS_FORMAT_ETHEREUM: ({ bytes }) => encoding.ethereum(bytes),
  ADDRESS_FORMAT_SOLANA: ({ bytes }) => encoding.base58(bytes),
  ADDRESS_FORMAT_COSMOS: ({ bytes }) => encoding.cosmos('cosmos', bytes),
  ADDRESS_FORMAT_TRON: ({ bytes }) => encoding.tron(bytes),
  ADDRESS_FORMAT_SUI: ({ bytes }) => encoding.sui(bytes),
  ADDRESS_FORMAT_APTOS: ({ bytes }) => encoding.aptos(bytes),
  ...bitcoin,
  // The service's documentation names both curves for SEI; secp256k1 is what Sei's wallets use.
  ADDRESS_FORMAT_SEI: ({ bytes }) => encoding.cosmos('sei', bytes),
  ADDRESS_FORMAT_XLM: ({ bytes }) => encoding.stellar(bytes),
  ADDRESS_FORMAT_DOGE_MAINNET: ({ bytes }) => encoding.hash160Check(0x1e, bytes),
  ADDRESS_FORMAT_DOGE_TESTNET: ({ bytes }) => encoding.hash160Check(0x71, bytes),
  ADDRESS_FORMAT_TON_V3R2: TON,
  ADDRESS_FORMAT_TON_V4R2: TON,
  ADDRESS_FORMAT_TON_V5R1: TON,
  ADDRESS_FORMAT_XRP: ({ bytes }) => encoding.ripple(bytes),
  ADDRESS_FORMAT_SPARK_MAINNET: SPARK,
  ADDRESS_FORMAT_SPARK_REGTEST: SPARK,
};

/**
 * The address of a public key in a format. `invalid_input` when the format does not fit the curve
 * (protocol/curves.ts), the bytes are not a key of the curve, or the format is not derived here.
 */
export function addressOf(format: AddressFormat, publicKey: PublicKey): string {
  const recipe = RECIPES[format];
  const derivedNowhere = recipe === SPARK;
  if (!derivedNowhere && !formatsOf(publicKey.curve).includes(format)) {
    throw new KeystampError('invalid_input', `${format} is not a format of ${publicKey.curve}.`, {
      field: 'addressFormats',
    });
  }
  encoding.demandPublicKey(publicKey);
  return recipe(publicKey);
}
