// A reply counts if it is about what was stamped, member by member. And how an activity ended.
import { describe, expect, test } from 'vitest';
import {
  errorOfEnd,
  readEnd,
  readParameters,
  readActivityResult,
  verifyActivity,
  type StampedActivity,
} from '../../src/activities/verify-reply.ts';
import { parseActivity } from '../../src/protocol/envelope.ts';
import { KeystampError } from '../../src/protocol/errors.ts';
import { OPERATIONS } from '../../src/protocol/operations.ts';

const [version] = OPERATIONS.update_wallet.versions;
const WALLET = '33333333-3333-4333-8333-333333333333';
const parameters = { walletId: WALLET, walletName: 'Payroll' };

const stamped: StampedActivity = {
  version,
  organizationId: '11111111-1111-4111-8111-111111111111',
  fingerprint: `sha256:${'ab'.repeat(32)}`,
  parameters,
  activityId: null,
};

const answerWith = (changes: Readonly<Record<string, unknown>> = {}) => ({
  activity: {
    id: '22222222-2222-4222-8222-222222222222',
    organizationId: stamped.organizationId,
    status: 'ACTIVITY_STATUS_COMPLETED',
    type: version.type,
    intent: { [version.intentKey]: parameters },
    result: { [version.resultKey]: { walletId: WALLET } },
    fingerprint: stamped.fingerprint,
    ...changes,
  },
});
const activityWith = (changes?: Readonly<Record<string, unknown>>) =>
  parseActivity(answerWith(changes));

function errorOf(work: () => unknown): KeystampError {
  try {
    work();
  } catch (error) {
    if (error instanceof KeystampError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('verifyActivity', () => {
  test('behavior: returns the activity that is about what was stamped', () => {
    expect(verifyActivity(stamped, answerWith())).toEqual(activityWith());
    const { id } = answerWith().activity;
    expect(verifyActivity({ ...stamped, activityId: id }, answerWith()).id).toBe(id);
  });

  test('behavior: the order of members doesn’t count, nor do members sent as null', () => {
    const echoed = { walletName: 'Payroll', walletId: WALLET };
    const given = { ...stamped, parameters: { ...parameters, note: null } };
    const answer = answerWith({ intent: { [version.intentKey]: echoed } });
    expect(verifyActivity(given, answer).status).toBe('ACTIVITY_STATUS_COMPLETED');
  });

  const OTHER = '44444444-4444-4444-8444-444444444444';
  test.each([
    ['organizationId', 'other_organization', { organizationId: OTHER }],
    ['type', 'other_type', { type: 'ACTIVITY_TYPE_CREATE_WALLET' }],
    ['fingerprint', 'other_request', { fingerprint: `sha256:${'cd'.repeat(32)}` }],
    ['intent', 'other_intent', { intent: { [version.intentKey]: { walletId: WALLET } } }],
    ['intent', 'other_intent', { intent: {} }],
    ['intent', 'other_intent', { intent: null }],
    [
      'intent',
      'other_intent',
      { intent: { [version.intentKey]: { ...parameters, walletName: 'Payrol1' } } },
    ],
  ])('error: another %s is reported as %s', (field, reason, changes) => {
    const error = errorOf(() => verifyActivity(stamped, answerWith(changes)));
    expect(error).toMatchObject({
      code: 'reply_mismatch',
      detail: { field, reason },
    });
  });

  test('error: a different activity than before', () => {
    const before = { ...stamped, activityId: OTHER };
    const error = errorOf(() => verifyActivity(before, answerWith()));
    expect(error.detail).toEqual({ field: 'id', reason: 'other_activity' });
  });

  test('error: the first member that differs is named', () => {
    const changes = { organizationId: OTHER, type: 'X', fingerprint: 'x', intent: {} };
    const error = errorOf(() => verifyActivity(stamped, answerWith(changes)));
    expect(error.detail).toEqual({
      field: 'organizationId',
      reason: 'other_organization',
    });
  });

  test.each([[undefined], [{}], [{ activity: null }], [{ activity: { id: OTHER } }]])(
    'error: %j isn’t a reply',
    (answer) => {
      expect(errorOf(() => verifyActivity(stamped, answer)).code).toBe('service_malformed');
    },
  );
});

describe('readParameters', () => {
  test('behavior: returns those of a body', () => {
    expect(readParameters(JSON.stringify({ type: 'T', parameters }))).toEqual(parameters);
  });

  test.each(['{}', '{"parameters":"x"}', '[]', ''])('error: %j has none', (text) => {
    expect(() => readParameters(text)).toThrow();
  });
});

describe('readActivityResult', () => {
  test('behavior: returns that of a completed activity', () => {
    expect(readActivityResult(version, activityWith())).toEqual({ walletId: WALLET });
  });

  test.each(['CREATED', 'PENDING', 'FAILED', 'REJECTED', 'CONSENSUS_NEEDED', 'NEWER'])(
    'behavior: none while it is %s, whatever it contains',
    (status) => {
      expect(
        readActivityResult(version, activityWith({ status: `ACTIVITY_STATUS_${status}` })),
      ).toBeNull();
    },
  );

  test('error: a completed one without a result', () => {
    const error = errorOf(() => readActivityResult(version, activityWith({ result: {} })));
    expect(error.code).toBe('service_malformed');
  });
});

describe('how an activity ended', () => {
  test.each([
    ['COMPLETED', 'completed'],
    ['FAILED', 'failed'],
    ['REJECTED', 'rejected'],
    ['CREATED', null],
    ['PENDING', null],
    ['CONSENSUS_NEEDED', null],
    ['toString', null],
  ])('behavior: %s is %s', (status, end) => {
    expect(readEnd(activityWith({ status: `ACTIVITY_STATUS_${status}` }))).toBe(end);
  });

  test('behavior: an inherited name isn’t an end', () => {
    expect(readEnd(activityWith({ status: 'constructor' }))).toBeNull();
  });

  test.each([
    ['FAILED', 'activity_failed'],
    ['REJECTED', 'activity_rejected'],
  ])('error: %s says why, as far as the service does', (name, code) => {
    const status = `ACTIVITY_STATUS_${name}`;
    const failure = { code: 3, message: 'x'.repeat(600), details: [] };
    expect(errorOfEnd(activityWith({ status, failure }))).toMatchObject({
      code,
      detail: { serviceMessage: 'x'.repeat(500) },
    });
    for (const silent of [null, undefined, { code: 3, message: '', details: [] }, { code: 3 }]) {
      const error = errorOfEnd(activityWith({ status, failure: silent }));
      expect(error).toMatchObject({ code });
      expect(error?.detail).toBeUndefined();
    }
  });

  test.each(['COMPLETED', 'PENDING'])('behavior: %s isn’t an error', (name) => {
    expect(errorOfEnd(activityWith({ status: `ACTIVITY_STATUS_${name}` }))).toBeNull();
  });
});
