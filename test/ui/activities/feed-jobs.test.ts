import { describe, expect, test } from 'vitest';
import { ROWS, submitRowOf } from '../../../src/protocol/operations.ts';
import type { EntryView } from '../../../src/protocol/outbox-entry.ts';
import type { Activity } from '../../../src/protocol/service-records.ts';
import { activityIcon } from '../../../src/ui/activities/activity-icon.ts';
import type { ActivityItem } from '../../../src/ui/activities/activity-items.ts';
import { foldJobs } from '../../../src/ui/activities/feed-jobs.ts';
import { entry, id } from '../page/world.ts';

/* Which activities are steps of one job. Items are made at minute `n`, and listed newest first. */

const MINUTE = 60_000;
const signed = (n: number, operation: string, changes: Partial<EntryView> = {}): ActivityItem => ({
  id: id(n),
  at: n * MINUTE,
  entry: {
    ...entry,
    id: id(n),
    operation,
    createdAt: n * MINUTE,
    state: 'completed',
    parameters: {},
    ...changes,
  },
});
const listed = (n: number, type: string, by: number, parameters: object = {}) => ({
  id: id(500 + n),
  at: n * MINUTE,
  activity: {
    id: id(500 + n),
    organizationId: id(2),
    status: 'ACTIVITY_STATUS_COMPLETED',
    type: `ACTIVITY_TYPE_${type}`,
    fingerprint: `sha256:${n}`,
    intent: { someIntent: parameters },
    result: null,
    canApprove: false,
    canReject: false,
    votes: [
      {
        id: id(600 + n),
        userId: id(by),
        activityId: id(500 + n),
        selection: 'VOTE_SELECTION_APPROVED',
        message: '',
        publicKey: `02${by}`,
        signature: '',
        scheme: '',
        createdAt: { seconds: String(n), nanos: '0' },
      },
    ],
  } satisfies Activity,
});
const shown = (items: readonly ActivityItem[]) =>
  foldJobs(items.toSorted((a, b) => b.at - a.at)).map(({ id: own, steps }) => [
    Number(own.slice(-3)),
    ...steps.map((step) => Number(step.id.slice(-3))),
  ]);
const ADA = { userId: id(30) };

describe('foldJobs', () => {
  test.each([
    ['init_import_private_key', 'import_private_key'],
    ['init_import_wallet', 'import_wallet'],
  ])('behavior: %s is a step of the import that follows', (begin, finish) => {
    const first = signed(1, begin, { parameters: ADA });
    const last = signed(2, finish, { parameters: ADA });
    expect(shown([first, last])).toEqual([[2, 1]]);
    // It is what it is without the other, or for somebody else.
    expect(shown([first])).toEqual([[1]]);
    const other = signed(2, finish, { parameters: { userId: id(31) } });
    expect(shown([first, other])).toEqual([[2], [1]]);
    expect(shown([{ ...first, at: 3 * MINUTE }, last])).toEqual([[1], [2]]);
  });

  test('behavior: what came to nothing is no step, and a day later nothing belongs to it', () => {
    const last = signed(2, 'import_wallet', { parameters: ADA });
    expect(shown([signed(1, 'init_import_wallet', { state: 'failed' }), last])).toHaveLength(2);
    const late = { ...last, at: 1500 * MINUTE };
    expect(shown([signed(1, 'init_import_wallet'), late])).toHaveLength(2);
  });

  test('behavior: each import has its own beginning', () => {
    const begin = (n: number) => signed(n, 'init_import_wallet', { parameters: ADA });
    const finish = (n: number) => signed(n, 'import_wallet', { parameters: ADA });
    expect(shown([begin(1), finish(2), begin(3), finish(4)])).toEqual([
      [4, 3],
      [2, 1],
    ]);
  });

  test('behavior: sending and checking a code are steps of the contact that it verifies', () => {
    const sent = (contact: string) =>
      signed(1, 'init_otp', { parameters: { contact }, result: { otpId: 'a' } });
    const checked = (otpId: string) => signed(2, 'verify_otp', { parameters: { otpId } });
    const userEmail = 'ada@example.com';
    const set = signed(3, 'update_user_email', { parameters: { ...ADA, userEmail } });
    expect(shown([sent(userEmail), checked('a'), set])).toEqual([[3, 1, 2]]);
    expect(shown([sent(userEmail), checked('b'), set])).toEqual([[3, 2], [1]]);
    expect(shown([sent('eve@example.com'), checked('a'), set])).toEqual([[3, 2], [1]]);
  });

  test('behavior: others’ activities fold by the person whom the service names', () => {
    const begin = listed(1, 'INIT_IMPORT_WALLET', 41, ADA);
    expect(shown([begin, listed(2, 'IMPORT_WALLET', 41, ADA)])).toEqual([[502, 501]]);
    expect(shown([begin, listed(2, 'IMPORT_WALLET', 42, ADA)])).toEqual([[502], [501]]);
  });

  test('behavior: own votes are below what they are on', () => {
    const activity = { id: id(501) } as EntryView['activity'];
    const vote = signed(5, 'approve_activity', { activity });
    expect(shown([vote, listed(1, 'UPDATE_WALLET', 41)])).toEqual([[501, 5]]);
    expect(shown([vote])).toEqual([[5]]);
  });
});

