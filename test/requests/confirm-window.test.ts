// When the one confirm window opens by itself, and what the user has put off.
import { beforeEach, describe, expect, test } from 'vitest';
import { createConfirmWindow } from '../../src/requests/confirm-window.ts';
import { memoryArea } from '../storage/memory-area.ts';

const TEN_MINUTES = 600_000;
let sources = 0;
const source = (group: string, tabId: number | null = null) => ({
  id: `${++sources}`,
  group,
  tabId,
  bridgeId: 'a' as string | null,
});
const A = source('a.example', 1);
/** Nothing that was put off is pending anymore. */
const NONE: readonly [] = [];

let area: ReturnType<typeof memoryArea>;
let isFull: boolean;
let now: number;
let shown: (string | undefined)[];
let isOpen: () => Promise<boolean>;
let showConfirm: () => Promise<number | undefined>;
let timers: Map<number, () => void>;
beforeEach(() => {
  [area, isFull, now, shown, timers] = [memoryArea(), false, 1_763_700_000_000, [], new Map()];
  isOpen = async () => false;
  showConfirm = async () => 7;
});
/** The window of a new worker. */
const restarted = () =>
  createConfirmWindow({
    session: {
      ...area,
      set: async (key, value) => {
        if (isFull) throw new Error('quota');
        await area.set(key, value);
      },
    },
    now: () => now,
    isConfirmOpen: () => isOpen(),
    showConfirm: (id) => {
      shown.push(id);
      return showConfirm();
    },
    later: (ms, act) => {
      timers.set(ms, act);
      return () => void timers.delete(ms);
    },
  });
/** Requests of a source, each after the one before has ended; how many opened the window. */
async function countOpenings(times: number, next: () => ReturnType<typeof source>) {
  const before = shown.length;
  for (let at = 0; at < times; at++) await restarted().show(next(), NONE);
  return shown.length - before;
}

describe('show', () => {
  test('behavior: once while that request is pending, for its site and its tab, in any worker', async () => {
    await restarted().show(A, [A]);
    expect(shown).toEqual([A.id]);
    for (const again of [A, source('a.example', 2), source('b.example', 1), source('a.example')])
      await restarted().show(again, [A, again]);
    expect(shown).toEqual([A.id]);
    for (const other of [source('b.example', 2), source('c.example'), source('d.example')]) {
      await restarted().show(other, [A, other]);
      expect(shown.at(-1)).toBe(other.id);
    }
    await restarted().onDecided([source('a.example', 9)]);
    const next = source('a.example', 1);
    await restarted().show(next, [A, next]);
    expect(shown.at(-1)).toBe(next.id);
  });

  test('behavior: again once that request has ended', async () => {
    await restarted().show(A, [A]);
    await restarted().putOff([A], [A]);
    const next = source('a.example', 1);
    await restarted().show(next, [A, next]);
    expect(shown).toEqual([A.id]);
    await restarted().show(next, [next]);
    expect(shown).toEqual([A.id, next.id]);
  });

  test('behavior: again once another document has taken that request over', async () => {
    await restarted().show(A, [A]);
    const next = source('a.example', 1);
    await restarted().show(next, [{ ...A, bridgeId: 'later' }, next]);
    expect(shown).toEqual([A.id, next.id]);
  });

  test('error: three times at once, then every ten minutes, for a site', async () => {
    let tab = 100;
    const ofSite = () => source('a.example', ++tab);
    expect(await countOpenings(20, ofSite)).toBe(3);
    now += TEN_MINUTES - 1;
    expect(await countOpenings(20, ofSite)).toBe(0);
    now += 1;
    expect(await countOpenings(20, ofSite)).toBe(1);
    now += 6 * TEN_MINUTES;
    expect(await countOpenings(20, ofSite)).toBe(3);
  });

  test('error: the same for a tab, wherever it goes; other sites in other tabs aren’t held up', async () => {
    let site = 0;
    expect(await countOpenings(20, () => source(`${++site}.example`, 1))).toBe(3);
    expect(await countOpenings(1, () => source('other.example', 2))).toBe(1);
    // What the tab was refused doesn't count for the site.
    expect(await countOpenings(20, () => source('20.example', 3))).toBe(3);
  });

  test('behavior: as often as the user decides', async () => {
    for (let at = 0; at < 10; at++) {
      const request = source('a.example', 1);
      await restarted().show(request, [request]);
      await restarted().onDecided([request]);
    }
    expect(shown).toHaveLength(10);
  });

  test('behavior: not beside an open one, nor where what it is for is put off', async () => {
    isOpen = async () => true;
    await restarted().show(A, [A]);
    isOpen = async () => false;
    await restarted().putOff([A], [A]);
    await restarted().show(source('b.example', 1), [A]);
    expect(shown).toEqual([]);
  });

  test('behavior: if it isn’t known whether one is open, it opens', async () => {
    isOpen = () => Promise.reject(new Error('no'));
    await restarted().show(A, [A]);
    expect(shown).toEqual([A.id]);
  });

  test('error: not if that can’t be remembered', async () => {
    isFull = true;
    await restarted().show(A, [A]);
    expect(shown).toEqual([]);
  });

  test('behavior: two requests at once open one window', async () => {
    const window = restarted();
    const { promise, resolve } = Promise.withResolvers<number>();
    showConfirm = () => promise;
    const first = window.show(A, [A]);
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    const second = window.show(source('b.example', 2), [A]);
    resolve(7);
    await Promise.all([first, second]);
    expect(shown).toEqual([A.id]);
    expect(timers.size).toBe(0);
  });

  test('error: a browser that opens none holds a page up for two seconds', async () => {
    showConfirm = () => new Promise(() => {});
    const showing = restarted().show(A, [A]);
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    timers.get(2000)?.();
    await showing;
    showConfirm = () => Promise.reject(new Error('no'));
    const other = source('b.example', 2);
    await restarted().show(other, [A, other]);
    expect(shown).toEqual([A.id, other.id]);
  });
});

