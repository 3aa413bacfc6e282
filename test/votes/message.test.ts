import { describe, expect, test } from 'vitest';
import { fingerprint } from '../../src/crypto/fingerprint.ts';
import { findSubmitted, readBallot, readVoteMessage } from '../../src/votes/message.ts';

const MESSAGE = {
  type: 'ACTIVITY_TYPE_APPROVE_ACTIVITY',
  timestampMs: '1763700000000',
  organizationId: '99999999-9999-4999-8999-999999999999',
  parameters: { fingerprint: 'sha256:00', list: [{ a: 'x": {"y": 1}' }], text: 'a\\": "b' },
};
const TEXT = JSON.stringify(MESSAGE);

describe('readVoteMessage', () => {
  test('behavior: the request, whatever its texts look like', () => {
    expect(readVoteMessage(TEXT)).toEqual(MESSAGE);
    expect(readVoteMessage(JSON.stringify(MESSAGE, null, 2))).toEqual(MESSAGE);
    expect(readVoteMessage(TEXT.replace('"a"', String.raw`"\u0061"`))).toEqual(MESSAGE);
    expect(readVoteMessage(TEXT.replace('sha256', '😀'))?.parameters['fingerprint']).toBe('😀:00');
  });

  test.each([
    ['beside it', TEXT.replace('{', '{"type":"ACTIVITY_TYPE_DELETE_WALLETS",')],
    ['written otherwise', TEXT.replace('{', String.raw`{"typ\u0065":"X",`)],
    ['inside', TEXT.replace('"fingerprint":', '"fingerprint":"sha256:11","fingerprint":')],
    ['in a list', TEXT.replace('{"a":', '{"a":1,"a":')],
    ['with a space before its colon', TEXT.replace('{', '{"type" :"X",')],
  ])('error: none with a name twice, %s', (_, text) => {
    expect(text).not.toBe(TEXT);
    expect(() => JSON.parse(text) as unknown).not.toThrow();
    expect(readVoteMessage(text)).toBeUndefined();
  });

  test('error: none that isn’t Unicode: the signed bytes have other characters', () => {
    for (const half of ['\ud83d', '\ude00']) {
      expect(readVoteMessage(TEXT.replace('sha256', half))).toBeUndefined();
    }
  });

  test('error: none that is nested more than any request', () => {
    const nested = (depth: number) =>
      TEXT.replace('"sha256:00"', `${'['.repeat(depth)}${']'.repeat(depth)}`);
    expect(readVoteMessage(nested(5))).toBeDefined();
    for (const depth of [200, 5000]) expect(readVoteMessage(nested(depth))).toBeUndefined();
  });

  test.each([
    ['no JSON', TEXT.slice(1)],
    ['a list', `[${TEXT}]`],
    ['null', 'null'],
    ...['type', 'timestampMs', 'organizationId', 'parameters'].map((name) => [
      `no ${name}`,
      JSON.stringify({ ...MESSAGE, [name]: undefined }),
    ]),
    ['a list as parameters', JSON.stringify({ ...MESSAGE, parameters: null })],
  ])('error: none of %s', (_, text = '') => {
    expect(readVoteMessage(text)).toBeUndefined();
  });
});

describe('what a vote is on', () => {
  test('behavior: the text that the fingerprint is of, among any', async () => {
    const wanted = await fingerprint(TEXT);
    expect(await findSubmitted(['other', TEXT, TEXT], wanted)).toBe(TEXT);
    expect(await findSubmitted(['other', `${TEXT} `], wanted)).toBeUndefined();
    expect(await findSubmitted([], wanted)).toBeUndefined();
  });

  test('behavior: a vote names a fingerprint; other requests are none', () => {
    expect(readBallot(MESSAGE)).toEqual({ selection: 'approve', fingerprint: 'sha256:00' });
    const reject = { ...MESSAGE, type: 'ACTIVITY_TYPE_REJECT_ACTIVITY' };
    expect(readBallot(reject)).toEqual({ selection: 'reject', fingerprint: 'sha256:00' });
    expect(readBallot({ ...MESSAGE, type: 'ACTIVITY_TYPE_UPDATE_WALLET' })).toBeUndefined();
    expect(readBallot({ ...MESSAGE, type: 'ACTIVITY_TYPE_OF_TOMORROW' })).toBeUndefined();
    expect(readBallot({ ...MESSAGE, parameters: { fingerprint: 1 } })).toBeUndefined();
  });
});
