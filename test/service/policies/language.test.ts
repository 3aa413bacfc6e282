import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evaluate, EvaluationError, type Names } from '../../../src/service/policies/evaluate.ts';
import { parseClause } from '../../../src/policies/parse-clause.ts';
import type { ClauseName } from '../../../src/policies/published-names.ts';
import { readClause, type Clause } from '../../../src/service/policies/clause.ts';
import { PolicyTextError } from '../../../src/service/policies/policy-text-error.ts';
import { parseCronSpan, parseTimestamp } from '../../../src/service/policies/time.ts';
import { countsIn } from '../../../src/service/policies/vote-counts.ts';

const unchecked = (text: string): Clause => ({
  tree: parseClause(text),
  notes: new Map(),
  mayNotFit: new Set(),
  timestamps: new Map(),
  spans: new Map(),
});
const value = (text: string, names: Names = {}) => evaluate(unchecked(text), names);
const ACTIVITY: Names = {
  activity: {
    type: 'ACTIVITY_TYPE_X',
    kind: 'X',
    resource: 'WALLET',
    action: 'CREATE',
    params: {},
  },
};

describe('values', () => {
  test.each([
    ['1 < 2 && 2 <= 2 && 3 > 2 && 2 >= 2 && 1 != 2', true],
    ["'a' == 'a' && 'a' != 'b'", true],
    ["('a' in ['a', 'b']) && !('c' in ['a', 'b'])", true],
    ['false || true && false', false],
    ['[1, 2, 3][1..3].count() == 2', true],
    ["'0xa9059cbb00'[0..10] == '0xa9059cbb'", true],
    ['[1, 2].all(n, n > 0) && [1, 2].any(n, n == 2) && [1, 2].filter(n, n > 1).count() == 1', true],
    ["{id: 'abc'}.id == 'abc' && {id: 'abc'}['id'] == 'abc'", true],
    ['115792089237316195423570985008687907853269984665640564039457584007913129639935 > 1', true],
    ['-1 < 0', true],
  ])('behavior: %s is %s', (text, expected) => {
    expect(value(text)).toBe(expected);
  });

  test('behavior: nothing is skipped, so an error anywhere is an error of the whole', () => {
    const arms = [
      "true || wallet.id == 'a'",
      "false && wallet.id == 'a'",
      "[1].any(n, n == 1 || wallet.id == 'a')",
    ];
    for (const text of arms) expect(() => value(text, ACTIVITY)).toThrow(EvaluationError);
  });

  test.each(["'abc'[0..4]", "'abc'[2..1]", '[1][1] == 1', '[1][-1] == 1'])('error: %s', (text) => {
    expect(() => value(text)).toThrow(EvaluationError);
  });

  test('property: && and || agree with the truth of both sides', () => {
    const tree = fc.letrec<{ node: { text: string; holds: boolean } }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 5 },
        fc.boolean().map((holds) => ({ text: String(holds), holds })),
        fc.tuple(tie('node'), tie('node'), fc.boolean()).map(([left, right, both]) => ({
          text: `(${left.text} ${both ? '&&' : '||'} ${right.text})`,
          holds: both ? left.holds && right.holds : left.holds || right.holds,
        })),
      ),
    })).node;
    fc.assert(fc.property(tree, ({ text, holds }) => value(text) === holds));
  });
});

