import { describe, expect, test } from 'vitest';
import { createScheduler } from '../../src/activities/scheduler.ts';

/** Time that moves by hand; timers due on the way run in their order. */
function bench() {
  let now = 0;
  let timers: { at: number; act: () => void }[] = [];
  const scheduler = createScheduler({
    now: () => now,
    later: (ms, act) => {
      const timer = { at: now + ms, act };
      timers.push(timer);
      return () => {
        timers = timers.filter((one) => one !== timer);
      };
    },
  });
  const pass = async (ms: number) => {
    const end = now + ms;
    for (;;) {
      const [next] = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (!next) break;
      now = next.at;
      timers = timers.filter((one) => one !== next);
      next.act();
      await settled();
    }
    now = end;
    await settled();
  };
  const log: string[] = [];
  const task = (name: string, work: () => Promise<void> = async () => {}) => ({
    name,
    run: async () => {
      log.push(`${name} ${now}`);
      await work();
    },
  });
  return { scheduler, pass, log, task };
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
/** Never ends. */
const hang = () => new Promise<void>(() => {});

describe('createScheduler', () => {
  test('behavior: the service’s rate sets the pace', async () => {
    const { scheduler, pass, log, task } = bench();
    scheduler.observe('p', { limit: 2, remaining: 1 });
    for (const name of ['a', 'b', 'c', 'd']) {
      void scheduler.run('p', 'background', task(name).run);
    }
    await pass(3000);
    expect(log).toEqual(['a 0', 'b 500', 'c 1000', 'd 1500']);
  });

  test('behavior: user actions leave before background reads, each in their order', async () => {
    const { scheduler, pass, log, task } = bench();
    scheduler.observe('p', { limit: 1, remaining: 1 });
    void scheduler.run('p', 'background', task('b1').run);
    void scheduler.run('p', 'background', task('b2').run);
    void scheduler.run('p', 'user', task('u1').run);
    void scheduler.run('p', 'user', task('u2').run);
    await pass(5000);
    expect(log.map((line) => line.split(' ')[0])).toEqual(['b1', 'u1', 'u2', 'b2']);
  });

  test('behavior: nothing leaves during a pause, and profiles do not wait for each other', async () => {
    const { scheduler, pass, log, task } = bench();
    scheduler.pause('p', 1000);
    void scheduler.run('p', 'user', task('held').run);
    void scheduler.run('q', 'user', task('free').run);
    await pass(999);
    expect(log).toEqual(['free 0']);
    await pass(1);
    expect(log).toEqual(['free 0', 'held 1000']);
  });

  test('behavior: six are on their way at most; who comes back lets the next one go', async () => {
    const { scheduler, pass, log, task } = bench();
    let release = () => {};
    const first = new Promise<void>((resolve) => (release = resolve));
    void scheduler.run('p', 'user', task('0', () => first).run);
    for (let i = 1; i < 8; i++) void scheduler.run('p', 'user', task(String(i), hang).run);
    await pass(10_000);
    expect(log).toHaveLength(6);
    release();
    await pass(1);
    expect(log).toHaveLength(7);
  });

  test('behavior: answers and failures go back to whoever asked', async () => {
    const { scheduler } = bench();
    expect(await scheduler.run('p', 'user', async () => 7)).toBe(7);
    const failing = scheduler.run('p', 'user', () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    expect(await scheduler.run('p', 'user', async () => 8)).toBe(8);
  });

  test('behavior: a bucket without tokens waits for one and not longer', async () => {
    const { scheduler, pass, log, task } = bench();
    scheduler.observe('p', { limit: 60, remaining: 0 });
    void scheduler.run('p', 'user', task('a').run);
    await pass(16);
    expect(log).toEqual([]);
    await pass(1);
    expect(log).toEqual(['a 17']);
  });
});
