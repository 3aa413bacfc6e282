import { describe, expect, test } from 'vitest';
import type { PasskeyAnswer } from '../../src/protocol/passkey.ts';
import type { Profile } from '../../src/protocol/profile.ts';
import { createPasskeyStamper } from '../../src/vault/passkey-stamper.ts';
import { challengeOf, createAuthenticator, type Ceremony } from '../webauthn/authenticator.ts';
import { OWN_HOST, ownOrigin, profileWith as profileOf } from './passkey-profile.ts';

const body = '{"organizationId":"o","parameters":{"walletName":"Zürich ☃"}}';
const createPasskey = () => createAuthenticator({ rpId: ownOrigin, origin: ownOrigin });
const passkey = createPasskey();

const profileWith = (members: Partial<Profile> = {}) =>
  profileOf(passkey.credentialId, null, members);
type Tampering = Partial<Ceremony> & { readonly challenge?: Uint8Array };
const createAnswer = (
  { challenge = challengeOf(body), ...tampering }: Tampering = {},
  authenticator = passkey,
) => authenticator.assert(challenge, tampering);
const stampWith = (answer: PasskeyAnswer, text = body, profile = profileWith()) =>
  createPasskeyStamper({ profile, answer, ownOrigin }).stamp(text);

describe('createPasskeyStamper', () => {
  test.each(['X-Stamp', 'X-Stamp-Webauthn'] as const)(
    'behavior: the stamp is the response as plain JSON, under %s if the profile says so',
    async (passkeyHeader) => {
      const answer = createAnswer();
      const { header, value } = await stampWith(answer, body, profileWith({ passkeyHeader }));
      expect(header).toBe(passkeyHeader);
      expect(JSON.parse(value)).toEqual(answer);
      // The vendor's order.
      const order = ['authenticatorData', 'clientDataJson', 'credentialId', 'signature'];
      expect(Object.keys(JSON.parse(value) as object)).toEqual(order);
    },
  );

  test.each([
    ['the extension’s origin', null, ownOrigin],
    ['the extension’s host', null, OWN_HOST],
    ['the domain of the profile', 'wallet.example', 'wallet.example'],
    ['a domain on this computer', 'localhost', 'localhost'],
  ])('behavior: accepts a response for %s', async (_, rpId, hashed) => {
    const of = profileWith({ passkeys: { rpId, credentials: [] } });
    await expect(stampWith(createAnswer({ rpId: hashed }), body, of)).resolves.toBeDefined();
  });

  test('behavior: accepts client data of later browsers, with unknown members', async () => {
    const more = { topOrigin: 'https://a.example', other_keys_can_be_added_here: 'see goo.gl' };
    await expect(stampWith(createAnswer({ more }))).resolves.toBeDefined();
    await expect(
      stampWith(createAnswer({ more: { crossOrigin: undefined } })),
    ).resolves.toBeDefined();
  });

  test('behavior: accepts the origin that Firefox signs for an extension, in Firefox only', async () => {
    const firefox = 'moz-extension://0a1b2c3d-0000-4000-8000-0a1b2c3d4e5f';
    const rpId = 'wallet.example';
    const of = profileWith({ passkeys: { rpId, credentials: [] } });
    const stampFrom = (origin: string, own: string) => {
      const answer = createAnswer({ origin, rpId });
      return createPasskeyStamper({ profile: of, answer, ownOrigin: own }).stamp(body);
    };
    const hashed = `moz-extension://${'abcdefghijklmnop'.repeat(4)}`;
    await expect(stampFrom(hashed, firefox)).resolves.toBeDefined();
    for (const [origin, own] of [
      [hashed, ownOrigin],
      ['moz-extension://0a1b2c3d-0000-4000-8000-000000000000', firefox],
      [`${hashed}.example`, firefox],
      ['https://wallet.example', firefox],
    ] as const) {
      await expect(stampFrom(origin, own)).rejects.toMatchObject({ code: 'passkey_invalid' });
    }
  });

  test('behavior: without a list of credentials the authenticator may choose', async () => {
    const of = profileWith({ passkeys: { rpId: null, credentials: [] } });
    await expect(stampWith(createAnswer({}, createPasskey()), body, of)).resolves.toBeDefined();
  });

  const bareHash = Buffer.from(Buffer.from(challengeOf(body)).toString(), 'hex');
  const TAMPERED: readonly [string, Tampering][] = [
    ['another body', { challenge: challengeOf(`${body} `) }],
    ['the bare hash instead of its hex', { challenge: bareHash }],
    [
      'upper-case hex',
      { challenge: Buffer.from(challengeOf(body)).map((byte) => (byte > 96 ? byte - 32 : byte)) },
    ],
    ['no challenge', { more: { challenge: undefined } }],
    ['a registration', { type: 'webauthn.create' }],
    ['a payment', { type: 'payment.get' }],
    ['a web page', { origin: 'https://wallet.example' }],
    ['another extension', { origin: `chrome-extension://${OWN_HOST.replace('a', 'b')}` }],
    ['an origin that begins like ours', { origin: `${ownOrigin}.example` }],
    ['a frame in another origin', { more: { crossOrigin: true } }],
    ['a crossOrigin that is no boolean', { more: { crossOrigin: 'false' } }],
    ['another domain', { rpId: 'wallet.example' }],
    ['nobody present', { flags: 4 }],
    ['no flags at all', { flags: 0 }],
  ];
  test.each(TAMPERED)('error: %s: not stamped', async (_, spoilt) => {
    await expect(stampWith(createAnswer(spoilt))).rejects.toMatchObject({
      code: 'passkey_invalid',
    });
  });

  test('error: a response for our origin, although the profile has a domain', async () => {
    const of = profileWith({ passkeys: { rpId: 'wallet.example', credentials: [] } });
    await expect(stampWith(createAnswer(), body, of)).rejects.toMatchObject({
      code: 'passkey_invalid',
    });
  });

  test('error: an answer for one body stamps no other', async () => {
    const stamper = createPasskeyStamper({
      profile: profileWith(),
      answer: createAnswer(),
      ownOrigin,
    });
    await stamper.stamp(body);
    await expect(stamper.stamp(body.replace('Zürich', 'Geneva'))).rejects.toMatchObject({
      code: 'passkey_invalid',
    });
  });

  const whole = createAnswer();
  const inBase64url = (text: string) => Buffer.from(text).toString('base64url');
  test.each([
    ['client data that are no base64url', { clientDataJson: `${whole.clientDataJson}=` }],
    ['client data that are no JSON', { clientDataJson: inBase64url('{"type"') }],
    ['client data that are null', { clientDataJson: inBase64url('null') }],
    ['client data that are an array', { clientDataJson: inBase64url('["webauthn.get"]') }],
    ['client data that are no UTF-8', { clientDataJson: Buffer.of(0xff).toString('base64url') }],
    ['authenticator data that are no base64url', { authenticatorData: 'a' }],
    [
      'authenticator data that are cut short',
      {
        authenticatorData: Buffer.from(whole.authenticatorData, 'base64url')
          .subarray(0, 36)
          .toString('base64url'),
      },
    ],
  ])('error: %s: not stamped', async (_, members) => {
    const answer = { ...whole, ...members };
    await expect(stampWith(answer)).rejects.toMatchObject({ code: 'passkey_invalid' });
  });

  test('error: a credential that isn’t the profile’s', async () => {
    const answer = createAnswer({}, createPasskey());
    await expect(stampWith(answer)).rejects.toMatchObject({ code: 'passkey_unknown' });
  });

  test('error: a profile without passkeys', async () => {
    const of = profileWith({ keyId: crypto.randomUUID(), passkeys: null });
    await expect(stampWith(createAnswer(), body, of)).rejects.toMatchObject({
      code: 'passkey_missing',
    });
  });
});
