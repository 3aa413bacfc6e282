import { describe, expect, test } from 'vitest';
import { field, label, optional, type Fields } from '../../src/protocol/fields.ts';
import { recordList } from '../../src/protocol/record-list.ts';
import { OPERATIONS } from '../../src/protocol/operations.ts';
import { parse } from '../../src/protocol/parse.ts';
import { DEVICE_ROW } from '../ui/forms/device-row.ts';

const DEVICE = {
  deviceName: 'Phone',
  publicKey: `02${'ab'.repeat(32)}`,
  curve: 'CURVE_P256',
  formats: [],
};
const { parameters } = DEVICE_ROW.versions[0];

function refusals(devices: unknown): string[] {
  const parsed = parse(parameters, { devices });
  return parsed.ok ? [] : parsed.refusals.map((one) => `${one.field}: ${one.rule}`);
}

describe('recordList', () => {
  test('behavior: accepts records of their own fields, and adds or loses nothing', () => {
    const devices = [DEVICE, { ...DEVICE, recovery: [{ contact: 'a@example.com' }] }];
    expect(parse(parameters, { devices })).toEqual({ ok: true, value: { devices } });
  });

  test.each([
    ['null', null, ['devices: wrong_type']],
    ['one record without a list', DEVICE, ['devices: wrong_type']],
    ['no records', [], ['devices: choose_some']],
    ['too many', [DEVICE, DEVICE, DEVICE, DEVICE], ['devices: too_many']],
    ['text as a record', ['Phone'], ['devices.0: wrong_type']],
    [
      'a bad value',
      [DEVICE, { ...DEVICE, publicKey: 'x' }],
      ['devices.1.publicKey: hex_public_key'],
    ],
    ['an unknown member', [{ ...DEVICE, more: 1 }], ['devices.0.more: unknown_member']],
    [
      'an inherited name',
      [{ ...DEVICE, constructor: 1 }],
      ['devices.0.constructor: unknown_member'],
    ],
    [
      'a null in an optional list',
      [{ ...DEVICE, recovery: null }],
      ['devices.0.recovery: wrong_type'],
    ],
    [
      'an optional list without records',
      [{ ...DEVICE, recovery: [] }],
      ['devices.0.recovery: choose_some'],
    ],
    [
      'a bad value in a list’s list',
      [{ ...DEVICE, recovery: [{ contact: 'a@example.com' }, { contact: 'x' }] }],
      ['devices.0.recovery.1.contact: contact'],
    ],
  ])('error: %s', (_, devices, expected) => expect(refusals(devices)).toEqual(expected));

  test('error: the list itself is missing', () => {
    const refused = { field: 'devices', rule: 'missing' };
    expect(parse(parameters, {})).toEqual({ ok: false, refusals: [refused] });
  });

  test('error: each missing field is named by its position', () => {
    expect(refusals([DEVICE, { curve: 'CURVE_P256' }])).toEqual([
      'devices.1.deviceName: missing',
      'devices.1.publicKey: missing',
      'devices.1.formats: missing',
    ]);
  });

  test('error: a rule across several fields of a record is reported at the field that it names', () => {
    const formats = ['ADDRESS_FORMAT_SOLANA'];
    expect(refusals([DEVICE, { ...DEVICE, formats }])).toEqual(['devices.1.formats: format_curve']);
    const accounts = [
      {
        curve: 'CURVE_ED25519',
        pathFormat: 'PATH_FORMAT_BIP32',
        path: 'm/0',
        addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
      },
    ];
    const wallet = { walletName: 'Main', accounts };
    expect(parse(OPERATIONS.create_wallet.versions[0].parameters, wallet)).toEqual({
      ok: false,
      refusals: [{ field: 'accounts.0.addressFormat', rule: 'format_curve' }],
    });
  });

  test('behavior: its fields have the same facts as any other field', () => {
    const item = { name: field(label, { control: { kind: 'text' } }) };
    const list = optional(recordList({ item, min: 1, max: 2, advanced: true }));
    expect(list).toMatchObject({
      advanced: true,
      control: { kind: 'record-list', min: 1, max: 2, editor: 'items' },
    });
    expect(parse(list.schema, undefined).ok).toBe(true);
  });

  test('error: a record with a secret, an address, or a value that replaces another', () => {
    const make = (item: Fields) => () => recordList({ item, min: 0, max: 2 });
    const control = { kind: 'text' } as const;
    const replaces = { pick: 'userId', member: 'userName' };
    const address = { network: 'network', formats: () => [] };
    expect(make({ pin: field(label, { control, secret: true }) })).toThrow('no secret');
    expect(make({ pin: field(label, { control: { kind: 'code' } }) })).toThrow('no secret');
    expect(make({ name: field(label, { control, replaces }) })).toThrow('replaces nothing');
    expect(make({ name: field(label, { control, address }) })).toThrow('no address');
  });
});
