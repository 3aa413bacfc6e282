import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ARM_MS,
  HOLD_MS,
  MAX_HOLD_SLIDE,
  isArmed,
  advance,
  type ArmingEvent,
} from '../../../src/ui/review/arming.ts';
import { MIN_TRAVEL } from '../../../src/ui/review/pointer-path.ts';
import {
  attention,
  blur,
  click,
  approach,
  down,
  focus,
  key,
  keyUp,
  lift,
  move,
  run,
  shown,
  spot,
  touch,
} from './arming-events.ts';

const { KEYSTAMP_ARMING_SEQUENCES: asked, KEYSTAMP_SEED: seed } = process.env;
/** `npm run trials` tries more, from a seed of its own, which it prints. */
const SEQUENCES = Number(asked ?? 5000);
const SEED = Number(seed ?? (asked ? Date.now() % 2 ** 31 : 20_261_126));
if (asked) console.log(`arming: ${SEQUENCES} sequences from seed ${SEED}`);
/** Even a busy core runs more than one a millisecond. */
const TIMEOUT_MS = 60_000 + SEQUENCES;

const gap = fc.oneof(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 450, max: 800 }));
type Make = (at: number) => ArmingEvent;
const making = <T>(from: fc.Arbitrary<T>, make: (value: T) => Make): fc.Arbitrary<Make> =>
  from.map(make);
