import { CHAINS, FORMATS, isFormat, type Chain, type Network } from '../addresses/formats.ts';

/*
 * What pages say about the address of an account without any cryptography: its chain and network, and
 * how other programs name it.
 */

/** Where an address is used. */
export type AddressPlace = {
  readonly chain: Chain;
  /** The chain's own name. */
  readonly name: string;
  readonly network: Network;
};

/** The chain and network of an address format. Undefined for a format that Keystamp doesn't know. */
export function placeOfFormat(format: string): AddressPlace | undefined {
  if (!isFormat(format)) return undefined;
  const { chain, network } = FORMATS[format];
  return { chain, name: CHAINS[chain].name, network };
}

/**
 * The CAIP-2 ids of networks (namespaces.chainagnostic.org): for chains of Bitcoin's kind the first 32
 * hex digits of the genesis block's hash. Chains without a registered namespace have none.
 */
const CAIP2: Readonly<Partial<Record<Chain, Readonly<Partial<Record<Network, string>>>>>> = {
  ethereum: { mainnet: 'eip155:1' },
  bitcoin: {
    mainnet: 'bip122:000000000019d6689c085ae165831e93',
    testnet: 'bip122:000000000933ea01ad0ee984209779ba',
    signet: 'bip122:00000008819873e925422c1ff0f99f7c',
  },
  dogecoin: { mainnet: 'bip122:1a91e3dace36e2be3bf030a65679fe82' },
  solana: { mainnet: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' },
  cosmos: { mainnet: 'cosmos:cosmoshub-4' },
  stellar: { mainnet: 'stellar:pubnet' },
  xrp: { mainnet: 'xrpl:0' },
  sui: { mainnet: 'sui:mainnet' },
};

/** An address as CAIP-10 has it, `eip155:1:0x…`. Undefined where the network has no CAIP-2 id. */
export function caip10Of(format: string, address: string): string | undefined {
  const place = placeOfFormat(format);
  const network = place && CAIP2[place.chain]?.[place.network];
  return network && `${network}:${address}`;
}
