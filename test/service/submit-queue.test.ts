import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  createSubmitQueue,
  type QueuePlace,
  type SubmitQueue,
} from '../../src/service/submit-queue.ts';

type Held = { readonly name: string; readonly end: () => void };

/** Submits that end when the test says so; `started` is their order. */
function holdSubmits(enqueue: SubmitQueue) {
  const started: Held[] = [];
  const submit = (organizationId: string, record: string | undefined, name: string) => {
    const place: QueuePlace = { organizationId, record };
    return enqueue(place, () => {
      const { promise, resolve } = Promise.withResolvers<string>();
      started.push({ name, end: () => resolve(name) });
      return promise;
    });
  };
  const names = () => started.map(({ name }) => name);
  return { started, names, submit };
}

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);
/** Until what waits for the database no longer counts as busy. */
const untilPatience = () => vi.advanceTimersByTimeAsync(60);

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

describe('createSubmitQueue', () => {
  test('behavior: two at a time in their order, while they are busy', async () => {
    const { started, names, submit } = holdSubmits(createSubmitQueue(10));
    const all = numbers(4).map((at) => submit('a', undefined, `s${at}`));
    expect(names()).toEqual(['s0', 's1']);
    started[1]?.end();
    expect(await all[1]).toBe('s1');
    await Promise.resolve();
    expect(names()).toEqual(['s0', 's1', 's2']);
  });

  test('behavior: a record that is locked holds up two, and nobody who changes another', async () => {
    const { started, names, submit } = holdSubmits(createSubmitQueue(10));
    const stuck = numbers(50).map((at) => submit('a', 'locked', `stuck ${at}`));
    const free = numbers(3).map((at) => submit('a', 'free', `free ${at}`));
    await untilPatience();
    expect(names()).toEqual(['stuck 0', 'stuck 1', 'free 0', 'free 1']);
    for (const { end } of started.slice(2)) end();
    await Promise.all(free.slice(0, 2));
    await untilPatience();
    expect(names().slice(4)).toEqual(['free 2']);
    expect(stuck).toHaveLength(50);
  });

  test('behavior: an organization’s burst leaves connections and every other turn to another', async () => {
    const { started, names, submit } = holdSubmits(createSubmitQueue(4));
    for (const at of numbers(100)) void submit('a', undefined, `a${at}`);
    await untilPatience();
    expect(names(), 'two of four connections').toEqual(['a0', 'a1']);
    for (const at of numbers(3)) void submit('b', undefined, `b${at}`);
    expect(names()).toEqual(['a0', 'a1', 'b0', 'b1']);
    started[2]?.end();
    started[0]?.end();
    await untilPatience();
    // A place became free for each.
    expect(names().slice(4).toSorted()).toEqual(['a2', 'b2']);
  });

  test('error: what fails leaves its place to the next', async () => {
    const enqueue = createSubmitQueue(2);
    const place = { organizationId: 'a', record: 'r' };
    const failing = numbers(5).map((at) =>
      enqueue(place, () => Promise.reject(new Error(`${at}`))),
    );
    const ends = await Promise.allSettled(failing);
    expect(ends.map(({ status }) => status)).toEqual(numbers(5).map(() => 'rejected'));
    expect(await enqueue(place, () => Promise.resolve('done'))).toBe('done');
  });
});
