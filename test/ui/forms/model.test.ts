import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Row } from '../../../src/protocol/operation-row.ts';
import { GENERATIONS, versionFor } from '../../../src/protocol/operation-row.ts';
import { OPERATIONS, ROWS } from '../../../src/protocol/operations.ts';
import {
  inputFields,
  changeField,
  REMOVED,
  isSecret,
  withoutSecrets,
  startDraft,
  valuesOf,
  type Draft,
} from '../../../src/ui/forms/draft.ts';
import {
  checkField,
  fillForm,
  missingPrerequisiteFields,
  refusedField,
  shapeOf,
  groupFields,
  readPrerequisiteResult,
} from '../../../src/ui/forms/model.ts';

const ID = '7f1a3f0e-6c3c-4f0e-9a43-0d1a1f6a2b3c';
const OTHER = '0b9c3f0e-6c3c-4f0e-9a43-0d1a1f6a2b3c';
const BUNDLE = JSON.stringify({
  encappedPublic: `04${'ab'.repeat(64)}`,
  ciphertext: 'cd'.repeat(48),
});
const TOKEN = 'aaa.bbb.ccc';
const ABI = JSON.stringify([{ type: 'function', name: 'transfer', inputs: [] }]);

const shape = (row: Row) => shapeOf(row, 'legacy');
const fieldsOf = (row: Row) => shape(row).fields;

function fillRow(row: Row, given: Draft, prerequisiteResult = {}) {
  const { fields } = shape(row);
  return fillForm(shape(row), { ...startDraft(fields), ...given }, prerequisiteResult);
}

describe('startDraft', () => {
  test('behavior: starts with initial values, the stamping user, and blanks', () => {
    expect(startDraft(fieldsOf(OPERATIONS.import_private_key), ID)).toEqual({
      userId: ID,
      privateKeyName: '',
      curve: 'CURVE_SECP256K1',
      addressFormats: [],
      encryptedBundle: '',
    });
    expect(startDraft(fieldsOf(OPERATIONS.init_fiat_on_ramp))['sandboxMode']).toBe(true);
  });

  test('behavior: a field that is not the stamping user’s own starts blank', () => {
    expect(startDraft(fieldsOf(OPERATIONS.update_user_name), ID)['userId']).toBe('');
  });

  test('behavior: takes a kept draft, never a secret, and nothing of another shape', () => {
    const { fields } = shape(OPERATIONS.update_user_email);
    const saved = { userId: ID, userEmail: ['x'], verificationToken: TOKEN, constructor: 'x' };
    expect(startDraft(fields, undefined, saved)).toEqual({
      userId: ID,
      userEmail: '',
      verificationToken: '',
    });
  });

  test('behavior: a kept choice to remove a contact stays one, and only there', () => {
    const email = shape(OPERATIONS.update_user_email).fields;
    expect(startDraft(email, undefined, { userEmail: REMOVED })['userEmail']).toBe(REMOVED);
    const name = shape(OPERATIONS.update_user_name).fields;
    expect(startDraft(name, undefined, { userName: REMOVED })['userName']).toBe('');
  });

  test.each(ROWS.map((row) => [row.name, row] as const))(
    'behavior: every asked field of %s has a value from the start',
    (_, row) => {
      for (const generation of GENERATIONS) {
        const { fields } = shapeOf(row, generation);
        const names = inputFields(fields).map(([name]) => name);
        expect(Object.keys(startDraft(fields))).toEqual(names);
      }
    },
  );
});

describe('keepable', () => {
  test('behavior: codes and tokens are never kept', () => {
    for (const row of ROWS) {
      for (const generation of GENERATIONS) {
        const { fields } = shapeOf(row, generation);
        const saved = Object.keys(withoutSecrets(fields, startDraft(fields)));
        const secret = inputFields(fields).filter(([, field]) => isSecret(field));
        for (const [name] of secret) expect(saved).not.toContain(name);
      }
    }
    const { fields } = shapeOf(OPERATIONS.verify_otp, 'legacy');
    expect(withoutSecrets(fields, { otpCode: '123456', expirationSeconds: '60' })).toEqual({
      expirationSeconds: '60',
    });
  });
});