describe('a rotation', () => {
  const added = (keys: number) =>
    signed(1, 'create_api_keys', {
      parameters: {
        ...ADA,
        apiKeys: Array.from({ length: keys }, () => ({ publicKey: '0241' })),
      },
    });
  const removed = signed(2, 'delete_api_keys', { parameters: ADA });
  const isRotation = (items: readonly ActivityItem[]) => foldJobs(items)[0]?.isRotation;

  test('behavior: a key that was added and then removed another is one job', () => {
    const byNewKey = { ...removed, activity: listed(2, 'DELETE_API_KEYS', 41).activity };
    expect(shown([added(1), byNewKey])).toEqual([[2, 1]]);
    expect(isRotation([byNewKey, added(1)])).toBe(true);
    expect(isRotation([removed, added(1)])).toBe(true);
  });

  test('security: not where another key removed it, of several keys, or by the service’s word alone', () => {
    const byOther = { ...removed, activity: listed(2, 'DELETE_API_KEYS', 42).activity };
    expect(isRotation([byOther, added(1)])).toBe(false);
    expect(isRotation([removed, added(2)])).toBe(false);
    const keys = { ...ADA, apiKeys: [{ publicKey: '0241' }] };
    const claimed = [listed(2, 'DELETE_API_KEYS', 41, ADA), listed(1, 'CREATE_API_KEYS', 41, keys)];
    expect(foldJobs(claimed)).toHaveLength(2);
  });
});

describe('activityIcon', () => {
  const iconOf = (operation: string) => activityIcon(submitRowOf(operation));

  test.each([
    ['update_wallet', 'wallet'],
    ['create_wallet_accounts', 'coins'],
    ['update_user_name', 'user'],
    ['update_user_tag', 'tag'],
    ['create_api_keys', 'key'],
    ['delete_api_keys', 'trash'],
    ['create_authenticators', 'passkey'],
    ['create_policy', 'shield'],
    ['import_wallet', 'import'],
    ['export_private_key', 'up'],
    ['sign_transaction', 'pencil'],
    ['init_otp', 'mail'],
    ['init_fiat_on_ramp', 'coins'],
    ['approve_activity', 'check'],
    ['reject_activity', 'close'],
  ])('behavior: of %s it is %s', (operation, icon) => {
    expect(iconOf(operation)).toBe(icon);
  });

  test('behavior: operations have different ones, and an unknown type its own', () => {
    const submits = ROWS.filter((row) => row.kind === 'submit').map((row) => activityIcon(row));
    expect(new Set(submits).size).toBeGreaterThan(12);
    expect(submits).not.toContain('history');
    expect(activityIcon(undefined)).toBe('history');
  });
});
