import { createHash } from 'node:crypto';
import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import { describe, expect, test } from 'vitest';
import type { OpenDatabase } from '../../src/service/database.ts';
import { readCaptured, skipNote, hasCaptured } from '../crypto/captured.ts';
import { createAuthenticator, stampOf } from '../webauthn/authenticator.ts';
import {
  activityOf,
  demandSubmit,
  effectsOf,
  enrol,
  freshService,
  listOf,
  refusalOf,
  resultOf,
  send,
  type Caller,
  type Json,
  type TestService,
} from './harness.ts';
import { useFreshService } from './fresh-service.ts';
import { callerWithPasskey, post, register, withPasskey, type PasskeyUser } from './passkeys.ts';

const WHOAMI = '/public/v1/query/whoami';
const TAG = demandSubmit('create_user_tag').path;

let database: OpenDatabase;
let service: TestService;
let root: Caller;
let user: PasskeyUser;

useFreshService(async (fresh) => {
  ({ database, service, root } = fresh);
  user = await withPasskey(service, root);
});

const whoami = () => JSON.stringify({ organizationId: root.organizationId });
const tagBody = (userTagName: string) => root.body('create_user_tag', { userTagName, userIds: [] });
const tagNames = async () => {
  const tags = await listOf(root, 'list_user_tags', 'userTags');
  return tags.map((item) => item['userTagName'] ?? item['tagName']);
};
const submitTag = (body: string, stamp: string) => post(service, TAG, body, { 'X-Stamp': stamp });

describe('stamps by passkeys', () => {
  test.each([
    ['ES256', 'X-Stamp'],
    ['ES256', 'X-Stamp-Webauthn'],
    ['RS256', 'X-Stamp'],
    ['RS256', 'X-Stamp-Webauthn'],
  ] as const)('behavior: %s in %s queries and submits', async (alg, header) => {
    const authenticator = createAuthenticator({ alg });
    await register(root, authenticator);
    const asked = { [header]: stampOf(authenticator, whoami()) };
    const answer = await post(service, WHOAMI, whoami(), asked);
    expect(answer.body).toMatchObject({ userId: root.userId });
    const body = tagBody('By passkey');
    const submitted = await post(service, TAG, body, { [header]: stampOf(authenticator, body) });
    expect(activityOf(submitted).status).toBe('ACTIVITY_STATUS_COMPLETED');
    expect(await tagNames()).toContain('By passkey');
  });

  test('behavior: the members can be in any order', async () => {
    const stamp = user.authenticator.assert(
      new TextEncoder().encode(createHash('sha256').update(whoami()).digest('hex')),
    );
    const reordered = JSON.stringify(Object.fromEntries(Object.entries(stamp).toReversed()));
    expect((await post(service, WHOAMI, whoami(), { 'X-Stamp': reordered })).status).toBe(200);
  });

  test.each([
    'chrome-extension://abcdefghijklmnopabcdefghijklmnop',
    'moz-extension://5f3a1f6e-6b0f-4b3c-9d57-0e7f8f0f5d11',
    'https://wallet.example',
  ])('behavior: without a list every origin is accepted: %s', async (origin) => {
    const item = await withPasskey(service, root, { origin, rpId: new URL(origin).host });
    expect((await item.query('whoami')).status).toBe(200);
  });

  test('behavior: with a list its origins are accepted', async () => {
    const origins = ['chrome-extension://abc', 'https://a.example'];
    const listed = await freshService(database, { origins });
    const enrolled = await enrol(listed);
    for (const origin of origins) {
      const item = await withPasskey(listed, enrolled, { origin });
      expect((await item.query('whoami')).status).toBe(200);
    }
  });

  test('behavior: a passkey without a count stamps again and again', async () => {
    const item = await withPasskey(service, root, { counts: false });
    for (const name of ['First', 'Second', 'Third']) {
      const submitted = await item.submit('create_user_tag', { userTagName: name, userIds: [] });
      expect(submitted.status).toBe(200);
    }
  });

  test('behavior: user presence without verification is enough', async () => {
    const stamp = stampOf(user.authenticator, whoami(), { flags: 1 });
    expect((await post(service, WHOAMI, whoami(), { 'X-Stamp': stamp })).status).toBe(200);
  });
});

