// One request and its reply: what a deferred one waits for, and what a verified one teaches.
import { describe, expect, test } from 'vitest';
import { createExchange } from '../../src/activities/exchange.ts';
import type { Pacing } from '../../src/activities/rates/pacing.ts';
import type { Clock } from '../../src/activities/clock.ts';
import { NO_POLICY } from '../../src/protocol/managed-policy.ts';

const DESTINATION = { profileId: 'p', baseUrl: 'https://service.example', organizationId: 'o' };
const SAMPLE = { date: null, sentAt: 1, receivedAt: 2 };
const REQUEST = {
  priority: 'user',
  path: '/path',
  body: '{}',
  stamp: { header: 'X-Stamp', value: 'x' },
} as const;

function setUp(status: number, json: unknown) {
  const learned: unknown[] = [];
  const exchange = createExchange({
    managed: async () => NO_POLICY,
    mayContact: async () => true,
    transport: { post: async () => ({ status, json, clockSample: SAMPLE }) },
    pacing: {
      run: (_owner, _turn, task) => task(),
      deferred: () => 4000,
      answered: () => void learned.push('answered'),
    } as Pick<Pacing, 'run' | 'deferred' | 'answered'> as Pacing,
    clock: {
      skew: () => 0,
      observe: (source, sample) => void learned.push([source, sample]),
    } as Pick<Clock, 'skew' | 'observe'> as Clock,
  });
  return { learned, ask: () => exchange(DESTINATION, REQUEST) };
}

describe('createExchange', () => {
  test('behavior: a deferred request says how long, and what the service said', async () => {
    const refusal = { code: 8, message: 'slow down', details: [], turnkeyErrorCode: '' };
    const { outcome } = await setUp(429, refusal).ask();
    expect(outcome).toMatchObject({
      kind: 'deferred',
      waitMs: 4000,
      error: {
        code: 'rate_limited',
        detail: { status: 429, serviceMessage: 'slow down', waitMs: 4000 },
      },
    });
  });

  test('behavior: a reply teaches about clock and rate once it is verified, not before', async () => {
    const { ask, learned } = setUp(200, {});
    const { outcome, markVerified } = await ask();
    expect(outcome).toEqual({ kind: 'answer', value: {} });
    expect(learned).toEqual([]);
    markVerified();
    expect(learned).toEqual([[DESTINATION, SAMPLE], 'answered']);
  });
});
