import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ARM_MS,
  isArmed,
  step,
  UNARMED,
  type Arming,
  type ArmingEvent,
} from '../../../src/ui/confirm/arming.ts';

/** Runs events one after the other; tells which of them approved. */
function run(events: readonly ArmingEvent[]) {
  let arming: Arming = UNARMED;
  const approvals: number[] = [];
  events.forEach((event, at) => {
    const result = step(arming, event);
    arming = result.arming;
    if (result.approves) approvals.push(at);
  });
  return { arming, approvals };
}

const shown = (at: number, what: string | null = 'a'): ArmingEvent => ({
  kind: 'shown',
  shown: what,
  at,
});
const attention = (at: number, on = true): ArmingEvent => ({ kind: 'attention', on, at });
const down = (at: number, onButton = true): ArmingEvent => ({ kind: 'pointerdown', onButton, at });
const key = (at: number, repeat = false, onButton = true): ArmingEvent => ({
  kind: 'keydown',
  onButton,
  repeat,
  at,
});
const click = (at: number, detail = 1): ArmingEvent => ({ kind: 'click', detail, at });
/** What is looked at from the moment 0. */
const READ = [attention(0), shown(0)];

describe('step', () => {
  test('behavior: a press and its click after the pause approve, once', () => {
    expect(run([...READ, down(500), click(560)]).approvals).toEqual([3]);
    expect(run([...READ, down(500), click(560), click(570)]).approvals).toEqual([3]);
  });

  test('behavior: a key pressed on the button after the pause approves', () => {
    expect(run([...READ, key(500), click(500, 0)]).approvals).toEqual([3]);
    // Space held for a while, then let go.
    expect(run([...READ, key(500), key(900, true), click(950, 0)]).approvals).toEqual([4]);
  });

  test.each<[string, readonly ArmingEvent[]]>([
    ['before the pause is over', [...READ, down(499), click(510)]],
    ['that began before the pause was over', [...READ, down(490), click(1200)]],
    ['without a press', [...READ, click(900)]],
    ['by a program', [...READ, click(900, 0)]],
    ['by a program during a press', [...READ, down(900), click(901, 0)]],
    ['of a press elsewhere', [...READ, down(900, false), click(950)]],
    ['of a press that was taken away', [...READ, down(900), { kind: 'left' }, click(950)]],
    ['by a held key', [...READ, key(600, true), click(600, 0)]],
    ['by a key elsewhere', [...READ, key(600, false, false), click(600, 0)]],
    ['of a press before the content changed', [...READ, down(600), shown(610, 'b'), click(620)]],
    ['soon after the content changed', [...READ, shown(600, 'b'), down(1000), click(1010)]],
    [
      'soon after the focus came back',
      [...READ, attention(600, false), attention(700), down(1100), click(1110)],
    ],
    ['while nothing can be approved', [attention(0), shown(0, null), down(900), click(950)]],
    ['without attention', [shown(0), down(900), click(950)]],
  ])('error: a click %s is none', (_, events) => {
    expect(run(events).approvals).toEqual([]);
  });

  test('behavior: whoever clicks 20 times a second never approves', () => {
    const clicks = Array.from({ length: 200 }, (_, n) => [down(n * 50), click(n * 50 + 20)]);
    expect(run([...READ, ...clicks.flat()]).approvals).toEqual([]);
  });

  test('behavior: an approval has to be followed by another pause', () => {
    const events = [...READ, down(500), click(510), down(700), click(720), down(1230), click(1240)];
    expect(run(events).approvals).toEqual([3, 7]);
  });

  test('behavior: the same content told again changes nothing', () => {
    expect(run([...READ, shown(400), attention(450), down(500), click(510)]).approvals).toEqual([
      5,
    ]);
  });

  test('behavior: an event that waited counts by when it happened', () => {
    // The page was busy until 900: what was pressed at 100 is told after what was shown at 200.
    expect(run([attention(0), shown(200), down(100), click(130)]).approvals).toEqual([]);
  });
});

