// How an activity's state and an error read to the page that asked: codes, and no internal words.
import { describe, expect, test } from 'vitest';
import { PageRefusal, toPageError, toPageErrorByCode } from '../../src/requests/page-refusal.ts';
import { pageReplyOf } from '../../src/requests/page-reply.ts';
import { ERROR_CODES, KeystampError, type ErrorCode } from '../../src/protocol/errors.ts';
import { PAGE_SENTENCES } from '../../src/protocol/page-errors.ts';
import type { Facts, OutboxRecord } from '../../src/activities/outbox/record.ts';
import { activityWith, FACTS, recordOf, RESULT } from '../activities/outbox/entries.ts';

const settle = (state: OutboxRecord['state'], facts: Partial<Facts> | null = {}) =>
  pageReplyOf('name', {
    record: recordOf({ state, fingerprint: 'sha256:ab' }),
    signedRequest: null,
    facts: facts && { ...FACTS, ...facts },
  });
const activity = { ...activityWith(), canApprove: false, canReject: false };
const shownActivity = {
  id: activity.id,
  type: activity.type,
  status: activity.status,
  fingerprint: 'sha256:ab',
};

describe('pageReplyOf', () => {
  test.each([
    ['failed', 'activity_failed'],
    ['rejected', 'activity_rejected'],
    ['mismatch', 'outcome_unknown'],
    ['unknown', 'outcome_unknown'],
  ] as const)('behavior: %s is the error %s', (state, code) => {
    const error = { code, message: PAGE_SENTENCES[code] };
    expect(settle(state)).toEqual({ id: 'name', ok: false, error });
  });

  test.each(['stamped', 'sending', 'waiting', 'pending'] as const)(
    'behavior: %s is pending, with the activity as far as it is known',
    (state) => {
      const answer = { kind: 'pending', id: 'name', activity: null };
      expect(settle(state)).toEqual({ id: 'name', ok: true, answer });
      expect(settle(state, null)).toEqual({ id: 'name', ok: true, answer });
      expect(settle(state, { activity })).toEqual({
        id: 'name',
        ok: true,
        answer: { ...answer, activity: shownActivity },
      });
    },
  );

  test('behavior: a completed one has its result, once the vault is unlocked', () => {
    expect(settle('completed', { activity, result: RESULT })).toEqual({
      id: 'name',
      ok: true,
      answer: { kind: 'completed', id: 'name', activity: shownActivity, result: RESULT },
    });
    expect(settle('completed', null)).toMatchObject({ ok: false, error: { code: 'locked' } });
  });

  test('error: a refused one says what the service’s code was, and nothing of its words', () => {
    const detail = { serviceCode: 'WALLET_LABEL_TAKEN', serviceMessage: 'of Olga' };
    const refused = settle('refused', {
      error: { code: 'service_error', message: 'of Olga', detail },
    });
    expect(refused).toEqual({
      id: 'name',
      ok: false,
      error: {
        code: 'service_error',
        message: PAGE_SENTENCES.service_error,
        detail: { serviceCode: 'WALLET_LABEL_TAKEN' },
      },
    });
  });

  test.each([null, { code: 'of_tomorrow', message: '' }, { code: 'time_refused', message: '' }])(
    'error: refused for a reason that no page knows (%j), it is the service’s',
    (error) => {
      expect(settle('refused', { error })).toMatchObject({ error: { code: 'service_error' } });
      expect(settle('refused', null)).toMatchObject({ error: { code: 'service_error' } });
    },
  );
});

describe('toPageError', () => {
  const KNOWN: Partial<Record<ErrorCode, string>> = {
    invalid_input: 'invalid_parameters',
    generation_mixed: 'invalid_parameters',
    vault_locked: 'locked',
    managed_profile: 'refused',
    managed_passkey: 'refused',
    service_error: 'service_error',
    unauthenticated: 'service_error',
    rate_limited: 'rate_limited',
    activity_failed: 'activity_failed',
    activity_rejected: 'activity_rejected',
    reply_mismatch: 'outcome_unknown',
    outcome_unknown: 'outcome_unknown',
    service_malformed: 'outcome_unknown',
  };

  test('behavior: each of our codes is one of a page’s, or none', () => {
    const shown = ERROR_CODES.map((code) => [code, toPageError(new KeystampError(code)).code]);
    expect(shown).toEqual(ERROR_CODES.map((code) => [code, KNOWN[code] ?? 'unavailable']));
  });

  test('behavior: a refusal of a step is what it says; anything else is nothing', () => {
    const refusal = new PageRefusal('too_large', { field: 'x' });
    expect(toPageError(refusal)).toEqual({
      code: 'too_large',
      message: PAGE_SENTENCES.too_large,
      detail: { field: 'x' },
    });
    expect(refusal.message).toBe('too_large');
    for (const error of [new Error('internals'), 'internals', undefined])
      expect(toPageError(error)).toEqual({
        code: 'unavailable',
        message: PAGE_SENTENCES.unavailable,
      });
  });

  test('behavior: field, rule, code and wait are shown, and nothing else', () => {
    const detail = { field: 'f', rule: 'uuid', serviceCode: 'A_1', waitMs: 5 } as const;
    const full = { ...detail, serviceMessage: 'words', status: 400, names: ['n'] };
    expect(toPageErrorByCode({ code: 'rate_limited', detail: full }).detail).toEqual(detail);
    for (const one of [{ status: 400 }, {}, undefined])
      expect(toPageErrorByCode({ code: 'rate_limited', detail: one })).not.toHaveProperty('detail');
  });

  test.each(['words of Olga', 'a', '1A', 'Aa', ` A`, 'A ', 'A-B', 'A'.repeat(65), ''])(
    'error: “%s” isn’t a code of the service',
    (serviceCode) => {
      const error = toPageErrorByCode({ code: 'service_error', detail: { serviceCode } });
      expect(error).not.toHaveProperty('detail');
    },
  );

  test('behavior: a code of 64 characters is one', () => {
    const serviceCode = 'A'.repeat(64);
    const error = toPageErrorByCode({ code: 'service_error', detail: { serviceCode } });
    expect(error.detail).toEqual({ serviceCode });
  });
});
