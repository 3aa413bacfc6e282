// What a page shows of several activities in a row, with a worker that answers by a script.
import { describe, expect, test } from 'vitest';
import { KeystampError, toWire } from '../../../src/protocol/errors.ts';
import type { EntryView } from '../../../src/protocol/outbox-entry.ts';
import type { Client } from '../../../src/client/client.ts';
import {
  beginningAt,
  createProcedure,
  isAtWork,
  type ProcedureRun,
} from '../../../src/ui/procedures/procedure.ts';
import { entry as someEntry } from '../page/world.ts';

type Stage = 'first' | 'second';
type Run = ProcedureRun<Stage> & { readonly fault?: string };

const WAITING = 'ACTIVITY_STATUS_CONSENSUS_NEEDED';
const stateOf = (state: EntryView['state'], change: Partial<EntryView> = {}): EntryView => ({
  ...someEntry,
  error: null,
  ...change,
  state,
});
const activity = { id: someEntry.id, type: someEntry.type, status: WAITING };
const votesMissing = stateOf('pending', { activity: activity as EntryView['activity'] });

/** A procedure whose activities go through these entries, one for each question. */
function createScripted(entries: readonly EntryView[], canMark = true) {
  const calls: string[] = [];
  const left = entries.map((entry, index) => ({ ...entry, revision: index + 2 }));
  const call = async (name: string) => {
    calls.push(name);
    if (name === 'activities_disprove' && !canMark) throw new KeystampError('storage_failed');
    return left.length > 1 ? left.shift() : left[0];
  };
  const shown: string[] = [];
  const procedure = createProcedure<Run>({
    client: { call } as unknown as Client,
    later: (_, then) => {
      queueMicrotask(then);
      return () => undefined;
    },
    watchSnapshot: () => () => undefined,
  });
  procedure.run.subscribe((run) => run && shown.push(`${run.stage} ${run.state}`));
  return { ...procedure, calls, shown };
}

const submit = async () => stateOf('sending', { activity: null, revision: 1 });
const refusal = toWire(new KeystampError('service_error'));

describe('createProcedure', () => {
  test('behavior: stage by stage to its end, each activity with how it is doing', async () => {
    const { run, start, shown } = createScripted([stateOf('pending'), stateOf('completed')]);
    await start(beginningAt('first'), async ({ follow, report }) => {
      expect(await follow(submit())).toMatchObject({ state: 'completed' });
      report({ stage: 'second', entry: null });
    });
    expect(new Set(shown)).toEqual(new Set(['first going', 'second going', 'second done']));
    expect(run.value).toMatchObject({ entry: null, error: null });
  });

  test('behavior: others decide while it waits, and it goes on', async () => {
    const { run, start, shown } = createScripted([votesMissing, stateOf('completed')]);
    await start(beginningAt('first'), async ({ follow }) => void (await follow(submit())));
    expect(shown).toContain('first waiting');
    expect(run.value?.state).toBe('done');
  });

  test('behavior: one that pauses ends while others decide, and may be begun again', async () => {
    const { run, start, shown } = createScripted([votesMissing]);
    const begin = () =>
      start(beginningAt('first'), async ({ follow }) => void (await follow(submit(), true)));
    await begin();
    expect(run.value).toMatchObject({ state: 'waiting', entry: { state: 'pending' } });
    await begin();
    expect(shown.lastIndexOf('first going')).toBeGreaterThan(shown.indexOf('first waiting'));
    expect(run.value?.state).toBe('waiting');
  });

  test.each(['refused', 'failed', 'rejected'] as const)(
    'error: an activity that is %s stops it with its error',
    async (state) => {
      const { run, start } = createScripted([stateOf(state, { error: refusal })]);
      await start(beginningAt('first'), async ({ follow }) => void (await follow(submit())));
      expect(run.value).toMatchObject({ stage: 'first', state: 'stopped', error: refusal });
    },
  );

  test('error: an outcome that nobody knows leaves it open, without a claim', async () => {
    const { run, start } = createScripted([stateOf('unknown')]);
    await start(beginningAt('first'), async ({ follow }) => void (await follow(submit())));
    expect(run.value).toMatchObject({ state: 'open', error: null, entry: { state: 'unknown' } });
  });

  test('error: an answer about something else disproves it', async () => {
    const { run, start, calls } = createScripted([stateOf('mismatch', { error: refusal })]);
    await start(beginningAt('first'), async ({ follow }) => void (await follow(submit())));
    expect(run.value).toMatchObject({ state: 'disproved', error: refusal });
    // The worker found it itself.
    expect(calls).not.toContain('activities_disprove');
  });

  test.each([
    ['is marked', true],
    ['says so if it could not be marked', false],
  ])('error: a result that the page finds false %s', async (_, canMark) => {
    const { run, start, calls } = createScripted([stateOf('completed')], canMark);
    await start(beginningAt('first'), async ({ follow, disprove }) => {
      await disprove(await follow(submit()), { fault: 'wrong' });
      throw new TypeError('it went on');
    });
    expect(calls).toContain('activities_disprove');
    expect(run.value).toMatchObject({ state: 'disproved', fault: 'wrong', isRecorded: canMark });
  });

  test('behavior: nobody is told after leaving, and another run may begin', async () => {
    const { run, start, leave } = createScripted([stateOf('completed')]);
    const left = start(beginningAt('first'), async ({ follow, hasLeft, report }) => {
      await follow(submit());
      expect(hasLeft()).toBe(true);
      report({ stage: 'second' });
    });
    leave();
    const next = start(beginningAt('second'), async () => undefined);
    await Promise.all([left, next]);
    expect(run.value).toMatchObject({ stage: 'second', state: 'done', entry: null });
  });

  test('behavior: one run at a time', async () => {
    const { run, start } = createScripted([stateOf('completed')]);
    const first = start(beginningAt('first'), async ({ follow }) => void (await follow(submit())));
    await start(beginningAt('second'), async () => undefined);
    await first;
    expect(run.value).toMatchObject({ stage: 'first', state: 'done' });
  });

  test.each([
    ['going', true],
    ['waiting', true],
    ['stopped', false],
    ['open', false],
    ['disproved', false],
    ['done', false],
  ] as const)('behavior: at work while it is %s: %s', (state, expected) => {
    expect(isAtWork({ ...beginningAt('first'), state })).toBe(expected);
  });
});
