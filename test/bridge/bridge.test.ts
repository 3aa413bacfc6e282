import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BRIDGE_SENTENCES } from '../../src/bridge/bridge.ts';
import { PAGE_SENTENCES } from '../../src/protocol/page-errors.ts';
import {
  ASK,
  DOCUMENT_BURST,
  DOCUMENT_PER_SECOND,
  MOST_CHARACTERS,
  PAGE_MARK,
  TELL,
} from '../../src/protocol/page.ts';
import { answering, createRig, settled, waiting, type RigOptions, type Worker } from './rig.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const answered = answering(() => null);

const BROKEN: readonly (readonly [string, Worker])[] = [
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

/** The rig, asked by plain events as any script may. */
function createPage(options: RigOptions = {}) {
  const rig = createRig({ worker: answered, ...options });
  const told: { id: string; ok?: boolean; answer?: unknown; error?: Record<string, unknown> }[] =
    [];
  rig.target.addEventListener(TELL, (event) => {
    told.push(JSON.parse((event as CustomEvent<string>).detail));
  });
  let count = 0;
  return {
    ...rig,
    told,
    codes: () => told.map(({ error }) => error?.['code'] ?? 'ok'),
    post: (detail: unknown) =>
      rig.target.dispatchEvent(new CustomEvent(ASK, { detail, cancelable: true })),
    ask: (params: unknown = null) => {
      const id = `00000000-0000-4000-8000-${String(count++).padStart(12, '0')}`;
      const detail = JSON.stringify({ id, method: 'capabilities', params });
      rig.target.dispatchEvent(new CustomEvent(ASK, { detail, cancelable: true }));
      return id;
    },
  };
}

describe('what reaches the worker', () => {
  test('behavior: the text as the page gave it, with a seat and whether the user just clicked', async () => {
    const { ask, sent, state } = createPage();
    const id = ask();
    state.clicked = true;
    ask();
    await settled();
    expect(sent).toHaveLength(2);
    const [first, second] = sent;
    expect(first).toEqual({
      mark: PAGE_MARK,
      seat: expect.stringMatching(UUID) as string,
      text: JSON.stringify({ id, method: 'capabilities', params: null }),
      clicked: false,
    });
    expect(second).toMatchObject({ seat: first?.seat, clicked: true });
  });

  test('behavior: the answer goes back as it came', async () => {
    const { ask, told } = createPage();
    const id = ask();
    await settled();
    expect(told).toEqual([{ id, ok: true, answer: null }]);
  });

  test('behavior: two documents have two seats', async () => {
    const [one, other] = [createPage(), createPage()];
    one.ask();
    other.ask();
    await settled();
    expect(one.seat()).not.toBe(other.seat());
  });

  test('behavior: a page that never asks causes no message and no listener', async () => {
    const { target, sent, listeners } = createPage();
    for (const type of ['pagehide', 'pageshow', 'visibilitychange']) {
      target.dispatchEvent(new Event(type));
    }
    await settled();
    expect(sent).toEqual([]);
    expect(listeners).toEqual([]);
  });

  test('behavior: one who asked says when its document is left, and keeps its seat', async () => {
    const { ask, target, sent, seat } = createPage();
    ask();
    target.dispatchEvent(new Event('pagehide'));
    await settled();
    expect(sent.at(-1)).toEqual({ mark: PAGE_MARK, seat: seat(), gone: true });
    ask();
    await settled();
    expect(sent.at(-1)?.seat).toBe(seat());
  });

  test('error: what is no string is not taken', async () => {
    const { post, sent, told } = createPage();
    for (const detail of [undefined, null, 7, {}, [], new String('{}')]) {
      expect(post(detail)).toBe(true);
    }
    await settled();
    expect(sent).toEqual([]);
    expect(told).toEqual([]);
  });
});

describe('limits', () => {
  test('error: too long a message is refused before it is forwarded', async () => {
    const { ask, codes, told, sent } = createPage();
    const id = ask('x'.repeat(MOST_CHARACTERS));
    await settled();
    expect(codes()).toEqual(['too_large']);
    expect(told[0]?.id).toBe(id);
    expect(sent).toEqual([]);
  });

  test('behavior: the longest allowed one goes through', async () => {
    const { post, sent } = createPage();
    post('x'.repeat(MOST_CHARACTERS));
    post('x'.repeat(MOST_CHARACTERS + 1));
    await settled();
    expect(sent).toHaveLength(1);
  });

  test('error: after a burst only so many a second go through', async () => {
    const { ask, codes, told, sent, clock } = createPage();
    for (let count = 0; count < DOCUMENT_BURST; count += 1) {
      ask();
      await settled();
    }
    expect(new Set(codes())).toEqual(new Set(['ok']));
    ask();
    expect(told.at(-1)?.error).toEqual({
      code: 'rate_limited',
      message: PAGE_SENTENCES.rate_limited,
      detail: { waitMs: 1000 / DOCUMENT_PER_SECOND },
    });
    await clock.advance(1000);
    for (let count = 0; count < DOCUMENT_BURST; count += 1) {
      ask();
      await settled();
    }
    expect(sent).toHaveLength(DOCUMENT_BURST + DOCUMENT_PER_SECOND);
  });

  test('error: a flood of 10,000 ends here', async () => {
    const { ask, sent, codes } = createPage();
    for (let count = 0; count < 10_000; count += 1) ask();
    await settled();
    expect(sent).toHaveLength(DOCUMENT_BURST);
    expect(codes().filter((code) => code === 'rate_limited')).toHaveLength(10_000 - DOCUMENT_BURST);
  });

  test('error: no more than a burst waits for a worker that does not answer', async () => {
    const { ask, sent, clock, told } = createPage({ worker: () => new Promise(() => undefined) });
    for (let count = 0; count < DOCUMENT_BURST; count += 1) ask();
    await clock.advance(5000);
    expect(told).toEqual([]);
    ask();
    await settled();
    expect(sent).toHaveLength(DOCUMENT_BURST);
    expect(told[0]?.error).toMatchObject({ code: 'rate_limited', detail: { waitMs: 1000 } });
  });

  test('error: any string neither throws, nor is forwarded when too long, nor changes a prototype', () => {
    const before = Reflect.ownKeys(Object.prototype);
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.json()),
        fc.boolean(),
        (text, long) => {
          const { post, sent } = createPage();
          const detail = long ? text.padEnd(MOST_CHARACTERS + 1, '\u202e') : text;
          expect(post(detail)).toBe(false);
          expect(sent).toHaveLength(long ? 0 : 1);
          expect(Reflect.ownKeys(Object.prototype)).toEqual(before);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('documents that may not ask', () => {
  test('error: one without an origin is refused, and the worker hears nothing', async () => {
    const { ask, codes, sent, listeners } = createPage({ origin: 'null' });
    ask();
    await settled();
    expect(codes()).toEqual(['not_active']);
    expect(sent).toEqual([]);
    expect(listeners).toEqual([]);
  });

  test('behavior: a prerendered one waits until the user sees it', async () => {
    const { ask, page, sent, codes } = createPage({ prerendering: true });
    ask();
    await settled();
    expect(sent).toEqual([]);
    page.prerendering = false;
    page.dispatchEvent(new Event('prerenderingchange'));
    await settled();
    expect(sent).toHaveLength(1);
    expect(codes()).toEqual(['ok']);
  });

  test('error: a prerendered one cannot pile up more than a burst', async () => {
    const { ask, page, sent, clock } = createPage({ prerendering: true });
    for (let count = 0; count < 100; count += 1) {
      ask();
      await clock.advance(200);
    }
    page.prerendering = false;
    page.dispatchEvent(new Event('prerenderingchange'));
    await settled();
    expect(sent).toHaveLength(DOCUMENT_BURST);
  });
});

describe('a worker that is stopped', () => {
  test('behavior: the same message is sent again until it is answered', async () => {
    let deaths = 4;
    const { ask, sent, told, clock } = createPage({
      worker: (message) => {
        if (deaths-- > 0) throw new Error('the message channel closed');
        return answered(message);
      },
    });
    const id = ask();
    await clock.advance(10_000);
    expect(sent).toHaveLength(5);
    expect(new Set(sent.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(told).toEqual([{ id, ok: true, answer: null }]);
  });

  test.for(BROKEN)('error: one that only %s is unavailable in the end', async ([, worker]) => {
    const { ask, told, sent, clock } = createPage({ worker });
    const id = ask();
    await clock.advance(60_000);
    expect(sent).toHaveLength(5);
    const error = { code: 'unavailable', message: PAGE_SENTENCES.unavailable };
    expect(told).toEqual([{ id, ok: false, error }]);
  });

  test('error: where the extension is gone, it says so and sends nothing', async () => {
    const { ask, state, codes, sent } = createPage();
    state.alive = false;
    ask();
    await settled();
    expect(codes()).toEqual(['extension_gone']);
    expect(sent).toEqual([]);
  });

  test('error: one that goes in the moment of the first question is said to be gone', async () => {
    const { ask, state, codes, sent } = createPage();
    state.torn = true;
    ask();
    await settled();
    expect(codes()).toEqual(['extension_gone']);
    expect(sent).toEqual([]);
  });

  test('error: one that goes while a question is out is found out at the next try', async () => {
    const rig = createPage();
    rig.state.worker = (): unknown => {
      rig.state.alive = false;
      throw new Error('Extension context invalidated.');
    };
    rig.ask();
    await rig.clock.advance(1000);
    expect(rig.codes()).toEqual(['extension_gone']);
    expect(rig.sent).toHaveLength(1);
  });
});

describe('messages of the worker', () => {
  const event = { event: 'disconnect', data: {} } as const;

  test('behavior: one for this seat is told to the page, and answered', async () => {
    const { ask, push, told } = createPage();
    ask();
    await settled();
    expect(push(event)).toEqual([true]);
    expect(told.at(-1)).toEqual(event);
  });

  test('behavior: without text it only answers that it is there', async () => {
    const { ask, listeners, told, seat } = createPage();
    ask();
    await settled();
    const count = told.length;
    expect(listeners.map((take) => take({ mark: PAGE_MARK, seat: seat() }))).toEqual([true]);
    expect(told).toHaveLength(count);
  });

  test('error: what is for others is neither told nor answered', async () => {
    const { ask, push, listeners, told, seat } = createPage();
    ask();
    await settled();
    const count = told.length;
    expect(push(event, crypto.randomUUID())).toEqual([false]);
    for (const message of [null, undefined, 7, 'x', {}, { seat: seat(), text: '{}' }]) {
      expect(listeners.map((take) => take(message))).toEqual([false]);
    }
    expect(told).toHaveLength(count);
  });

  test('behavior: however often it asks, a document listens once', async () => {
    const { ask, listeners, sent } = createPage({ worker: waiting });
    ask();
    ask();
    await settled();
    ask();
    await settled();
    expect(sent).toHaveLength(3);
    expect(listeners).toHaveLength(1);
  });
});

describe('BRIDGE_SENTENCES', () => {
  test('behavior: they are those of the catalogue', () => {
    expect(PAGE_SENTENCES).toMatchObject(BRIDGE_SENTENCES);
  });
});
