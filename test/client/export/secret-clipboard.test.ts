import { beforeEach, describe, expect, test } from 'vitest';
import {
  CLIPBOARD_MS,
  createSecretClipboard,
  type ClipboardState,
} from '../../../src/client/export/secret-clipboard.ts';

/** A clipboard that may refuse to be read, and a clock that a test moves. */
function world() {
  const states: ClipboardState[] = [];
  const timers: { readonly ms: number; readonly fire: () => void; isCancelled: boolean }[] = [];
  const board = { text: '', isReadable: true };
  const clipboard = createSecretClipboard(
    {
      clipboard: {
        readText: async () => {
          if (!board.isReadable) throw new DOMException('no', 'NotAllowedError');
          return board.text;
        },
        writeText: async (text) => void (board.text = text),
      },
      later: (ms, then) => {
        const timer = { ms, fire: then, isCancelled: false };
        timers.push(timer);
        return () => void (timer.isCancelled = true);
      },
    },
    (state) => states.push(state),
  );
  return { states, timers, board, clipboard };
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
    await expect.poll(() => desk.states).toEqual(['copied', 'cleared']);
    expect(desk.board.text).toBe('');
    expect(desk.clipboard.isPending()).toBe(false);
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
    await desk.clipboard.clear();
    expect(desk.states.at(-1)).toBe('left');
    expect(desk.clipboard.isPending()).toBe(true);
    desk.board.isReadable = true;
    await desk.clipboard.clear();
    expect(desk.states.at(-1)).toBe('cleared');
  });

  test('behavior: copied twice, the minute begins again', async () => {
    await desk.clipboard.copy('one');
    await desk.clipboard.copy('two');
    expect(desk.timers.map(({ isCancelled }) => isCancelled)).toEqual([true, false]);
    await desk.clipboard.clear();
    expect(desk.states.at(-1)).toBe('cleared');
  });

  test('behavior: nothing is cleared that was never copied', async () => {
    desk.board.text = 'a recipe';
    await desk.clipboard.clear();
    expect(desk.board.text).toBe('a recipe');
  });
});
