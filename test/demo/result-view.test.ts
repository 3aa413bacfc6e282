import { describe, expect, test } from 'vitest';
import { codeOf, errorView, outcomeView } from '../../src/demo/result-view.ts';
import type { Outcome } from '../../src/protocol/page-api.ts';

const ID = '3f0a4c1e-7a58-4c2e-9a6e-5d8f2c1b0a99';
const ACTIVITY = {
  id: 'a1',
  type: 'T',
  status: 'ACTIVITY_STATUS_PENDING',
  fingerprint: 'sha256:00',
};

const OUTCOMES: readonly (readonly [Outcome, string, number])[] = [
  [{ kind: 'waiting', id: ID }, 'waiting', 1],
  [{ kind: 'connected', id: ID, organizationId: 'o', operations: ['x'] }, 'good', 3],
  [{ kind: 'pending', id: ID, activity: ACTIVITY }, 'waiting', 5],
  [{ kind: 'pending', id: ID, activity: null }, 'waiting', 1],
  [{ kind: 'completed', id: ID, activity: ACTIVITY, result: { a: 1 } }, 'good', 5],
];

describe('outcomeView', () => {
  test.each(OUTCOMES)('behavior: %j', (outcome, tone, rows) => {
    const view = outcomeView(outcome);
    expect([view.title, view.tone, view.rows.length]).toEqual([outcome.kind, tone, rows]);
    expect(view.body).toBe(outcome.kind === 'completed' ? '{\n  "a": 1\n}' : null);
  });
});

describe('errorView', () => {
  test('behavior: code, message, field and rule', () => {
    const detail = { field: 'parameters.userName', rule: 'too_long', waitMs: 10, other: 'x' };
    const error = Object.assign(new Error('No.'), { code: 'invalid_parameters', detail });
    expect(errorView(error)).toEqual({
      tone: 'bad',
      title: 'invalid_parameters',
      rows: [
        ['message', 'No.'],
        ['field', 'parameters.userName'],
        ['rule', 'too_long'],
        ['waitMs', '10'],
      ],
      body: null,
    });
  });

  test.each([undefined, null, 'x', new Error('x'), { code: 'of nobody' }])(
    'error: %s has no Keystamp code',
    (error) => {
      expect(codeOf(error)).toBeUndefined();
      expect(errorView(error).title).toBe('an error without a code');
    },
  );
});
