import type { Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { descriptorHash } from '../../../src/client/clear-signing/attestation.ts';
import type { Json } from './own-descriptors.ts';

/* Attestations of ERC-8176, signed by viem. */

export const AUDITOR = privateKeyToAccount(`0x${'11'.repeat(32)}`);
export const STRANGER = privateKeyToAccount(`0x${'22'.repeat(32)}`);
export const NOW = Date.UTC(2026, 5, 1);
export const seconds = (at: number) => String(at / 1000);
const YEAR_MS = 365 * 24 * 3_600_000;

const SCHEMA = '0xe023eef113c1670774801c34b377fdf612dd8a4d2fa92fe382e15bd91fafb5c2';
export const DOMAIN = {
  name: 'EAS Attestation',
  version: '0.26',
  chainId: 1,
  verifyingContract: '0xA1207F3BBa224E2c9c3c6D5aF63D0eb1582Ce587',
} as const;
const TYPES = {
  Attest: [
    { name: 'version', type: 'uint16' },
    { name: 'schema', type: 'bytes32' },
    { name: 'recipient', type: 'address' },
    { name: 'time', type: 'uint64' },
    { name: 'expirationTime', type: 'uint64' },
    { name: 'revocable', type: 'bool' },
    { name: 'refUID', type: 'bytes32' },
    { name: 'data', type: 'bytes' },
    { name: 'salt', type: 'bytes32' },
  ],
} as const;

type Message = {
  readonly version: number;
  readonly schema: Hex;
  readonly time: string;
  readonly expirationTime: string;
};

/** An attestation of a descriptor, a year old. */
export async function attest(
  descriptor: Json,
  more: Partial<Message> = {},
  signer = AUDITOR,
  domain: object = DOMAIN,
) {
  const message = {
    version: 2,
    schema: SCHEMA,
    recipient: `0x${'0'.repeat(40)}`,
    time: seconds(NOW - YEAR_MS),
    expirationTime: '0',
    revocable: true,
    refUID: `0x${'0'.repeat(64)}`,
    data: descriptorHash(descriptor) as Hex,
    salt: `0x${'ab'.repeat(32)}`,
    ...more,
  } as const;
  const signed = {
    ...message,
    time: BigInt(message.time),
    expirationTime: BigInt(message.expirationTime),
  };
  const signature = await signer.signTypedData({
    domain,
    types: TYPES,
    primaryType: 'Attest',
    message: signed,
  });
  const parts = {
    r: signature.slice(0, 66),
    s: `0x${signature.slice(66, 130)}`,
    v: Number(`0x${signature.slice(130)}`),
  };
  const sig = {
    version: 2,
    domain,
    primaryType: 'Attest',
    message,
    types: TYPES,
    signature: parts,
  };
  return { sig, signer: signer.address };
}
