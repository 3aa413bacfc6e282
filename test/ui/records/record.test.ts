import { describe, expect, test } from 'vitest';
import { findList, recordRows, unwrapRecord } from '../../../src/ui/records/record.ts';

const ID = '7f1a3f0e-6c3c-4f0e-9a43-0d1a1f6a2b3c';
const KEY = {
  credential: { publicKey: `02${'ab'.repeat(32)}`, type: 'CREDENTIAL_TYPE_API_KEY_P256' },
  apiKeyId: ID,
  apiKeyName: 'CI key',
  createdAt: { seconds: '1700000000', nanos: '0' },
  updatedAt: { seconds: '1700000001', nanos: '0' },
  expirationSeconds: '3600',
};

function cells(record: Record<string, unknown>) {
  return Object.fromEntries(recordRows(record).map((row) => [row.path.join('.'), row.cells]));
}

describe('recordRows', () => {
  test('behavior: shows every member of an API key, and when it expires', () => {
    expect(cells(KEY)).toEqual({
      'credential.publicKey': [{ kind: 'text', text: KEY.credential.publicKey }],
      'credential.type': [{ kind: 'choice', value: 'CREDENTIAL_TYPE_API_KEY_P256' }],
      apiKeyId: [{ kind: 'id', text: ID }],
      apiKeyName: [{ kind: 'text', text: 'CI key' }],
      createdAt: [{ kind: 'time', at: 1_700_000_000_000 }],
      updatedAt: [{ kind: 'time', at: 1_700_000_001_000 }],
      expirationSeconds: [{ kind: 'text', text: '3600' }],
      expires: [{ kind: 'time', at: 1_700_003_600_000 }],
    });
  });

  test('behavior: a key without an end never expires, nor does one that ends after all dates', () => {
    const { expirationSeconds: _, ...longLived } = KEY;
    expect(cells(longLived)['expires']).toEqual([{ kind: 'never' }]);
    expect(cells({ ...KEY, expirationSeconds: '18446744073709551615' })['expires']).toEqual([
      { kind: 'never' },
    ]);
  });

  test('behavior: an address stands under its format, empty things are none', () => {
    const addresses = [{ format: 'ADDRESS_FORMAT_ETHEREUM', address: '0xabc' }];
    expect(cells({ addresses, tags: [], note: '', gone: null })).toEqual({
      'addresses.ADDRESS_FORMAT_ETHEREUM': [{ kind: 'text', text: '0xabc' }],
      tags: [{ kind: 'none' }],
      note: [{ kind: 'none' }],
      gone: [{ kind: 'none' }],
    });
  });

  test('error: a time that no date can hold is shown as it came', () => {
    const createdAt = { seconds: '99999999999999999', nanos: '0' };
    expect(cells({ createdAt })).toEqual({
      'createdAt.seconds': [{ kind: 'text', text: '99999999999999999' }],
      'createdAt.nanos': [{ kind: 'text', text: '0' }],
    });
  });

  test('behavior: what lies too deep is shown as JSON, never dropped', () => {
    const deep = { a: { b: { c: { d: { e: { f: 'end' } } } } } };
    const [row] = recordRows(deep);
    expect(JSON.stringify(row?.cells)).toContain('end');
  });
});

describe('listIn', () => {
  test('behavior: finds the list of a listing answer', () => {
    expect(findList({ wallets: [{ walletId: ID }] })).toEqual([{ walletId: ID }]);
    expect(findList({ ids: ['a'] })).toBeUndefined();
    expect(findList({ a: [], b: [] })).toBeUndefined();
  });
});

describe('unwrapped', () => {
  test('behavior: takes the record out of its wrapper', () => {
    expect(unwrapRecord({ apiKey: KEY })).toBe(KEY);
    const flat = { organizationId: ID, userId: ID };
    expect(unwrapRecord(flat)).toBe(flat);
  });
});
