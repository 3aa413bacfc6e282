// What waits for the user's vote is counted slowly, without a prompt, and only what the user may approve.
import { beforeEach, describe, expect, test } from 'vitest';
import { createInbox, INBOX_INTERVAL_MS, type InboxDeps } from '../../src/activities/inbox.ts';
import { KeystampError } from '../../src/protocol/errors.ts';
import { BUILT_IN_QUERIES } from '../../src/protocol/operations.ts';

let made = 0;
const activity = (status: string, canApprove = true) => ({
  id: `activity ${String((made += 1))}`,
  status: `ACTIVITY_STATUS_${status}`,
  canApprove,
});
const LISTED = [
  activity('CONSENSUS_NEEDED'),
  activity('AUTHENTICATORS_NEEDED'),
  activity('CONSENSUS_NEEDED', false),
  activity('COMPLETED'),
  activity('OF_TOMORROW'),
];

let now: number;
let active: string | null;
let asked: unknown[];
let answer: unknown;
let session: Map<string, unknown>;
beforeEach(() => {
  [now, active, asked, answer] = [1000, 'profile', [], { activities: LISTED }];
  session = new Map();
});

const inboxOf = (area: object = {}) =>
  createInbox({
    now: () => now,
    session: {
      get: async (key: string) => session.get(key),
      set: async (key: string, value: unknown) => void session.set(key, value),
      remove: async (key: string) => void session.delete(key),
      ...area,
    },
    profiles: {
      activeId: async () => active,
      get: async (id: string) => ({ id, baseUrl: 'u', organizationId: 'o', keyId: 'k' }),
    },
    queries: {
      ask: async (_: unknown, row: unknown, parameters: unknown, priority: unknown) => {
        asked.push([row, parameters, priority]);
        if (answer instanceof Error) throw answer;
        return answer;
      },
    },
  } as unknown as InboxDeps);

describe('the inbox', () => {
  test('behavior: counts what waits and may be approved, in one background query', async () => {
    const inbox = inboxOf();
    expect(await inbox.count('profile')).toBe(2);
    expect(inbox.known('profile')).toBe(2);
    const filterByStatus = [
      'ACTIVITY_STATUS_CONSENSUS_NEEDED',
      'ACTIVITY_STATUS_AUTHENTICATORS_NEEDED',
    ];
    const parameters = { filterByStatus, paginationOptions: { limit: '100' } };
    expect(asked).toEqual([[BUILT_IN_QUERIES.activities, parameters, 'background']]);
  });

  test('behavior: is of one profile, and forgotten with the lock', async () => {
    const inbox = inboxOf();
    await inbox.count('profile');
    expect(inbox.known('other')).toBeUndefined();
    inbox.clear();
    expect(inbox.known('profile')).toBeUndefined();
  });

  test('behavior: a refresh that fails keeps what was known; without a profile nothing is asked', async () => {
    const inbox = inboxOf();
    await inbox.refresh();
    answer = new KeystampError('read_session_needed');
    await inbox.refresh();
    expect(inbox.known('profile')).toBe(2);
    active = null;
    await inbox.refresh();
    expect(asked).toHaveLength(2);
  });

  test('behavior: the next time is five minutes after the last, never in the past', async () => {
    const inbox = inboxOf();
    expect(inbox.nextAt()).toBe(1000 + INBOX_INTERVAL_MS);
    await inbox.count('profile');
    now += 60_000;
    expect(inbox.nextAt()).toBe(1000 + INBOX_INTERVAL_MS);
    now += INBOX_INTERVAL_MS;
    expect(inbox.nextAt()).toBe(now);
  });

  test('behavior: tells of what is new, once, whichever life of the worker finds it', async () => {
    expect(await inboxOf().refresh()).toBe(2);
    expect(await inboxOf().refresh()).toBe(0);
    answer = { activities: [...LISTED, activity('CONSENSUS_NEEDED')] };
    expect(await inboxOf().refresh()).toBe(3);
    answer = { activities: LISTED };
    expect(await inboxOf().refresh()).toBe(0);
    answer = { activities: [activity('CONSENSUS_NEEDED'), activity('COMPLETED')] };
    expect(await inboxOf().refresh()).toBe(1);
  });

  test('behavior: what a page has shown is not told', async () => {
    await inboxOf().count('profile');
    expect(await inboxOf().refresh()).toBe(0);
  });

  test('error: where what was told can’t be kept, nothing is told; what is stored may be anything', async () => {
    const broken = { get: async () => null, set: async () => Promise.reject(new Error('full')) };
    const inbox = inboxOf(broken);
    expect(await inbox.refresh()).toBe(0);
    expect(inbox.known('profile')).toBe(2);
    await inboxOf().refresh();
    expect([...session.keys()]).toEqual(['inbox-told']);
    session.set('inbox-told', { of: 'somebody else' });
    expect(await inboxOf().refresh()).toBe(2);
  });
});
