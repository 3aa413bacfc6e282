// Carrying entries to their end: when, by which worker, and what resumes them.
import { beforeEach, describe, expect, test } from 'vitest';
import type { ExchangeOutcome } from '../../../src/activities/exchange.ts';
import { FACTS, NOW, recordOf } from './entries.ts';
import { createRunnerFixture as createFixture, GOOD, UNKNOWN } from './runner-fixture.ts';
import { settled } from '../../test-clock.ts';

const MIN_ALARM_MS = 30_000;

let fixture: ReturnType<typeof createFixture>;
beforeEach(() => {
  fixture = createFixture();
});

describe('run', () => {
  test('behavior: carries an entry to its end; the alarm is set before anything else', async () => {
    fixture.add('one');
    await fixture.runner.run('one');
    expect(fixture.stateOf('one')).toBe('completed');
    expect(fixture.alarms).toEqual([NOW + MIN_ALARM_MS]);
    expect(fixture.changed).toEqual(['one', 'one']);
    expect(fixture.sent).toEqual(['one']);
    expect(fixture.timers.size).toBe(0);
  });

  test.each(['stamped', 'pending'] as const)(
    'behavior: of a %s entry nothing is saved or sent before its alarm is set',
    async (state) => {
      const asked: unknown[] = [];
      const { promise, resolve } = Promise.withResolvers<void>();
      fixture = createFixture(async () => (asked.push('service'), GOOD));
      fixture.browser.busy = promise;
      fixture.add('one', { state });
      const running = fixture.runner.run('one');
      await settled();
      expect([fixture.alarms.length, fixture.changed, fixture.sent, asked]).toEqual([
        1,
        [],
        [],
        [],
      ]);
      resolve();
      await running;
      expect(fixture.changed).not.toEqual([]);
    },
  );

  test('behavior: an action that is due later waits for its timer, and after that for its alarm', async () => {
    fixture.add('one', { state: 'waiting', nextAt: NOW + 40_000 });
    await fixture.runner.run('one');
    expect([fixture.sent, fixture.changed]).toEqual([[], []]);
    expect([...fixture.timers].map(({ ms }) => ms)).toEqual([40_000]);
    expect(fixture.alarms).toEqual([NOW + 40_000]);
    fixture.time.now += 40_000;
    for (const { act } of fixture.timers) act();
    await settled();
    expect(fixture.stateOf('one')).toBe('completed');
  });

  test('behavior: each entry has one timer; the next run replaces it, a stop cancels it', async () => {
    fixture.add('one', { state: 'waiting', nextAt: NOW + 10 });
    fixture.add('other', { state: 'waiting', nextAt: NOW + 10 });
    await fixture.runner.run('one');
    await fixture.runner.run('one');
    await fixture.runner.run('other');
    expect(fixture.timers.size).toBe(2);
    fixture.runner.stop();
    expect(fixture.timers.size).toBe(0);
  });

  test('behavior: without a reply it is tried again later', async () => {
    fixture = createFixture(UNKNOWN);
    fixture.add('one');
    await fixture.runner.run('one');
    expect(fixture.rows.get('one')?.record).toMatchObject({ state: 'waiting', uncertain: true });
    expect(fixture.timers.size).toBe(1);
  });

  test('behavior: leaves settled and missing entries alone', async () => {
    fixture.add('one', { state: 'refused', nextAt: null });
    await fixture.runner.run('one');
    await fixture.runner.run('nothing');
    expect([fixture.sent, fixture.alarms, fixture.changed]).toEqual([[], [], []]);
  });

  test('behavior: two runs at the same time send once', async () => {
    const gate = Promise.withResolvers<ExchangeOutcome>();
    fixture = createFixture(() => gate.promise);
    fixture.add('one');
    const both = [fixture.runner.run('one'), fixture.runner.run('one')];
    await settled();
    gate.resolve(GOOD);
    await Promise.all(both);
    expect(fixture.sent).toEqual(['one']);
  });

  test('behavior: waits for an earlier worker’s lock, for two seconds at most', async () => {
    fixture.add('one');
    fixture.heldLocks.add('keystamp-entry-one');
    const runs = fixture.runner.run('one');
    for (let looks = 0; looks < 40; looks += 1) {
      await settled();
      const [timer, ...others] = fixture.timers;
      expect(others).toEqual([]);
      expect(timer?.ms).toBe(50);
      fixture.timers.clear();
      if (looks === 38) fixture.heldLocks.clear();
      timer?.act();
      if (looks === 38) break;
    }
    await runs;
    expect(fixture.stateOf('one')).toBe('completed');
    fixture.add('two');
    fixture.heldLocks.add('keystamp-entry-two');
    const given = fixture.runner.run('two');
    let looks = 0;
    while (looks < 60) {
      await settled();
      const [timer] = fixture.timers;
      if (!timer) break;
      fixture.timers.clear();
      looks += 1;
      timer.act();
    }
    await given;
    expect(looks).toBe(40);
    expect(fixture.stateOf('two')).toBe('stamped');
  });

  test('error: the alarm retries after an error of the store', async () => {
    fixture.add('one');
    fixture.disk.refuses = true;
    await fixture.runner.run('one');
    expect(fixture.alarms).toEqual([NOW + MIN_ALARM_MS]);
    fixture.disk.refuses = false;
    await fixture.runner.run('one');
    expect(fixture.stateOf('one')).toBe('completed');
  });
});

