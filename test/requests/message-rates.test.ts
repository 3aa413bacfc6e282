// How many messages a page, its tab and its site may send.
import { beforeEach, describe, expect, test } from 'vitest';
import { createMessageRates } from '../../src/requests/message-rates.ts';
import { ORIGIN_BURST, ORIGIN_PER_SECOND } from '../../src/protocol/page-api.ts';

let now: number;
let groups: Map<string, string>;
let listReads: number;
beforeEach(() => {
  [now, groups, listReads] = [0, new Map(), 0];
});
const createRates = () =>
  createMessageRates({
    now: () => now,
    groups: {
      known: (origin) => groups.get(origin),
      areExact: async () => {
        listReads += 1;
        return true;
      },
    },
  });

/** How many of so many messages are admitted. */
function admitted(take: () => number, count = 10 * ORIGIN_BURST): number {
  return Array.from({ length: count }, take).filter((waitMs) => waitMs === 0).length;
}

describe('createMessageRates', () => {
  test('behavior: an origin has its burst, then its rate, and says how long to wait', () => {
    const rates = createRates();
    let tabId = 0;
    // Each message from a tab of its own.
    const take = () => rates.take({ origin: 'https://a.example', tabId: (tabId += 1) });
    expect(admitted(take)).toBe(ORIGIN_BURST);
    expect(take()).toBe(1000 / ORIGIN_PER_SECOND);
    now += 1000;
    expect(admitted(take)).toBe(ORIGIN_PER_SECOND);
  });

  test('behavior: so has a tab, whatever origins are in it', () => {
    const rates = createRates();
    let count = 0;
    const take = () => rates.take({ origin: `https://${(count += 1)}.example`, tabId: 1 });
    expect(admitted(take)).toBe(ORIGIN_BURST);
    expect(take()).toBeGreaterThan(0);
    expect(rates.take({ origin: 'https://other.example', tabId: 2 })).toBe(0);
  });

  test('behavior: all subdomains of a site together have twice of it', () => {
    const rates = createRates();
    let count = 0;
    const take = () => {
      const origin = `https://${(count += 1)}.a.example`;
      groups.set(origin, 'a.example');
      return rates.take({ origin, tabId: count });
    };
    expect(admitted(take)).toBe(2 * ORIGIN_BURST);
    expect(take()).toBe(500 / ORIGIN_PER_SECOND);
    now += 1000;
    expect(admitted(take)).toBe(2 * ORIGIN_PER_SECOND);
    expect(listReads).toBe(0);
  });

  test('behavior: the suffix list is read once a third origin sends messages, and not for each one', () => {
    const rates = createRates();
    const take = (name: string) => rates.take({ origin: `https://${name}.example`, tabId: 1 });
    for (const name of ['a', 'b', 'a', 'b']) take(name);
    expect(listReads).toBe(0);
    take('c');
    expect(listReads).toBe(1);
    for (const name of ['d', 'e', 'd']) take(name);
    expect(listReads).toBe(1);
    take('f');
    expect(listReads).toBe(2);
  });
});