describe('open', () => {
  test('behavior: the user opens it, at one request or at none, and nothing is put off anymore', async () => {
    const B = source('b.example', 2);
    await restarted().putOff([A, B], [A, B]);
    await restarted().open([A]);
    await restarted().open([], 'one');
    expect(shown).toEqual([undefined, 'one']);
    await restarted().show(source('b.example', 2), [A, B]);
    const next = source('a.example', 1);
    await restarted().show(next, [A, B, next]);
    expect(shown).toEqual([undefined, 'one', next.id]);
  });

  test('behavior: works without room in the area', async () => {
    const window = restarted();
    await window.putOff([A], [A]);
    isFull = true;
    await window.open([A], 'one');
    expect(shown).toEqual(['one']);
  });

  test('behavior: waits for one that is just opening before it goes to a request', async () => {
    const window = restarted();
    const { promise, resolve } = Promise.withResolvers<number>();
    showConfirm = () => promise;
    const first = window.open([]);
    const second = window.open([], 'one');
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    expect(shown).toEqual([undefined]);
    resolve(7);
    await Promise.all([first, second]);
    expect(shown).toEqual([undefined, 'one']);
  });
});

describe('isOwn', () => {
  test('behavior: the window that was opened, once, also by an earlier worker', async () => {
    expect(await restarted().isOwn(7)).toBe(false);
    await restarted().open([]);
    expect(await restarted().isOwn(8)).toBe(false);
    expect(await restarted().isOwn(7)).toBe(true);
    expect(await restarted().isOwn(7)).toBe(false);
    showConfirm = async () => undefined;
    await restarted().open([]);
    expect(await restarted().isOwn(7)).toBe(false);
  });
});

describe('putOff', () => {
  const stored = async () =>
    ((await area.get('confirm.window')) as { putOff: readonly { id: string }[] }).putOff.map(
      ({ id }) => id,
    );

  test('behavior: each once, for as long as it waits', async () => {
    const [B, C] = [source('b.example', 2), source('c.example', 3)];
    for (const seen of [[A], [A], [B]]) await restarted().putOff(seen, [A, B]);
    expect(await stored()).toEqual([A.id, B.id]);
    await restarted().putOff([C], [B, C]);
    expect(await stored()).toEqual([B.id, C.id]);
  });

  test('behavior: of many sites and tabs the last five hundred openings are stored', async () => {
    const window = restarted();
    for (let at = 0; at < 600; at++) await window.show(source(`${at}.example`), NONE);
    const { openings } = (await area.get('confirm.window')) as { openings: { whose: string }[] };
    expect([openings.length, openings[0]?.whose]).toEqual([500, '100.example']);
  });

  test('behavior: a site in two tabs is put off in both', async () => {
    const all = [A, source('a.example', 2), source('b.example', 1)];
    await restarted().putOff(all, all);
    for (const tabId of [1, 2]) await restarted().show(source('c.example', tabId), all);
    expect(shown).toEqual([]);
  });

  test('error: what somebody else stored counts as nothing', async () => {
    await area.set('confirm.window', { windowId: '7', putOff: [A], openings: [] });
    await restarted().show(A, [A]);
    expect(shown).toEqual([A.id]);
  });
});
