// An activity as policies see it, and who approved it with what.
import { describe, expect, test } from 'vitest';
import { decide, mayVote } from '../../../src/service/policies/decision.ts';
import { readPolicy } from '../../../src/service/policies/policy.ts';
import { policyRequest } from '../../../src/service/policies/request.ts';
import { parseUserRecord } from '../../../src/service/users.ts';

const USER = '00000000-0000-4000-8000-00000000000a';
const OTHER = '00000000-0000-4000-8000-00000000000b';
const KEY = `02${'11'.repeat(32)}`;
const PASSKEY = `03${'22'.repeat(32)}`;

const user = parseUserRecord(
  JSON.stringify({
    id: USER,
    name: 'User',
    email: 'user@example.com',
    phone: null,
    createdAt: 0,
    updatedAt: 0,
    apiKeys: [
      {
        id: 'key',
        name: 'Key',
        curve: 'SECP256K1',
        publicKey: KEY,
        expirationSeconds: null,
        createdAt: 0,
        updatedAt: 0,
      },
    ],
    authenticators: [
      {
        id: 'passkey',
        name: 'Passkey',
        credentialId: 'AAAA',
        publicKey: PASSKEY,
        transports: '[]',
        aaguid: '',
        attestationType: 'none',
        createdAt: 0,
        updatedAt: 0,
      },
    ],
    tagIds: ['tag'],
  }),
);
const state = {
  policies: [],
  rootQuorum: { threshold: 1, userIds: new Set<string>() },
  users: [user],
  targets: new Map(),
};
type Votes = Parameters<typeof policyRequest>[2];
const requestOf = (type: string, parameters: object, votes: Votes = [], known: object = {}) => {
  const body = JSON.stringify({ type, parameters });
  const subject = { organizationId: OTHER, type: `ACTIVITY_TYPE_${type}`, body, userId: USER };
  return policyRequest({ ...state, ...known }, subject, votes, 5);
};
const activityIn = (...of: Parameters<typeof requestOf>) =>
  requestOf(...of).question.condition['activity'];

describe('the activity', () => {
  test('behavior: ids in lower case under the policies’ names, other values as they are', () => {
    const apiKeyIds = [OTHER.toUpperCase(), 'B'];
    const parameters = { userId: USER.toUpperCase(), apiKeyIds, more: 'X' };
    expect(activityIn('DELETE_API_KEYS', parameters)).toEqual({
      type: 'ACTIVITY_TYPE_DELETE_API_KEYS',
      kind: 'DELETE_API_KEYS',
      resource: 'CREDENTIAL',
      action: 'DELETE',
      params: { user_id: USER, api_key_ids: [OTHER, 'b'] },
    });
    const signed = { encoding: 'PAYLOAD_ENCODING_HEXADECIMAL', payload: 'AA' };
    expect(activityIn('SIGN_RAW_PAYLOAD_V2', signed)).toMatchObject({
      kind: 'SIGN_RAW_PAYLOAD',
      params: { encoding: 'PAYLOAD_ENCODING_HEXADECIMAL' },
    });
  });

  test('behavior: what is left out or null is absent', () => {
    expect(activityIn('DELETE_API_KEYS', { userId: null })).toMatchObject({ params: {} });
  });

  test('error: one of an unknown type has a type and nothing else', () => {
    expect(activityIn('GONE', { userId: USER })).toEqual({
      type: 'ACTIVITY_TYPE_GONE',
      kind: '',
      resource: '',
      action: '',
      params: {},
    });
    expect(requestOf('GONE', {})).toMatchObject({ isRootOnly: false, isEverybodys: false });
  });

  test('behavior: what it acts on is beside it', () => {
    const body = JSON.stringify({ type: 'UPDATE_WALLET', parameters: {} });
    const targets = new Map([[body, { wallet: { id: 'w' } }]]);
    const { condition } = requestOf('UPDATE_WALLET', {}, [], { targets }).question;
    expect(condition).toMatchObject({ wallet: { id: 'w' }, activity: { kind: 'UPDATE_WALLET' } });
  });
});

describe('who may do it alone', () => {
  test.each([
    ['UPDATE_ROOT_QUORUM', { isRootOnly: true, isEverybodys: false }],
    ['APPROVE_ACTIVITY', { isRootOnly: false, isEverybodys: true }],
    ['UPDATE_WALLET', { isRootOnly: false, isEverybodys: false }],
  ])('behavior: %s', (type, who) => expect(requestOf(type, {})).toMatchObject(who));

  test.each([
    ['the submitter’s own credentials', 'CREATE_API_KEYS_V2', USER.toUpperCase(), true],
    ['another user’s', 'CREATE_API_KEYS_V2', OTHER, false],
    ['nobody’s', 'CREATE_API_KEYS_V2', undefined, false],
    ['a list that has the user', 'CREATE_API_KEYS_V2', [USER], false],
    ['another resource of the user', 'UPDATE_USER', USER, false],
  ])('behavior: %s: %s of %s', (_, type, userId, isOwnCredential) => {
    expect(requestOf(type, { userId }).isOwnCredential).toBe(isOwnCredential);
  });
});

describe('who approved', () => {
  const by = (publicKey: string, userId = USER) => ({ userId, publicKey });
  const votes = [by(KEY), by(PASSKEY), by('gone'), by(KEY, OTHER)];

  test('behavior: a user counts once, with each credential; what was removed has no id', () => {
    const { question, approverIds } = requestOf('UPDATE_WALLET', {}, votes);
    const key = { user_id: USER, public_key: KEY, id: 'key' };
    expect(question.approvals).toEqual([
      {
        user: { id: USER, tags: ['tag'], email: 'user@example.com', alias: '' },
        credential: { ...key, type: 'CREDENTIAL_TYPE_API_KEY_SECP256K1' },
      },
      {
        user: { id: OTHER, tags: [], email: '', alias: '' },
        credential: { user_id: '', public_key: KEY },
      },
    ]);
    expect(question.furtherCredentials).toEqual([
      {
        user_id: USER,
        public_key: PASSKEY,
        id: 'passkey',
        type: 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR',
        credential_id: 'AAAA',
      },
      { user_id: USER, public_key: 'gone' },
    ]);
    expect(approverIds).toEqual([USER, USER, USER, OTHER]);
    expect(question.now).toBe(5);
  });
});

describe('many policies together, each within its limit', () => {
  const condition = `[${'1,'.repeat(100)}1].all(a, a in [${'1,'.repeat(80)}1])`;
  const slow = (id: string) =>
    readPolicy(
      { id, name: id, effect: 'EFFECT_ALLOW' },
      { condition, consensus: 'approvers.count() >= 2', time: null },
    );
  const of = (count: number, rootIds: readonly string[] = []) => ({
    policies: Array.from({ length: count }, (_, at) => slow(String(at))),
    rootQuorum: { threshold: 2, userIds: new Set(rootIds) },
  });
  const request = (...known: Parameters<typeof of>) =>
    requestOf('UPDATE_WALLET', {}, [{ userId: USER, publicKey: KEY }], of(...known));
  const vote = { user: { id: OTHER, tags: [], email: '', alias: '' }, credential: {} };

  test('attack: they neither decide nor take a vote, except the root quorum’s', () => {
    expect(mayVote(request(1), OTHER, vote)).toBe(true);
    expect(mayVote(request(20), OTHER, vote)).toBe(false);
    expect(mayVote(request(20, [OTHER]), OTHER, vote)).toBe(true);
    expect(decide(request(1)).verdict).toBe('consensus');
    expect(() => decide(request(20))).toThrow(/takes more steps than one decision may/);
  });
});