describe('the alarm', () => {
  test('behavior: goes off for the first entry; a later one doesn’t delay it, an earlier one moves it', async () => {
    fixture.add('late', { state: 'waiting', nextAt: NOW + 55_000 });
    fixture.add('later', { state: 'waiting', nextAt: NOW + 59_000 });
    fixture.add('soon', { state: 'waiting', nextAt: NOW + 40_000 });
    for (const id of ['late', 'later', 'soon']) await fixture.runner.run(id);
    expect(fixture.alarms).toEqual([NOW + 55_000, NOW + 40_000]);
    fixture.time.now = NOW + 40_000;
    await fixture.runner.run('late');
    expect(fixture.alarms.at(-1)).toBe(NOW + 70_000);
  });
});

describe('resume', () => {
  test('behavior: resumes everything unsettled, and sets the alarm for the first of it', async () => {
    fixture.add('done', { state: 'completed', nextAt: null });
    fixture.add('late', { state: 'waiting', nextAt: NOW + 50_000 });
    fixture.add('later', { state: 'waiting', nextAt: NOW + 58_000 });
    expect(await fixture.runner.resume()).toBe(false);
    await settled();
    expect(fixture.alarms).toEqual([NOW + 50_000]);
    expect(new Set([...fixture.timers].map(({ ms }) => ms))).toEqual(new Set([50_000, 58_000]));
  });

  test('behavior: with nothing unsettled, clears the alarm', async () => {
    expect(await fixture.runner.resume()).toBe(false);
    expect(fixture.alarms).toEqual([null]);
  });

  test('behavior: sets the alarm back to what is still to come', async () => {
    fixture.add('soon', { state: 'waiting', nextAt: NOW + 40_000 });
    fixture.add('late', { state: 'waiting', nextAt: NOW + 50_000 });
    await fixture.runner.run('soon');
    fixture.rows.delete('soon');
    await fixture.runner.resume();
    expect(fixture.alarms).toEqual([NOW + 40_000, NOW + 50_000]);
  });

  test.each([
    ['later', [NOW + MIN_ALARM_MS]],
    [undefined, [NOW + MIN_ALARM_MS]],
  ])(
    'behavior: a request made while entries are listed (%s) keeps its alarm',
    async (listed, alarms) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      fixture.disk.listed = promise;
      if (listed) fixture.add(listed, { state: 'waiting', nextAt: NOW + 50_000 });
      const resumed = fixture.runner.resume();
      fixture.add('new');
      await fixture.runner.run('new');
      resolve();
      await resumed;
      await settled();
      expect(fixture.alarms).toEqual(alarms);
    },
  );

  test('behavior: tells whether anything is blocked until an unlock', async () => {
    fixture.add('one', { state: 'waiting', nextAt: null });
    expect(await fixture.runner.resume()).toBe(true);
    await settled();
    expect(fixture.sent).toEqual([]);
    expect(fixture.alarms).toEqual([null]);
  });

  test('behavior: after an alarm has gone off, sets another one first', async () => {
    expect(await fixture.runner.resume(true)).toBe(false);
    expect(fixture.alarms).toEqual([NOW + MIN_ALARM_MS, null]);
  });
});

describe('resumeAfterUnlock', () => {
  test('behavior: what was blocked until the unlock is due now, and nothing else', async () => {
    fixture.add('blocked', { state: 'waiting', nextAt: null });
    fixture.add('later', { state: 'waiting', nextAt: NOW + 50_000 });
    fixture.add('settled', { state: 'unknown', nextAt: null });
    await fixture.runner.resumeAfterUnlock();
    await settled();
    expect(fixture.sent).toEqual(['blocked']);
    expect(fixture.stateOf('blocked')).toBe('completed');
    expect(fixture.stateOf('settled')).toBe('unknown');
  });
});

describe('resumeAfterUnlock, while the entry is handled', () => {
  test('behavior: an unlock that comes while an entry is found unreadable isn’t missed', async () => {
    fixture.add('one', {}, { signedRequest: null, facts: null });
    fixture.during.change = () => {
      fixture.during.change = () => {};
      const locked = fixture.rows.get('one');
      if (locked) fixture.add('one', locked.record, {});
      void fixture.runner.resumeAfterUnlock();
    };
    await fixture.runner.run('one');
    await settled();
    expect(fixture.sent).toEqual(['one']);
    expect(fixture.stateOf('one')).toBe('completed');
  });

  test('behavior: an entry that stays unreadable rests until the next unlock', async () => {
    fixture.add('one', {}, { signedRequest: null, facts: null });
    await fixture.runner.run('one');
    expect(fixture.rows.get('one')?.record).toMatchObject({ state: 'stamped', nextAt: null });
    expect(fixture.changed).toEqual(['one']);
  });
});

