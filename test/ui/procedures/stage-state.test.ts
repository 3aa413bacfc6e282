import { expect, test } from 'vitest';
import { ENTRY_STATES, type EntryView } from '../../../src/protocol/outbox-entry.ts';
import { stateOfStage } from '../../../src/ui/procedures/stage-state.ts';
import { entry } from '../page/world.ts';

test('behavior: each state of an activity is one of its stage', () => {
  const states = ENTRY_STATES.map((state) => [state, stateOfStage({ ...entry, state })]);
  expect(Object.fromEntries(states)).toEqual({
    stamped: 'going',
    sending: 'going',
    waiting: 'going',
    pending: 'going',
    completed: 'done',
    failed: 'stopped',
    rejected: 'stopped',
    refused: 'stopped',
    mismatch: 'disproved',
    unknown: 'open',
  });
  expect(stateOfStage(undefined)).toBe('going');
});

test.each(['ACTIVITY_STATUS_CONSENSUS_NEEDED', 'ACTIVITY_STATUS_AUTHENTICATORS_NEEDED'])(
  'behavior: %s is waiting for others, until that is over',
  (status) => {
    const activity = { status } as EntryView['activity'];
    expect(stateOfStage({ ...entry, state: 'pending', activity })).toBe('waiting');
    expect(stateOfStage({ ...entry, state: 'rejected', activity })).toBe('stopped');
  },
);