describe('valuesOf', () => {
  test('behavior: leaves empty optional members out and keeps required ones', () => {
    const { fields } = shape(OPERATIONS.update_user_name);
    expect(valuesOf(fields, { userId: ID, userName: '' })).toEqual({ userId: ID, userName: '' });
    const phone = shape(OPERATIONS.update_user_phone_number).fields;
    const draft = { userId: ID, userPhoneNumber: '+15551234567', verificationToken: '  ' };
    expect(valuesOf(phone, draft)).toEqual({ userId: ID, userPhoneNumber: '+15551234567' });
  });

  test('behavior: only the choice to remove a contact sends it empty, no input does', () => {
    for (const row of ROWS) {
      const { fields } = shape(row);
      for (const [name] of inputFields(fields).filter(([, { removable }]) => removable)) {
        expect(valuesOf(fields, { ...startDraft(fields), [name]: REMOVED })).toMatchObject({
          [name]: '',
        });
        for (const typed of ['', '  ', '\n'])
          expect(valuesOf(fields, { ...startDraft(fields), [name]: typed })).not.toHaveProperty(
            name,
          );
      }
    }
  });

  test('behavior: trims text, and takes the blanks out of phone numbers', () => {
    const { fields } = shape(OPERATIONS.update_user_phone_number);
    const draft = { userId: ` ${ID}\n`, userPhoneNumber: ' +1 (555) 123-45.67 ' };
    expect(valuesOf(fields, draft)).toEqual({ userId: ID, userPhoneNumber: '+15551234567' });
  });

  test('behavior: numbers become numbers, a page becomes its object', () => {
    const otp = shape(OPERATIONS.init_otp).fields;
    expect(valuesOf(otp, { otpLength: '6' })).toEqual({ otpLength: 6 });
    const list = shape(OPERATIONS.list_activities).fields;
    expect(valuesOf(list, { paginationOptions: '20' })).toEqual({
      paginationOptions: { limit: '20' },
    });
  });

  test('behavior: a switch that starts on is sent off, one without a start is left out', () => {
    const ramp = shape(OPERATIONS.init_fiat_on_ramp).fields;
    expect(valuesOf(ramp, { sandboxMode: false })).toEqual({ sandboxMode: false });
    const status = shape(OPERATIONS.get_onramp_transaction_status).fields;
    expect(valuesOf(status, { refresh: false })).toEqual({});
    expect(valuesOf(status, { refresh: true })).toEqual({ refresh: true });
  });

  test('behavior: never makes null or undefined members, whatever was typed', () => {
    for (const row of ROWS) {
      const { fields } = shape(row);
      const texts = inputFields(fields).map(([name]) => fc.tuple(fc.constant(name), fc.string()));
      fc.assert(
        fc.property(fc.tuple(...texts), (typed) => {
          const values = Object.values(valuesOf(fields, Object.fromEntries(typed)));
          expect(values).not.toContain(null);
          expect(values).not.toContain(undefined);
        }),
        { numRuns: 20 },
      );
    }
  });
});

