// What pages see of an entry: its own page sees all of it, lists see no secrets.
import { describe, expect, test } from 'vitest';
import type { Facts, OutboxEntry } from '../../../src/activities/outbox/record.ts';
import {
  toListView,
  toEntryView,
  withoutSecrets,
} from '../../../src/activities/outbox/entry-view.ts';
import { OPERATIONS } from '../../../src/protocol/operations.ts';
import { recordOf } from './entries.ts';

const SHOWN = {
  id: 'entry',
  origin: 'https://app.example',
  profileId: 'profile',
  operation: 'verify_otp',
  type: 'ACTIVITY_TYPE_VERIFY_OTP',
  method: 'passkey',
  fingerprint: 'sha256:00',
  timestampMs: 3,
  createdAt: 1,
  updatedAt: 2,
  state: 'completed',
  mismatched: true,
  disproved: true,
  attempts: 3,
  nextAt: 4,
  revision: 5,
} as const;
const record = recordOf(SHOWN);
const activity = {
  id: 'a',
  organizationId: 'organization',
  status: 'ACTIVITY_STATUS_COMPLETED',
  type: record.type,
  fingerprint: 'sha256:00',
  canApprove: false,
  canReject: false,
  result: {
    verifyOtpResult: { verificationToken: 'secret', kept: [{ verificationToken: 's' }, 1] },
  },
};
const facts: Facts = {
  requestDigest: 'digest',
  parameters: { otpId: 'o' },
  activity,
  result: { verificationToken: 'secret', other: null },
  error: null,
};
const entry = (more: Partial<Facts> = {}): OutboxEntry => ({
  record,
  signedRequest: null,
  facts: { ...facts, ...more },
});

describe('withoutSecrets', () => {
  test('behavior: leaves out what the table marks secret, and nothing else', () => {
    const [version] = OPERATIONS.verify_otp.versions;
    const values = { otpId: 'o', otpCode: '123456', constructor: 1 };
    expect(withoutSecrets(version, values)).toEqual({ otpId: 'o', constructor: 1 });
  });
});

describe('toEntryView', () => {
  test('behavior: has the record and the facts, including the secret result', () => {
    expect(toEntryView(entry())).toEqual({
      ...SHOWN,
      parameters: { otpId: 'o' },
      activity,
      result: { verificationToken: 'secret', other: null },
      error: null,
    });
  });

  test('behavior: has what was shown as current, if anything was', () => {
    const replaced = { userName: 'Earlier' };
    expect(toEntryView(entry({ replaced })).replaced).toEqual(replaced);
    expect(toEntryView(entry())).not.toHaveProperty('replaced');
  });

  test('behavior: has no facts while Keystamp is locked', () => {
    const view = toEntryView({ record, signedRequest: null, facts: null });
    expect(view).toMatchObject({ parameters: null, activity: null, result: null, error: null });
  });

  test('behavior: an error from the table is shown with its detail', () => {
    const detail = { serviceMessage: 'no', status: 400 };
    const error = { code: 'service_error', message: 'The service refused.', detail };
    expect(toEntryView(entry({ error })).error).toMatchObject({ code: 'service_error', detail });
    const plain = { code: 'service_error', message: 'The service refused.' };
    for (const odd of [undefined, null, 'text']) {
      const shown = toEntryView(entry({ error: { ...plain, detail: odd } })).error;
      expect(shown).toMatchObject(plain);
      expect(shown?.detail).toBeUndefined();
    }
  });

  test('behavior: an error that this version doesn’t know is left out', () => {
    for (const code of ['of_tomorrow', 'toString', '']) {
      expect(toEntryView(entry({ error: { code, message: 'x' } })).error).toBeNull();
    }
  });
});

describe('toListView', () => {
  test('behavior: contains no secrets, at any depth', () => {
    const view = toListView(entry());
    expect(view.result).toEqual({ other: null });
    expect(view.activity?.result).toEqual({ verifyOtpResult: { kept: [{}, 1] } });
    expect(view.activity).toMatchObject({ id: 'a', status: 'ACTIVITY_STATUS_COMPLETED' });
    expect(JSON.stringify(view)).not.toContain('secret');
    expect(view).toMatchObject({ id: 'entry', parameters: { otpId: 'o' } });
  });

  test('behavior: a service that sends a secret back shows it in no list', () => {
    const result = { otpCode: '123456', sent: [{ otpCode: '123456', otpId: 'o' }] };
    expect(toListView(entry({ result })).result).toEqual({ sent: [{ otpId: 'o' }] });
  });

  test('behavior: has no activity and no result if there is none', () => {
    expect(toListView(entry({ activity: null, result: null }))).toMatchObject({
      activity: null,
      result: null,
    });
    const bare = { ...activity, result: null };
    expect(toListView(entry({ activity: bare })).activity?.result).toEqual({});
  });
});
