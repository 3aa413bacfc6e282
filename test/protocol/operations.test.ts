import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GENERATIONS, versionFor, versionOfType } from '../../src/protocol/operation-row.ts';
import {
  listQueryOf,
  OPERATIONS,
  queryRowOf,
  rowOf,
  ROWS,
  submitRowOf,
} from '../../src/protocol/operations.ts';
import { parse } from '../../src/protocol/parse.ts';
import vectors from '../vectors/operations.json' with { type: 'json' };

/** The refused fields of some parameters, as `field: rule`. */
function refusals(name: string, parameters: unknown, type?: string): string[] {
  const row = rowOf(name);
  if (!row) throw new Error(`no row ${name}`);
  const schema =
    row.kind === 'query'
      ? row.parameters
      : (versionOfType(row, type ?? '') ?? row.versions[0]).parameters;
  const parsed = parse(schema, parameters);
  return parsed.ok ? [] : parsed.refusals.map(({ field, rule }) => `${field}: ${rule}`);
}

const ID = '651b573c-861b-4f10-a478-cbcfe0c226af';
const OTHER = '035e2cbb-1f10-4a47-8cbc-fe0c226af651';

describe('OPERATIONS', () => {
  test.each(vectors)('behavior: $type $operation has the wire names of $source', (vector) => {
    const row = rowOf(vector.operation);
    expect(row?.path).toBe(vector.path);
    if (row?.kind !== 'submit') return expect(vector.type).toBeNull();
    const version = versionOfType(row, vector.type ?? '');
    expect(version?.intentKey).toBe(vector.intentKey);
    expect(version?.resultKey).toBe(vector.resultKey);
  });

  test.each(vectors)('behavior: $type $operation accepts the example of $source', (vector) => {
    expect(refusals(vector.operation, vector.parameters, vector.type ?? undefined)).toEqual([]);
  });

  test.each(vectors)('error: $type $operation refuses an unknown member', (vector) => {
    const parameters = { ...vector.parameters, surprise: 1 };
    expect(refusals(vector.operation, parameters, vector.type ?? undefined)).toContain(
      'surprise: unknown_member',
    );
  });

  test('behavior: lookups by outside text never hit an inherited name', () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '']) {
      expect(rowOf(name)).toBeUndefined();
      expect(Reflect.get(OPERATIONS, name)).toBeUndefined();
    }
    expect(submitRowOf('whoami')).toBeUndefined();
    expect(queryRowOf('update_wallet')).toBeUndefined();
  });

  test('behavior: no parameters from outside crash a parser or pass an unknown member', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ROWS),
        fc.anything({ withNullPrototype: true }),
        (row, value) => {
          const schema = row.kind === 'query' ? row.parameters : row.versions[0].parameters;
          const parsed = parse(schema, value);
          if (!parsed.ok) return parsed.refusals.length > 0;
          const known = Object.keys(row.kind === 'query' ? row.fields : row.versions[0].fields);
          return Object.keys(Object(parsed.value)).every((key) => known.includes(key));
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('versionFor', () => {
  test('behavior: one-time codes follow the generation, everything else its first version', () => {
    expect(GENERATIONS.map((item) => versionFor(OPERATIONS.verify_otp, item).type)).toEqual([
      'ACTIVITY_TYPE_VERIFY_OTP',
      'ACTIVITY_TYPE_VERIFY_OTP_V2',
    ]);
    expect(GENERATIONS.map((item) => versionFor(OPERATIONS.init_otp, item).type)).toEqual([
      'ACTIVITY_TYPE_INIT_OTP_V2',
      'ACTIVITY_TYPE_INIT_OTP_V3',
    ]);
    expect(versionFor(OPERATIONS.update_wallet, 'enclave').type).toBe(
      'ACTIVITY_TYPE_UPDATE_WALLET',
    );
  });

  test('behavior: an operation and its prerequisite have the same generations', () => {
    for (const row of ROWS.filter((item) => item.kind === 'submit')) {
      const first = row.prerequisite && submitRowOf(row.prerequisite.operation);
      if (!first) continue;
      for (const generation of GENERATIONS) {
        expect(versionFor(first, generation).generation).toBe(
          versionFor(row, generation).generation,
        );
      }
    }
  });
});

describe('listQueryOf', () => {
  test('behavior: every picker in the table has a query that fills it', () => {
    for (const row of ROWS) {
      const versions = row.kind === 'submit' ? row.versions : [row];
      for (const item of versions.flatMap((version) => Object.values(version.fields))) {
        if (item.control.kind === 'pick')
          expect(listQueryOf(item.control.recordKind)).toBeDefined();
      }
    }
  });
});

describe('rules', () => {
  const phone = (userPhoneNumber: unknown) =>
    refusals('update_user_phone_number', { userId: ID, userPhoneNumber });
  const email = (userEmail: unknown) => refusals('update_user_email', { userId: ID, userEmail });
  const name = (userName: unknown) => refusals('update_user_name', { userId: ID, userName });
  const ramp = (more: object) =>
    refusals('init_fiat_on_ramp', {
      onrampProvider: 'FIAT_ON_RAMP_PROVIDER_COINBASE',
      walletAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      network: 'FIAT_ON_RAMP_BLOCKCHAIN_NETWORK_BITCOIN',
      cryptoCurrencyCode: 'FIAT_ON_RAMP_CRYPTO_CURRENCY_BTC',
      ...more,
    });
  const bundle = JSON.stringify({
    encappedPublic: '04'.padEnd(130, 'a'),
    ciphertext: 'ab'.repeat(48),
  });
  const key = (curve: string, addressFormats: string[], encryptedBundle = bundle) =>
    refusals('import_private_key', {
      userId: ID,
      privateKeyName: 'k',
      curve,
      addressFormats,
      encryptedBundle,
    });

  test.each([
    ['+15551234567', []],
    ['', []],
    ['5551234567', ['userPhoneNumber: phone']],
    ['+0123456789', ['userPhoneNumber: phone_country']],
    ['+49 170 1234567', ['userPhoneNumber: phone_characters']],
    ['+1555123', []],
    ['+155512', ['userPhoneNumber: phone_length']],
    ['+1555123456789012', ['userPhoneNumber: phone_length']],
    [null, ['userPhoneNumber: missing']],
  ])('behavior: phone %j', (value, expected) => expect(phone(value)).toEqual(expected));

  test.each([
    ['name@example.com', []],
    ['', []],
    ['name', ['userEmail: email']],
    ['@example.com', ['userEmail: email']],
    ['name@', ['userEmail: email']],
    ['name@localhost', ['userEmail: email_domain']],
    ['a b@example.com', ['userEmail: email_characters']],
    ['name@example.com\nbcc: x', ['userEmail: email_domain']],
    [`${'a'.repeat(65)}@example.com`, ['userEmail: email_length']],
    [`${'я'.repeat(33)}@example.com`, ['userEmail: email_length']],
    [`${'я'.repeat(32)}@example.com`, []],
    [
      `a@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.${'e'.repeat(63)}`,
      ['userEmail: email_length'],
    ],
    ['a@xn--h1alffa9f.xn--p1ai', []],
    ['моя@xn--h1alffa9f.xn--p1ai', []],
    ['моя@россия.рф', ['userEmail: email_domain']],
    ['a..b@x.co', ['userEmail: email_dots']],
    ['.a@x.co', ['userEmail: email_dots']],
    ['a.@x.co', ['userEmail: email_dots']],
    ['a@x-.co', ['userEmail: email_domain']],
    ['a@-x.co', ['userEmail: email_domain']],
    ['a@x..co', ['userEmail: email_domain']],
    ['a@x.co.', ['userEmail: email_domain']],
    ['a@xn--a.com', ['userEmail: email_domain']],
    ['a@x.xn--', ['userEmail: email_domain']],
    ['a@1.2.3.4', ['userEmail: email_domain']],
    ['mailto:a@x.co', ['userEmail: email_characters']],
    ['a@b@x.co', ['userEmail: email_characters']],
    ["o'neil+x_y%z@ex-ample.co.uk", []],
  ])('behavior: e-mail %j', (value, expected) => expect(email(value)).toEqual(expected));

  test.each([
    ['Ada Lovelace', []],
    ['Zoë-2_a:b/c.d', []],
    ["Anna's wallet, Zoe’s too", []],
    ['ada+test@example.com', []],
    ['', ['userName: label_length']],
    ['x'.repeat(65), ['userName: label_length']],
    ['a\u202Eb', ['userName: label_invisible']],
    ['a\u200Cb', ['userName: label_invisible']],
    ['\u3164', ['userName: label_invisible']],
    ['می\u200cخواهم', []],
    ['ന്\u200d', []],
    ['a\u00a0b', ['userName: label_characters']],
    ['a<b>', ['userName: label_characters']],
    ['a"b', ['userName: label_characters']],
    [7, ['userName: missing']],
  ])('behavior: label %j', (value, expected) => expect(name(value)).toEqual(expected));

  test.each([
    [{}, []],
    [{ fiatCurrencyAmount: '20.01' }, []],
    [{ fiatCurrencyAmount: '20' }, ['fiatCurrencyAmount: amount']],
    [{ fiatCurrencyAmount: '1e3' }, ['fiatCurrencyAmount: amount']],
    [{ countryCode: 'US' }, ['countrySubdivisionCode: subdivision_us']],
    [{ countryCode: 'US', countrySubdivisionCode: 'NY' }, []],
    [{ countryCode: 'us' }, ['countryCode: country']],
    [{ onrampProvider: 'FIAT_ON_RAMP_PROVIDER_VENDOR' }, ['onrampProvider: choice']],
    [{ sandboxMode: 'true' }, ['sandboxMode: wrong_type']],
    [
      { cryptoCurrencyCode: 'FIAT_ON_RAMP_CRYPTO_CURRENCY_USDC' },
      ['cryptoCurrencyCode: network_currency'],
    ],
    [{ paymentMethod: 'FIAT_ON_RAMP_PAYMENT_METHOD_ACH_BANK_ACCOUNT' }, []],
    [{ paymentMethod: 'FIAT_ON_RAMP_PAYMENT_METHOD_VENMO' }, ['paymentMethod: provider_method']],
  ])('behavior: on-ramp %j', (more, expected) => expect(ramp(more)).toEqual(expected));

  test.each([
    ['CURVE_SECP256K1', ['ADDRESS_FORMAT_ETHEREUM', 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2TR'], []],
    ['CURVE_ED25519', ['ADDRESS_FORMAT_SOLANA'], []],
    ['CURVE_ED25519', ['ADDRESS_FORMAT_ETHEREUM'], ['addressFormats: format_curve']],
    ['CURVE_P256', ['ADDRESS_FORMAT_SOLANA'], ['addressFormats: format_curve']],
    ['CURVE_P256', [], []],
    [
      'CURVE_SECP256K1',
      ['ADDRESS_FORMAT_XRP', 'ADDRESS_FORMAT_XRP'],
      ['addressFormats: duplicate'],
    ],
    ['CURVE_X', [], ['curve: choice']],
  ])('behavior: import %s %j', (curve, formats, expected) =>
    expect(key(curve, formats)).toEqual(expected),
  );

  test.each(['04abcd', '{}', '{"encappedPublic":"04","ciphertext":"00"}', `[${bundle}]`])(
    'error: %j isn’t an encrypted bundle',
    (text) => expect(key('CURVE_ED25519', [], text)).toEqual(['encryptedBundle: encrypted_bundle']),
  );

  test.each([
    [{}, []],
    [{ publicKey: 'AB'.repeat(32), curveType: 'API_KEY_CURVE_ED25519' }, []],
    [{ curveType: 'API_KEY_CURVE_SECP256K1', expirationSeconds: '999999999' }, []],
    [{ curveType: 'API_KEY_CURVE_ED25519' }, ['apiKeys.0.publicKey: api_public_key']],
    [{ publicKey: 'ab'.repeat(32) }, ['apiKeys.0.publicKey: api_public_key']],
    [{ publicKey: `04${'ab'.repeat(64)}` }, ['apiKeys.0.publicKey: api_public_key']],
    [{ publicKey: 7 }, ['apiKeys.0.publicKey: missing']],
    [{ curveType: 'CURVE_P256' }, ['apiKeys.0.curveType: choice']],
    [{ expirationSeconds: '0' }, ['apiKeys.0.expirationSeconds: key_lifetime']],
    [{ expirationSeconds: 60 }, ['apiKeys.0.expirationSeconds: key_lifetime']],
  ])('behavior: a new API key %j', (more, expected) => {
    const base = { apiKeyName: 'k', publicKey: `02${'ab'.repeat(32)}` };
    const apiKey = { ...base, curveType: 'API_KEY_CURVE_P256', ...more };
    expect(refusals('create_api_keys', { userId: ID, apiKeys: [apiKey] })).toEqual(expected);
  });

  test('behavior: tags are ids, at least one, no duplicates', () => {
    const tags = (userTagIds: unknown) => refusals('delete_user_tags', { userTagIds });
    expect(tags([ID, OTHER])).toEqual([]);
    expect(tags([])).toEqual(['userTagIds: choose_some']);
    expect(tags([ID, ID])).toEqual(['userTagIds: duplicate']);
    expect(tags(['x'])).toEqual(['userTagIds.0: uuid']);
  });

  test('behavior: a token lives for a day at most', () => {
    const verify = (expirationSeconds: string) =>
      refusals('verify_otp', { otpId: 'o', otpCode: '123456', expirationSeconds });
    expect(verify('86400')).toEqual([]);
    expect(verify('86401')).toEqual(['expirationSeconds: seconds_token']);
    expect(verify('-1')).toEqual(['expirationSeconds: seconds']);
    expect(refusals('verify_otp', { otpId: 'o', otpCode: '12 456' })).toEqual([
      'otpCode: otp_code',
    ]);
  });
});