describe('change', () => {
  test('behavior: another curve removes the formats that no longer fit', () => {
    const { fields } = shape(OPERATIONS.import_private_key);
    const formats = ['ADDRESS_FORMAT_COMPRESSED', 'ADDRESS_FORMAT_ETHEREUM'];
    const before = { ...startDraft(fields), addressFormats: formats };
    expect(changeField(fields, before, 'curve', 'CURVE_ED25519')['addressFormats']).toEqual([
      'ADDRESS_FORMAT_COMPRESSED',
    ]);
    expect(changeField(fields, before, 'curve', 'CURVE_SECP256K1')['addressFormats']).toBe(formats);
  });

  test('behavior: changing twice is changing once', () => {
    const { fields } = shape(OPERATIONS.import_private_key);
    fc.assert(
      fc.property(
        fc.constantFrom('CURVE_SECP256K1', 'CURVE_ED25519', 'CURVE_P256'),
        fc.subarray(['ADDRESS_FORMAT_SOLANA', 'ADDRESS_FORMAT_SEI', 'ADDRESS_FORMAT_UNCOMPRESSED']),
        (curve, addressFormats) => {
          const once = changeField(
            fields,
            { ...startDraft(fields), addressFormats },
            'curve',
            curve,
          );
          expect(changeField(fields, once, 'curve', curve)).toEqual(once);
        },
      ),
    );
  });
});

describe('checkField', () => {
  test.each([
    ['a label of 65 characters', 'update_wallet', 'walletName', 'x'.repeat(65), 'label_length'],
    ['a label with a bracket', 'update_wallet', 'walletName', 'a<b', 'label_characters'],
    ['no id', 'update_wallet', 'walletId', '', 'missing'],
    ['half an id', 'update_wallet', 'walletId', ID.slice(9), 'uuid'],
    ['an amount of 20', 'init_fiat_on_ramp', 'fiatCurrencyAmount', '20', 'amount'],
    ['no network', 'init_fiat_on_ramp', 'network', '', 'choice'],
    ['an e-mail without a domain', 'update_user_email', 'userEmail', 'a@b', 'email_domain'],
    ['a phone number without +', 'update_user_phone_number', 'userPhoneNumber', '0155512', 'phone'],
    ['no tags', 'delete_user_tags', 'userTagIds', [], 'choose_some'],
    ['a short code', 'verify_otp', 'otpCode', '123', 'otp_code'],
    [
      'text that is no JSON',
      'create_smart_contract_interface',
      'smartContractInterface',
      '[x',
      'json',
    ],
    [
      'an object as an ABI',
      'create_smart_contract_interface',
      'smartContractInterface',
      '{}',
      'abi_array',
    ],
  ] as const)('error: refuses %s', (_, name, field, value, rule) => {
    const { fields } = shape(OPERATIONS[name]);
    expect(checkField(fields, field, { ...startDraft(fields), [field]: value })).toBe(rule);
  });

  test('error: an empty contact is missing; its removal and an empty optional field are fine', () => {
    const email = shape(OPERATIONS.update_user_email).fields;
    const removal = { ...startDraft(email), userEmail: REMOVED };
    expect(checkField(email, 'userEmail', startDraft(email))).toBe('missing');
    expect(checkField(email, 'userEmail', removal)).toBeUndefined();
    expect(checkField(email, 'verificationToken', startDraft(email))).toBeUndefined();
  });

  test('behavior: the chain decides how an interface is read', () => {
    const { fields } = shape(OPERATIONS.create_smart_contract_interface);
    const draft = { ...startDraft(fields), smartContractInterface: '{"instructions":[]}' };
    const solana = { ...draft, type: 'SMART_CONTRACT_INTERFACE_TYPE_SOLANA' };
    expect(checkField(fields, 'smartContractInterface', solana)).toBe('idl_types');
    expect(checkField(fields, 'smartContractInterface', draft)).toBe('abi_array');
  });
});

