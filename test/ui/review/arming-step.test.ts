import { describe, expect, test } from 'vitest';
import {
  HOLD_MS,
  MAX_HOLD_SLIDE,
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
  SHOWN,
  run,
  shown,
  touch,
  FOCUSED,
  type Spot,
} from './arming-events.ts';

describe('step', () => {
  test('behavior: a pointer that comes after the pause, presses and clicks approves, once', () => {
    expect(run([...SHOWN, ...approach(500), down(500), click(560)]).approvals).toEqual([5]);
    const twice = [...SHOWN, ...approach(500), down(500), click(560), click(570)];
    expect(run(twice).approvals).toEqual([5]);
  });

  test('behavior: a key pressed on the button after the focus came approves', () => {
    expect(run([...FOCUSED, key(1000), click(1000, 0)]).approvals).toEqual([4]);
    // Space held for a while, then let go.
    const held = [...FOCUSED, key(1000), key(1400, true), keyUp(1450), click(1450, 0)];
    expect(run(held).approvals).toEqual([6]);
  });

  test('behavior: a click of assistive technology approves where the focus has come', () => {
    expect(run([...FOCUSED, click(1000, 0)]).approvals).toEqual([3]);
    // The first such click brings the focus along.
    const { approvals, arming } = run([...SHOWN, focus(700), click(700, 0)]);
    expect([approvals, arming.requiredAction]).toEqual([[], 'wait']);
    expect(advance(arming, click(1200, 0)).approves).toBe(true);
  });

  test('behavior: a finger that holds the button for long enough approves when it is lifted', () => {
    const held = [...SHOWN, touch(500), lift(500 + HOLD_MS)];
    expect(run(held).approvals).toEqual([3]);
    const trembling = [...SHOWN, touch(500), move(700, 50 + MAX_HOLD_SLIDE, { pointer: 7 })];
    expect(run([...trembling, lift(1100, { x: 60 })]).approvals).toEqual([4]);
  });

  test.each<[string, readonly ArmingEvent[]]>([
    ['before the pause is over', [...SHOWN, ...approach(499), down(499), click(510)]],
    ['that began before the pause was over', [...SHOWN, ...approach(490), down(490), click(1200)]],
    ['without a press', [...SHOWN, ...approach(900), click(900)]],
    ['by a program', [...SHOWN, click(900, 0)]],
    ['by a program during a press', [...SHOWN, ...approach(900), down(900), click(901, 0)]],
    ['of a press elsewhere', [...SHOWN, ...approach(900), down(900, false), click(950)]],
    [
      'of a press that was taken away',
      [...SHOWN, ...approach(900), down(900), { kind: 'cancel', at: 910 }, click(950)],
    ],
    [
      'by a program during a press, where the focus is',
      [...FOCUSED, ...approach(1000), down(1000), click(1001, 0)],
    ],
    ['of a key whose button lost the focus', [...FOCUSED, key(1000), blur(1010), click(1020, 0)]],
    ['by a held key', [...FOCUSED, key(1000, true), click(1000, 0)]],
    [
      'by another key while one is held',
      [...FOCUSED, key(1000), key(1400, true), key(1500), click(1500, 0)],
    ],
    [
      'by a pointer while a key is held',
      [...FOCUSED, key(1000), key(1400, true), ...approach(1450), down(1500), click(1510)],
    ],
    ['by a key elsewhere', [...FOCUSED, key(1000, false, false), click(1000, 0)]],
    ['by a key that was pressed too early', [...FOCUSED, key(990), keyUp(1700), click(1700, 0)]],
    ['by a key from before', [...SHOWN, key(100), keyUp(900), click(900, 0)]],
    [
      'of a press before the content changed',
      [...SHOWN, ...approach(600), down(600), shown(610, 'b'), click(620)],
    ],
    [
      'soon after the content changed',
      [...SHOWN, shown(600, 'b'), ...approach(1000), down(1000), click(1010)],
    ],
    [
      'soon after the focus came back',
      [...SHOWN, attention(600, false), attention(700), ...approach(1100), down(1100), click(1110)],
    ],
    [
      'while nothing can be approved',
      [attention(0), shown(0, null), ...approach(900), down(900), click(950)],
    ],
    ['without attention', [shown(0), ...approach(900), down(900), click(950)]],
  ])('error: a click %s is none', (_, events) => {
    expect(run(events).approvals).toEqual([]);
  });

  test('behavior: an approval has to be followed by another pause', () => {
    const twice = [...SHOWN, ...approach(500), down(500), click(510), ...approach(700), down(700)];
    expect(run([...twice, click(720)]).approvals).toEqual([5]);
    const rested = [...twice, click(720), ...approach(1230), down(1230), click(1240)];
    expect(run(rested).approvals).toEqual([5, 13]);
  });

  test('behavior: the same content told again changes nothing', () => {
    const events = [...SHOWN, shown(400), attention(450), ...approach(500), down(500), click(510)];
    expect(run(events).approvals).toEqual([7]);
  });

  test('behavior: an event that waited counts by when it happened', () => {
    // The page was busy until 900: what was pressed at 100 is told after what was shown at 200.
    const events = [attention(0), shown(200), ...approach(100), down(100), click(130)];
    expect(run(events).approvals).toEqual([]);
  });
});

