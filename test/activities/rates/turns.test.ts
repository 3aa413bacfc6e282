// Who is next: askers take turns, each with its own order, and a place can be foretold.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTurns } from '../../../src/activities/rates/turns.ts';

function setUp(requests: readonly (readonly [asker: string, id: string])[]) {
  const turns = createTurns();
  const started: string[] = [];
  for (const [asker, id] of requests) turns.add(asker, { id, start: () => started.push(id) });
  const takeAll = (): readonly string[] => {
    for (let next = turns.take(); next; next = turns.take()) next.start();
    return started;
  };
  return { turns, takeAll };
}

describe('createTurns', () => {
  test('behavior: askers take turns, and whoever comes later isn’t behind a whole queue', () => {
    const { takeAll } = setUp([
      ['a', 'a1'],
      ['a', 'a2'],
      ['a', 'a3'],
      ['b', 'b1'],
      ['c', 'c1'],
      ['b', 'b2'],
    ]);
    expect(takeAll()).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  test('behavior: who had a turn goes to the end of the round, also when asking anew', () => {
    const { turns, takeAll } = setUp([
      ['a', 'a1'],
      ['b', 'b1'],
    ]);
    turns.take();
    turns.add('a', { id: 'a2', start: () => undefined });
    expect(turns.placeOf('a2')).toBe(1);
    expect(turns.count()).toBe(2);
    expect(takeAll()).toEqual(['b1']);
  });

  test('behavior: what doesn’t wait has no place', () => {
    const { turns } = setUp([['a', 'a1']]);
    expect(turns.placeOf('a2')).toBeUndefined();
    turns.take();
    expect(turns.placeOf('a1')).toBeUndefined();
    expect(turns.count()).toBe(0);
  });

  test('behavior: the foretold place is the true one, and no asker is more than one turn ahead', () => {
    const asker = fc.constantFrom('a', 'b', 'c', 'd');
    fc.assert(
      fc.property(fc.array(asker, { maxLength: 40 }), (askers) => {
        const requests = askers.map((one, at) => [one, `${one}${at}`] as const);
        const { turns, takeAll } = setUp(requests);
        const places = requests.map(([, id]) => [id, turns.placeOf(id)] as const);
        const order = takeAll();
        expect(places).toEqual(requests.map(([, id]) => [id, order.indexOf(id)]));
        // As long as an asker still waits, nobody has had two turns more.
        for (const [at, id] of order.entries()) {
          const before = (name: string) =>
            order.slice(0, at).filter((one) => one.startsWith(name)).length;
          const own = before(id[0] ?? '');
          for (const other of 'abcd') expect(before(other)).toBeLessThanOrEqual(own + 1);
        }
      }),
    );
  });
});
