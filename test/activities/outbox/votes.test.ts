// A vote’s way through the outbox: answered with the activity that it is about, looked for among that
// activity’s votes, and never sent when it could count twice.
import { beforeEach, describe, expect, test } from 'vitest';
import type { ExchangeResult, ExchangeOutcome } from '../../../src/activities/exchange.ts';
import {
  createPerformAction,
  type ActionKind,
} from '../../../src/activities/outbox/perform-action.ts';
import type { OutboxEntry, OutboxRecord } from '../../../src/activities/outbox/record.ts';
import { submitBody } from '../../../src/protocol/envelope.ts';
import { KeystampError } from '../../../src/protocol/errors.ts';
import { OPERATIONS } from '../../../src/protocol/operations.ts';
import { ACTIVITY, activityWith, FACTS, NOW, ORGANIZATION, recordOf } from './entries.ts';

const HOUR = 3_600_000;
const FINGERPRINT = `sha256:${'ab'.repeat(32)}`;
const { path, versions } = OPERATIONS.approve_activity;
const body = submitBody(versions[0], ORGANIZATION, NOW, { fingerprint: FINGERPRINT });
const signedRequest = { path, body, stamp: { header: 'X-Stamp', value: 'x' } };

const vote = (message: string, selection = 'VOTE_SELECTION_APPROVED') => ({
  id: `vote of ${message.length} characters`,
  userId: 'u',
  activityId: ACTIVITY,
  selection,
  message,
  publicKey: '02',
  signature: '30',
  scheme: 'S',
  createdAt: '0',
});
const target = (changes: object = {}) =>
  activityWith({
    fingerprint: FINGERPRINT,
    status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED',
    votes: [vote('submission'), vote(body)],
    ...changes,
  });
const withoutOurs = { votes: [vote('submission')] };

let sent: string[];
let filters: unknown[];
beforeEach(() => {
  [sent, filters] = [[], []];
});

type Replies = {
  readonly outcome?: ExchangeOutcome;
  readonly pages?: readonly (readonly object[])[];
};

function voteRecord(changes: Partial<OutboxRecord> = {}): OutboxRecord {
  const { name: operation } = OPERATIONS.approve_activity;
  return recordOf({ operation, type: versions[0].type, fingerprint: 'sha256:0f', ...changes });
}

async function perform(kind: ActionKind, changes: Partial<OutboxRecord>, replies: Replies) {
  const pages = [...(replies.pages ?? [])];
  const performAction = createPerformAction({
    exchange: async (_place, outgoing): Promise<ExchangeResult> => {
      await outgoing.beforeSend?.();
      sent.push(outgoing.body);
      if (!replies.outcome) throw new KeystampError('service_timeout');
      return { outcome: replies.outcome, markVerified: () => {} };
    },
    queries: {
      ask: async (_target: unknown, _row: unknown, values: unknown) => {
        filters.push(values);
        return { activities: pages.shift() ?? [] };
      },
    } as never,
    clock: { now: () => NOW, offset: () => 0, skew: () => 0, forget: () => {} } as never,
    random: () => 0.5,
  });
  const facts = { ...FACTS, parameters: { fingerprint: FINGERPRINT } };
  const entry: OutboxEntry = { record: voteRecord(changes), signedRequest, facts };
  return performAction(entry, kind, async () => {});
}
const answer = (activity: object): ExchangeOutcome => ({ kind: 'answer', value: { activity } });

describe('a vote that is sent', () => {
  test.each([
    'CONSENSUS_NEEDED',
    'AUTHENTICATORS_NEEDED',
    'PENDING',
    'COMPLETED',
    'FAILED',
    'REJECTED',
  ])('behavior: is given, whatever its activity is: %s', async (name) => {
    const status = `ACTIVITY_STATUS_${name}`;
    const failure = { code: 3, message: 'no such wallet' };
    const after = await perform('send', {}, { outcome: answer(target({ status, failure })) });
    expect(after?.record).toMatchObject({ state: 'completed', activityId: ACTIVITY, nextAt: null });
    expect(after?.facts).toMatchObject({
      error: null,
      result: null,
      activity: { status, failure },
    });
    expect(after?.facts?.activity).not.toHaveProperty('votes');
    expect(sent).toEqual([body]);
  });

  test('error: another activity, or one without the vote, is a mismatch', async () => {
    for (const changes of [{ fingerprint: 'sha256:0f' }, withoutOurs]) {
      const after = await perform('send', {}, { outcome: answer(target(changes)) });
      expect(after?.record).toMatchObject({ state: 'mismatch', nextAt: null });
    }
  });

  test('error: refused, because nobody counts it', async () => {
    const error = new KeystampError('service_error', undefined, { status: 403 });
    const after = await perform('send', {}, { outcome: { kind: 'refused', error } });
    expect(after?.record.state).toBe('refused');
  });

  test('error: refused after a lost reply: its activity’s votes decide', async () => {
    const error = new KeystampError('service_error', undefined, { status: 403 });
    const outcome = { kind: 'refused', error } as const;
    const after = await perform('send', { uncertain: true, state: 'waiting' }, { outcome });
    expect(after?.record).toMatchObject({ state: 'waiting', lookingUp: true });
  });
});

describe('a vote whose reply got lost', () => {
  const inDoubt = { state: 'waiting', uncertain: true } as const;
  const late = { ...inDoubt, timestampMs: NOW - HOUR };

  test('behavior: is found among the votes, however old or of what type its activity is', async () => {
    const createdAt = { seconds: '1', nanos: '0' };
    const others = Array.from({ length: 100 }, (_, index) =>
      activityWith({ id: `other-${index}`, fingerprint: `sha256:${index}`, createdAt }),
    );
    const pages = [others, [target({ createdAt, type: 'ACTIVITY_TYPE_OF_TOMORROW' })]];
    const after = await perform('find', late, { pages });
    expect(after?.record).toMatchObject({ state: 'completed', activityId: ACTIVITY });
    expect(filters).toEqual([
      { paginationOptions: { limit: '100' } },
      { paginationOptions: { limit: '100', after: 'other-99' } },
    ]);
    expect(sent).toEqual([]);
  });

  test('behavior: isn’t among them: unknown past the hour, refused after a refusal', async () => {
    const pages = [[target(withoutOurs)]];
    expect((await perform('find', late, { pages }))?.record.state).toBe('unknown');
    const refused = await perform('find', { ...inDoubt, lookingUp: true }, { pages });
    expect(refused?.record.state).toBe('refused');
    expect(sent).toEqual([]);
  });

  test('behavior: without its activity in the list the outcome is unknown', async () => {
    expect((await perform('find', late, { pages: [] }))?.record.state).toBe('unknown');
  });

  test('behavior: a list that shows no votes settles nothing', async () => {
    const after = await perform('find', late, { pages: [[target({ votes: null })]] });
    expect(after?.record).toMatchObject({ state: 'waiting', lookups: 1 });
    expect(after?.facts?.error).toMatchObject({ code: 'outcome_unknown' });
  });

  test('error: a list that turns it into the opposite is a mismatch', async () => {
    const votes = [vote('submission'), vote(body, 'VOTE_SELECTION_REJECTED')];
    const after = await perform('find', late, { pages: [[target({ votes })]] });
    expect(after?.record.state).toBe('mismatch');
  });

  test('behavior: after a wrong answer it is adopted, and the mark stays', async () => {
    const mismatched = { ...inDoubt, mismatched: true, lookingUp: true };
    const after = await perform('find', mismatched, { pages: [[target()]] });
    expect(after?.record).toMatchObject({ state: 'completed', mismatched: true });
  });
});
