import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { randomBytes } from '../../src/crypto/bytes.ts';
import type { OpenDatabase } from '../../src/service/database.ts';
import { randomId } from '../../src/service/ids.ts';
import { authenticators, organizations, users } from '../../src/service/schema.ts';
import {
  base64url,
  challengeOf,
  createAuthenticator,
  stampOf,
  type Assertion,
} from '../webauthn/authenticator.ts';
import {
  demandSubmit,
  effectsOf,
  enrol,
  freshService,
  refusalOf,
  type Answer,
  type Caller,
  type TestService,
} from './harness.ts';
import { useFreshService } from './fresh-service.ts';
import { callerWithPasskey, post, withPasskey, type PasskeyUser } from './passkeys.ts';

const TAG = demandSubmit('create_user_tag').path;

let database: OpenDatabase;
let service: TestService;
let root: Caller;
let user: PasskeyUser;

useFreshService(async (fresh) => {
  ({ database, service, root } = fresh);
  user = await withPasskey(service, root, { rpId: 'wallet.example' });
});

const tagBody = () => root.body('create_user_tag', { userTagName: 'Refused', userIds: [] });
const send = (body: string, value: string, header = 'X-Stamp-Webauthn'): Promise<Answer> =>
  post(service, TAG, body, { [header]: value });
const assertionOf = (body: string): Assertion => user.authenticator.assert(challengeOf(body));

/** Replaces a text in the decoded client data. */
function editClientData({ clientDataJson }: Assertion, from: string, to: string): string {
  const text = Buffer.from(clientDataJson, 'base64url').toString();
  if (!text.includes(from)) throw new Error(`no ${from} in ${text}`);
  return base64url(Buffer.from(text.replace(from, to)));
}

function flipByte(encoded: string, at: number): string {
  const bytes = Buffer.from(encoded, 'base64url');
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return base64url(bytes);
}

const signatureRefusal = (why: RegExp) => ({
  status: 401,
  code: 16,
  turnkey: 'SIGNATURE_INVALID',
  message: expect.stringMatching(
    new RegExp(`^could not verify WebAuthN signature: .*${why.source}`),
  ),
});

