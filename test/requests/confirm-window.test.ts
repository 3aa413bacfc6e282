// When the one confirm window opens by itself, and what the user has put off.
import { beforeEach, describe, expect, test } from 'vitest';
import { createConfirmWindow } from '../../src/requests/confirm-window.ts';
import { memoryArea } from '../storage/memory-area.ts';

const source = (group: string, tabId: number | null = null) => ({ group, tabId });
const A = source('a.example', 1);

let area: ReturnType<typeof memoryArea>;
let isFull: boolean;
let shown: (string | undefined)[];
let isOpen: () => Promise<boolean>;
let showConfirm: () => Promise<number | undefined>;
let timers: Map<number, () => void>;
beforeEach(() => {
  [area, isFull, shown, timers] = [memoryArea(), false, [], new Map()];
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

describe('show', () => {
  test('behavior: opens once for a site and a tab, in any worker, until the user decides', async () => {
    await restarted().show([A], 'one');
    expect(shown).toEqual(['one']);
    for (const again of [A, source('a.example', 2), source('b.example', 1), source('a.example')])
      await restarted().show([again], 'two');
    expect(shown).toEqual(['one']);
    await restarted().show([source('b.example', 2)], 'three');
    await restarted().show([source('c.example')], 'four');
    await restarted().show([source('d.example')], 'five');
    expect(shown).toEqual(['one', 'three', 'four', 'five']);
    await restarted().onDecided([source('a.example', 9)]);
    await restarted().show([A], 'six');
    expect(shown.at(-1)).toBe('six');
  });

  test('behavior: not beside an open one, nor where what it is for is put off', async () => {
    isOpen = async () => true;
    await restarted().show([A], 'one');
    isOpen = async () => false;
    await restarted().putOff([A]);
    await restarted().show([source('b.example', 2), A], 'two');
    expect(shown).toEqual([]);
  });

  test('behavior: if it isn’t known whether one is open, it opens', async () => {
    isOpen = () => Promise.reject(new Error('no'));
    await restarted().show([A], 'one');
    expect(shown).toEqual(['one']);
  });

  test('error: not if that can’t be remembered', async () => {
    isFull = true;
    await restarted().show([A], 'one');
    expect(shown).toEqual([]);
  });

  test('behavior: two requests at once open one window', async () => {
    const window = restarted();
    const { promise, resolve } = Promise.withResolvers<number>();
    showConfirm = () => promise;
    const first = window.show([A], 'one');
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    const second = window.show([source('b.example', 2)], 'two');
    resolve(7);
    await Promise.all([first, second]);
    expect(shown).toEqual(['one']);
    expect(timers.size).toBe(0);
  });

  test('error: a browser that opens none holds a page up for two seconds', async () => {
    showConfirm = () => new Promise(() => {});
    const showing = restarted().show([A], 'one');
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    timers.get(2000)?.();
    await showing;
    showConfirm = () => Promise.reject(new Error('no'));
    await restarted().show([source('b.example', 2)], 'two');
    expect(shown).toEqual(['one', 'two']);
  });
});

describe('open', () => {
  test('behavior: the user opens it, at one request or at none, and nothing is put off anymore', async () => {
    await restarted().putOff([A, source('b.example', 2)]);
    await restarted().open([A]);
    await restarted().open([], 'one');
    expect(shown).toEqual([undefined, 'one']);
    await restarted().show([source('b.example', 2)], 'two');
    await restarted().show([A], 'three');
    expect(shown).toEqual([undefined, 'one', 'three']);
  });

  test('behavior: works without room in the area', async () => {
    const window = restarted();
    await window.putOff([A]);
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
  test('behavior: each once; of many the last five hundred are stored', async () => {
    const window = restarted();
    for (const one of [A, A]) await window.putOff([one]);
    const others = Array.from({ length: 499 }, (_, at) => source(`${at}.example`, 100 + at));
    await window.putOff(others);
    await window.putOff(others.slice(0, 1));
    await restarted().show([A], 'one');
    expect(shown).toEqual([]);
    await window.putOff([source('last.example')]);
    for (const one of [...others.slice(0, 1), ...others.slice(-1)])
      await restarted().show([one], one.group);
    await window.show([A], 'two');
    expect(shown).toEqual([]);
    await restarted().show([A], 'three');
    expect(shown).toEqual(['three']);
  });

  test('behavior: a site in two tabs is put off in both', async () => {
    await restarted().putOff([A]);
    await restarted().putOff([source('a.example', 2), source('b.example', 1)]);
    for (const tabId of [1, 2]) await restarted().show([source('c.example', tabId)], 'one');
    expect(shown).toEqual([]);
  });

  test('error: what somebody else stored counts as nothing', async () => {
    await area.set('confirm.window', { windowId: '7', putOff: [A] });
    await restarted().show([A], 'one');
    expect(shown).toEqual(['one']);
  });
});