describe('fill', () => {
  test('behavior: gives the parameters of a complete form', () => {
    expect(fillRow(OPERATIONS.update_wallet, { walletId: ID, walletName: ' Main ' })).toEqual({
      ok: true,
      parameters: { walletId: ID, walletName: 'Main' },
      secrets: {},
      changes: {},
    });
  });

  test('behavior: every one of the ten passes its own schema when filled in', () => {
    const forms: readonly [Row, Draft][] = [
      [OPERATIONS.get_api_key, { apiKeyId: ID }],
      [OPERATIONS.import_private_key, { userId: ID, privateKeyName: 'K', encryptedBundle: BUNDLE }],
      [
        OPERATIONS.init_fiat_on_ramp,
        {
          walletAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
          network: 'FIAT_ON_RAMP_BLOCKCHAIN_NETWORK_BITCOIN',
          cryptoCurrencyCode: 'FIAT_ON_RAMP_CRYPTO_CURRENCY_BTC',
        },
      ],
      [
        OPERATIONS.create_smart_contract_interface,
        {
          label: 'L',
          smartContractAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
          smartContractInterface: ABI,
        },
      ],
      [OPERATIONS.update_user_phone_number, { userId: ID, userPhoneNumber: '+15551234567' }],
      [OPERATIONS.update_user_email, { userId: ID, userEmail: 'a@example.com' }],
      [OPERATIONS.delete_user_tags, { userTagIds: [ID, OTHER] }],
      [OPERATIONS.update_user_name, { userId: ID, userName: 'Ada' }],
      [OPERATIONS.update_wallet, { walletId: ID, walletName: 'Main' }],
    ];
    for (const [row, draft] of forms)
      expect([row.name, fillRow(row, draft).ok]).toEqual([row.name, true]);
    const code = fillRow(OPERATIONS.verify_otp, { otpCode: '123456' }, { otpId: 'request' });
    expect(code).toEqual({
      ok: true,
      parameters: { otpId: 'request' },
      secrets: { otpCode: '123456' },
      changes: {},
    });
  });

  test('behavior: secrets leave the parameters', () => {
    const done = fillRow(OPERATIONS.update_user_email, {
      userId: ID,
      userEmail: 'a@example.com',
      verificationToken: TOKEN,
    });
    expect(done).toEqual({
      ok: true,
      parameters: { userId: ID, userEmail: 'a@example.com' },
      secrets: { verificationToken: TOKEN },
      changes: {},
    });
  });

  test('behavior: a sealed code is checked as a code, and the target bundle stands in its place', () => {
    const enclave = shapeOf(OPERATIONS.verify_otp, 'enclave');
    const prerequisiteResult = { otpId: 'request', encryptedOtpBundle: '{"version":"v1.0.0"}' };
    const draft = { ...startDraft(enclave.fields), encryptedOtpBundle: ' AB12CD ' };
    expect(fillForm(enclave, draft, prerequisiteResult)).toEqual({
      ok: true,
      parameters: prerequisiteResult,
      secrets: { encryptedOtpBundle: 'AB12CD' },
      changes: {},
    });
    expect(fillForm(enclave, startDraft(enclave.fields), prerequisiteResult)).toEqual({
      ok: false,
      errors: { encryptedOtpBundle: 'missing' },
    });
  });

  test('error: names every refused field', () => {
    expect(fillRow(OPERATIONS.import_private_key, {})).toEqual({
      ok: false,
      errors: { userId: 'missing', privateKeyName: 'missing', encryptedBundle: 'missing' },
    });
  });

  test('error: rules over several fields stand at their field', () => {
    const us = fillRow(OPERATIONS.init_fiat_on_ramp, {
      walletAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      network: 'FIAT_ON_RAMP_BLOCKCHAIN_NETWORK_BITCOIN',
      cryptoCurrencyCode: 'FIAT_ON_RAMP_CRYPTO_CURRENCY_BTC',
      countryCode: 'US',
    });
    expect(us).toEqual({ ok: false, errors: { countrySubdivisionCode: 'subdivision_us' } });
  });

  test('behavior: another network drops a currency that it doesn’t have, another provider a method', () => {
    const { fields } = shape(OPERATIONS.init_fiat_on_ramp);
    const draft = {
      ...startDraft(fields),
      network: 'FIAT_ON_RAMP_BLOCKCHAIN_NETWORK_ETHEREUM',
      cryptoCurrencyCode: 'FIAT_ON_RAMP_CRYPTO_CURRENCY_USDC',
      paymentMethod: 'FIAT_ON_RAMP_PAYMENT_METHOD_FIAT_WALLET',
    };
    const change = (name: string, value: string) => {
      const changed = changeField(fields, draft, name, value);
      return [changed['cryptoCurrencyCode'], changed['paymentMethod']];
    };
    const { cryptoCurrencyCode, paymentMethod } = draft;
    expect(change('network', 'FIAT_ON_RAMP_BLOCKCHAIN_NETWORK_BASE')).toEqual([
      cryptoCurrencyCode,
      paymentMethod,
    ]);
    expect(change('network', 'FIAT_ON_RAMP_BLOCKCHAIN_NETWORK_BITCOIN')).toEqual([
      '',
      paymentMethod,
    ]);
    expect(change('onrampProvider', 'FIAT_ON_RAMP_PROVIDER_MOONPAY')).toEqual([
      cryptoCurrencyCode,
      '',
    ]);
  });

  test('error: an interface that cannot be read is refused by its rule', () => {
    const bad = fillRow(OPERATIONS.create_smart_contract_interface, {
      label: 'L',
      smartContractAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      smartContractInterface: '[{"type":"function"}]',
    });
    expect(bad).toEqual({ ok: false, errors: { smartContractInterface: 'abi_entry' } });
  });
});

