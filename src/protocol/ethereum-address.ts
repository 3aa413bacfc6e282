/** How an Ethereum address looks, in whichever case; whether its checksum is right it doesn't say (EIP-55). */
export const ETHEREUM_ADDRESS = /^0x[0-9a-f]{40}$/i;
