import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BRIDGE_SENTENCES } from '../../src/bridge/bridge.ts';
import { PAGE_SENTENCES } from '../../src/protocol/page-errors.ts';
import {
  ASK_EVENT,
  DOCUMENT_BURST,
  DOCUMENT_PER_SECOND,
  MAX_CHARACTERS,
  PAGE_MARK,
  TELL_EVENT,
} from '../../src/protocol/page-api.ts';
import {
  answeringWorker,
  createHarness,
  settlePromises,
  waitingWorker,
  type HarnessOptions,
  type FakeWorker,
} from './harness.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const nullWorker = answeringWorker(() => null);

const BROKEN_WORKERS: readonly (readonly [string, FakeWorker])[] = [
  [
    'throws',
    () => {
      throw new Error('boom in /home/somebody');
    },
  ],
  ['answers nothing', () => undefined],
  ['answers what is no text', () => ({ ok: true })],
  ['never answers', () => new Promise(() => undefined)],
];

/** The harness, called by plain events on the channel that the two scripts share. */
function createPage(options: HarnessOptions = {}) {
  const harness = createHarness({ worker: nullWorker, ...options });
  const told: { id: string; ok?: boolean; answer?: unknown; error?: Record<string, unknown> }[] =
    [];
  harness.channel.addEventListener(TELL_EVENT, (event) => {
    told.push(JSON.parse((event as CustomEvent<string>).detail));
  });
  let count = 0;
  return {
    ...harness,
    told,
    codes: () => told.map(({ error }) => error?.['code'] ?? 'ok'),
    post: (detail: unknown) =>
      harness.channel.dispatchEvent(new CustomEvent(ASK_EVENT, { detail, cancelable: true })),
    ask: (params: unknown = null) => {
      const id = `00000000-0000-4000-8000-${String(count++).padStart(12, '0')}`;
      const detail = JSON.stringify({ id, method: 'capabilities', params });
      harness.channel.dispatchEvent(new CustomEvent(ASK_EVENT, { detail, cancelable: true }));
      return id;
    },
  };
}

describe('what reaches the worker', () => {
  test('behavior: the page’s text, a bridgeId, and whether the user just clicked', async () => {
    const { ask, sent, state } = createPage();
    const id = ask();
    state.clicked = true;
    ask();
    await settlePromises();
    expect(sent).toHaveLength(2);
    const [first, second] = sent;
    expect(first).toEqual({
      mark: PAGE_MARK,
      bridgeId: expect.stringMatching(UUID) as string,
      text: JSON.stringify({ id, method: 'capabilities', params: null }),
      clicked: false,
    });
    expect(second).toMatchObject({ bridgeId: first?.bridgeId, clicked: true });
  });

  test('behavior: the answer goes back unchanged', async () => {
    const { ask, told: received } = createPage();
    const id = ask();
    await settlePromises();
    expect(received).toEqual([{ id, ok: true, answer: null }]);
  });

  test('behavior: two documents have two bridge ids', async () => {
    const [item, other] = [createPage(), createPage()];
    item.ask();
    other.ask();
    await settlePromises();
    expect(item.bridgeId()).not.toBe(other.bridgeId());
  });

  test('behavior: a page that never asks causes no message and no listener', async () => {
    const { target, sent, listeners } = createPage();
    for (const type of ['pagehide', 'pageshow', 'visibilitychange']) {
      target.dispatchEvent(new Event(type));
    }
    await settlePromises();
    expect(sent).toEqual([]);
    expect(listeners).toEqual([]);
  });

  test('behavior: after a call, it reports a left page, and keeps its bridgeId', async () => {
    const { ask, target, sent, bridgeId } = createPage();
    ask();
    target.dispatchEvent(new Event('pagehide'));
    await settlePromises();
    expect(sent.at(-1)).toEqual({ mark: PAGE_MARK, bridgeId: bridgeId(), gone: true });
    ask();
    await settlePromises();
    expect(sent.at(-1)?.bridgeId).toBe(bridgeId());
  });

  test('error: anything but a string is ignored', async () => {
    const { post, sent, told: received } = createPage();
    for (const detail of [undefined, null, 7, {}, [], new String('{}'), '']) {
      // Taken all the same: it tells that the bridge is there.
      expect(post(detail)).toBe(false);
    }
    await settlePromises();
    expect(sent).toEqual([]);
    expect(received).toEqual([]);
  });
});

