import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { eventsBetween, stampedEvent } from '../../../src/activities/outbox/entry-events.ts';
import type { OutboxRecord } from '../../../src/activities/outbox/record.ts';
import type { EntryState } from '../../../src/protocol/outbox-entry.ts';
import { ACTIVITY, activityWith, FACTS, NOW, ORGANIZATION, recordOf } from './entries.ts';

/*
 * What the history says of an entry between two of its rows.
 */

const DIGEST = 'ab'.repeat(32);
const LATER = NOW + 5000;
const SENT = { attempts: 1, updatedAt: LATER };

const factsOf = (before: Partial<OutboxRecord>, after: Partial<OutboxRecord>): readonly string[] =>
  eventsBetween(recordOf(before), recordOf(after), undefined).map(({ fact }) => fact);

describe('eventsBetween', () => {
  test('behavior: the first send is a fact, later ones aren’t', () => {
    expect(factsOf({}, SENT)).toEqual(['sent']);
    expect(factsOf(SENT, { attempts: 2 })).toEqual([]);
    expect(factsOf({}, {})).toEqual([]);
    expect(factsOf(SENT, SENT)).toEqual([]);
  });

  test('behavior: the service’s own record of it is a fact, once', () => {
    const accepted = { ...SENT, state: 'pending', activityId: ACTIVITY } as const;
    expect(factsOf(SENT, accepted)).toEqual(['accepted']);
    expect(factsOf(accepted, accepted)).toEqual([]);
    expect(factsOf({}, accepted)).toEqual(['sent', 'accepted']);
    expect(factsOf(accepted, SENT)).toEqual([]);
  });

  const ENDS = ['completed', 'failed', 'rejected', 'refused', 'mismatch', 'unknown'] as const;
  test.each(ENDS)('behavior: %s is a fact, once, and takes the place of accepted', (state) => {
    const ended = { ...SENT, state, activityId: ACTIVITY };
    expect(factsOf(SENT, ended)).toEqual([state]);
    expect(factsOf({ ...SENT, state: 'pending', activityId: ACTIVITY }, ended)).toEqual([state]);
    expect(factsOf(ended, ended)).toEqual([]);
  });

  test.each(['stamped', 'sending', 'retrying', 'pending'] as readonly EntryState[])(
    'behavior: %s alone is none',
    (state) => expect(factsOf(SENT, { ...SENT, state })).toEqual([]),
  );

  test('behavior: an entry that goes on after its end is opened again', () => {
    const ended = { ...SENT, state: 'unknown' } as const;
    expect(factsOf(ended, { ...SENT, state: 'pending' })).toEqual(['reopened']);
    expect(factsOf(ended, { ...SENT, state: 'completed', activityId: ACTIVITY })).toEqual([
      'completed',
    ]);
  });

  test('behavior: each has the request and the time of the row; only answers have a reply', () => {
    const activity = { ...activityWith(), canApprove: false, canReject: false };
    const reply = createHash('sha256').update(JSON.stringify(activity)).digest('hex');
    const after = recordOf({
      ...SENT,
      state: 'completed',
      activityId: ACTIVITY,
      fingerprint: `sha256:${DIGEST}`,
    });
    const [sent, completed, ...others] = eventsBetween(recordOf(), after, { ...FACTS, activity });
    expect(others).toEqual([]);
    expect(sent).toEqual({
      fact: 'sent',
      at: LATER,
      id: 'entry',
      operation: 'create_user_tag',
      type: after.type,
      origin: 'popup',
      profileId: 'profile',
      organizationId: ORGANIZATION,
      keyId: 'key',
      method: 'key',
      activityId: ACTIVITY,
      body: DIGEST,
      details: { attempts: 1 },
      reply: null,
    });
    expect(completed).toEqual({ ...sent, fact: 'completed', reply });
  });
});

describe('stampedEvent', () => {
  test('behavior: is of the moment it was made, before any send', () => {
    const record = recordOf({ fingerprint: `sha256:${DIGEST}`, updatedAt: LATER });
    expect(stampedEvent(record)).toMatchObject({ fact: 'stamped', at: NOW, body: DIGEST });
    expect(stampedEvent(record).details).toEqual({});
  });

  test('behavior: a passkey’s names no API key, and no body without a whole digest', () => {
    expect(stampedEvent(recordOf({ method: 'passkey' })).keyId).toBe(null);
    for (const fingerprint of ['sha256:00', `sha256:${DIGEST}0`, `x sha256:${DIGEST}`])
      expect(stampedEvent(recordOf({ fingerprint })).body).toBe(null);
  });
});
