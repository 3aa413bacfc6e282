import { keccak256, toBytes } from 'viem';
import { describe, expect, test } from 'vitest';
import { descriptorHash, readAttestation } from '../../../src/client/clear-signing/attestation.ts';
import { attest, AUDITOR, DOMAIN, NOW, seconds, STRANGER } from './attested.ts';
import { descriptorOf, THIRD } from './own-descriptors.ts';

/* Which attestations of ERC-8176 count. */

const TRUSTED = [AUDITOR.address.toLowerCase()];
const DESCRIPTOR = descriptorOf({ 'ping()': { intent: 'Ping' } });

describe('an attestation', () => {
  test('behavior: of a trusted signer over this descriptor is taken', async () => {
    expect(readAttestation(await attest(DESCRIPTOR), DESCRIPTOR, TRUSTED, NOW)).toEqual({
      ok: true,
      signer: AUDITOR.address,
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
    const read = readAttestation(await attest(DESCRIPTOR, more), descriptor, TRUSTED, NOW);
    expect(read).toEqual({ ok: false, fault });
  });

  test('error: one for another chain’s register is refused', async () => {
    const attestation = await attest(DESCRIPTOR, {}, AUDITOR, { ...DOMAIN, chainId: 10 });
    expect(readAttestation(attestation, DESCRIPTOR, TRUSTED, NOW)).toEqual({
      ok: false,
      fault: 'form',
    });
  });

  test('security: one of a signer whom nobody trusts is refused, and so is each where the list is empty', async () => {
    const refused = { ok: false, fault: 'signer' };
    expect(
      readAttestation(await attest(DESCRIPTOR, {}, STRANGER), DESCRIPTOR, TRUSTED, NOW),
    ).toEqual(refused);
    expect(readAttestation(await attest(DESCRIPTOR), DESCRIPTOR, [], NOW)).toEqual(refused);
  });

  test('security: one that names a trusted signer and is another’s is refused', async () => {
    const forged = { ...(await attest(DESCRIPTOR, {}, STRANGER)), signer: AUDITOR.address };
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
    const { sig, signer } = await attest(DESCRIPTOR);
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
    const { sig, signer } = await attest(DESCRIPTOR);
    const changed = { sig: { ...sig, signature: { ...sig.signature, r } }, signer };
    expect(readAttestation(changed, DESCRIPTOR, TRUSTED, NOW)).toEqual({
      ok: false,
      fault: 'signature',
    });
  });
});
