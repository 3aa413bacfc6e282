// How long a page waits for the worker, when it pings it, and what it says about each result.
import { describe, expect, test } from 'vitest';
import {
  createLossError,
  createPlainRequest,
  sendWithWatchdog,
  type SendResult,
} from '../../src/client/send.ts';
import { HELLO_CALL } from '../../src/messaging/wire.ts';

type Timer = { readonly at: number; readonly act: () => void };

/** A sender whose time and answers the test controls. */
function createTestSender() {
  let now = 0;
  const timers = new Set<Timer>();
  const sent: { readonly call: string; readonly settle: PromiseWithResolvers<unknown> }[] = [];
  const flushMicrotasks = async () => {
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
    /** Advances time to a moment, timer by timer. */
    advanceTo: async (moment: number) => {
      await flushMicrotasks();
      for (;;) {
        const [next] = [...timers].toSorted((a, b) => a.at - b.at);
        if (!next || next.at > moment) break;
        now = next.at;
        timers.delete(next);
        next.act();
        await flushMicrotasks();
      }
      now = moment;
    },
    flushMicrotasks,
  };
}

/** Sends a call with this timeout; `outcome` has the result so far. */
async function startSend(timeoutMs: number) {
  const sender = createTestSender();
  const outcome: { sent?: SendResult } = {};
  void sendWithWatchdog(sender.effects, createPlainRequest('state', {}), timeoutMs).then(
    (sent) => (outcome.sent = sent),
  );
  await sender.flushMicrotasks();
  return { ...sender, outcome };
}
const REPLY = { ok: true, answer: 1 };

describe('sendWithWatchdog', () => {
  test('behavior: an answer ends it, and leaves no timer', async () => {
    const { sent, timers, outcome, flushMicrotasks } = await startSend(10_000);
    sent[0]?.settle.resolve(REPLY);
    await flushMicrotasks();
    expect(outcome.sent).toEqual({ kind: 'reply', reply: REPLY });
    expect([sent.length, timers.size]).toEqual([1, 0]);
  });

  test('behavior: it pings after two seconds of silence, not before', async () => {
    const { sent, outcome, advanceTo } = await startSend(10_000);
    await advanceTo(1999);
    expect(sent.map(({ call }) => call)).toEqual(['state']);
    await advanceTo(2000);
    expect(sent.map(({ call }) => call)).toEqual(['state', HELLO_CALL]);
    expect(outcome.sent).toBeUndefined();
  });

  test('error: without an answer to the ping, it is mute after two more', async () => {
    const { outcome, advanceTo } = await startSend(10_000);
    await advanceTo(3999);
    expect(outcome.sent).toBeUndefined();
    await advanceTo(4000);
    expect(outcome.sent).toEqual({ kind: 'mute' });
  });

  test('error: it waits for a live worker until the timeout', async () => {
    const { sent, outcome, advanceTo } = await startSend(10_000);
    await advanceTo(2000);
    sent[1]?.settle.resolve(REPLY);
    await advanceTo(9999);
    expect(outcome.sent).toBeUndefined();
    await advanceTo(10_000);
    expect(outcome.sent).toEqual({ kind: 'late' });
  });

  test('error: a ping that is lost says nothing of the call before it', async () => {
    const { sent, outcome, advanceTo, flushMicrotasks } = await startSend(10_000);
    await advanceTo(2000);
    sent[1]?.settle.reject(new Error('The message port closed.'));
    await advanceTo(9000);
    expect(outcome.sent).toBeUndefined();
    sent[0]?.settle.resolve(REPLY);
    await flushMicrotasks();
    expect(outcome.sent).toEqual({ kind: 'reply', reply: REPLY });
  });

  test('behavior: an answer during the ping counts', async () => {
    const { sent, outcome, advanceTo, flushMicrotasks } = await startSend(10_000);
    await advanceTo(3000);
    sent[0]?.settle.resolve(REPLY);
    await flushMicrotasks();
    expect(outcome.sent).toEqual({ kind: 'reply', reply: REPLY });
  });

  test.each([1, 1999, 2000])('error: with a timeout of %i ms it sends no ping', async (ms) => {
    const { sent, outcome, advanceTo } = await startSend(ms);
    await advanceTo(ms - 1);
    expect(outcome.sent).toBeUndefined();
    await advanceTo(ms);
    expect(outcome.sent).toEqual({ kind: 'late' });
    await advanceTo(20_000);
    expect(sent).toHaveLength(1);
  });

  test.each([
    ['Could not establish connection. Receiving end does not exist.', 'nobody'],
    ['Extension context invalidated.', 'orphan'],
    ['The message port closed before a response was received.', 'lost'],
  ])('error: %s is %s', async (text, kind) => {
    for (const reason of [new Error(text), text]) {
      const { sent, outcome, flushMicrotasks } = await startSend(10_000);
      sent[0]?.settle.reject(reason);
      await flushMicrotasks();
      expect(outcome.sent).toEqual({ kind });
    }
  });

  test.each([undefined, null, true, {}, { ok: 'yes' }])(
    'error: %j isn’t one of our answers',
    async (answer) => {
      const { sent, outcome, flushMicrotasks } = await startSend(10_000);
      sent[0]?.settle.resolve(answer);
      await flushMicrotasks();
      expect(outcome.sent).toEqual({ kind: 'lost' });
    },
  );
});

describe('createLossError', () => {
  test('behavior: each result has its code, and says so if the work may have been done', () => {
    expect(createLossError('late')).toMatchObject({ code: 'timeout' });
    expect(createLossError('lost')).toMatchObject({
      code: 'timeout',
      detail: { reason: 'background_stopped' },
    });
    expect(createLossError('late').detail).toBeUndefined();
    for (const kind of ['nobody', 'orphan', 'mute'] as const) {
      expect(createLossError(kind)).toMatchObject({ code: 'worker_unreachable' });
    }
  });
});
