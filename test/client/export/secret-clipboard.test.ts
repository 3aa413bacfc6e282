import { beforeEach, describe, expect, test } from 'vitest';
import {
  CLIPBOARD_MS,
  createSecretClipboard,
  findClipboardAccess,
  type ClipboardState,
} from '../../../src/client/export/secret-clipboard.ts';
import { settled } from '../../test-clock.ts';

/** Firefox knows no such permission. */
const FIREFOX = async () => Promise.reject(new TypeError('clipboard-read'));
const allowing = (state: PermissionState) => async () =>
  Promise.resolve({ state } as PermissionStatus);

/** A clipboard that may refuse to be read or written, and a clock that a test moves. */
function world(query: Permissions['query'] = allowing('granted')) {
  const states: ClipboardState[] = [];
  const timers: { readonly ms: number; readonly fire: () => void; isCancelled: boolean }[] = [];
  const board = { text: '', isReadable: true, isWritable: true };
  /** What the browser takes its time for, from now on. */
  let slow: Promise<void> = Promise.resolve();
  const listeners = new Map<string, (event: Event) => void>();
  const clipboard = createSecretClipboard(
    {
      clipboard: {
        readText: async () => {
          if (!board.isReadable) throw new DOMException('no', 'NotAllowedError');
          const { text } = board;
          await slow;
          return text;
        },
        writeText: async (text) => {
          const { isWritable } = board;
          if (isWritable) board.text = text;
          await slow;
          if (!isWritable) throw new DOMException('no', 'NotAllowedError');
        },
      },
      permissions: { query },
      listen: (name, act) => {
        listeners.set(name, act);
        return () => void listeners.delete(name);
      },
      later: (ms, then) => {
        const timer = { ms, fire: then, isCancelled: false };
        timers.push(timer);
        return () => void (timer.isCancelled = true);
      },
    },
    (state) => states.push(state),
  );
  /** Closes the page; whether the browser asks before. */
  const close = (): boolean => {
    const event = new Event('beforeunload', { cancelable: true });
    listeners.get('beforeunload')?.(event);
    return event.defaultPrevented;
  };
  const focus = () => listeners.get('focus')?.(new Event('focus'));
  /** Whatever begins while `begin` runs takes until the returned function is called. */
  const hold = async (begin: () => Promise<void>) => {
    const held = Promise.withResolvers<void>();
    slow = held.promise;
    const begun = begin();
    await settled();
    slow = Promise.resolve();
    return async () => {
      held.resolve();
      await begun;
    };
  };
  return { states, timers, board, clipboard, listeners, close, focus, hold };
}

let desk: ReturnType<typeof world>;
beforeEach(() => {
  desk = world();
});