describe('limits', () => {
  test('error: a message that’s too long is refused before it is forwarded', async () => {
    const { ask, codes, told: received, sent } = createPage();
    const id = ask('x'.repeat(MAX_CHARACTERS));
    await settlePromises();
    expect(codes()).toEqual(['too_large']);
    expect(received[0]?.id).toBe(id);
    expect(sent).toEqual([]);
  });

  test('behavior: the longest allowed message goes through', async () => {
    const { post, sent } = createPage();
    post('x'.repeat(MAX_CHARACTERS));
    post('x'.repeat(MAX_CHARACTERS + 1));
    await settlePromises();
    expect(sent).toHaveLength(1);
  });

  test('error: after a burst, only so many per second go through', async () => {
    const { ask, codes, told: received, sent, clock } = createPage();
    for (let count = 0; count < DOCUMENT_BURST; count += 1) {
      ask();
      await settlePromises();
    }
    expect(new Set(codes())).toEqual(new Set(['ok']));
    ask();
    expect(received.at(-1)?.error).toEqual({
      code: 'rate_limited',
      message: PAGE_SENTENCES.rate_limited,
      detail: { waitMs: 1000 / DOCUMENT_PER_SECOND },
    });
    await clock.advance(1000);
    for (let count = 0; count < DOCUMENT_BURST; count += 1) {
      ask();
      await settlePromises();
    }
    expect(sent).toHaveLength(DOCUMENT_BURST + DOCUMENT_PER_SECOND);
  });

  test('error: a flood of 10,000 ends here', async () => {
    const { ask, sent, codes } = createPage();
    for (let count = 0; count < 10_000; count += 1) ask();
    await settlePromises();
    expect(sent).toHaveLength(DOCUMENT_BURST);
    expect(codes().filter((code) => code === 'rate_limited')).toHaveLength(10_000 - DOCUMENT_BURST);
  });

  test('error: no more than a burst waits for a worker that doesn’t answer', async () => {
    const {
      ask,
      sent,
      clock,
      told: received,
    } = createPage({ worker: () => new Promise(() => undefined) });
    for (let count = 0; count < DOCUMENT_BURST; count += 1) ask();
    await clock.advance(5000);
    expect(received).toEqual([]);
    ask();
    await settlePromises();
    expect(sent).toHaveLength(DOCUMENT_BURST);
    expect(received[0]?.error).toMatchObject({ code: 'rate_limited', detail: { waitMs: 1000 } });
  });

  test('error: no string throws, is forwarded when too long, or changes a prototype', () => {
    const before = Reflect.ownKeys(Object.prototype);
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.json()),
        fc.boolean(),
        (text, long) => {
          const { post, sent } = createPage();
          fc.pre(text !== '');
          const detail = long ? text.padEnd(MAX_CHARACTERS + 1, '\u202e') : text;
          expect(post(detail)).toBe(false);
          expect(sent).toHaveLength(long ? 0 : 1);
          expect(Reflect.ownKeys(Object.prototype)).toEqual(before);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('documents that can’t send calls', () => {
  test('error: a document without an origin is refused, and the worker gets nothing', async () => {
    const { ask, codes, sent, listeners } = createPage({ origin: 'null' });
    ask();
    await settlePromises();
    expect(codes()).toEqual(['not_active']);
    expect(sent).toEqual([]);
    expect(listeners).toEqual([]);
  });

  test('behavior: a prerendered document waits until the user sees it', async () => {
    const { ask, page, sent, codes } = createPage({ prerendering: true });
    ask();
    await settlePromises();
    expect(sent).toEqual([]);
    page.prerendering = false;
    page.dispatchEvent(new Event('prerenderingchange'));
    await settlePromises();
    expect(sent).toHaveLength(1);
    expect(codes()).toEqual(['ok']);
  });

  test('error: a prerendered document can’t pile up more than a burst', async () => {
    const { ask, page, sent, clock } = createPage({ prerendering: true });
    for (let count = 0; count < 100; count += 1) {
      ask();
      await clock.advance(200);
    }
    page.prerendering = false;
    page.dispatchEvent(new Event('prerenderingchange'));
    await settlePromises();
    expect(sent).toHaveLength(DOCUMENT_BURST);
  });
});

describe('a stopped worker', () => {
  test('behavior: the same message is sent again until the worker answers', async () => {
    let deaths = 4;
    const {
      ask,
      sent,
      told: received,
      clock,
    } = createPage({
      worker: (message) => {
        if (deaths-- > 0) throw new Error('the message channel closed');
        return nullWorker(message);
      },
    });
    const id = ask();
    await clock.advance(10_000);
    expect(sent).toHaveLength(5);
    expect(new Set(sent.map((item) => JSON.stringify(item))).size).toBe(1);
    expect(received).toEqual([{ id, ok: true, answer: null }]);
  });

  test.for(BROKEN_WORKERS)(
    'error: a worker that only %s is unavailable in the end',
    async ([, worker]) => {
      const { ask, told: received, sent, clock } = createPage({ worker });
      const id = ask();
      await clock.advance(60_000);
      expect(sent).toHaveLength(5);
      const error = { code: 'unavailable', message: PAGE_SENTENCES.unavailable };
      expect(received).toEqual([{ id, ok: false, error }]);
    },
  );

  test('error: when the extension is gone, the bridge takes nothing and sends nothing', async () => {
    const { post, state, told, sent } = createPage();
    state.alive = false;
    for (const detail of ['', '{"id":"x","method":"connect","params":null}', null]) {
      expect(post(detail)).toBe(true);
    }
    await settlePromises();
    expect(told).toEqual([]);
    expect(sent).toEqual([]);
  });

  test('error: an extension that goes away during the first call is reported as gone', async () => {
    const { ask, state, codes, sent } = createPage();
    state.isInvalidated = true;
    ask();
    await settlePromises();
    expect(codes()).toEqual(['extension_gone']);
    expect(sent).toEqual([]);
  });

  test('error: one that goes away during an open call is noticed at the next try', async () => {
    const harness = createPage();
    harness.state.worker = (): unknown => {
      harness.state.alive = false;
      throw new Error('Extension context invalidated.');
    };
    harness.ask();
    await harness.clock.advance(1000);
    expect(harness.codes()).toEqual(['extension_gone']);
    expect(harness.sent).toHaveLength(1);
  });
});

describe('messages from the worker', () => {
  const event = { event: 'disconnect', data: {} } as const;

  test('behavior: a message for this bridgeId reaches the page and gets an answer', async () => {
    const { ask, push, told: received } = createPage();
    ask();
    await settlePromises();
    expect(push(event)).toEqual([true]);
    expect(received.at(-1)).toEqual(event);
  });

  test('behavior: a message without text only gets an answer', async () => {
    const { ask, listeners, told: received, bridgeId } = createPage();
    ask();
    await settlePromises();
    const count = received.length;
    expect(listeners.map((take) => take({ mark: PAGE_MARK, bridgeId: bridgeId() }))).toEqual([
      true,
    ]);
    expect(received).toHaveLength(count);
  });

  test('error: a message for others reaches nobody and gets no answer', async () => {
    const { ask, push, listeners, told: received, bridgeId } = createPage();
    ask();
    await settlePromises();
    const count = received.length;
    expect(push(event, crypto.randomUUID())).toEqual([false]);
    for (const message of [null, undefined, 7, 'x', {}, { bridgeId: bridgeId(), text: '{}' }]) {
      expect(listeners.map((take) => take(message))).toEqual([false]);
    }
    expect(received).toHaveLength(count);
  });

  test('behavior: a document listens once, however many calls it sends', async () => {
    const { ask, listeners, sent } = createPage({ worker: waitingWorker });
    ask();
    ask();
    await settlePromises();
    ask();
    await settlePromises();
    expect(sent).toHaveLength(3);
    expect(listeners).toHaveLength(1);
  });
});

describe('BRIDGE_SENTENCES', () => {
  test('behavior: they match the catalog', () => {
    expect(PAGE_SENTENCES).toMatchObject(BRIDGE_SENTENCES);
  });
});