const gap = fc.oneof(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 450, max: 800 }));
/** Weighted so that many sequences come near an approval. */
const some = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('shown' as const),
      shown: fc.constantFrom('a', 'a', 'b', null),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('attention' as const),
      on: fc.constantFrom(true, true, true, false),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('pointerdown' as const),
      onButton: fc.constantFrom(true, true, false),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('keydown' as const),
      onButton: fc.constantFrom(true, true, false),
      repeat: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('left' as const) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('click' as const),
      detail: fc.constantFrom(0, 1, 2),
    }),
  },
);
/** Something to look at, then any events at rising times. */
const sequences = fc
  .array(fc.tuple(some, gap), { minLength: 1, maxLength: 60 })
  .map((pairs): readonly (ArmingEvent & { readonly at: number })[] => {
    let at = 0;
    const rest = pairs.map(([event, wait]) => ({ ...event, at: (at += wait) }));
    return [{ kind: 'attention', on: true, at: 0 }, { kind: 'shown', shown: 'a', at: 0 }, ...rest];
  });

/** Written anew from the words of the rule, to hold the machine against. */
function lawful(
  events: readonly (ArmingEvent & { readonly at: number })[],
  approval: number,
  earlier: readonly number[],
): boolean {
  const { at, detail } = events[approval] as { at: number; detail: number };
  // Of one gesture: the last press before the click, with nothing between that ends it.
  const before = events.slice(0, approval);
  const begun = before.findLastIndex(
    (one) => one.kind === 'pointerdown' || (one.kind === 'keydown' && !one.repeat),
  );
  const press = before[begun];
  if (!press || !('onButton' in press) || !press.onButton) return false;
  if ((press.kind === 'pointerdown') !== detail > 0) return false;
  if (before.slice(begun).some((one) => one.kind === 'left' || one.kind === 'click')) return false;
  // Half a second before the press: seen, looked at, unchanged, and nobody pressed anything.
  let content: string | null = null;
  let looks = false;
  let still = 0;
  events.slice(0, begun).forEach((one, index) => {
    const pressed = one.kind === 'pointerdown' || one.kind === 'keydown';
    if (pressed && one.at - still < ARM_MS) still = one.at;
    if (one.kind === 'shown' && one.shown !== content) [content, still] = [one.shown, one.at];
    if (one.kind === 'attention' && one.on !== looks) [looks, still] = [one.on, one.at];
    if (earlier.includes(index)) still = one.at;
  });
  const changed = events.slice(begun, approval).some((one) => {
    if (one.kind === 'shown') return one.shown !== content;
    return one.kind === 'attention' && !one.on;
  });
  return content !== null && looks && !changed && press.at - still >= ARM_MS && at >= press.at;
}

describe('any sequence of events', () => {
  test('behavior: approves only by a fresh press after half a second of quiet', () => {
    let seen = 0;
    fc.assert(
      fc.property(sequences, (events) => {
        const { approvals } = run(events);
        seen += approvals.length;
        for (const [index, approval] of approvals.entries()) {
          expect(lawful(events, approval, approvals.slice(0, index))).toBe(true);
        }
      }),
      { numRuns: 3000 },
    );
    // Else nothing was held.
    expect(seen).toBeGreaterThan(100);
  });

  test('behavior: a new request is never approved by what began before it was shown', () => {
    fc.assert(
      fc.property(sequences, gap, (events, wait) => {
        const last = events.at(-1)?.at ?? 0;
        const { arming } = run(events);
        const next = step(arming, shown(last, 'next')).arming;
        expect(isArmed(next, last + Math.min(wait, ARM_MS - 1))).toBe(false);
        expect(step(next, click(last + wait)).approves).toBe(false);
        expect(step(next, click(last + wait, 0)).approves).toBe(false);
      }),
    );
  });

  test('behavior: whatever came before, a quiet look and a press approve', () => {
    fc.assert(
      fc.property(sequences, fc.boolean(), (events, byKey) => {
        const at = (events.at(-1)?.at ?? 0) + ARM_MS;
        const quiet = [attention(at), shown(at, 'next')];
        const pressed = byKey ? key(at + ARM_MS) : down(at + ARM_MS);
        const all = [...events, ...quiet, pressed, click(at + ARM_MS + 10, byKey ? 0 : 1)];
        expect(run(all).approvals.at(-1)).toBe(all.length - 1);
      }),
    );
  });
});
