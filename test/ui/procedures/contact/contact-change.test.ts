// Where a change is, by what the service said; also by a service that says anything.
import { describe, expect, test } from 'vitest';
import { OPERATIONS, verificationOf } from '../../../../src/protocol/operations.ts';
import type { EntryView } from '../../../../src/protocol/outbox-entry.ts';
import {
  afterRefusal,
  startChange,
  stepOf,
  withoutStage,
  withStage,
  type StepFacts,
} from '../../../../src/ui/procedures/contact/contact-change.ts';
import { entry, id } from '../../page/world.ts';

const CONTACT = 'name@example.com';
const steps = verificationOf(OPERATIONS.update_user_email);
if (!steps) throw new Error('nothing is verified');
const facts: StepFacts = { steps, generation: 'legacy', skewMs: 0 };

const sent = withStage(startChange(CONTACT), 'send', id(1));
const checked = withStage(sent, 'check', id(2));
const completed = (type: string, result: EntryView['result']): EntryView => ({
  ...entry,
  type,
  state: 'completed',
  updatedAt: 50_000,
  result,
});
const codeSent = (result: EntryView['result'] = { otpId: 'request' }) =>
  completed('ACTIVITY_TYPE_INIT_OTP_V2', result);
const activityAt = (updatedAt: string) => ({
  id: id(9),
  organizationId: id(8),
  status: 'ACTIVITY_STATUS_COMPLETED',
  type: 'ACTIVITY_TYPE_INIT_OTP_V2',
  result: {},
  fingerprint: '',
  canApprove: false,
  canReject: false,
  updatedAt,
});

describe('stepOf', () => {
  test('behavior: counts a code’s life from when the service sent it, on this computer’s clock', () => {
    const at = (change: Partial<EntryView>, skewMs = 0) =>
      stepOf(sent, { ...codeSent(), ...change }, { ...facts, skewMs });
    expect(at({})).toMatchObject({ at: 'code', expiresAt: 350_000 });
    expect(at({ activity: activityAt('60000') })).toMatchObject({ expiresAt: 360_000 });
    // The service's clock is ahead by 40 s.
    expect(at({ activity: activityAt('60000') }, 40_000)).toMatchObject({ expiresAt: 320_000 });
    expect(at({ parameters: { expirationSeconds: '60' } })).toMatchObject({ expiresAt: 110_000 });
    expect(at({ activity: activityAt('never') })).toMatchObject({ expiresAt: 350_000 });
  });

  test.each([
    ['nothing', null],
    ['no request', {}],
    ['a request that is no text', { otpId: 7 }],
    ['a request of a prototype', Object.create({ otpId: 'request' }) as Record<string, unknown>],
  ])('error: a code that was sent with %s can’t be answered', (_, result) => {
    expect(stepOf(sent, codeSent(result), facts)).toEqual({ at: 'ended', why: 'generation' });
  });

  test('error: a code of the other generation can’t be answered, whatever came with it', () => {
    const result = { otpId: 'request', otpEncryptionTargetBundle: '{}' };
    const enclave = completed('ACTIVITY_TYPE_INIT_OTP_V3', result);
    expect(stepOf(sent, enclave, facts)).toEqual({ at: 'ended', why: 'generation' });
    expect(stepOf(sent, enclave, { ...facts, generation: 'enclave' }).at).toBe('code');
    const other = { ...facts, generation: 'enclave' } as const;
    expect(stepOf(sent, codeSent(result), other)).toEqual({ at: 'ended', why: 'generation' });
  });

  test.each([
    ['nothing', null],
    ['an empty token', { verificationToken: '' }],
    ['a token that is no text', { verificationToken: ['a.b.c'] }],
  ])('error: a check that gives %s proves nothing: a new code is asked for', (_, result) => {
    const end = completed('ACTIVITY_TYPE_VERIFY_OTP', result);
    expect(stepOf(checked, end, facts)).toEqual({ at: 'ended', why: 'unreadable' });
  });

  test('behavior: each stage runs, and fails, by its own activity', () => {
    const set = withStage(checked, 'set', id(3));
    for (const [change, stage] of [
      [sent, 'send'],
      [checked, 'check'],
      [set, 'set'],
    ] as const) {
      expect(stepOf(change, undefined, facts)).toEqual({ at: 'running', stage });
      expect(stepOf(change, entry, facts)).toEqual({ at: 'running', stage });
      for (const state of ['failed', 'rejected', 'refused', 'mismatch', 'unknown'] as const)
        expect(stepOf(change, { ...entry, state }, facts)).toEqual({ at: 'failed', stage });
    }
    expect(withoutStage(set, 'set')).toEqual(checked);
  });
});

describe('afterRefusal', () => {
  const refused = (serviceMessage: string, status = 400): EntryView => ({
    ...entry,
    state: 'refused',
    error: { code: 'service_error', message: '', detail: { serviceMessage, status } },
  });

  test('behavior: a new code makes what was known of the one before void', () => {
    const wrong = afterRefusal(checked, refused('invalid OTP code'));
    expect(wrong).toEqual({ ...sent, wrongTries: 1 });
    const ended = { ...sent, wrongTries: 3, ended: 'locked' } as const;
    expect(withStage(ended, 'send', id(5))).toEqual(withStage(startChange(CONTACT), 'send', id(5)));
  });

  test('error: words about a code count only where a code was checked', () => {
    const message = refused('invalid OTP code');
    expect(afterRefusal(sent, message)).toBeUndefined();
    expect(afterRefusal(checked, { ...message, state: 'waiting' })).toBeUndefined();
    expect(afterRefusal(checked, { ...message, state: 'completed' })).toBeUndefined();
    expect(afterRefusal(checked, refused('no permission', 403))).toBeUndefined();
  });

  test('error: a conflict ends the token only where one was sent', () => {
    const plain = withStage(startChange(CONTACT), 'set', id(3));
    expect(afterRefusal(plain, refused('already exists', 409))).toBeUndefined();
    const verified = withStage(checked, 'set', id(3));
    expect(afterRefusal(verified, refused('already exists', 409))).toEqual({
      ...sent,
      ended: 'token',
    });
  });
});