describe('stamps by passkeys', () => {
  test('error: for another body', async () => {
    const answer = await send(tagBody(), stampOf(user.authenticator, `${tagBody()} `));
    expect(refusalOf(answer)).toEqual(signatureRefusal(/the challenge is not of this body/));
  });

  test('error: the challenge is the 32 bytes instead of their hex', async () => {
    const body = tagBody();
    const digest = Buffer.from(new TextDecoder().decode(challengeOf(body)), 'hex');
    const answer = await send(body, JSON.stringify(user.authenticator.assert(digest)));
    expect(refusalOf(answer)).toEqual(signatureRefusal(/64 lower-case hex digits/));
  });

  test('error: client data changed after the signature', async () => {
    const body = tagBody();
    const stamp = assertionOf(body);
    const clientDataJson = editClientData(stamp, 'http://localhost', 'http://elsewhere');
    const answer = await send(body, JSON.stringify({ ...stamp, clientDataJson }));
    expect(refusalOf(answer)).toEqual(signatureRefusal(/the signature is not of this/));
  });

  test('error: client data for another body, with its challenge corrected', async () => {
    const [body, other] = [tagBody(), tagBody()];
    const stamp = assertionOf(other);
    const clientDataJson = editClientData(
      stamp,
      base64url(challengeOf(other)),
      base64url(challengeOf(body)),
    );
    const answer = await send(body, JSON.stringify({ ...stamp, clientDataJson }));
    expect(refusalOf(answer)).toEqual(signatureRefusal(/the signature is not of this/));
  });

  test.each([
    ['not JSON', 'hello'],
    ['no object', 'null'],
    ['no challenge', '{"type":"webauthn.get","origin":"http://localhost"}'],
  ])('error: client data that is %s', async (_what, text) => {
    const body = tagBody();
    const clientDataJson = base64url(Buffer.from(text));
    const answer = await send(body, JSON.stringify({ ...assertionOf(body), clientDataJson }));
    expect(refusalOf(answer)).toEqual(
      signatureRefusal(/clientDataJson is not base64url of client data/),
    );
  });

  test.each([
    ['the count', 36],
    ['the flags, still present', 32],
  ])('error: authenticator data changed after the signature: %s', async (_what, at) => {
    const body = tagBody();
    const stamp = assertionOf(body);
    const bytes = Buffer.from(stamp.authenticatorData, 'base64url');
    bytes[at] = (bytes[at] ?? 0) ^ 4;
    const authenticatorData = base64url(bytes);
    const answer = await send(body, JSON.stringify({ ...stamp, authenticatorData }));
    expect(refusalOf(answer)).toEqual(signatureRefusal(/the signature is not of this/));
  });

  test('error: truncated authenticator data', async () => {
    const body = tagBody();
    const stamp = assertionOf(body);
    const authenticatorData = base64url(
      Buffer.from(stamp.authenticatorData, 'base64url').subarray(1),
    );
    const answer = await send(body, JSON.stringify({ ...stamp, authenticatorData }));
    expect(refusalOf(answer)).toEqual(signatureRefusal(/authenticatorData cannot be read/));
  });

  test('error: a changed signature, or one of no known algorithm', async () => {
    const body = tagBody();
    const stamp = assertionOf(body);
    for (const signature of [flipByte(stamp.signature, 12), flipByte(stamp.signature, 0), 'AA']) {
      const answer = await send(body, JSON.stringify({ ...stamp, signature }));
      expect(refusalOf(answer)).toEqual(signatureRefusal(/the signature is not of this/));
    }
  });

  test('error: signed by another key in the name of a registered credential', async () => {
    const body = tagBody();
    const other = createAuthenticator({ rpId: 'wallet.example' }).assert(challengeOf(body));
    const { credentialId } = user.authenticator;
    const answer = await send(body, JSON.stringify({ ...other, credentialId }));
    expect(refusalOf(answer)).toEqual(signatureRefusal(/the signature is not of this/));
  });

  test('error: a changed stamp of an RSA credential', async () => {
    const passkeyUser = await withPasskey(service, root, { alg: 'RS256' });
    const body = tagBody();
    const stamp = passkeyUser.authenticator.assert(challengeOf(body));
    const signature = flipByte(stamp.signature, 3);
    const answer = await send(body, JSON.stringify({ ...stamp, signature }));
    expect(refusalOf(answer)).toEqual(signatureRefusal(/the signature is not of this/));
  });

  test.each([
    ['another RP id', { rpId: 'other.example' }, /the RP id is not the one/],
    ['nobody present', { flags: 0 }, /nobody was present/],
    ['verified, and nobody present', { flags: 4 }, /nobody was present/],
    ['a registration', { type: 'webauthn.create' }, /the type is "webauthn.create"/],
    ['a payment', { type: 'payment.get' }, /the type is "payment.get"/],
  ])('error: signed by the credential, but: %s', async (_what, spoilt, why) => {
    const body = tagBody();
    const answer = await send(body, stampOf(user.authenticator, body, spoilt));
    expect(refusalOf(answer)).toEqual(signatureRefusal(why));
    expect(await effectsOf(service, 'ACTIVITY_TYPE_CREATE_USER_TAG')).toBe(0);
  });

  test.each([
    ['lower', 4],
    ['equal', 5],
    ['none any more', 0],
  ])('error: the sign count is %s', async (_what, signCount) => {
    const first = tagBody();
    expect((await send(first, stampOf(user.authenticator, first, { signCount: 5 }))).status).toBe(
      200,
    );
    const body = root.body('create_user_tag', { userTagName: 'Again', userIds: [] });
    const answer = await send(body, stampOf(user.authenticator, body, { signCount }));
    expect(refusalOf(answer)).toEqual(signatureRefusal(/the sign count \d has not grown since 5/));
    expect(await effectsOf(service, 'ACTIVITY_TYPE_CREATE_USER_TAG')).toBe(1);
  });

  test('error: the sign count of a query', async () => {
    const body = JSON.stringify({ organizationId: root.organizationId });
    const ask = (signCount: number) =>
      post(service, '/public/v1/query/whoami', body, {
        'X-Stamp': stampOf(user.authenticator, body, { signCount }),
      });
    expect((await ask(9)).status).toBe(200);
    expect(refusalOf(await ask(8))).toEqual(
      signatureRefusal(/the sign count 8 has not grown since 9/),
    );
  });

  test('error: an unknown credential; the message names it and the organization', async () => {
    const stranger = createAuthenticator();
    const body = tagBody();
    expect(refusalOf(await send(body, stampOf(stranger, body)))).toEqual({
      status: 401,
      code: 16,
      turnkey: 'CREDENTIAL_NOT_FOUND',
      message: `credential ID could not be found in organization or its parent organization organizationId=${root.organizationId} credentialId=${stranger.credentialId}`,
    });
  });

  test('error: a credential of another organization', async () => {
    const elsewhere = { id: randomId(randomBytes), name: 'Elsewhere', createdAt: service.time.now };
    await database.db.insert(organizations).values(elsewhere);
    const moved = { organizationId: elsewhere.id };
    await database.db.update(users).set(moved).where(eq(users.id, root.userId));
    await database.db.update(authenticators).set(moved);
    const body = tagBody();
    expect(refusalOf(await send(body, stampOf(user.authenticator, body)))).toMatchObject({
      status: 401,
      turnkey: 'CREDENTIAL_NOT_FOUND',
    });
    const there = JSON.stringify({ organizationId: elsewhere.id });
    const stamp = stampOf(user.authenticator, there);
    const known = await post(service, '/public/v1/query/whoami', there, { 'X-Stamp': stamp });
    expect(known.body['organizationName']).toBe('Elsewhere');
  });

  test('error: an organization id that doesn’t exist, and a malformed one', async () => {
    const ask = (organizationId: string) => {
      const body = JSON.stringify({ organizationId });
      const stamp = stampOf(createAuthenticator(), body);
      return post(service, '/public/v1/query/whoami', body, { 'X-Stamp': stamp });
    };
    expect(refusalOf(await ask(randomId(randomBytes))).turnkey).toBe('ORGANIZATION_NOT_FOUND');
    expect(refusalOf(await ask('1')).turnkey).toBe('INVALID_ORGANIZATION_ID');
  });

  test('error: an origin that isn’t in the list', async () => {
    const listed = await freshService(database, { origins: ['chrome-extension://abc'] });
    const enrolled = await enrol(listed);
    const passkeyUser = await withPasskey(listed, enrolled, { origin: 'chrome-extension://abc' });
    const body = JSON.stringify({ organizationId: enrolled.organizationId });
    const stamp = stampOf(passkeyUser.authenticator, body, { origin: 'https://evil.example' });
    const answer = await post(listed, '/public/v1/query/whoami', body, { 'X-Stamp': stamp });
    expect(refusalOf(answer)).toEqual(
      signatureRefusal(/the origin "https:\/\/evil.example" is not among/),
    );
  });

  test('error: a user without the right to act', async () => {
    await database.db.update(users).set({ root: false }).where(eq(users.id, root.userId));
    const answer = await user.submit('create_user_tag', { userTagName: 'Refused', userIds: [] });
    expect(refusalOf(answer)).toMatchObject({ status: 403, code: 7 });
  });
});

