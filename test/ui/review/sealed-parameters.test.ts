import { describe, expect, test } from 'vitest';
import { OPERATIONS, ROWS } from '../../../src/protocol/operations.ts';
import {
  choiceFields,
  sealedFields,
  sentContracts,
} from '../../../src/ui/review/sealed-parameters.ts';

describe('sealedFields', () => {
  const { fields } = OPERATIONS.import_private_key.versions[0];

  test('behavior: an encrypted bundle that is sent', () => {
    expect(sealedFields(fields, { encryptedBundle: '{}', curve: 'CURVE_P256' })).toEqual([
      'encryptedBundle',
    ]);
    expect(sealedFields(fields, { curve: 'CURVE_P256' })).toEqual([]);
  });

  test('behavior: every operation that pages may ask for is covered by the table alone', () => {
    const named = ROWS.filter((row) => row.pageAccess !== 'never').flatMap((row) => {
      const versions = row.kind === 'submit' ? row.versions : [row];
      return versions.flatMap((version) => {
        const all = Object.fromEntries(Object.keys(version.fields).map((name) => [name, '']));
        return sealedFields(version.fields, all);
      });
    });
    expect(named).toContain('encryptedBundle');
    expect(named).toContain('encryptedOtpBundle');
  });
});

describe('choiceFields', () => {
  test('behavior: what is said of a key that cannot be seen', () => {
    const { fields } = OPERATIONS.import_private_key.versions[0];
    expect(choiceFields(fields, { curve: 'CURVE_P256', addressFormats: [] })).toEqual([
      'curve',
      'addressFormats',
    ]);
  });
});

describe('sentContracts', () => {
  const { fields } = OPERATIONS.create_smart_contract_interface.versions[0];
  const type = 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM';

  test('behavior: an interface is read by the chain that is sent with it', () => {
    expect(sentContracts(fields, { smartContractInterface: '[]', type })).toEqual([
      { name: 'smartContractInterface', text: '[]', type },
    ]);
  });

  test('error: of an unknown chain it is shown as text only', () => {
    expect(sentContracts(fields, { smartContractInterface: '[]', type: 'X' })).toEqual([]);
  });
});