describe('resumeOnline', () => {
  test('behavior: what waits to be sent again is due now, and nothing else', async () => {
    const planned = { nextAt: NOW + 50_000 };
    fixture.add('mine', { state: 'waiting', ...planned });
    fixture.add('blocked', { state: 'waiting', nextAt: null });
    fixture.add('voted on', { state: 'pending', activityId: 'a', ...planned });
    fixture.add('refused', { state: 'refused', nextAt: null });
    await fixture.runner.resumeOnline();
    await settled();
    expect(fixture.sent).toEqual(['mine']);
    expect(new Set(fixture.changed)).toEqual(new Set(['mine']));
  });
});

describe('resumeAfterPause', () => {
  test('behavior: planned entries under the same quota are due now', async () => {
    const other = '99999999-9999-4999-8999-999999999999';
    fixture.add('mine', { state: 'waiting', nextAt: NOW + 50_000 });
    fixture.add('blocked', { state: 'waiting', nextAt: null });
    fixture.add('theirs', { state: 'waiting', nextAt: NOW + 50_000, organizationId: other });
    fixture.add('elsewhere', {
      state: 'waiting',
      nextAt: NOW + 50_000,
      baseUrl: 'https://b.example',
    });
    await fixture.runner.resumeAfterPause(recordOf());
    await settled();
    expect(fixture.sent).toEqual(['mine']);
  });
});

describe('retry', () => {
  test('behavior: does nothing for a missing or hidden entry', async () => {
    fixture.add('hidden', { state: 'refused', hidden: true, nextAt: null });
    expect(await fixture.runner.retry('nothing')).toBeUndefined();
    expect(await fixture.runner.retry('hidden')).toBeUndefined();
    await settled();
    expect(fixture.sent).toEqual([]);
  });

  test('behavior: a refused entry goes on with the same bytes', async () => {
    fixture.add('one', { state: 'refused', nextAt: null, failures: 3 });
    expect((await fixture.runner.retry('one'))?.record).toMatchObject({ state: 'waiting' });
    await settled();
    expect(fixture.stateOf('one')).toBe('completed');
  });

  test('behavior: a waiting entry is due now; a completed one stays', async () => {
    fixture.add('one', { state: 'waiting', nextAt: NOW + 50_000 });
    fixture.add('done', { state: 'completed', nextAt: null });
    expect((await fixture.runner.retry('one'))?.record.nextAt).toBe(NOW);
    expect((await fixture.runner.retry('done'))?.record.state).toBe('completed');
    await settled();
    expect(fixture.sent).toEqual(['one']);
  });

  test('behavior: the timer of an entry that is sent sooner doesn’t stay', async () => {
    fixture.add('one', { state: 'waiting', nextAt: NOW + 40_000 });
    await fixture.runner.run('one');
    const retried = await fixture.runner.retry('one');
    await settled();
    expect(retried?.facts).toEqual(FACTS);
    expect(fixture.stateOf('one')).toBe('completed');
    expect(fixture.timers.size).toBe(0);
  });

  test('behavior: an entry that waits for a look-up and whose bytes are gone ends as a mismatch', async () => {
    const waiting = { state: 'waiting', mismatched: true, nextAt: NOW + 50_000 } as const;
    fixture.add('one', waiting, { signedRequest: null });
    await fixture.runner.retry('one');
    await settled();
    expect(fixture.stateOf('one')).toBe('mismatch');
  });

  test('behavior: a mismatch is looked up, unless its bytes are gone', async () => {
    const mismatch = { state: 'mismatch', mismatched: true, nextAt: null } as const;
    fixture.add('kept', mismatch);
    fixture.add('gone', mismatch, { signedRequest: null });
    fixture.add('locked', mismatch, { signedRequest: null, facts: null });
    expect((await fixture.runner.retry('kept'))?.record).toMatchObject({ lookingUp: true });
    expect((await fixture.runner.retry('gone'))?.record).toMatchObject(mismatch);
    expect((await fixture.runner.retry('locked'))?.record.state).toBe('waiting');
    await settled();
    expect(fixture.changed).not.toContain('gone');
  });
});

describe('markDisproved', () => {
  test('behavior: a completed entry becomes a permanent mismatch with that error', async () => {
    fixture.add('one', { state: 'completed', nextAt: null });
    const disproved = await fixture.runner.markDisproved('one');
    expect(disproved?.record).toMatchObject({ state: 'mismatch', disproved: true });
    expect(disproved?.facts?.error).toMatchObject({ code: 'reply_mismatch' });
    expect(fixture.changed).toEqual(['one']);
  });

  test('behavior: works without facts, too; does nothing for a missing entry', async () => {
    fixture.add('one', { state: 'completed', nextAt: null }, { facts: null });
    expect((await fixture.runner.markDisproved('one'))?.record.state).toBe('mismatch');
    expect(await fixture.runner.markDisproved('nothing')).toBeUndefined();
    fixture.add('refused', { state: 'refused', nextAt: null });
    expect((await fixture.runner.markDisproved('refused'))?.record.state).toBe('refused');
    expect(fixture.changed).toEqual(['one']);
  });
});
