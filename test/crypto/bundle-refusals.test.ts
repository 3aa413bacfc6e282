// Which bundles are refused, for which fault, and in which words.
import { p256 } from '@noble/curves/nist.js';
import { describe, expect, test } from 'vitest';
import * as bundle from '../../src/crypto/bundle.ts';
import { fromHex, toHex, utf8, type Bytes } from '../../src/crypto/bytes.ts';
import * as der from '../../src/crypto/der.ts';
import * as ecdsa from '../../src/crypto/p256.ts';
import { expectRefusal, errorOf } from './expect-refusal.ts';

const SCALAR = fromHex('c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721');
const POINT: Bytes = p256.getPublicKey(SCALAR, false);

describe('bundles of the service', () => {
  const organizationId = crypto.randomUUID();
  const userId = crypto.randomUUID();
  const pinnedPublic = toHex(POINT);
  const pin = { pinnedPublic, organizationId };
  const targetPublic = toHex(POINT);

  async function wrap(bytes: Bytes, members: object = {}): Promise<string> {
    const key = await ecdsa.importSigningKey(SCALAR, POINT);
    return JSON.stringify({
      version: 'v1.0.0',
      data: toHex(bytes),
      dataSignature: toHex(der.encode(await ecdsa.sign(key, bytes))),
      enclaveQuorumPublic: pinnedPublic,
      ...members,
    });
  }
  const signed = (data: object, members?: object) => wrap(utf8(JSON.stringify(data)), members);
  const said = (why: string) =>
    `The service’s bundle was refused. ${why} Nothing was encrypted or opened.`;

  const other = toHex(p256.getPublicKey(p256.utils.randomSecretKey(), false));
  const FORM = 'It does not have the expected form.';
  const DATA = 'Its signed data does not have the expected form.';
  const cases: readonly [what: string, fault: string, why: string, () => Promise<string>][] = [
    ['not JSON', 'not_json', 'It is not JSON.', async () => '{'],
    [
      'no version',
      'retired_form',
      'It is of the retired form without a version.',
      async () => JSON.stringify({ data: '' }),
    ],
    ['null', 'malformed', FORM, async () => 'null'],
    ['a text', 'malformed', FORM, async () => '"version"'],
    ['odd hex', 'malformed', FORM, () => signed({ organizationId }, { data: 'abc' })],
    ['another version', 'malformed', FORM, () => signed({ organizationId }, { version: 'v1.0.1' })],
    [
      'another signer',
      'other_signer',
      'It is signed by another key than the one this profile trusts.',
      () => signed({ organizationId }, { enclaveQuorumPublic: other }),
    ],
    [
      'a signature of other data',
      'bad_signature',
      'Its signature does not hold.',
      () => signed({ organizationId }, { data: '7b7d' }),
    ],
    [
      'data that isn’t text',
      'bad_data',
      'Its signed data is not text.',
      () => wrap(Uint8Array.of(0xff)),
    ],
    ['data that isn’t JSON', 'bad_data', DATA, () => wrap(utf8('{'))],
    ['an id that is a number', 'bad_data', DATA, () => signed({ organizationId: 1 })],
    ['no target', 'no_target', 'It holds no target key.', () => signed({ organizationId })],
    [
      'a target that isn’t a point',
      'target_not_a_point',
      'Its target key is not a point of P-256.',
      () => signed({ organizationId, targetPublic: `04${'11'.repeat(64)}` }),
    ],
  ];
  test.for(cases)('error: %s', async ([, fault, why, text]) => {
    const bytes = await text();
    expect(await errorOf(() => bundle.openTargetBundle(bytes, pin))).toMatchObject({
      name: 'BundleRefusal',
      code: 'bundle_invalid',
      fault,
      message: said(why),
    });
  });

  test('error: for another organization or user; without a user to check, any is accepted', async () => {
    const text = await signed({ organizationId, userId, targetPublic });
    expect(await bundle.openTargetBundle(text, pin)).toEqual(POINT);
    for (const [what, more] of [
      ['organization', { organizationId: userId }],
      ['user', { userId: organizationId }],
    ] as const) {
      expect(await errorOf(() => bundle.openTargetBundle(text, { ...pin, ...more }))).toMatchObject(
        {
          code: 'bundle_foreign',
          fault: `other_${what}`,
          message: `The service’s bundle is for another ${what}. Nothing was encrypted or opened.`,
          detail: { field: `${what}Id` },
        },
      );
    }
  });

  test('error: encrypted bundles of another form', async () => {
    await expectRefusal(
      () => bundle.parseEncryptedBundle('00'),
      'malformed',
      'Expected the JSON text {"encappedPublic": hex, "ciphertext": hex}.',
    );
    await expectRefusal(
      () => bundle.parseEncryptedBundle('{"encappedPublic":"04","ciphertext":""}'),
      'malformed',
      'encappedPublic must be 65 bytes (130 hex digits), got 1 bytes.',
    );
  });
});