describe('texts', () => {
  test.each<[ClauseName, string, string]>([
    ['condition', 'activity.kind ==', 'Unrecognized EOF found at 16'],
    ['condition', "activity.kind == 'a", 'Unexpected character at 17'],
    ['condition', "activity.kind == 'a' 'b'", 'Unexpected b at 21'],
    ['condition', "activity.kind = 'a'", 'Unexpected character at 14'],
    ['condition', "!activity.kind == 'a'", 'put parentheses after !'],
    ['condition', 'wallet.imported < true', '< does not compare bool'],
    ['condition', "activity.kind < 'a'", '< does not compare string'],
    ['condition', "activity.kind in 'abc'", 'a list is needed, not string'],
    ['condition', "activity.kind in ['a', 1]", 'a list of string takes no int'],
    ['condition', 'activity.kind', 'a bool is needed, not string'],
    ['condition', "activity.kind.contains('a')", 'a list is needed, not string'],
    ['condition', "activity.params.nothing == 'a'", 'field does not exist: nothing'],
    ['condition', "approvers.any(user, user.id == 'a')", 'field does not exist: approvers'],
    ['condition', "CronSpan('0 9 * * *', '1h', 'UTC')", 'CronSpan() is for time only'],
    ['time', "CronSpan(time.now, '1h', 'UTC')", 'a text in quotes is needed'],
    ['condition', `eth.tx.value < ${'9'.repeat(78)}`, '256 bits'],
    ['condition', 'controls.daily == 5', 'type mismatch'],
    ['consensus', "approvers.any('a', true)", 'Unexpected a at 14'],
    ['consensus', 'approvers.count', 'field does not exist: count'],
    ['consensus', 'approvers.size() >= 2', 'there is no size()'],
    [
      'consensus',
      "approvers.any(user, user.constructor == 'a')",
      'field does not exist: constructor',
    ],
    ['consensus', "time.now > Timestamp('2026-01-01T00:00:00Z')", 'field does not exist: time'],
    ['time', 'time.now > 5', 'type mismatch: timestamp and int'],
  ])('error: %s %s', (clause, text, message) => {
    expect(() => readClause(clause, text)).toThrow(message);
    expect(() => readClause(clause, text)).toThrow(PolicyTextError);
  });

  test('behavior: a negation in time', () => {
    const inside = readClause('time', "!(time.now >= Timestamp('2026-01-01T00:00:00Z'))");
    expect(evaluate(inside, { time: { now: { timestamp: 0 } } })).toBe(true);
  });

  test('attack: long and deep texts are refused, and no text breaks the reader', () => {
    const deep = 300;
    expect(() => parseClause(`${'('.repeat(deep)}true${')'.repeat(deep)}`)).toThrow('too_deep');
    expect(() => parseClause(`${'!'.repeat(deep)}true`)).toThrow('too_deep');
    expect(() => parseClause(`${'['.repeat(deep)}`)).toThrow('too_deep');
    expect(() => parseClause(`true${' '.repeat(20_000)}`)).toThrow('too_long');
    const pieces = fc.constantFrom(
      'approvers',
      '.',
      'any',
      '(',
      ')',
      ',',
      '==',
      "'a'",
      '1',
      '[',
      ']',
      '&&',
      '||',
      'in',
      '!',
      '{',
      '}',
      ':',
      '..',
      ' ',
      '-',
      '$',
      '\n',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
        try {
          readClause('consensus', parts.join(''));
        } catch (error) {
          expect(error).toBeInstanceOf(PolicyTextError);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe('time', () => {
  test.each([
    '2026-01-01T00:00:00Z',
    '2026-01-01T00:00:00z',
    '2026-01-01T00:00:00-00:00',
    '2026-01-01T00:00:00.000+00:00',
  ])('behavior: %s is a time', (text) => expect(parseTimestamp(text)).toBe(Date.UTC(2026, 0, 1)));

  test.each([
    '2026-02-30T00:00:00Z',
    '2026-01-01',
    '2026-01-01T00:00:00+02:00',
    '2026-01-01T24:30:00Z',
    '',
  ])('error: %s is none', (text) => expect(() => parseTimestamp(text)).toThrow(PolicyTextError));

  const spans: readonly (readonly [string, string, string, string, boolean])[] = [
    // 31 October 2027 in Berlin: 02:30 comes twice, an hour apart.
    ['30 2 31 10 *', '30m', 'Europe/Berlin', '2027-10-31T00:59:00Z', true],
    ['30 2 31 10 *', '30m', 'Europe/Berlin', '2027-10-31T01:15:00Z', false],
    ['30 2 31 10 *', '30m', 'Europe/Berlin', '2027-10-31T01:45:00Z', true],
    // 28 March 2027: 02:30 doesn't come.
    ['30 2 28 3 *', '1h', 'Europe/Berlin', '2027-03-28T01:00:00Z', false],
    // Day or weekday where both are restricted; both where one is not.
    ['0 0 13 * 5', '1d', 'UTC', '2026-11-06T12:00:00Z', true],
    ['0 0 13 * *', '1d', 'UTC', '2026-11-06T12:00:00Z', false],
    ['0 0 * * 5', '1d', 'UTC', '2026-11-13T23:59:59Z', true],
    // A zone with a quarter of an hour, and a span of a week.
    ['0 9 * * *', '15m', 'Asia/Kathmandu', '2026-06-01T03:15:00Z', true],
    ['0 0 1 6 *', '7d', 'UTC', '2026-06-07T23:59:59Z', true],
    ['0 0 1 6 *', '7d', 'UTC', '2026-06-08T00:00:00Z', false],
    ['0,30 8-10 * * *', '10m', 'UTC', '2026-06-01T09:39:59Z', true],
    ['0,30 8-10 * * *', '10m', 'UTC', '2026-06-01T09:40:00Z', false],
  ];
  test.each(spans)('behavior: %s for %s in %s at %s: %s', (cron, duration, zone, at, expected) => {
    expect(parseCronSpan(cron, duration, zone)(Date.parse(at))).toBe(expected);
  });

  test.each([
    ['0 9 * *', '8h', 'UTC'],
    ['0 9 * * 1-5 *', '8h', 'UTC'],
    ['*/5 9 * * *', '8h', 'UTC'],
    ['0 9 * * MON', '8h', 'UTC'],
    ['0 9 * * 7', '8h', 'UTC'],
    ['60 9 * * *', '8h', 'UTC'],
    ['0 9 0 * *', '8h', 'UTC'],
    ['0 10-9 * * *', '8h', 'UTC'],
    ['@daily', '8h', 'UTC'],
    ['0 9 * * *', '0h', 'UTC'],
    ['0 9 * * *', '8d', 'UTC'],
    ['0 9 * * *', '1.5h', 'UTC'],
    ['0 9 * * *', '8h', 'Mars/Olympus'],
    ['0 9 * * *', '8h', '+02:00'],
  ])('error: %s for %s in %s', (cron, duration, zone) => {
    expect(() => parseCronSpan(cron, duration, zone)).toThrow(PolicyTextError);
  });
});

describe('votes that count', () => {
  const voter = (id: string) => ({
    user: { id, tags: id === 'boss' ? ['admin'] : [], email: '', alias: '' },
    credential: { id: 'key', user_id: id, type: 'CREDENTIAL_TYPE_API_KEY_P256', public_key: 'p' },
  });
  test.each([
    ['approvers.count() >= 2', 'anybody', true],
    ["approvers.any(user, user.id == 'a') && approvers.any(user, user.id == 'b')", 'b', true],
    ["approvers.any(user, user.id == 'a') && approvers.any(user, user.id == 'b')", 'c', false],
    ["approvers.filter(user, user.tags.contains('admin')).count() >= 2", 'boss', true],
    ["approvers.filter(user, user.tags.contains('admin')).count() >= 2", 'c', false],
    ["approvers.all(user, user.id == 'a')", 'c', false],
    // These hold without anybody's vote, or can't hold any more with this one.
    ["approvers.all(user, user.id == 'a')", 'a', false],
    ['approvers.count() < 3', 'a', false],
    ["approvers[0].id == 'a'", 'b', false],
    ["approvers[1].id == 'a'", 'a', true],
    ['approvers.count() != 1', 'a', true],
    ['approvers.count() >= 99', 'a', true],
    ["credentials.any(one, one.type == 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR')", 'a', false],
    // Only passkeys have this member: a vote for which the question errs counts nothing.
    ["credentials.any(one, one.credential_id == 'x')", 'a', false],
    ["approvers.filter(user, user.id == 'a').any(user, user.email == '')", 'c', false],
    ["approvers.filter(user, user.id == 'a').any(user, user.email == '')", 'a', true],
  ])('behavior: %s counts the vote of %s: %s', (text, id, expected) => {
    expect(countsIn(readClause('consensus', text), voter(id))).toBe(expected);
  });
});
