import { SETTLED_STATES, type EntryView } from '../../protocol/outbox-entry.ts';
import { isWaitingForOthers } from '../components/follow-entry.ts';

/**
 * How a stage stands by its activity.
 * - `going`: it is on its way
 * - `waiting`: the service has it and waits for other people or credentials
 * - `stopped`: nothing came of it
 * - `open`: nobody can tell what came of it
 * - `disproved`: the service's answer is false, or about something else
 * - `done`: it was carried out
 */
export type StageState = 'going' | 'waiting' | 'stopped' | 'open' | 'disproved' | 'done';

/** How a stage stands, wherever it is found again; one whose activity isn't known yet goes on. */
export function stateOfStage(entry: EntryView | undefined): StageState {
  if (!entry || !SETTLED_STATES.includes(entry.state))
    return entry && isWaitingForOthers(entry) ? 'waiting' : 'going';
  switch (entry.state) {
    case 'completed':
      return 'done';
    case 'mismatch':
      return 'disproved';
    case 'unknown':
      return 'open';
    default:
      return 'stopped';
  }
}

/** Whether a stage may still be carried out by itself. */
export const isGoingOn = (state: StageState): boolean => state === 'going' || state === 'waiting';