describe('a click without reading', () => {
  /** One every so often at the same spot, as the browser tells it, for a minute and a half. */
  const clicks = (every: number, spot: Spot = {}) =>
    Array.from({ length: Math.ceil(90_000 / every) }, (_, n) => [
      move(n * every, 50, spot),
      down(n * every, true, spot),
      focus(n * every, true),
      click(n * every + 20),
    ]).flat();

  test.each([50, 100, 499, 500, 667, 1000, 1500, 5000, 15_000])(
    'error: every %i ms at a fixed spot never approves',
    (every) => {
      expect(run([...SHOWN, ...clicks(every)]).approvals).toEqual([]);
    },
  );

  test('error: with a hand that trembles at the edge of the button never approves', () => {
    const events = Array.from({ length: 200 }, (_, n) => [
      move(600 + n * 700, -1 - (n % 5)),
      move(610 + n * 700, n % 10),
      down(620 + n * 700, true, { x: n % 10 }),
      click(640 + n * 700),
    ]).flat();
    expect(run([...SHOWN, ...events]).approvals).toEqual([]);
  });

  test('error: where the button comes to the pointer never approves', () => {
    const there = { place: 'there' };
    const moved = [...SHOWN, move(600, -90), move(700, -40), move(900, 51, there)];
    expect(run([...moved, down(900, true, there), click(950)]).approvals).toEqual([]);
    // Or without any news of the pointer between.
    const silent = [...SHOWN, ...approach(600), down(900, true, there), click(950)];
    expect(run(silent).approvals).toEqual([]);
  });

  test('error: a pointer that came for one request does not count for the next', () => {
    const next = [...SHOWN, ...approach(600), shown(700, 'b'), down(1500), click(1550)];
    expect(run(next).approvals).toEqual([]);
    // Nor trembling there: it has to leave.
    const moving = [...next.slice(0, 5), move(1400, 60), move(1450, 90), down(1500), click(1550)];
    expect(run(moving).approvals).toEqual([]);
    expect(run([...moving, ...approach(1600), down(1600), click(1650)]).approvals).toHaveLength(1);
  });

  test('error: a pointer that leaves has to come again, and not by trembling', () => {
    const left = [...SHOWN, ...approach(600), move(700, -1)];
    expect(run([...left, move(710, 5), down(720), click(740)]).approvals).toEqual([]);
    expect(run([...left, move(710, 40), down(720), click(740)]).approvals).toHaveLength(1);
  });

  test('error: a pointer that came in before the pause was over has to leave and come again', () => {
    const early = [...SHOWN, ...approach(400), move(700, 60), down(800), click(850)];
    expect(run(early)).toMatchObject({ approvals: [], arming: { requiredAction: 'move' } });
    expect(run([...early, ...approach(900), down(950), click(990)]).approvals).toHaveLength(1);
  });

  test('error: the movement of one pointer does not count for another', () => {
    const events = [...SHOWN, ...approach(600), down(700, true, { pointer: 2 }), click(750)];
    expect(run(events).approvals).toEqual([]);
  });

  test('behavior: a slow hand and a quick one come alike', () => {
    const slow = Array.from({ length: 60 }, (_, n) => move(600 + n * 8, n - 30));
    expect(run([...SHOWN, ...slow, down(1200), click(1250)]).approvals).toHaveLength(1);
    const near = [...SHOWN, move(600, -1), move(610, MIN_TRAVEL - 2), down(620), click(640)];
    expect(run(near).approvals).toEqual([]);
    const quick = [...SHOWN, move(600, -900), move(610, 50), down(620), click(640)];
    expect(run(quick).approvals).toHaveLength(1);
  });

  test('error: taps and short holds at a fixed spot never approve', () => {
    for (const hold of [20, 200, HOLD_MS - 1]) {
      for (const every of [700, 1000, 5000]) {
        const taps = Array.from({ length: 50 }, (_, n) => [
          touch(n * every, { pointer: n }),
          lift(n * every + hold, { pointer: n }),
          click(n * every + hold),
        ]).flat();
        expect(run([...SHOWN, ...taps]), `${hold} ${every}`).toMatchObject({
          approvals: [],
          arming: { requiredAction: 'hold' },
        });
      }
    }
  });

  test.each<[string, readonly ArmingEvent[]]>([
    ['began too early', [touch(400), lift(1500)]],
    ['slid away', [touch(600), move(700, 50 + MAX_HOLD_SLIDE + 1, { pointer: 7 }), lift(1500)]],
    ['was lifted off the button', [touch(600), lift(1500, { x: 120 })]],
    ['slid over the edge', [touch(600, { x: 95 }), lift(1500, { x: 101 })]],
    ['met a button that moved', [touch(600), lift(1500, { place: 'there' })]],
    ['was joined by another', [touch(600), down(700, false, { pointer: 8 }), lift(1500)]],
    ['was taken away', [touch(600), { kind: 'cancel', at: 700 }, lift(1500)]],
    ['saw the content change', [touch(600), shown(700, 'b'), lift(1500)]],
    ['saw the attention go', [touch(600), attention(700, false), attention(710), lift(1500)]],
    ['belongs to another pointer', [touch(600), lift(1500, { pointer: 9 })]],
  ])('error: a hold that %s is none', (_, events) => {
    expect(run([...SHOWN, ...events, click(1510)]).approvals).toEqual([]);
  });

  test.each([30, 300, 501, 700, 2000])(
    'error: Enter and Space every %i ms never approve where the focus does not come by itself',
    (every) => {
      const keys = Array.from({ length: 100 }, (_, n) => [
        key(n * every),
        click(n * every, 0),
        keyUp(n * every + 10),
      ]).flat();
      expect(run([...SHOWN, ...keys])).toMatchObject({
        approvals: [],
        arming: { requiredAction: 'focus' },
      });
      // Nor where a click has put it, nor where it was given back too early.
      expect(run([...SHOWN, focus(600, true), ...keys]).approvals).toEqual([]);
      expect(run([...SHOWN, focus(499), ...keys]).approvals).toEqual([]);
    },
  );

  test('error: Tab and Enter faster than the pause never approve', () => {
    const walk = Array.from({ length: 100 }, (_, n) => [
      focus(600 + n * 480),
      key(840 + n * 480),
      click(840 + n * 480, 0),
      keyUp(860 + n * 480),
      blur(1000 + n * 480),
    ]).flat();
    expect(run([...SHOWN, ...walk]).approvals).toEqual([]);
  });

  test('error: the focus that came for one request does not count for the next', () => {
    const next = [...FOCUSED, shown(1000, 'b'), key(2000), click(2000, 0)];
    expect(run(next)).toMatchObject({ approvals: [], arming: { requiredAction: 'focus' } });
    expect(run([...FOCUSED, shown(1000, 'b'), click(2000, 0)]).approvals).toEqual([]);
    const back = [...next, blur(2100), focus(2700), key(3200), click(3200, 0)];
    expect(run(back).approvals).toHaveLength(1);
  });

  test('error: hands that write press nothing', () => {
    // As typed into the window that has just come between: letters, Space, Enter.
    const letters = Array.from({ length: 20 }, (_, n) => key(400 + n * 90, false, false));
    const events = [...SHOWN, ...letters, focus(2300), key(2400), click(2400, 0)];
    expect(run(events).approvals).toEqual([]);
  });
});
