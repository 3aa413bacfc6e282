import { advance, UNARMED, type Arming, type ArmingEvent } from '../../../src/ui/review/arming.ts';

/* What happens in a window with an approval in it, for tests of what approves. */

/** Runs events one after the other; tells which of them approved. */
export function run(events: readonly ArmingEvent[]) {
  let arming: Arming = UNARMED;
  const approvals: number[] = [];
  events.forEach((event, at) => {
    const result = advance(arming, event);
    arming = result.arming;
    if (result.approves) approvals.push(at);
  });
  return { arming, approvals };
}

export const shown = (at: number, what: string | null = 'a'): ArmingEvent => ({
  kind: 'shown',
  contentKey: what,
  at,
});
export const attention = (at: number, on = true): ArmingEvent => ({ kind: 'attention', on, at });
/** The button is at x from 0 to 99; the mouse is pointer 1. */
export type Spot = { readonly x?: number; readonly pointer?: number; readonly place?: string };
export const spot = ({ x = 50, pointer = 1, place = 'here' }: Spot) => ({
  pointer,
  place,
  inside: x >= 0 && x < 100,
  x,
  y: 0,
});
export const move = (at: number, x: number, more: Spot = {}): ArmingEvent => ({
  kind: 'pointermove',
  at,
  ...spot({ x, ...more }),
});
/** A hand that comes to the button. */
export const approach = (at: number, more: Spot = {}) => [move(at, -40, more), move(at, 50, more)];
export const down = (at: number, onButton = true, more: Spot = {}): ArmingEvent => ({
  kind: 'pointerdown',
  onButton,
  canHover: true,
  at,
  ...spot({ x: onButton ? 50 : -40, ...more }),
});
export const touch = (at: number, more: Spot = {}): ArmingEvent => ({
  kind: 'pointerdown',
  onButton: true,
  canHover: false,
  at,
  ...spot({ pointer: 7, ...more }),
});
export const lift = (at: number, more: Spot = {}): ArmingEvent => ({
  kind: 'pointerup',
  at,
  ...spot({ pointer: 7, ...more }),
});
export const key = (at: number, repeat = false, onButton = true): ArmingEvent => ({
  kind: 'keydown',
  onButton,
  repeat,
  at,
});
export const keyUp = (at: number): ArmingEvent => ({ kind: 'keyup', at });
export const focus = (at: number, byPointer = false): ArmingEvent => ({
  kind: 'focus',
  byPointer,
  at,
});
export const blur = (at: number): ArmingEvent => ({ kind: 'blur', at });
export const click = (at: number, detail = 1): ArmingEvent => ({ kind: 'click', detail, at });
/** What is shown from the moment 0. */
export const SHOWN = [attention(0), shown(0)];
/** The focus arrives when it may, and is there for long enough at the moment 1000. */
export const FOCUSED = [...SHOWN, focus(500)];
