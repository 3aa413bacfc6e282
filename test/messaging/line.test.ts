// How long a page waits for the worker, when it asks for a sign of life, and what it says of each end.
import { describe, expect, test } from 'vitest';
import { lossError, plain, sendWatched, type Sent } from '../../src/messaging/line.ts';
import { HELLO } from '../../src/messaging/wire.ts';

type Timer = { readonly at: number; readonly act: () => void };

/** A line whose time and answers the test holds. */
function createLine() {
  let now = 0;
  const timers = new Set<Timer>();
  const sent: { readonly call: string; readonly settle: PromiseWithResolvers<unknown> }[] = [];
  const turns = async () => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };
  return {
    sent,
    timers,
    effects: {
      send: (message: unknown) => {
        const settle = Promise.withResolvers<unknown>();
        sent.push({ call: (message as { readonly call: string }).call, settle });
        return settle.promise;
      },
      later: (ms: number, act: () => void) => {
        const timer = { at: now + ms, act };
        timers.add(timer);
        return () => void timers.delete(timer);
      },
    },
    /** Lets time go on to a moment, timer by timer. */
    until: async (moment: number) => {
      await turns();
      for (;;) {
        const [next] = [...timers].toSorted((a, b) => a.at - b.at);
        if (!next || next.at > moment) break;
        now = next.at;
        timers.delete(next);
        next.act();
        await turns();
      }
      now = moment;
    },
    turns,
  };
}

/** A question with so much patience, and how it ended by now. */
async function asked(patience: number) {
  const line = createLine();
  const ended: { sent?: Sent } = {};
  void sendWatched(line.effects, plain('state', {}), patience).then((sent) => (ended.sent = sent));
  await line.turns();
  return { ...line, ended };
}
const REPLY = { ok: true, answer: 1 };

describe('sendWatched', () => {
  test('behavior: an answer ends it, and leaves no timer', async () => {
    const { sent, timers, ended, turns } = await asked(10_000);
    sent[0]?.settle.resolve(REPLY);
    await turns();
    expect(ended.sent).toEqual({ kind: 'reply', reply: REPLY });
    expect([sent.length, timers.size]).toEqual([1, 0]);
  });

  test('behavior: after two seconds of silence it asks for a sign of life, not before', async () => {
    const { sent, ended, until } = await asked(10_000);
    await until(1999);
    expect(sent.map(({ call }) => call)).toEqual(['state']);
    await until(2000);
    expect(sent.map(({ call }) => call)).toEqual(['state', HELLO]);
    expect(ended.sent).toBeUndefined();
  });

  test('error: without a sign of life it is mute after two more', async () => {
    const { ended, until } = await asked(10_000);
    await until(3999);
    expect(ended.sent).toBeUndefined();
    await until(4000);
    expect(ended.sent).toEqual({ kind: 'mute' });
  });

  test('error: a worker that lives is waited for as long as there is patience', async () => {
    const { sent, ended, until } = await asked(10_000);
    await until(2000);
    sent[1]?.settle.resolve(REPLY);
    await until(9999);
    expect(ended.sent).toBeUndefined();
    await until(10_000);
    expect(ended.sent).toEqual({ kind: 'late' });
  });

  test('behavior: an answer that comes while it asks is taken', async () => {
    const { sent, ended, until, turns } = await asked(10_000);
    await until(3000);
    sent[0]?.settle.resolve(REPLY);
    await turns();
    expect(ended.sent).toEqual({ kind: 'reply', reply: REPLY });
  });

  test.each([1, 1999, 2000])('error: with %i ms of patience nothing else is asked', async (ms) => {
    const { sent, ended, until } = await asked(ms);
    await until(ms - 1);
    expect(ended.sent).toBeUndefined();
    await until(ms);
    expect(ended.sent).toEqual({ kind: 'late' });
    await until(20_000);
    expect(sent).toHaveLength(1);
  });

  test.each([
    ['Could not establish connection. Receiving end does not exist.', 'nobody'],
    ['Extension context invalidated.', 'orphan'],
    ['The message port closed before a response was received.', 'lost'],
  ])('error: %s is %s', async (text, kind) => {
    for (const reason of [new Error(text), text]) {
      const { sent, ended, turns } = await asked(10_000);
      sent[0]?.settle.reject(reason);
      await turns();
      expect(ended.sent).toEqual({ kind });
    }
  });

  test.each([undefined, null, true, {}, { ok: 'yes' }])(
    'error: %j is nobody’s answer',
    async (answer) => {
      const { sent, ended, turns } = await asked(10_000);
      sent[0]?.settle.resolve(answer);
      await turns();
      expect(ended.sent).toEqual({ kind: 'lost' });
    },
  );
});

describe('lossError', () => {
  test('behavior: each end has its code, and one that may have been done says so', () => {
    expect(lossError('late')).toMatchObject({ code: 'timeout' });
    expect(lossError('lost')).toMatchObject({
      code: 'timeout',
      message:
        'Keystamp’s background stopped while it worked on this. Look whether it was done, then try again.',
    });
    expect(lossError('late').message).not.toBe(lossError('lost').message);
    for (const kind of ['nobody', 'orphan', 'mute'] as const) {
      expect(lossError(kind)).toMatchObject({ code: 'worker_unreachable' });
    }
  });
});