describe('takenFrom', () => {
  const { prerequisite } = OPERATIONS.verify_otp;
  const result = { otpId: 'request', otpEncryptionTargetBundle: '{"data":"…"}' };

  test('behavior: takes what the version has fields for, so generations do not mix', () => {
    if (!prerequisite) throw new Error('the row begins with nothing');
    const [legacy, enclave] = GENERATIONS.map((one) => versionFor(OPERATIONS.verify_otp, one));
    expect(readPrerequisiteResult(prerequisite, legacy?.fields ?? {}, result)).toEqual({
      otpId: 'request',
    });
    expect(readPrerequisiteResult(prerequisite, enclave?.fields ?? {}, result)).toEqual({
      otpId: 'request',
      encryptedOtpBundle: '{"data":"…"}',
    });
    expect(readPrerequisiteResult(prerequisite, legacy?.fields ?? {}, { otpId: 7 })).toEqual({});
  });
});

describe('missingSteps', () => {
  test('behavior: names what an earlier step still has to fill', () => {
    const { fields } = shape(OPERATIONS.verify_otp);
    expect(missingPrerequisiteFields(fields, {})).toEqual(['otpId']);
    expect(missingPrerequisiteFields(fields, { otpId: 'request' })).toEqual([]);
    expect(missingPrerequisiteFields(fieldsOf(OPERATIONS.init_otp), {})).toEqual([]);
  });
});

describe('refusedField', () => {
  test('behavior: finds the form’s field in a refusal', () => {
    const fields = fieldsOf(OPERATIONS.update_wallet);
    const find = (field: string) => refusedField(fields, startDraft(fields), { field });
    expect(find('parameters.walletName')).toBe('walletName');
    expect(find('parameters.other')).toBeUndefined();
    expect(find('parameters.constructor')).toBeUndefined();
    expect(find('organizationId')).toBeUndefined();
    expect(refusedField(fields, startDraft(fields), undefined)).toBeUndefined();
  });

  test('behavior: what an earlier step fills, the form does not show', () => {
    const fields = fieldsOf(OPERATIONS.verify_otp);
    const refused = { field: 'parameters.otpId' };
    expect(refusedField(fields, startDraft(fields), refused)).toBeUndefined();
  });
});

describe('shelves', () => {
  test('behavior: rarely needed fields stand behind More, filled ones nowhere', () => {
    const { plain, more } = groupFields(fieldsOf(OPERATIONS.verify_otp));
    expect(plain.map(([name]) => name)).toEqual(['otpCode']);
    expect(more.map(([name]) => name)).toEqual(['expirationSeconds']);
  });
});
