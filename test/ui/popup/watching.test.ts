import { describe, expect, test } from 'vitest';
import { KeystampError } from '../../../src/protocol/errors.ts';
import { OPERATIONS } from '../../../src/protocol/operations.ts';
import { queryParametersOf, toneOf } from '../../../src/ui/popup/status-watch.tsx';
import { followEntry } from '../../../src/ui/components/follow-entry.ts';
import { entry, popupWorld } from './world.ts';

describe('follow', () => {
  test('behavior: tells every change and ends with the settled one', async () => {
    const states = ['sending', 'waiting', 'sending', 'completed'] as const;
    let at = 0;
    const world = popupWorld({
      activities_get: () => entry,
      activities_wait: () => ({ ...entry, state: states[(at += 1)], revision: at + 1 }),
    });
    const reported: string[] = [];
    await followEntry(
      world.effects,
      entry.id,
      (one) => reported.push(one.state),
      () => false,
    );
    expect(reported).toEqual(states);
    expect(world.calls('activities_wait').map((one) => one.input)).toEqual([
      { id: entry.id, revision: 1 },
      { id: entry.id, revision: 2 },
      { id: entry.id, revision: 3 },
    ]);
  });

  test('behavior: stops asking when the screen is gone', async () => {
    let rounds = 0;
    const world = popupWorld({ activities_get: () => entry, activities_wait: () => entry });
    await followEntry(
      world.effects,
      entry.id,
      () => (rounds += 1),
      () => rounds >= 3,
    );
    expect(world.calls('activities_wait')).toHaveLength(3);
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

describe('questionOf', () => {
  test('behavior: takes the query’s parameters from the result', () => {
    const { followUp: follows } = OPERATIONS.init_fiat_on_ramp;
    if (!follows) throw new Error('the row follows nothing');
    const result = { onRampUrl: 'https://x.example', onRampTransactionId: 'T1' };
    expect(queryParametersOf(follows, result)).toEqual({ transactionId: 'T1' });
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
  });
});
