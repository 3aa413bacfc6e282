import { keccak256, toBytes, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, test } from 'vitest';
import { descriptorHash, readAttestation } from '../../../src/client/clear-signing/attestation.ts';
import { descriptorOf, THIRD } from './own-descriptors.ts';

/* Attestations of ERC-8176, signed by viem. */

const AUDITOR = privateKeyToAccount(`0x${'11'.repeat(32)}`);
const STRANGER = privateKeyToAccount(`0x${'22'.repeat(32)}`);
const TRUSTED = [AUDITOR.address.toLowerCase()];
const DESCRIPTOR = descriptorOf({ 'ping()': { intent: 'Ping' } });
const NOW = Date.UTC(2026, 5, 1);
const seconds = (at: number) => String(at / 1000);
const YEAR_MS = 365 * 24 * 3_600_000;

const SCHEMA = '0xe023eef113c1670774801c34b377fdf612dd8a4d2fa92fe382e15bd91fafb5c2';
const DOMAIN = {
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

async function attest(more: Partial<Message> = {}, signer = AUDITOR, domain: object = DOMAIN) {
  const message = {
    version: 2,
    schema: SCHEMA,
    recipient: `0x${'0'.repeat(40)}`,
    time: seconds(NOW - YEAR_MS),
    expirationTime: '0',
    revocable: true,
    refUID: `0x${'0'.repeat(64)}`,
    data: descriptorHash(DESCRIPTOR) as Hex,
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

describe('an attestation', () => {
  test('behavior: of a trusted signer over this descriptor is taken', async () => {
    expect(readAttestation(await attest(), DESCRIPTOR, TRUSTED, NOW)).toEqual({
      ok: true,
      signer: TRUSTED[0],
    });
  });

  test('behavior: the hash is over canonical JSON, whatever order and spaces it came in', () => {
    const text = '{"b":[1,true,null,"é\\u0001"],"a":{"\u20ac":1e21,"\\r":-0}}';
    const canonical = '{"a":{"\\r":0,"€":1e+21},"b":[1,true,null,"é\\u0001"]}';
    expect(descriptorHash(JSON.parse(text))).toBe(keccak256(toBytes(canonical)));
  });

  test.each([
    ['of another descriptor', 'descriptor', {}, { ...DESCRIPTOR, extra: 1 }],
    ['that has expired', 'expired', { expirationTime: seconds(NOW) }, DESCRIPTOR],
    ['from later', 'early', { time: seconds(NOW + 1000) }, DESCRIPTOR],
    ['of another schema', 'form', { schema: `0x${'1'.repeat(64)}` as const }, DESCRIPTOR],
    ['of another version', 'form', { version: 1 }, DESCRIPTOR],
  ])('error: one %s is refused', async (_, fault, more, descriptor) => {
    const read = readAttestation(await attest(more), descriptor, TRUSTED, NOW);
    expect(read).toEqual({ ok: false, fault });
  });

  test('error: one for another chain’s register is refused', async () => {
    const attestation = await attest({}, AUDITOR, { ...DOMAIN, chainId: 10 });
    expect(readAttestation(attestation, DESCRIPTOR, TRUSTED, NOW)).toEqual({
      ok: false,
      fault: 'form',
    });
  });

  test('security: one of a signer whom nobody trusts is refused, and so is each where the list is empty', async () => {
    const refused = { ok: false, fault: 'signer' };
    expect(readAttestation(await attest({}, STRANGER), DESCRIPTOR, TRUSTED, NOW)).toEqual(refused);
    expect(readAttestation(await attest(), DESCRIPTOR, [], NOW)).toEqual(refused);
  });

  test('security: one that names a trusted signer and is another’s is refused', async () => {
    const forged = { ...(await attest({}, STRANGER)), signer: AUDITOR.address };
    expect(readAttestation(forged, DESCRIPTOR, TRUSTED, NOW)).toEqual({
      ok: false,
      fault: 'signature',
    });
  });

  test.each([
    ['salt', `0x${'cd'.repeat(32)}`],
    ['time', '1'],
    ['revocable', false],
    ['recipient', THIRD],
  ])('security: a changed %s is refused', async (member, value) => {
    const { sig, signer } = await attest();
    const changed = { sig: { ...sig, message: { ...sig.message, [member]: value } }, signer };
    expect(readAttestation(changed, DESCRIPTOR, TRUSTED, NOW)).toEqual({
      ok: false,
      fault: 'signature',
    });
  });

  test.each([
    ['no curve’s', `0x${'f'.repeat(64)}`],
    ['zero', `0x${'0'.repeat(64)}`],
  ])('error: numbers that are %s are refused', async (_, r) => {
    const { sig, signer } = await attest();
    const changed = { sig: { ...sig, signature: { ...sig.signature, r } }, signer };
    expect(readAttestation(changed, DESCRIPTOR, TRUSTED, NOW)).toEqual({
      ok: false,
      fault: 'signature',
    });
  });
});