describe('the vote of a passkey', () => {
  test('behavior: it contains credential and stamp, and anyone can verify it again', async () => {
    const body = tagBody('Voted');
    const stamp = stampOf(user.authenticator, body);
    const [vote = {}] = activityOf(await submitTag(body, stamp)).votes as Json[];
    expect(vote).toMatchObject({
      userId: root.userId,
      selection: 'VOTE_SELECTION_APPROVED',
      message: body,
      publicKey: user.authenticator.publicKey,
      signature: stamp,
      scheme: 'SIGNATURE_SCHEME_TK_WEBAUTHN',
    });
    const {
      credentialId: id,
      clientDataJson,
      ...response
    } = JSON.parse(stamp) as {
      credentialId: string;
      clientDataJson: string;
      authenticatorData: string;
      signature: string;
    };
    const digest = createHash('sha256').update(String(vote['message'])).digest('hex');
    const again = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { ...response, clientDataJSON: clientDataJson },
      },
      expectedChallenge: Buffer.from(digest).toString('base64url'),
      expectedOrigin: 'http://localhost',
      expectedRPID: 'localhost',
      credential: {
        id,
        publicKey: Uint8Array.from(Buffer.from(String(vote['publicKey']), 'base64url')),
        counter: 0,
      },
    });
    expect(again.verified).toBe(true);
  });

  test('behavior: the voter includes the passkey', async () => {
    const body = tagBody('Voter');
    const answer = await submitTag(body, stampOf(user.authenticator, body));
    const voter = activityOf(answer).votes[0]?.['user'] as { authenticators: Json[] };
    expect(voter.authenticators).toEqual([
      expect.objectContaining({
        authenticatorId: user.authenticatorId,
        credentialId: user.authenticator.credentialId,
        credential: {
          publicKey: user.authenticator.publicKey,
          type: 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR',
        },
      }),
    ]);
  });

  test('behavior: /local/votes shows it, newest first', async () => {
    service.time.now += 1000;
    const body = tagBody('Local');
    const { id } = activityOf(await submitTag(body, stampOf(user.authenticator, body)));
    const { votes } = (await send(service, '/local/votes')).body as { votes: Json[] };
    expect(votes[0]).toMatchObject({ activityId: id, scheme: 'SIGNATURE_SCHEME_TK_WEBAUTHN' });
    expect(votes).toHaveLength(2);
  });
});