describe('headers that aren’t a passkey’s stamp', () => {
  const valid = () => user.authenticator.assert(challengeOf(tagBody()));
  const cases: readonly (readonly [string, () => string, RegExp])[] = [
    ['no JSON', () => '{"credentialId"', /it is not JSON/],
    ['an API key’s stamp in the other header', () => 'eyJwdWJsaWNLZXkiOiIifQ', /it is not JSON/],
    ['no object', () => '[]', /is missing|it is not a JSON object/],
    ['null', () => 'null', /it is not a JSON object/],
    ['empty', () => '{}', /the member "\w+" is missing/],
    [
      'a member too many',
      () => JSON.stringify({ ...valid(), userHandle: 'AA' }),
      /the member "userHandle" does not belong there/,
    ],
    [
      'a member with a long name',
      () => JSON.stringify({ ...valid(), ['x'.repeat(51)]: 'AA' }),
      /the member "x{50}" does not belong there/,
    ],
    [
      'a member that is no text',
      () => JSON.stringify({ ...valid(), signature: 7 }),
      /the member "signature" is not base64url/,
    ],
    [
      'padded base64',
      () => JSON.stringify({ ...valid(), signature: 'AA==' }),
      /the member "signature" is not base64url/,
    ],
    [
      'an impossible length',
      () => JSON.stringify({ ...valid(), signature: 'AAAAA' }),
      /the member "signature" is not base64url/,
    ],
    [
      'endless',
      () => JSON.stringify({ ...valid(), clientDataJson: 'A'.repeat(6000) }),
      /the member "clientDataJson" is not base64url, or too long/,
    ],
  ];

  test.each(cases)('error: %s', async (_what, value, why) => {
    const answer = await send(tagBody(), value());
    expect(refusalOf(answer)).toMatchObject({ status: 401, code: 16, turnkey: '' });
    expect(answer.body['message']).toMatch(/^could not extract webauthn stamp: /);
    expect(answer.body['message']).toMatch(why);
  });

  test('error: broken JSON in X-Stamp is reported as a passkey’s stamp too', async () => {
    const answer = await send(tagBody(), '{', 'X-Stamp');
    expect(answer.body['message']).toBe('could not extract webauthn stamp: it is not JSON');
  });

  test('error: stamps in both headers, even if each is valid', async () => {
    const body = tagBody();
    const headers = {
      'X-Stamp': await root.stamp(body),
      'X-Stamp-Webauthn': stampOf(user.authenticator, body),
    };
    const answer = await post(service, TAG, body, headers);
    expect(refusalOf(answer)).toMatchObject({ status: 401, turnkey: '' });
    expect(answer.body['message']).toMatch(/^malformed activity stamp: .*X-Stamp-Webauthn/);
  });
});

describe('removed passkeys', () => {
  test('error: can’t stamp', async () => {
    const calls = callerWithPasskey(service, user.authenticator, root);
    await database.db.delete(authenticators);
    expect(refusalOf(await calls.query('whoami')).turnkey).toBe('CREDENTIAL_NOT_FOUND');
  });
});
