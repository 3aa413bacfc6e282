import { describe, expect, test } from 'vitest';
import { KeystampError } from '../../../src/protocol/errors.ts';
import { OPERATIONS } from '../../../src/protocol/operations.ts';
import { queryParametersOf, stateOf, toneOf } from '../../../src/ui/activities/status-watch.tsx';
import { followEntry } from '../../../src/ui/components/follow-entry.ts';
import { addRowWords, followUpText } from '../../../src/ui/forms/words.ts';
import { entry, popupWorld, unlocked } from '../page/world.ts';
import { settled } from '../../test-clock.ts';

describe('follow', () => {
  const snapshot = { v: 1, state: unlocked, home: null } as const;
  /** Only snapshots bring news: no timer ends. */
  const createPatientWorld = (answers: Parameters<typeof popupWorld>[0]) => {
    const world = popupWorld(answers);
    return { ...world, effects: { ...world.effects, later: () => () => undefined } };
  };

  test('behavior: tells every change and ends with the settled one', async () => {
    const states = ['sending', 'waiting', 'sending', 'completed'] as const;
    let at = -1;
    const world = createPatientWorld({
      activities_get: () => ({ ...entry, state: states[(at += 1)], revision: at + 1 }),
    });
    const reported: string[] = [];
    const following = followEntry(
      world.effects,
      entry.id,
      (one) => reported.push(one.state),
      () => false,
    );
    for (const [index] of states.entries()) {
      await settled();
      expect(reported).toEqual(states.slice(0, index + 1));
      world.publish(snapshot);
    }
    await following;
    expect(world.calls('activities_get')).toHaveLength(4);
  });

  test('behavior: a snapshot about something else tells nothing', async () => {
    const world = createPatientWorld({ activities_get: () => entry });
    const reported: string[] = [];
    let isOver = false;
    const following = followEntry(
      world.effects,
      entry.id,
      (one) => reported.push(one.state),
      () => isOver,
    );
    for (const count of [1, 2, 3]) {
      await settled();
      expect(world.calls('activities_get')).toHaveLength(count);
      world.publish(snapshot);
    }
    isOver = true;
    world.publish(snapshot);
    await following;
    expect(reported).toEqual(['sending']);
    expect(world.watchers()).toBe(0);
  });

  test('behavior: what it reports may end it, and nothing is awaited then', async () => {
    const world = createPatientWorld({ activities_get: () => entry });
    let isOver = false;
    await followEntry(
      world.effects,
      entry.id,
      () => (isOver = true),
      () => isOver,
    );
    expect(world.calls('activities_get')).toHaveLength(1);
    expect(world.watchers()).toBe(0);
  });

  test('behavior: a change during the call is not missed', async () => {
    let state: 'sending' | 'completed' = 'sending';
    const world = createPatientWorld({
      activities_get: () => {
        const seen = { ...entry, state, revision: state === 'sending' ? 1 : 2 };
        state = 'completed';
        world.publish(snapshot);
        return seen;
      },
    });
    const reported: string[] = [];
    await followEntry(
      world.effects,
      entry.id,
      (one) => reported.push(one.state),
      () => false,
    );
    expect(reported).toEqual(['sending', 'completed']);
  });

  test('behavior: asks again when no snapshot comes, and stops when the screen is gone', async () => {
    const world = popupWorld({ activities_get: () => entry });
    await followEntry(
      world.effects,
      entry.id,
      () => undefined,
      () => world.calls('activities_get').length === 3,
    );
    expect(world.calls('activities_get')).toHaveLength(3);
  });

  test('error: rejects with what the worker said', async () => {
    const world = popupWorld({
      activities_get: () => {
        throw new KeystampError('activity_unknown');
      },
    });
    const following = followEntry(
      world.effects,
      entry.id,
      () => undefined,
      () => false,
    );
    await expect(following).rejects.toMatchObject({ code: 'activity_unknown' });
  });
});

describe('queryParametersOf', () => {
  test('behavior: takes the query’s parameters from the result', () => {
    const { followUp: follows } = OPERATIONS.init_fiat_on_ramp;
    if (!follows) throw new Error('the row follows nothing');
    const result = { onRampUrl: 'https://x.example', onRampTransactionId: 'T1' };
    // Without `refresh` the service would not ask the provider, and the purchase never end.
    expect(queryParametersOf(follows, result)).toEqual({ transactionId: 'T1', refresh: true });
  });
});

describe('toneOf', () => {
  test('behavior: good and bad ends by the row, everything else goes on', () => {
    const { followUp: follows } = OPERATIONS.init_fiat_on_ramp;
    if (!follows) throw new Error('the row follows nothing');
    const tones = ['COMPLETED', 'FAILED', 'CANCELLED', 'PENDING', 'UNCOMPLETED', ''].map((one) =>
      toneOf(follows, one),
    );
    expect(tones).toEqual(['good', 'danger', 'danger', 'info', 'info', 'info']);
    expect(toneOf(follows, 'ON_RAMP_STATUS_COMPLETED')).toBe('good');
    expect(toneOf(follows, '__proto__')).toBe('info');
  });

  test('behavior: a purchase has its own words, and an unknown state is shown as it is', () => {
    const row = OPERATIONS.init_fiat_on_ramp;
    const { followUp: follows } = row;
    if (!follows) throw new Error('the row follows nothing');
    addRowWords();
    const states = ['PENDING', 'COMPLETED', 'ON_RAMP_FAILED', 'CANCELLED', 'IN_REVIEW'];
    expect(states.map((one) => followUpText(row, stateOf(follows, one)))).toEqual([
      'Waiting for payment',
      'Paid',
      'Failed',
      'Cancelled',
      'In review',
    ]);
  });
});
