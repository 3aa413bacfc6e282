import { describe, expect, test } from 'vitest';
import type { EntryView } from '../../../src/protocol/outbox-entry.ts';
import { submitRowOf } from '../../../src/protocol/operations.ts';
import { readAnsweredAddresses } from '../../../src/ui/review/answered-addresses.ts';
import { entry } from '../page/world.ts';

const addresses = [{ format: 'ADDRESS_FORMAT_ETHEREUM', address: '0x1' }];
const imported: EntryView = {
  ...entry,
  operation: 'import_private_key',
  type: 'ACTIVITY_TYPE_IMPORT_PRIVATE_KEY',
  state: 'completed',
  parameters: {
    userId: 'u',
    privateKeyName: 'n',
    curve: 'CURVE_SECP256K1',
    addressFormats: ['ADDRESS_FORMAT_ETHEREUM', 'ADDRESS_FORMAT_COMPRESSED'],
    encryptedBundle: '{}',
  },
  result: { privateKeyId: 'k', addresses },
};

const answeredFor = (entryView: EntryView) => {
  const row = submitRowOf(entryView.operation);
  return row && readAnsweredAddresses(entryView, row);
};

describe('answeredAddresses', () => {
  test('behavior: curve, addresses, and what was asked for and is missing', () => {
    expect(answeredFor(imported)).toEqual({
      curve: 'CURVE_SECP256K1',
      addresses,
      missing: ['ADDRESS_FORMAT_COMPRESSED'],
    });
  });

  test('behavior: nothing for activities without a sealed part, a result or addresses', () => {
    expect(answeredFor({ ...imported, result: null })).toBeUndefined();
    expect(answeredFor({ ...imported, parameters: null })).toBeUndefined();
    expect(answeredFor({ ...imported, result: { privateKeyId: 'k' } })).toBeUndefined();
    expect(
      answeredFor({ ...imported, result: { privateKeyId: 'k', addresses: [7] } }),
    ).toBeUndefined();
    expect(answeredFor({ ...imported, type: 'ACTIVITY_TYPE_OTHER' })).toBeUndefined();
    const wallet = { ...imported, operation: 'create_wallet', type: 'ACTIVITY_TYPE_CREATE_WALLET' };
    expect(answeredFor({ ...wallet, result: { walletId: 'w', addresses } })).toBeUndefined();
  });
});
