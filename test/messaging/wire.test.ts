import { describe, expect, test } from 'vitest';
import { readReply } from '../../src/messaging/wire.ts';
import type { ErrorDetail } from '../../src/protocol/errors.ts';

const replyWith = (detail: object) => ({
  ok: false,
  error: { code: 'time_refused', message: 'time_refused', detail },
});

describe('readReply', () => {
  const DETAIL: ErrorDetail = {
    field: 'publicKey',
    rule: 'uuid',
    reason: 'key_exists',
    names: ['Laptop'],
    limit: 100,
    serviceCode: 'INVALID_TIME',
    serviceMessage: 'activity timestamp is not current',
    status: 400,
    waitMs: 5,
    skewMs: -61_000,
  };

  test('behavior: everything that an error may contain gets across', () => {
    expect(readReply(replyWith(DETAIL))).toEqual(replyWith(DETAIL));
  });

  test.each([
    ['a reason', { reason: 'constructor' }],
    ['a rule', { rule: 'toString' }],
    ['a member', { stack: 'at x' }],
  ])('error: %s that we don’t know means that it isn’t our reply', (_, detail) => {
    expect(readReply(replyWith(detail))).toBeUndefined();
  });
});
