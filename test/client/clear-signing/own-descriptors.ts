import { encodeFunctionData, parseAbi, type Hex } from 'viem';
import { createPack, type Pack } from '../../../src/client/clear-signing/descriptor.ts';
import type { Call } from '../../../src/client/clear-signing/describe.ts';

/* Descriptors of ERC-7730 as tests need them, and calls of the contracts that they describe. */

export const VAULT = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
export const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
export const THIRD = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';

export type Json = Readonly<Record<string, unknown>>;

/** A descriptor of one contract on Ethereum. */
export const descriptorOf = (formats: Json, more: Json = {}): Json => ({
  $schema: '../../specs/erc7730-v2.schema.json',
  context: { contract: { deployments: [{ chainId: 1, address: VAULT }] } },
  metadata: { owner: 'Example', token: { ticker: 'EXA', decimals: 6 } },
  display: { formats },
  ...more,
});

export const SEND_KEY = 'send(address to, uint256 amount, uint256[] parts, bytes inner)';

/** A call of `send`. */
export function sendCall(args: {
  readonly to?: Hex;
  readonly amount?: bigint;
  readonly parts?: readonly bigint[];
  readonly inner?: Hex;
}): Call {
  const { to = OTHER, amount = 1_500_000n, parts = [], inner = '0x' } = args;
  const data = encodeFunctionData({
    abi: parseAbi([`function ${SEND_KEY}`]),
    args: [to, amount, parts, inner],
  });
  return { chainId: 1n, to: VAULT, value: 0n, data };
}

/** A pack of one descriptor whose only format is `send`'s. */
export const sendPack = (format: Json, more: Json = {}): Pack =>
  createPack([descriptorOf({ [SEND_KEY]: format }, more)]);
