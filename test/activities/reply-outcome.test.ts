// What a reply means for its request, by status and body: done, refused for good, not now, unknown.
import { describe, expect, test } from 'vitest';
import { SKEW_WARNING_MS } from '../../src/activities/clock.ts';
import { withSkew, classifyReply } from '../../src/activities/reply-outcome.ts';
import { KeystampError } from '../../src/protocol/errors.ts';

const refusal = (message: string, turnkeyErrorCode = '', code = 3) => ({
  code,
  message,
  details: [],
  turnkeyErrorCode,
});
const kindOf = (status: number, json: unknown, skewMs = 0) => {
  const outcome = classifyReply({ status, json }, skewMs);
  return 'error' in outcome ? `${outcome.kind} ${outcome.error.code}` : outcome.kind;
};

describe('classifyReply', () => {
  test('behavior: a 2xx status is an answer, whatever it contains', () => {
    for (const status of [200, 204, 299]) {
      expect(classifyReply({ status, json: { a: 1 } }, 0)).toEqual({
        kind: 'answer',
        value: { a: 1 },
      });
    }
  });

  test.each([500, 502, 503, 504, 599])('error: after %i the outcome is unknown', (status) => {
    expect(kindOf(status, refusal('no'))).toBe('unknown service_unavailable');
    expect(kindOf(status, undefined)).toBe('unknown service_unavailable');
  });

  test('error: an operation that the service has not built is refused; any other 501 says nothing', () => {
    expect(kindOf(501, refusal('not built', '', 12))).toBe('refused service_error');
    for (const json of [refusal('no', '', 14), undefined, '<html>', { code: 12 }]) {
      expect(kindOf(501, json)).toBe('unknown service_unavailable');
    }
    expect(kindOf(503, refusal('not built', '', 12))).toBe('unknown service_unavailable');
  });

  test('error: 504 says that a code has expired, if the operation takes one', () => {
    const kind = (status: number, json: unknown, takesExpiring = true) =>
      classifyReply({ status, json }, 0, takesExpiring).kind;
    const expired = refusal('verification token expired', '', 4);
    expect(kind(504, expired)).toBe('refused');
    expect(kind(504, expired, false)).toBe('unknown');
    // Nothing else that comes with 504, and not the code with another status.
    expect(kind(504, refusal('expired', '', 14))).toBe('unknown');
    expect(kind(503, expired)).toBe('unknown');
    for (const json of [undefined, '<html>', {}, { message: 'upstream timed out' }]) {
      expect(kind(504, json)).toBe('unknown');
    }
    // A server in between gave up waiting, and says so with the same code.
    for (const words of ['context deadline exceeded', 'deadline exceeded', 'Deadline exceeded.']) {
      expect(kind(504, refusal(words, '', 4))).toBe('unknown');
    }
    for (const words of ['the code’s deadline exceeded', 'deadline exceeded for this code']) {
      expect(kind(504, refusal(words, '', 4))).toBe('refused');
    }
  });

  test('error: an expired code is the service’s own refusal, and only of an operation that takes one', () => {
    const reply = { status: 504, json: refusal('verification token expired', '', 4) };
    expect(classifyReply(reply, 0, true)).toMatchObject({ error: { code: 'service_error' } });
    expect(classifyReply(reply, 0)).toMatchObject({ error: { code: 'service_unavailable' } });
  });

  test('error: a rate limit means not now; a quota is a refusal', () => {
    expect(kindOf(429, refusal('slow down', 'RATE_LIMIT_EXCEEDED', 8))).toBe(
      'deferred rate_limited',
    );
    expect(kindOf(429, refusal('slow down', '', 8))).toBe('deferred rate_limited');
    expect(kindOf(429, undefined)).toBe('deferred rate_limited');
    expect(kindOf(429, refusal('too many', 'SIGNING_QUOTA_EXCEEDED', 8))).toBe(
      'refused service_error',
    );
    expect(kindOf(429, refusal('codes', 'MAX_OTP_INITIATED', 8))).toBe('refused service_error');
    expect(kindOf(428, refusal('x', 'RATE_LIMIT_EXCEEDED'))).toBe('refused service_error');
  });

  test.each([100, 199, 300, 302, 399])('error: %i doesn’t come from the service', (status) => {
    expect(kindOf(status, refusal('no'))).toBe('unknown service_malformed');
  });

  test('error: a refusal needs its form', () => {
    for (const json of [undefined, null, 'no', [], 7, {}]) {
      expect(kindOf(400, json)).toBe('unknown service_malformed');
    }
  });

  test('behavior: a refusal has status, code and message', () => {
    const outcome = classifyReply({ status: 404, json: refusal('not there', 'INVALID_EMAIL') }, 0);
    expect(outcome).toMatchObject({
      kind: 'refused',
      error: {
        code: 'service_error',
        detail: { status: 404, serviceCode: 'INVALID_EMAIL', serviceMessage: 'not there' },
      },
    });
    const bare = classifyReply({ status: 400, json: refusal('', '') }, 0);
    expect('error' in bare && bare.error.detail).toEqual({ status: 400 });
  });

  test('behavior: a refusal says which policies were evaluated and which fields were wrong', () => {
    const policyEvaluations = [{ policyId: 'p', outcome: 'OUTCOME_DENY_EXPLICIT' }];
    const fieldViolations = [{ field: 'userName', description: 'too long' }];
    const details = [
      { '@type': 'errors.PolicyEnginePermissionError', policyEvaluations },
      { '@type': 'google.rpc.BadRequest', fieldViolations },
    ];
    const outcome = classifyReply({ status: 403, json: { ...refusal('no'), details } }, 0);
    expect('error' in outcome && outcome.error.detail).toEqual({
      status: 403,
      serviceMessage: 'no',
      policyEvaluations,
      fieldViolations,
    });
  });

  test('error: 401 is about who asks, even if it mentions time', () => {
    expect(kindOf(401, refusal('no', 'SIGNATURE_INVALID', 16))).toBe('refused unauthenticated');
    expect(kindOf(401, refusal('no', 'INVALID_TIME', 16))).toBe('refused unauthenticated');
  });

  test.each([
    ['activity timestamp is not current', ''],
    ['rpc error: Activity timestamp is in the future', 'REQUEST_INVALID'],
    ['whatever', 'INVALID_TIME'],
  ])('error: a refused time is recognized: %s %s', (message, code) => {
    expect(kindOf(400, refusal(message, code))).toBe('refused time_refused');
  });

  test.each([
    'timestamp is not current',
    'activity timestamp is odd',
    'inactivity timestamp is not current',
  ])('error: %s isn’t a refused time', (message) => {
    expect(kindOf(400, refusal(message))).toBe('refused service_error');
  });

  test('behavior: adds the clock difference if it’s large enough to mention', () => {
    const skewOf = (skewMs: number, message = 'activity timestamp is not current') => {
      const outcome = classifyReply({ status: 400, json: refusal(message) }, skewMs);
      return 'error' in outcome ? outcome.error.detail?.skewMs : 'none';
    };
    expect(skewOf(SKEW_WARNING_MS)).toBeUndefined();
    expect(skewOf(SKEW_WARNING_MS + 1)).toBe(SKEW_WARNING_MS + 1);
    expect(skewOf(-SKEW_WARNING_MS)).toBeUndefined();
    expect(skewOf(-SKEW_WARNING_MS - 1)).toBe(-SKEW_WARNING_MS - 1);
    expect(skewOf(SKEW_WARNING_MS + 1, 'something else')).toBeUndefined();
  });
});

describe('withSkew', () => {
  test('behavior: keeps code and detail', () => {
    const error = new KeystampError('time_refused', undefined, { status: 400 });
    expect(withSkew(error, SKEW_WARNING_MS + 1)).toMatchObject({
      code: 'time_refused',
      detail: { status: 400, skewMs: SKEW_WARNING_MS + 1 },
    });
  });
});
