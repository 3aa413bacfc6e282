import { addressFormatsOf } from '../../../src/protocol/curve-formats.ts';
import { ADDRESS_FORMAT, CURVE } from '../../../src/protocol/enums.ts';
import {
  contact,
  field,
  label,
  listOf,
  oneOf,
  optional,
  publicKeyHex,
  seconds,
  uuid,
} from '../../../src/protocol/fields.ts';
import { createOperationsTable, submit } from '../../../src/protocol/operation-row.ts';
import { recordList } from '../../../src/protocol/record-list.ts';
import * as v from 'valibot';
import type { RowWords } from '../../../src/ui/words/operation-words.ts';

/*
 * An operation of the tests' own, with a list whose records have fields of every kind: text, bytes, a
 * choice, choices that depend on it, a record to pick, an optional one behind "More", and a list of
 * their own.
 */

const formatsOf = (curve: unknown): readonly string[] =>
  addressFormatsOf(CURVE.find((one) => one === curve) ?? 'CURVE_SECP256K1');

const device = {
  deviceName: field(label, { control: { kind: 'text', example: 'Phone' } }),
  publicKey: field(publicKeyHex, { control: { kind: 'text', example: `02${'ab'.repeat(32)}` } }),
  curve: field(oneOf(CURVE), {
    control: { kind: 'choice', options: () => CURVE },
    initial: CURVE[0],
  }),
  formats: field(listOf(oneOf(ADDRESS_FORMAT), 0), {
    control: { kind: 'choices', options: ({ curve }) => formatsOf(curve) },
  }),
  ownerId: optional(
    field(uuid, {
      control: { kind: 'pick', recordKind: 'user', many: false },
      prefillsOwnUser: true,
    }),
  ),
  lifetimeSeconds: optional(
    field(seconds(600, 'seconds_otp'), {
      control: { kind: 'text', mode: 'numeric', example: '300' },
      advanced: true,
    }),
  ),
  recovery: optional(
    recordList({
      item: { contact: field(contact, { control: { kind: 'text' } }) },
      min: 1,
      max: 2,
    }),
  ),
};

export const { register_devices: DEVICE_ROW } = createOperationsTable({
  register_devices: submit({
    policy: { resource: 'DEVICE', action: 'CREATE' },
    risk: 'high',
    pageAccess: 'ask',
    versions: () => [
      {
        fields: {
          devices: recordList({
            item: device,
            min: 1,
            max: 3,
            checks: [
              {
                field: 'formats',
                rule: 'format_curve',
                holds: ({ curve, formats }) =>
                  Array.isArray(formats) &&
                  formats.every((format) => formatsOf(curve).includes(format)),
              },
            ],
          }),
        },
        result: v.object({}),
      },
    ],
  }),
});

export const DEVICE_WORDS: RowWords<typeof DEVICE_ROW> = {
  title: 'Register devices',
  about: 'Registers devices that sign for you.',
  summary: { default: 'Register {devices}.' },
  action: 'Register devices',
  done: 'Devices registered',
  fields: {
    devices: {
      label: 'Devices',
      help: 'Each device signs with a key of its own.',
      item: 'device',
      fields: {
        deviceName: { label: 'Name' },
        publicKey: { label: 'Public key', help: 'The device shows it in its settings.' },
        curve: { label: 'Curve' },
        formats: { label: 'Address formats' },
        ownerId: { label: 'Owner' },
        lifetimeSeconds: { label: 'Lifetime in seconds' },
        recovery: {
          label: 'Recovery contacts',
          item: 'contact',
          fields: { contact: { label: 'Email or phone' } },
        },
      },
    },
  },
};

export const DEVICE_WORDS_DE: RowWords<typeof DEVICE_ROW> = {
  title: 'Geräte registrieren',
  about: 'Registriert Geräte, die für dich signieren.',
  summary: { default: '{devices} registrieren.' },
  action: 'Geräte registrieren',
  done: 'Geräte registriert',
  fields: {
    devices: {
      label: 'Geräte',
      help: 'Jedes Gerät signiert mit einem eigenen Schlüssel.',
      item: 'Sicherheitsschlüsselgerät',
      fields: {
        deviceName: { label: 'Name' },
        publicKey: {
          label: 'Öffentlicher Schlüssel',
          help: 'Das Gerät zeigt ihn in seinen Einstellungen.',
        },
        curve: { label: 'Kurve' },
        formats: { label: 'Adressformate' },
        ownerId: { label: 'Besitzer' },
        lifetimeSeconds: { label: 'Lebensdauer in Sekunden' },
        recovery: {
          label: 'Wiederherstellungskontakte',
          item: 'Kontakt',
          fields: { contact: { label: 'E-Mail oder Telefon' } },
        },
      },
    },
  },
};
