import { beforeAll, describe, expect, test } from 'vitest';
import { randomBytes } from '../../../src/crypto/bytes.ts';
import { exampleOf, requiredIdKinds } from '../../../src/demo/example-parameters.ts';
import { encryptedBundle, field } from '../../../src/protocol/fields.ts';
import { recordList } from '../../../src/protocol/record-list.ts';
import { OPERATIONS } from '../../../src/protocol/operations.ts';
import { sealedFields } from '../../../src/ui/review/sealed-parameters.ts';
import {
  changeField,
  startDraft,
  valuesOf,
  withoutSecrets,
  type Draft,
} from '../../../src/ui/forms/draft.ts';
import { createRecords } from '../../../src/ui/records/records.ts';
import { createFormSession, type SavedForm } from '../../../src/ui/forms/form-session.ts';
import { checkField, fillForm, refusedField, shapeOf } from '../../../src/ui/forms/model.ts';
import { itemsOf, sourcesOf } from '../../../src/ui/records/pickable-records.ts';
import { rowsOf, summaryOf } from '../../../src/ui/forms/review-subject.ts';
import {
  addItemText,
  helpText,
  itemText,
  labelText,
  removeItemText,
} from '../../../src/ui/forms/words.ts';
import { addWords, setLocale } from '../../../src/ui/i18n.ts';
import { german } from '../../../src/ui/words/de/german.ts';
import { appWords } from '../../../src/ui/words/en/app.ts';
import { popupWords } from '../../../src/ui/words/en/popup.ts';
import { operationTexts } from '../../../src/ui/words/operation-words.ts';
import { DEVICE_ROW, DEVICE_WORDS, DEVICE_WORDS_DE } from './device-row.ts';
import type { Values } from '../../../src/protocol/parse.ts';

const ID = '7f1a3f0e-6c3c-4f0e-9a43-0d1a1f6a2b3c';
const KEY = `02${'ab'.repeat(32)}`;
const shape = shapeOf(DEVICE_ROW, 'legacy');
const { fields } = shape;
const BLANK: Draft = {
  deviceName: '',
  publicKey: '',
  curve: 'CURVE_SECP256K1',
  formats: [],
  ownerId: '',
  lifetimeSeconds: '',
  recovery: [],
};
const PHONE: Draft = { ...BLANK, deviceName: 'Phone', publicKey: KEY };
/** What is sent of it. */
const SENT = { deviceName: 'Phone', publicKey: KEY, curve: 'CURVE_SECP256K1', formats: [] };

function openSession(saved?: Values) {
  const kept: SavedForm[] = [];
  const effects = {
    records: createRecords({ query: async () => Promise.resolve({}), now: () => 0 }),
    randomId: () => 'id',
    randomBytes,
    save: (one: SavedForm) => void kept.push(one),
  };
  const form = createFormSession(effects, {
    row: DEVICE_ROW,
    generation: 'legacy',
    self: ID,
    saved: saved && { draft: saved, prerequisiteId: null },
  });
  return { form, kept };
}

describe('the draft of a list', () => {
  test('behavior: starts with as many records as there must be, an optional one with none', () => {
    expect(startDraft(fields)).toEqual({ devices: [BLANK] });
    expect(startDraft(fields, ID)).toEqual({ devices: [{ ...BLANK, ownerId: ID }] });
  });

  test('behavior: takes the kept records, nothing of another shape, and no more than fit', () => {
    const kept = [{ deviceName: 'Phone', publicKey: 7, other: 'x' }, 'x', null, PHONE];
    expect(startDraft(fields, undefined, { devices: kept })).toEqual({
      devices: [{ ...BLANK, deviceName: 'Phone' }, PHONE],
    });
    const many = startDraft(fields, undefined, { devices: [PHONE, PHONE, PHONE, PHONE] });
    expect(many['devices']).toHaveLength(3);
    for (const devices of ['x', {}, [], null]) {
      expect(startDraft(fields, undefined, { devices })).toEqual({ devices: [BLANK] });
    }
  });

  test('behavior: one record changes, the others stay', () => {
    const before: Draft = { devices: [PHONE, BLANK] };
    expect(changeField(fields, before, 'devices.1.deviceName', 'Laptop')).toEqual({
      devices: [PHONE, { ...BLANK, deviceName: 'Laptop' }],
    });
    expect(changeField(fields, before, 'devices.7.deviceName', 'x')).toEqual(before);
  });

  test('behavior: choices follow the values of their own record', () => {
    const phone = { ...PHONE, formats: ['ADDRESS_FORMAT_ETHEREUM'] };
    const draft: Draft = { devices: [phone, phone] };
    const changed = changeField(fields, draft, 'devices.1.curve', 'CURVE_ED25519');
    expect(changed).toEqual({
      devices: [phone, { ...phone, curve: 'CURVE_ED25519', formats: [] }],
    });
  });

  test('behavior: the records are sent as their own forms would be, none left out', () => {
    const spaced = { ...PHONE, deviceName: ' Phone ', recovery: [{ contact: 'a@example.com' }] };
    expect(valuesOf(fields, { devices: [PHONE, spaced, BLANK] })).toEqual({
      devices: [
        SENT,
        { ...SENT, recovery: [{ contact: 'a@example.com' }] },
        { ...SENT, deviceName: '', publicKey: '' },
      ],
    });
  });
});

