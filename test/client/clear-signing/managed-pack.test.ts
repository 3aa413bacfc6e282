import { expect, test } from 'vitest';
import { describeCall } from '../../../src/client/clear-signing/describe.ts';
import { readManagedPack } from '../../../src/client/clear-signing/managed-pack.ts';
import { attest, AUDITOR, NOW } from './attested.ts';
import { descriptorOf, SEND_KEY, sendCall, type Json } from './own-descriptors.ts';

/* The descriptors that an organization's settings bring, and which of them somebody attests whom it trusts. */

const DESCRIPTOR = descriptorOf({ [SEND_KEY]: { intent: 'Send', fields: [] } });
const OTHER = descriptorOf({ [SEND_KEY]: { intent: 'Get', fields: [] } });

async function describedBy(settings: unknown) {
  const described = await describeCall(sendCall({}), readManagedPack(settings, NOW));
  return described && [described.intent[0], described.attestedBy];
}
const brought = (descriptor: Json, attestation?: unknown) =>
  JSON.stringify({ descriptor, attestation });
const signer = AUDITOR.address;

test('behavior: a descriptor that a trusted signer attests says who', async () => {
  const descriptors = [brought(DESCRIPTOR, await attest(DESCRIPTOR))];
  const settings = { descriptorSigners: [AUDITOR.address], descriptors };
  expect(await describedBy(settings)).toEqual(['Send', signer]);
});

test.each([
  ['nobody is trusted', { descriptorSigners: [] }],
  ['the list is no list', { descriptorSigners: AUDITOR.address }],
  ['the list has no addresses', { descriptorSigners: ['everybody', 7, null] }],
  ['nothing is said of signers', {}],
])('security: where %s it describes, and nobody attests it', async (_, signers) => {
  const descriptors = [brought(DESCRIPTOR, await attest(DESCRIPTOR))];
  expect(await describedBy({ ...signers, descriptors })).toEqual(['Send', undefined]);
});

test('security: an attestation of another descriptor doesn’t count', async () => {
  const descriptors = [brought(OTHER, await attest(DESCRIPTOR))];
  const settings = { descriptorSigners: [AUDITOR.address], descriptors };
  expect(await describedBy(settings)).toEqual(['Get', undefined]);
});

test('behavior: the attested one of two comes first', async () => {
  const descriptors = [brought(OTHER), brought(DESCRIPTOR, await attest(DESCRIPTOR))];
  const settings = { descriptorSigners: [AUDITOR.address], descriptors };
  expect(await describedBy(settings)).toEqual(['Send', signer]);
});

test('security: an attested descriptor doesn’t name a token by one that nobody attests', async () => {
  const amount = {
    path: 'amount',
    label: 'Is',
    format: 'tokenAmount',
    params: { tokenPath: 'to' },
  };
  const format = { intent: 'Send', fields: [amount] };
  const attested = descriptorOf({ [SEND_KEY]: format });
  const { to } = { to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' };
  const context = { contract: { deployments: [{ chainId: 1, address: to }] } };
  const naming = descriptorOf({ 'ping()': { intent: 'Ping' } }, { context });
  const descriptors = [brought(naming), brought(attested, await attest(attested))];
  const settings = { descriptorSigners: [AUDITOR.address], descriptors };
  const described = await describeCall(sendCall({}), readManagedPack(settings, NOW));
  expect(described?.attestedBy).toBe(signer);
  expect(described?.rows).toEqual([{ label: 'Is', value: { is: 'units', amount: '1500000' } }]);
});

test.each([
  ['no object', 7],
  ['no list', { descriptors: 'x' }],
  ['no JSON', { descriptors: ['{'] }],
  ['no descriptor', { descriptors: ['{}', '[]', 'null', '{"descriptor":7}'] }],
  ['too much', { descriptors: [' '.repeat(5_000_000), brought(DESCRIPTOR)] }],
])('error: settings with %s describe nothing', async (_, settings) => {
  expect(await describedBy(settings)).toBeUndefined();
});