const pointers = fc.record({
  x: fc.constantFrom(-90, -40, -5, 5, 50, 50, 60),
  pointer: fc.constantFrom(1, 1, 1, 1, 7),
  place: fc.constantFrom('here', 'here', 'here', 'here', 'here', 'there'),
});
/** Weighted so that many sequences come near an approval. */
const single = fc.oneof(
  {
    weight: 1,
    arbitrary: making(fc.constantFrom('a', 'a', 'b', null), (what) => (at) => shown(at, what)),
  },
  {
    weight: 1,
    arbitrary: making(fc.constantFrom(true, true, true, false), (on) => (at) => attention(at, on)),
  },
  { weight: 8, arbitrary: making(pointers, (more) => (at) => move(at, more.x, more)) },
  {
    weight: 6,
    arbitrary: making(
      fc.tuple(pointers, fc.boolean(), fc.constantFrom(true, true, false)),
      ([more, top, hovers]) =>
        (at) => ({
          kind: 'pointerdown',
          onButton: top && more.x >= 0,
          canHover: hovers,
          at,
          ...spot(more),
        }),
    ),
  },
  { weight: 3, arbitrary: making(pointers, (more) => (at) => lift(at, more)) },
  {
    weight: 2,
    arbitrary: making(
      fc.tuple(fc.boolean(), fc.constantFrom(true, true, false)),
      ([repeat, onButton]) =>
        (at) =>
          key(at, repeat, onButton),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Make>(
      keyUp,
      blur,
      (at) => focus(at, true),
      (at) => ({
        kind: 'cancel',
        at,
      }),
    ),
  },
  { weight: 2, arbitrary: fc.constant<Make>((at) => focus(at)) },
  { weight: 4, arbitrary: making(fc.constantFrom(0, 1, 2), (detail) => (at) => click(at, detail)) },
);
/** What a person does in one go. */
const gesture: fc.Arbitrary<readonly Make[]> = fc.constantFrom<readonly Make[]>(
  [(at) => move(at, -40), (at) => move(at, 50), (at) => down(at), (at) => click(at)],
  [(at) => move(at, 50), (at) => down(at), (at) => click(at)],
  [touch, lift],
  [(at) => key(at), (at) => click(at, 0), keyUp],
  [(at) => key(at), keyUp, (at) => click(at, 0)],
);
/** Something shown, then any events at rising times. */
const sequences = fc
  .array(
    fc.tuple(
      fc.oneof(
        single.map((one) => [one]),
        gesture,
      ),
      gap,
      gap,
    ),
    {
      minLength: 1,
      maxLength: 40,
    },
  )
  .map((all): readonly ArmingEvent[] => {
    let at = 0;
    const rest = all.flatMap(([makes, wait, between]) =>
      makes.map((make, n) => make((at += n === 0 ? wait : between))),
    );
    return [attention(0), shown(0), ...rest];
  });

/** What was pressed, for how long nothing had happened by then, and since when it was shown. */
type PressContext = {
  readonly index: number;
  readonly calmIndex: number;
  readonly idleFor: number;
};

/** Follows what is shown and how busy the hands are up to a press. */
function pressContext(
  events: readonly ArmingEvent[],
  index: number,
  earlier: readonly number[],
): PressContext {
  let contentKey: string | null = null;
  let isAttentive = false;
  let calmIndex = -1;
  let stillSince = Infinity;
  events.slice(0, index).forEach((event, n) => {
    const busy =
      (event.kind === 'pointerdown' && event.at - stillSince < ARM_MS) ||
      (event.kind === 'keydown' && (event.repeat || !event.onButton));
    if (busy) stillSince = Math.max(stillSince, event.at);
    const isNewContent = event.kind === 'shown' && event.contentKey !== contentKey;
    const hasTurned = event.kind === 'attention' && event.on !== isAttentive;
    if (event.kind === 'shown') contentKey = event.contentKey;
    if (event.kind === 'attention') isAttentive = event.on;
    if (isNewContent || hasTurned || earlier.includes(n)) [calmIndex, stillSince] = [n, event.at];
  });
  const at = events[index]?.at ?? 0;
  return { index, calmIndex, idleFor: contentKey !== null && isAttentive ? at - stillSince : -1 };
}

type PointerEventSample = Extract<ArmingEvent, { readonly pointer: number }>;

/** Seen off the button and then on it, by the same pointer, with the button where it was. */
function pointerEntered(
  events: readonly ArmingEvent[],
  { index, calmIndex }: PressContext,
): boolean {
  const press = events[index] as PointerEventSample;
  const path = events
    .slice(calmIndex + 1, index)
    .filter(
      (event): event is PointerEventSample =>
        event.kind === 'pointermove' || event.kind === 'pointerdown',
    );
  const lastForeign = path.findLastIndex(
    (event) => event.pointer !== press.pointer || event.place !== press.place,
  );
  const own = path.slice(lastForeign + 1);
  const ready = (events[calmIndex]?.at ?? 0) + ARM_MS;
  return own.some(
    (on, n) =>
      on.kind === 'pointermove' &&
      on.inside &&
      on.at >= ready &&
      own.slice(0, n).some((off) => !off.inside && Math.abs(off.x - on.x) >= MIN_TRAVEL) &&
      own.slice(n).every((later) => later.inside),
  );
}

/** The focus arrived after the pause, half a second ago, and has stayed. */
function focusArrived(events: readonly ArmingEvent[], { index, calmIndex }: PressContext): boolean {
  const arrived = events.findLastIndex(
    (event, n) => n > calmIndex && n < index && event.kind === 'focus' && !event.byPointer,
  );
  const focused = events[arrived];
  const hasLostFocus = events
    .slice(arrived, index)
    .some((event) => event.kind === 'blur' || (event.kind === 'focus' && event.byPointer));
  if (!focused || hasLostFocus) return false;
  const isEarly = focused.at - (events[calmIndex]?.at ?? 0) < ARM_MS;
  return !isEarly && (events[index]?.at ?? 0) - focused.at >= ARM_MS;
}

const ENDS: readonly ArmingEvent['kind'][] = ['cancel', 'blur', 'shown', 'attention'];

/** Written anew from the words of the rule, to hold the machine against. */
function isLawful(events: readonly ArmingEvent[], approval: number, earlier: readonly number[]) {
  const end = events[approval];
  if (end?.kind !== 'click' && end?.kind !== 'pointerup') return false;
  const index = events
    .slice(0, approval)
    .findLastIndex(
      (event) => event.kind === 'pointerdown' || (event.kind === 'keydown' && !event.repeat),
    );
  const press = events[index];
  const context = pressContext(events, index, earlier);
  const between = events.slice(index + 1, approval);
  const isWhole = !between.some((event, n) => {
    if (event.kind === 'shown')
      return pressContext(events, index + 2 + n, earlier).calmIndex > index;
    if (event.kind === 'attention') return !event.on;
    return ENDS.includes(event.kind) || event.kind === 'click';
  });
  const isFresh = isWhole && context.idleFor >= ARM_MS;
  if (end.kind === 'pointerup') {
    if (press?.kind !== 'pointerdown' || press.canHover || !press.onButton) return false;
    const same = press.pointer === end.pointer && press.place === end.place && end.inside;
    const slid = Math.abs(press.x - end.x) > MAX_HOLD_SLIDE;
    return isFresh && same && !slid && end.at - press.at >= HOLD_MS;
  }
  if (end.detail > 0) {
    if (press?.kind !== 'pointerdown' || !press.onButton) return false;
    return isFresh && pointerEntered(events, context);
  }
  // By a key, or by assistive technology, which tells of no press.
  const byKey =
    press?.kind === 'keydown' && press.onButton && isFresh && focusArrived(events, context);
  const contextOfClick = pressContext(events, approval, earlier);
  return byKey || (contextOfClick.idleFor >= ARM_MS && focusArrived(events, contextOfClick));
}

describe('any sequence of events', () => {
  test(
    'behavior: approves only by a fresh press after half a second without input',
    () => {
      const seen = { pointer: 0, hold: 0, key: 0 };
      fc.assert(
        fc.property(sequences, (events) => {
          const { approvals } = run(events);
          for (const [index, approval] of approvals.entries()) {
            const end = events[approval];
            const way = end?.kind === 'click' ? (end.detail > 0 ? 'pointer' : 'key') : 'hold';
            seen[way] += 1;
            expect(isLawful(events, approval, approvals.slice(0, index))).toBe(true);
          }
        }),
        { numRuns: SEQUENCES, seed: SEED },
      );
      // Else nothing was held.
      for (const count of Object.values(seen)) expect(count).toBeGreaterThan(50);
    },
    TIMEOUT_MS,
  );

  test('behavior: a new request is never approved by what began before it was shown', () => {
    fc.assert(
      fc.property(sequences, gap, (events, wait) => {
        const last = events.at(-1)?.at ?? 0;
        const { arming } = run(events);
        const next = advance(arming, shown(last, 'next')).arming;
        expect(isArmed(next, last + Math.min(wait, ARM_MS - 1))).toBe(false);
        for (const end of [click(last + wait), click(last + wait, 0), lift(last + wait)]) {
          expect(advance(next, end).approves).toBe(false);
        }
      }),
    );
  });

  test('behavior: whatever came before, nothing at the same spot approves what is new', () => {
    fc.assert(
      fc.property(sequences, fc.array(gap, { minLength: 1, maxLength: 30 }), (events, waits) => {
        let at = (events.at(-1)?.at ?? 0) + 1;
        const begin = [attention(at), shown(at, 'next')];
        const blind = waits.flatMap((wait) => {
          at += wait;
          return [move(at, 50), down(at), focus(at, true), click(at + 5), lift(at + 6)];
        });
        const all = [...events, ...begin, ...blind];
        const after = run(all).approvals.filter((one) => one >= events.length);
        expect(after).toEqual([]);
      }),
    );
  });

  test('behavior: whatever came before, a pause and a deliberate press approve', () => {
    fc.assert(
      fc.property(sequences, fc.constantFrom('pointer', 'hold', 'key'), (events, way) => {
        const at = (events.at(-1)?.at ?? 0) + ARM_MS;
        const pause = [attention(at), shown(at, 'next')];
        const ready = at + ARM_MS;
        const meant = {
          pointer: [...approach(ready), down(ready), click(ready + 10)],
          hold: [touch(ready), lift(ready + HOLD_MS)],
          key: [focus(ready), key(ready + ARM_MS), click(ready + ARM_MS, 0)],
        }[way];
        const all = [...events, ...pause, ...meant];
        expect(run(all).approvals.at(-1)).toBe(all.length - 1);
      }),
    );
  });
});