describe('a refusal in a list', () => {
  test('behavior: a field that is left is checked among the values of its record', () => {
    const draft: Draft = { devices: [PHONE, { ...PHONE, publicKey: 'x', lifetimeSeconds: '601' }] };
    expect(checkField(fields, 'devices.0.publicKey', draft)).toBeUndefined();
    expect(checkField(fields, 'devices.1.publicKey', draft)).toBe('hex_public_key');
    expect(checkField(fields, 'devices.1.lifetimeSeconds', draft)).toBe('seconds_otp');
    expect(checkField(fields, 'devices.2.publicKey', draft)).toBeUndefined();
  });

  test('error: every refused field is named at its place', () => {
    const recovery = [{ contact: 'a@example.com' }, { contact: 'x' }];
    const draft: Draft = {
      devices: [
        { ...PHONE, recovery },
        { ...PHONE, publicKey: ' ' },
      ],
    };
    expect(fillForm(shape, draft)).toEqual({
      ok: false,
      errors: { 'devices.0.recovery.1.contact': 'contact', 'devices.1.publicKey': 'missing' },
    });
    expect(fillForm(shape, { devices: [] })).toEqual({
      ok: false,
      errors: { devices: 'choose_some' },
    });
  });

  test('behavior: what the worker refuses stands at the field, or at the list without one', () => {
    const draft: Draft = { devices: [PHONE, PHONE] };
    const find = (refused: string) =>
      refusedField(fields, draft, { field: `parameters.${refused}` });
    expect(find('devices.1.publicKey')).toBe('devices.1.publicKey');
    expect(find('devices.1.more')).toBe('devices');
    expect(find('devices.10.publicKey')).toBe('devices');
    expect(find('devicesOther')).toBeUndefined();
  });
});

describe('a form session with a list', () => {
  test('behavior: a record is added as a form starts, and taken away with what was said of it', () => {
    const { form } = openSession();
    form.addItem('devices');
    form.addItem('devices');
    expect(form.draft.value).toEqual({ devices: Array(3).fill({ ...BLANK, ownerId: ID }) });
    form.set('devices.1.publicKey', 'x');
    form.set('devices.2.publicKey', 'y');
    form.validateField('devices.1.publicKey');
    form.validateField('devices.2.publicKey');
    expect(Object.keys(form.errors.value)).toEqual(['devices.1.publicKey', 'devices.2.publicKey']);
    form.removeItem('devices', 1);
    expect(form.errors.value).toEqual({ 'devices.1.publicKey': 'hex_public_key' });
    form.set('devices.1.publicKey', KEY);
    expect(form.errors.value).toEqual({});
    expect(form.draft.value['devices']).toHaveLength(2);
  });

  test('behavior: a list in a record is changed at its own place', () => {
    const { form } = openSession({ devices: [PHONE, PHONE] });
    form.addItem('devices.1.recovery');
    form.set('devices.1.recovery.0.contact', 'a@example.com');
    const changed = { ...PHONE, recovery: [{ contact: 'a@example.com' }] };
    expect(form.draft.value).toEqual({ devices: [PHONE, changed] });
    form.removeItem('devices.1.recovery', 0);
    expect(form.draft.value).toEqual({ devices: [PHONE, PHONE] });
  });

  test('behavior: a path that is no list changes nothing', () => {
    const { form } = openSession({ devices: [PHONE] });
    form.addItem('devices.0.deviceName');
    form.addItem('nothing');
    form.removeItem('nothing', 0);
    expect(form.draft.value).toMatchObject({ devices: [{ publicKey: KEY }] });
  });

  test('behavior: a refused submit names the fields in the form’s order, a good one is ready', () => {
    const { form } = openSession({ devices: [{ ...PHONE, publicKey: 'x' }, BLANK] });
    expect(form.submit()).toBeUndefined();
    expect(form.refusals.value).toEqual([
      'devices.0.publicKey',
      'devices.1.deviceName',
      'devices.1.publicKey',
    ]);
    form.set('devices.0.publicKey', KEY);
    form.removeItem('devices', 1);
    expect(form.submit()?.parameters).toEqual({ devices: [SENT] });
  });

  test('behavior: every change keeps the records, so that a closed popup finds them again', () => {
    const { form, kept } = openSession();
    form.set('devices.0.deviceName', 'Phone');
    form.addItem('devices');
    const draft = kept.at(-1)?.draft;
    expect(draft).toEqual(withoutSecrets(fields, form.draft.value));
    expect(openSession(structuredClone(draft)).form.draft.value).toEqual(form.draft.value);
  });
});