describe('the clipboard of a secret', () => {
  test('behavior: it is cleared after a minute', async () => {
    await desk.clipboard.copy('secret');
    expect(desk.board.text).toBe('secret');
    const [timer] = desk.timers;
    expect(timer?.ms).toBe(CLIPBOARD_MS);
    timer?.fire();
    await settled();
    expect(desk.states).toEqual(['copied', 'cleared']);
    expect(desk.board.text).toBe('');
    expect(desk.listeners.size).toBe(0);
  });

  test('behavior: what somebody copied since stays', async () => {
    await desk.clipboard.copy('secret');
    desk.board.text = 'a recipe';
    await desk.clipboard.clear();
    expect(desk.states).toEqual(['copied', 'replaced']);
    expect(desk.board.text).toBe('a recipe');
    await desk.clipboard.clear();
    expect(desk.states).toEqual(['copied', 'replaced']);
  });

  test('error: a browser that lets nobody look clears nothing, and a later try does', async () => {
    await desk.clipboard.copy('secret');
    desk.board.isReadable = false;
    desk.timers[0]?.fire();
    await settled();
    expect(desk.states.at(-1)).toBe('left');
    expect(desk.board.text).toBe('secret');
    desk.board.isReadable = true;
    desk.focus();
    await settled();
    expect(desk.states.at(-1)).toBe('cleared');
  });

  test('behavior: before the minute is over, the focus clears nothing', async () => {
    await desk.clipboard.copy('secret');
    desk.focus();
    await desk.clipboard.copy('secret');
    expect(desk.board.text).toBe('secret');
  });

  test('behavior: closing the page clears it, and the browser asks before (threat 70)', async () => {
    expect(desk.close()).toBe(false);
    await desk.clipboard.copy('secret');
    expect(desk.close()).toBe(true);
    await settled();
    expect(desk.states).toEqual(['copied', 'cleared']);
    expect(desk.board.text).toBe('');
    expect(desk.close()).toBe(false);
  });

  test('error: while it can’t be cleared, the browser asks each time (threat 70)', async () => {
    await desk.clipboard.copy('secret');
    desk.board.isWritable = false;
    expect(desk.close()).toBe(true);
    await settled();
    expect(desk.states.at(-1)).toBe('left');
    expect(desk.close()).toBe(true);
  });

  test('behavior: a click clears it also where nobody may look', async () => {
    await desk.clipboard.copy('secret');
    desk.board.isReadable = false;
    await desk.clipboard.clear();
    expect(desk.states).toEqual(['copied', 'cleared']);
    expect(desk.board.text).toBe('');
  });

  test('behavior: copied twice, the minute begins again', async () => {
    await desk.clipboard.copy('one');
    await desk.clipboard.copy('two');
    expect(desk.timers.map(({ isCancelled }) => isCancelled)).toEqual([true, false]);
    await desk.clipboard.clear();
    expect(desk.states.at(-1)).toBe('cleared');
  });

  test('error: copied again while the first is looked for, the second stays', async () => {
    await desk.clipboard.copy('one');
    const looked = await desk.hold(() => desk.clipboard.clear());
    await desk.clipboard.copy('two');
    await looked();
    expect([desk.board.text, desk.states]).toEqual(['two', ['copied', 'copied']]);
    await desk.clipboard.clear();
    expect([desk.board.text, desk.states.at(-1)]).toEqual(['', 'cleared']);
  });

  test.each([true, false])(
    'error: copied again while the first is cleared, the second’s minute runs (cleared: %s)',
    async (isWritable) => {
      await desk.clipboard.copy('one');
      // A click clears it also where nobody may look.
      desk.board.isReadable = false;
      desk.board.isWritable = isWritable;
      const cleared = await desk.hold(() => desk.clipboard.clear());
      desk.board.isWritable = true;
      await desk.clipboard.copy('two');
      await cleared();
      expect(desk.states).toEqual(['copied', 'copied']);
      expect([desk.board.text, desk.close()]).toEqual(['two', true]);
      expect(desk.timers.map(({ isCancelled }) => isCancelled)).toEqual([true, false]);
    },
  );

  test('error: copied again while the browser is asked what it allows, once told', async () => {
    const answer = Promise.withResolvers<void>();
    let asked = 0;
    desk = world(() => {
      asked += 1;
      return answer.promise.then(allowing('granted'));
    });
    const copies = [desk.clipboard.copy('one')];
    await settled();
    expect(asked).toBe(1);
    copies.push(desk.clipboard.copy('two'));
    await settled();
    expect(asked).toBe(2);
    expect(desk.states).toEqual([]);
    answer.resolve();
    await Promise.all(copies);
    expect([desk.states, desk.board.text]).toEqual([['copied'], 'two']);
  });

  test('behavior: nothing is cleared that was never copied', async () => {
    desk.board.text = 'a recipe';
    await desk.clipboard.clear();
    expect(desk.board.text).toBe('a recipe');
  });
});

describe('a browser that clears in a click only', () => {
  beforeEach(() => {
    desk = world(FIREFOX);
  });

  test('behavior: it is told by the permission that it doesn’t know, or that was denied', async () => {
    expect(await findClipboardAccess({ permissions: { query: FIREFOX } })).toBe('click');
    for (const [state, access] of [
      ['granted', 'alone'],
      ['prompt', 'alone'],
      ['denied', 'click'],
    ] as const)
      expect(await findClipboardAccess({ permissions: { query: allowing(state) } })).toBe(access);
  });

  test('behavior: the page never looks, and a click clears at once (threat 70)', async () => {
    desk.board.isReadable = false;
    await desk.clipboard.copy('secret');
    desk.timers[0]?.fire();
    await settled();
    expect(desk.states.at(-1)).toBe('left');
    expect(desk.board.text).toBe('secret');
    const clearing = desk.clipboard.clear();
    // Nothing is awaited before it: the click counts for a moment only.
    expect(desk.board.text).toBe('');
    await clearing;
    expect(desk.states.at(-1)).toBe('cleared');
    expect(desk.close()).toBe(false);
  });
});
