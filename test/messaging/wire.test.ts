import { describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { greetingSchema, readReply, requestSchema, sealInfo } from '../../src/messaging/wire.ts';
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
    policyEvaluations: [{ policyId: 'p', outcome: 'OUTCOME_DENY' }],
    fieldViolations: [{ field: 'f', description: 'd' }],
  };

  test('behavior: everything that an error may contain gets across', () => {
    expect(readReply(replyWith(DETAIL))).toEqual(replyWith(DETAIL));
  });

  test('behavior: answers, bare errors and stale secrets, without members that have no value', () => {
    const error = { code: 'time_refused', message: 'm' };
    for (const reply of [
      { ok: true, answer: null },
      { ok: true, answer: [{ a: 1 }] },
      { ok: false, error },
      { ok: false, error, stale: true },
    ])
      expect(readReply(reply)).toStrictEqual(reply);
    const empty = replyWith({ field: undefined });
    expect(readReply(empty)).toStrictEqual({ ok: false, error: { ...empty.error, detail: {} } });
  });

  test.each([
    ['nothing', undefined],
    ['text', 'ok'],
    ['an answer with more', { ok: true, answer: 1, more: 1 }],
    ['an answer that isn’t one', { ok: 1, answer: 1 }],
    ['an error without a code', { ok: false, error: { message: 'm' } }],
    ['an error with an inherited code', { ok: false, error: { code: 'toString', message: 'm' } }],
    ['an error without a message', { ok: false, error: { code: 'internal' } }],
    ['an error with more', { ok: false, error: { code: 'internal', message: 'm', stack: 's' } }],
    ['a secret that isn’t stale', { ...replyWith({}), stale: false }],
  ])('error: %s isn’t our reply', (_, reply) => {
    expect(readReply(reply)).toBeUndefined();
  });

  test.each([
    { field: 1 },
    { names: 'Laptop' },
    { names: [1] },
    { limit: '1' },
    { serviceCode: 1 },
    { serviceMessage: 1 },
    { status: '400' },
    { waitMs: '5' },
    { skewMs: null },
    { policyEvaluations: [{ policyId: 'p' }] },
    { policyEvaluations: [{ policyId: 'p', outcome: 'o', more: 1 }] },
    { fieldViolations: [{ field: 'f' }] },
    { fieldViolations: [{ field: 'f', description: 'd', more: 1 }] },
  ])('error: nor is one whose detail is %j', (detail) => {
    expect(readReply(replyWith(detail))).toBeUndefined();
  });

  test.each([
    ['a reason', { reason: 'constructor' }],
    ['a rule', { rule: 'toString' }],
    ['a member', { stack: 'at x' }],
  ])('error: %s that we don’t know means that it isn’t our reply', (_, detail) => {
    expect(readReply(replyWith(detail))).toBeUndefined();
  });
});

describe('what a page sends', () => {
  const sealed = { life: 'life', encappedPublic: 'ab', ciphertext: '00ff' };
  const request = { mark: 'keystamp/1', call: 'state', input: {}, sealed };
  const reads = (changes: object) => v.safeParse(requestSchema, { ...request, ...changes }).success;

  test('behavior: a call with its input, and a sealed part or none', () => {
    expect(v.parse(requestSchema, request)).toEqual(request);
    expect(reads({ sealed: null, input: undefined })).toBe(true);
    expect(reads({ call: 'x'.repeat(200) })).toBe(true);
    expect(reads({ sealed: { ...sealed, ciphertext: 'ab'.repeat(100_000) } })).toBe(true);
  });

  test.each([
    { mark: 'keystamp/2' },
    { more: 1 },
    { call: 7 },
    { call: 'x'.repeat(201) },
    { sealed: undefined },
    { sealed: {} },
    { sealed: { ...sealed, more: 1 } },
    { sealed: { ...sealed, life: 'x'.repeat(201) } },
    ...['', 'a', 'AB', 'abc', 'ab cd', 'xab', 'abx', 7].map((ciphertext) => ({
      sealed: { ...sealed, ciphertext },
    })),
  ])('error: not with %j', (changes) => {
    expect(reads(changes)).toBe(false);
  });

  test('error: a sealed part of more than 200,000 characters', () => {
    expect(reads({ sealed: { ...sealed, ciphertext: 'ab'.repeat(100_001) } })).toBe(false);
  });
});

describe('the worker’s greeting', () => {
  const publicKey = `04${'ab'.repeat(64)}`;
  const reads = (changes: object) =>
    v.safeParse(greetingSchema, { life: 'life', publicKey, ...changes }).success;

  test('behavior: has the key of its lifetime, an uncompressed point', () => {
    expect(reads({})).toBe(true);
  });

  test.each([
    { more: 1 },
    { life: 'x'.repeat(201) },
    { publicKey: publicKey.slice(0, -1) },
    { publicKey: `${publicKey}0` },
    { publicKey: `0${publicKey}` },
    { publicKey: publicKey.replace('04', '03') },
    { publicKey: publicKey.toUpperCase() },
  ])('error: not %j', (changes) => {
    expect(reads(changes)).toBe(false);
  });
});

describe('sealInfo', () => {
  test('behavior: is of one call', () => {
    expect(new TextDecoder().decode(sealInfo('vault_create'))).toBe(
      'keystamp/message/vault_create',
    );
  });
});