describe('the review of a list', () => {
  const users = { users: [{ userId: ID, userName: 'Ada' }] };
  const known = { user: itemsOf(OPERATIONS.list_users, users) };
  const subjectOf = (parameters: Values) => ({ fields, parameters, secrets: {}, known });
  const literal = (text: string) => ({ kind: 'literal', text });

  test('behavior: each record shows each field that is sent, in the table’s order', () => {
    const tablet = {
      publicKey: KEY,
      deviceName: 'Tablet',
      ownerId: ID,
      recovery: [{ contact: '' }],
    };
    expect(rowsOf(subjectOf({ devices: [SENT, tablet] }))).toEqual([
      {
        name: 'devices',
        old: undefined,
        parts: [
          {
            kind: 'item',
            members: [
              { name: 'deviceName', parts: [literal('Phone')] },
              { name: 'publicKey', parts: [literal(KEY)] },
              { name: 'curve', parts: [{ kind: 'choice', value: 'CURVE_SECP256K1' }] },
              { name: 'formats', parts: [{ kind: 'none' }] },
            ],
          },
          {
            kind: 'item',
            members: [
              { name: 'deviceName', parts: [literal('Tablet')] },
              { name: 'publicKey', parts: [literal(KEY)] },
              { name: 'ownerId', parts: [{ kind: 'record', id: ID, name: 'Ada' }] },
              {
                name: 'recovery',
                parts: [
                  { kind: 'item', members: [{ name: 'contact', parts: [{ kind: 'none' }] }] },
                ],
              },
            ],
          },
        ],
      },
    ]);
  });

  test('behavior: what is no record, or has a member without a field, is shown as it is', () => {
    const [row] = rowsOf(subjectOf({ devices: ['text', {}, { other: { a: 1 } }] }));
    expect(row?.parts).toEqual([
      literal('text'),
      { kind: 'none' },
      { kind: 'item', members: [{ name: 'other', parts: [literal('{\n  "a": 1\n}')] }] },
    ]);
  });

  test('behavior: a sentence has a place for the list, as many parts as records', () => {
    const parts = summaryOf(DEVICE_WORDS.summary.default, subjectOf({ devices: [SENT, SENT] }));
    expect(parts.map(({ kind }) => kind)).toEqual(['words', 'item', 'words', 'item', 'words']);
  });

  test('behavior: lists are asked for what their records can pick', () => {
    expect(sourcesOf(fields)).toEqual(['user']);
    expect(requiredIdKinds([DEVICE_ROW])).toEqual(['user']);
  });

  test('behavior: a sealed value in a record is warned of, once', () => {
    const bundle = field(encryptedBundle, { control: { kind: 'lines' } });
    const keys = recordList({ item: { bundle }, min: 1, max: 9 });
    const sent = { keys: [{ bundle: '{}' }, { bundle: '{}' }] };
    expect(sealedFields({ keys }, sent)).toEqual(['keys.bundle']);
    expect(sealedFields({ keys }, { keys: 'x' })).toEqual([]);
  });

  test('behavior: the demo starts with records that the operation takes', () => {
    const example = exampleOf(fields, { user: ID });
    expect(example).toMatchObject({ devices: [{ deviceName: 'Phone', publicKey: KEY }] });
  });
});

describe('the words of a list', () => {
  beforeAll(() => {
    addWords(appWords);
    addWords(popupWords);
    addWords(operationTexts({ register_devices: DEVICE_WORDS }));
  });

  test('behavior: labels stand under their list, records are counted', () => {
    expect(labelText(DEVICE_ROW, 'devices')).toBe('Devices');
    expect(labelText(DEVICE_ROW, 'devices.12.publicKey')).toBe('Public key');
    expect(labelText(DEVICE_ROW, 'devices.publicKey')).toBe('Public key');
    expect(labelText(DEVICE_ROW, 'devices.1.recovery.0.contact')).toBe('Email or phone');
    expect(labelText(DEVICE_ROW, 'devices.1.other')).toBe('other');
    expect(helpText(DEVICE_ROW, 'devices.0.publicKey')).toContain('settings');
    expect(helpText(DEVICE_ROW, 'devices.0.deviceName')).toBeUndefined();
    expect(itemText(DEVICE_ROW, 'devices', 2)).toBe('Device 2');
    expect(itemText(DEVICE_ROW, 'devices.1.recovery', 1)).toBe('Contact 1');
    expect(addItemText(DEVICE_ROW, 'devices')).toBe('Add device');
    expect(removeItemText(DEVICE_ROW, 'devices', 2)).toBe('Remove device 2');
  });

  test('behavior: German puts them in its own order', async () => {
    const words = { ...german, ...operationTexts({ register_devices: DEVICE_WORDS_DE }) };
    await setLocale('de', { de: [async () => Promise.resolve(words)] });
    expect(addItemText(DEVICE_ROW, 'devices.0.recovery')).toBe('Kontakt hinzufügen');
    expect(removeItemText(DEVICE_ROW, 'devices.0.recovery', 1)).toBe('Kontakt 1 entfernen');
    await setLocale('en');
  });
});
