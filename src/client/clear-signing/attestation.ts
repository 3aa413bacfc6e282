import { keccak_256 } from '@noble/hashes/sha3.js';
import * as v from 'valibot';
import { concat, fromHex, toHex, utf8 } from '../../crypto/bytes.ts';
import { checksummed } from '../../signing/hex.ts';
import { readTypedData } from '../../signing/typed-data.ts';
import { recoverSigner } from '../recover-signer.ts';
import { canonicalJson } from './canonical-json.ts';

/*
 * Attestations of descriptors (ERC-8176): somebody has signed the hash of a descriptor, as an attestation of the Ethereum
 * Attestation Service made off the chain (its version 2). Whether it was revoked is written on the chain alone, which
 * nobody here reads.
 */

/** The schema "bytes32 descriptorHash", and the contract that revocations are written in (ERC-8176, Schema). */
const SCHEMA = '0xe023eef113c1670774801c34b377fdf612dd8a4d2fa92fe382e15bd91fafb5c2';
const DOMAIN = {
  name: 'EAS Attestation',
  version: '0.26',
  chainId: 1,
  verifyingContract: '0xa1207f3bba224e2c9c3c6d5af63d0eb1582ce587',
} as const;
/** EAS, offchain attestations, version 2. */
const ATTEST = [
  { name: 'version', type: 'uint16' },
  { name: 'schema', type: 'bytes32' },
  { name: 'recipient', type: 'address' },
  { name: 'time', type: 'uint64' },
  { name: 'expirationTime', type: 'uint64' },
  { name: 'revocable', type: 'bool' },
  { name: 'refUID', type: 'bytes32' },
  { name: 'data', type: 'bytes' },
  { name: 'salt', type: 'bytes32' },
] as const;
const EIP712_DOMAIN = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
] as const;

/** Not valibot's, which every page would load. */
const lowerCase = v.transform((text: string) => text.toLowerCase());
const hex = (bytes: number) =>
  v.pipe(v.string(), v.regex(new RegExp(`^0x[0-9a-f]{${2 * bytes}}$`, 'i')), lowerCase);
const seconds = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform(String),
  v.regex(/^\d{1,20}$/),
);
const Attestation = v.object({
  sig: v.object({
    domain: v.object({
      name: v.literal(DOMAIN.name),
      version: v.literal(DOMAIN.version),
      chainId: v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.literal('1')),
      verifyingContract: v.pipe(hex(20), v.literal(DOMAIN.verifyingContract)),
    }),
    primaryType: v.literal('Attest'),
    message: v.object({
      version: v.literal(2),
      schema: v.pipe(hex(32), v.literal(SCHEMA)),
      recipient: hex(20),
      time: seconds,
      expirationTime: seconds,
      revocable: v.boolean(),
      refUID: hex(32),
      data: hex(32),
      salt: hex(32),
    }),
    signature: v.object({ v: v.picklist([27, 28]), r: hex(32), s: hex(32) }),
  }),
  signer: hex(20),
});
type Attestation = v.InferOutput<typeof Attestation>;

/** Why an attestation counts for nothing. `form`: it is none of ERC-8176, or not for its place. */
type AttestationFault = 'form' | 'descriptor' | 'expired' | 'early' | 'signature' | 'signer';

export type AttestationReading =
  /** `signer` with EIP-55's cases. */
  | { readonly ok: true; readonly signer: string }
  | { readonly ok: false; readonly fault: AttestationFault };

/** keccak256 of the canonical JSON (RFC 8785) of a whole descriptor, 0x hex. */
export const descriptorHash = (descriptor: unknown): string =>
  `0x${toHex(keccak_256(utf8(canonicalJson(descriptor))))}`;

/** What has no canonical form has no hash. */
function isHashOf(hash: string, descriptor: unknown): boolean {
  try {
    return hash === descriptorHash(descriptor);
  } catch {
    return false;
  }
}

function signerOf({ sig: { message, signature } }: Attestation): string | undefined {
  const types = { EIP712Domain: EIP712_DOMAIN, Attest: ATTEST };
  const typed = { types, primaryType: 'Attest', domain: DOMAIN, message };
  const { digest } = readTypedData(JSON.stringify(typed));
  const compact = concat(
    Uint8Array.of(signature.v - 27),
    fromHex(signature.r.slice(2)),
    fromHex(signature.s.slice(2)),
  );
  try {
    return recoverSigner(compact, digest).address;
  } catch {
    // Numbers that no signature has.
    return undefined;
  }
}

/**
 * Whether one of the trusted signers attests a descriptor.
 * @param trusted addresses in lower case
 * @param now milliseconds since 1970
 */
export function readAttestation(
  attestation: unknown,
  descriptor: unknown,
  trusted: readonly string[],
  now: number,
): AttestationReading {
  const refuse = (fault: AttestationFault) => ({ ok: false, fault }) as const;
  const parsed = v.safeParse(Attestation, attestation);
  if (!parsed.success) return refuse('form');
  const { signer, sig } = parsed.output;
  const { time, expirationTime, data } = sig.message;
  if (!isHashOf(data, descriptor)) return refuse('descriptor');
  const isAfter = (limit: string) => BigInt(Math.floor(now / 1000)) >= BigInt(limit);
  if (!isAfter(time)) return refuse('early');
  if (expirationTime !== '0' && isAfter(expirationTime)) return refuse('expired');
  if (signerOf(parsed.output) !== signer) return refuse('signature');
  if (!trusted.includes(signer)) return refuse('signer');
  return { ok: true, signer: checksummed(fromHex(signer.slice(2))) };
}