describe('the same bytes again', () => {
  test('behavior: the same activity, with no second effect, whatever counted since', async () => {
    const body = tagBody('Once');
    const stamp = stampOf(user.authenticator, body);
    const first = activityOf(await submitTag(body, stamp));
    expect(activityOf(await submitTag(body, stamp))).toEqual(first);
    expect(
      (await user.submit('create_user_tag', { userTagName: 'Later', userIds: [] })).status,
    ).toBe(200);
    expect(activityOf(await submitTag(body, stamp))).toEqual(first);
    expect(await effectsOf(service, 'ACTIVITY_TYPE_CREATE_USER_TAG')).toBe(2);
  });

  test('behavior: the same activity even when they’re an hour old', async () => {
    const body = tagBody('Old');
    const stamp = stampOf(user.authenticator, body);
    const first = activityOf(await submitTag(body, stamp));
    await user.query('whoami');
    service.time.now =
      Number((JSON.parse(body) as { timestampMs: string }).timestampMs) + 3_600_000;
    expect(activityOf(await submitTag(body, stamp))).toEqual(first);
  });

  test('behavior: a refused submit is checked again, not taken for a used stamp', async () => {
    const body = tagBody('Treasury');
    const stamp = stampOf(user.authenticator, body);
    const words = 'user tag label must be unique';
    expect(refusalOf(await submitTag(body, stamp)).message).toBe(words);
    expect(refusalOf(await submitTag(body, stamp)).message).toBe(words);
  });

  test('behavior: a recorded refusal comes again, and counts once', async () => {
    const request = { otpType: 'OTP_TYPE_EMAIL', contact: 'n@example.com', appName: 'Test' };
    const { otpId } = resultOf(await user.submit('init_otp', request, 'ACTIVITY_TYPE_INIT_OTP_V2'));
    const body = root.body('verify_otp', { otpId, otpCode: '000000' });
    const stamp = stampOf(user.authenticator, body);
    const { path } = demandSubmit('verify_otp');
    for (let time = 0; time < 5; time++) {
      const answer = await post(service, path, body, { 'X-Stamp': stamp });
      expect(refusalOf(answer).message).toBe('invalid OTP code');
    }
  });

  test('behavior: another stamp over them gets the same activity, and counts', async () => {
    const body = tagBody('Twice stamped');
    const first = activityOf(await submitTag(body, stampOf(user.authenticator, body)));
    const second = stampOf(user.authenticator, body);
    expect(activityOf(await submitTag(body, second))).toEqual(first);
    const used = JSON.parse(second) as { authenticatorData: string };
    const signCount = Buffer.from(used.authenticatorData, 'base64url').readUInt32BE(33);
    const third = stampOf(user.authenticator, body, { signCount, flags: 1 });
    expect(refusalOf(await submitTag(body, third)).message).toMatch(/the sign count/);
  });

  test('behavior: a query can repeat its stamp until another stamp counts', async () => {
    const stamp = stampOf(user.authenticator, whoami());
    const ask = () => post(service, WHOAMI, whoami(), { 'X-Stamp-Webauthn': stamp });
    expect((await ask()).status).toBe(200);
    expect((await ask()).status).toBe(200);
    expect((await user.query('whoami')).status).toBe(200);
    expect(refusalOf(await ask())).toMatchObject({ status: 401, turnkey: 'SIGNATURE_INVALID' });
  });

  test('behavior: many concurrent ones have one effect and one answer', async () => {
    const body = tagBody('At once');
    const stamp = stampOf(user.authenticator, body);
    const answers = await Promise.all(Array.from({ length: 8 }, () => submitTag(body, stamp)));
    expect(new Set(answers.map((item) => activityOf(item).id)).size).toBe(1);
    expect(await effectsOf(service, 'ACTIVITY_TYPE_CREATE_USER_TAG')).toBe(1);
  });

  test('error: two concurrent bodies with one count: only one runs', async () => {
    const bodies = [tagBody('Either'), tagBody('Or')];
    const answers = await Promise.all(
      bodies.map((body) => submitTag(body, stampOf(user.authenticator, body, { signCount: 900 }))),
    );
    expect(new Set(answers.map((item) => item.status))).toEqual(new Set([200, 401]));
    expect(await effectsOf(service, 'ACTIVITY_TYPE_CREATE_USER_TAG')).toBe(1);
  });
});

describe(`captured challenges${skipNote}`, () => {
  type Vectors = {
    challengeVectors: Record<string, string>[];
    stampShape: Record<string, unknown>;
  };

  test.skipIf(!hasCaptured)('behavior: a body’s challenge is the captured one', async () => {
    const { challengeVectors, stampShape } = readCaptured('turnkey-webauthn') as Vectors;
    expect(challengeVectors.length).toBeGreaterThan(0);
    for (const vector of challengeVectors) {
      const { body = '', challengeBase64url_in_clientDataJSON: challenge = '' } = vector;
      const answer = user.authenticator.assert(Buffer.from(challenge, 'base64url'));
      expect(Object.keys(answer).sort()).toEqual(stampShape['members']);
      // The body isn't JSON, so it gets no further than the service's check of the stamp.
      const { verifyAssertion } = await import('../../src/service/assertion.ts');
      const expected = {
        body: new TextEncoder().encode(body),
        credential: {
          publicKey: user.authenticator.publicKey,
          rpIdHash: createHash('sha256').update('localhost').digest('hex'),
        },
        origins: undefined,
      };
      expect(await verifyAssertion(answer, expected)).toBeGreaterThan(0);
    }
  });
});

describe('one passkey for two users', () => {
  test('behavior: calls by an unknown passkey are refused until it is registered', async () => {
    const stranger = createAuthenticator();
    const calls = callerWithPasskey(service, stranger, root);
    expect(refusalOf(await calls.query('whoami'))).toMatchObject({
      turnkey: 'CREDENTIAL_NOT_FOUND',
    });
    await register(root, stranger);
    expect((await calls.query('whoami')).status).toBe(200);
  });
});
