import {
  hasEntered,
  extendPath,
  startOutside,
  type PointerPath,
  type PointerSample,
} from './pointer-path.ts';

/*
 * When a click counts as a decision. A window may open under a pointer that is already clicking, and
 * what it shows may change between reading and clicking (docs/threats.md, 8): so the
 * button is armed only after a pause in which nothing changed and nobody pressed anything, and then
 * takes only a press that began after that.
 *
 * Whoever clicks slowly without reading passes a mere pause. So whatever presses has to come to
 * the button first, after it was armed: a mouse or a pen moves onto it, the focus arrives there. A
 * finger can't do that and holds the button down instead. Each request asks for this again.
 */

/** How long content, attention and hands must have been still. */
export const ARM_MS = 500;
/** How long a finger holds the button: longer than a tap, and than most browsers' long press. */
export const HOLD_MS = 600;
/** How far a finger may slide while it holds, in CSS pixels. */
export const MAX_HOLD_SLIDE = 12;

/** A press on the button that began while it was armed and has not ended. */
type Press =
  | { readonly kind: 'pointer' | 'key' }
  | { readonly kind: 'hold'; readonly start: PointerSample; readonly at: number };

/** Why the last press did not count: what is to be done instead. */
export type RequiredAction = 'move' | 'focus' | 'hold' | 'wait';

export type Arming = {
  /** Names what is on the screen; null while there is nothing to approve. */
  readonly contentKey: string | null;
  /** The document is visible and has the focus. */
  readonly attentive: boolean;
  /** Since when all has been still; null while content or attention is missing. */
  readonly stillSince: number | null;
  /** Where the pointer has been since then. */
  readonly path: PointerPath | null;
  /** The focus arrived at the button while it was armed, and not by a pointer. */
  readonly focused: boolean;
  readonly press: Press | null;
  readonly requiredAction: RequiredAction | null;
};

/** `at`: when the event happened, on the clock of `performance.now()`. */
export type ArmingEvent = { readonly at: number } & (
  | { readonly kind: 'shown'; readonly contentKey: string | null }
  | { readonly kind: 'attention'; readonly on: boolean }
  | ({ readonly kind: 'pointermove' } & PointerSample)
  | ({
      readonly kind: 'pointerdown';
      /** The first button of the first pointer, and nothing lies over the button there. */
      readonly onButton: boolean;
      /** It can be seen before it touches: a mouse, not a finger. */
      readonly canHover: boolean;
    } & PointerSample)
  | ({ readonly kind: 'pointerup' } & PointerSample)
  /** Space, Enter, or a key that writes something. */
  | { readonly kind: 'keydown'; readonly onButton: boolean; readonly repeat: boolean }
  /** Of the same keys. */
  | { readonly kind: 'keyup' }
  | { readonly kind: 'focus'; readonly byPointer: boolean }
  | { readonly kind: 'blur' }
  /** The press was taken away by the browser. */
  | { readonly kind: 'cancel' }
  /** `detail`: the browser's count of pointer clicks; 0 for one by key or by assistive technology. */
  | { readonly kind: 'click'; readonly detail: number }
);

type EventOf<K extends ArmingEvent['kind']> = Extract<ArmingEvent, { readonly kind: K }>;

export const UNARMED: Arming = {
  contentKey: null,
  attentive: false,
  stillSince: null,
  path: null,
  focused: false,
  press: null,
  requiredAction: null,
};

/** Whether a press that begins at this moment counts, if it comes the right way. */
export function isArmed({ stillSince }: Arming, at: number): boolean {
  return stillSince !== null && at - stillSince >= ARM_MS;
}

/** Everything from the start: another request, or the same one shown again. */
function restart(arming: Arming, at: number): Arming {
  const canStart = arming.contentKey !== null && arming.attentive;
  const { contentKey, attentive } = arming;
  return { ...UNARMED, contentKey, attentive, stillSince: canStart ? at : null };
}

/** Hands that are busy: whoever is clicking or writing blindly has to stop first. */
function interrupt(arming: Arming, at: number): Arming {
  const { stillSince } = arming;
  return {
    ...arming,
    stillSince: stillSince === null ? null : Math.max(stillSince, at),
    path: null,
    press: null,
  };
}

/** What an event makes of the arming, and whether it is the approval. */
export function advance(
  arming: Arming,
  event: ArmingEvent,
): { readonly arming: Arming; readonly approves: boolean } {
  switch (event.kind) {
    case 'click':
      return endPress(arming, event, checkClick(arming, event));
    case 'pointerup':
      return endPress(arming, event, checkHold(arming, event));
    default:
      return { arming: applyEvent(arming, event), approves: false };
  }
}

/** The end of a press: the approval, or nothing, or what was amiss. */
function endPress(arming: Arming, { at }: ArmingEvent, result: RequiredAction | boolean) {
  // Approved or not, the next one needs a press of its own; approved, all the rest as well.
  if (result === true) return { arming: restart(arming, at), approves: true };
  if (result === false) return { arming, approves: false };
  return { arming: { ...arming, press: null, requiredAction: result }, approves: false };
}

/**
 * A click by a key has its press. One without is assistive technology's, such as a screen reader
 * that keeps the keys to itself: like a key, it counts where the focus has arrived before.
 */
function checkClick(arming: Arming, { detail, at }: EventOf<'click'>): RequiredAction | boolean {
  const { press, focused, requiredAction } = arming;
  const armed = isArmed(arming, at);
  if (detail > 0) return (press?.kind === 'pointer' && armed) || (requiredAction ?? 'move');
  // It began while the button was armed, and whatever ends that ends the press.
  if (press?.kind === 'key') return true;
  if (press || !focused) return 'focus';
  return armed || 'wait';
}

/** A finger that is lifted where it has rested. */
function checkHold(arming: Arming, event: EventOf<'pointerup'>): RequiredAction | boolean {
  const { press } = arming;
  if (press?.kind !== 'hold' || press.start.pointer !== event.pointer) return false;
  const isLongEnough = event.at - press.at >= HOLD_MS;
  return (isLongEnough && isResting(press.start, event) && isArmed(arming, event.at)) || 'hold';
}

/** Whether a finger is where it was put down, and the button too. */
function isResting(start: PointerSample, now: PointerSample): boolean {
  const distance = Math.max(Math.abs(now.x - start.x), Math.abs(now.y - start.y));
  return now.inside && now.place === start.place && distance <= MAX_HOLD_SLIDE;
}

function applyEvent(
  arming: Arming,
  event: Exclude<ArmingEvent, EventOf<'click' | 'pointerup'>>,
): Arming {
  switch (event.kind) {
    case 'shown':
      if (event.contentKey === arming.contentKey) return arming;
      return restart({ ...arming, contentKey: event.contentKey }, event.at);
    case 'attention':
      if (event.on === arming.attentive) return arming;
      return restart({ ...arming, attentive: event.on }, event.at);
    case 'pointermove':
      return movePointer(arming, event);
    case 'pointerdown':
      return pressPointer(arming, event);
    case 'keydown':
      return pressKey(arming, event);
    case 'keyup':
      // Of a key that went down before its time, or elsewhere; its click would come right after.
      return arming.press?.kind === 'key' ? arming : interrupt(arming, event.at);
    case 'focus':
      if (event.byPointer || !isArmed(arming, event.at)) return { ...arming, focused: false };
      // Moving to the button and pressing it at once needs no reading.
      return { ...interrupt(arming, event.at), focused: true, requiredAction: null };
    case 'blur':
      return { ...arming, focused: false, press: null };
    case 'cancel':
      return { ...arming, press: null };
  }
}

function movePointer(arming: Arming, event: EventOf<'pointermove'>): Arming {
  const { press } = arming;
  if (press?.kind === 'hold') {
    const hasEnded = press.start.pointer === event.pointer && !isResting(press.start, event);
    return hasEnded ? { ...arming, press: null, requiredAction: 'hold' } : arming;
  }
  if (arming.stillSince === null) return arming;
  const path = extendPath(arming.path, event, isArmed(arming, event.at));
  const hasLeft = arming.requiredAction === 'move' && !event.inside;
  return {
    ...arming,
    path,
    requiredAction: path.entered || hasLeft ? null : arming.requiredAction,
  };
}

function pressPointer(arming: Arming, event: EventOf<'pointerdown'>): Arming {
  const action = event.canHover ? 'move' : 'hold';
  if (!isArmed(arming, event.at)) {
    const requiredAction = event.onButton ? action : arming.requiredAction;
    return { ...interrupt(arming, event.at), requiredAction };
  }
  if (!event.onButton) return { ...arming, path: startOutside(event), press: null };
  if (hasEntered(arming.path, event)) return { ...arming, press: { kind: 'pointer' } };
  if (event.canHover) return { ...arming, path: null, press: null, requiredAction: action };
  return {
    ...arming,
    path: null,
    press: { kind: 'hold', start: event, at: event.at },
    requiredAction: null,
  };
}

function pressKey(arming: Arming, { onButton, repeat, at }: EventOf<'keydown'>): Arming {
  // A key that is held down keeps the press that it began, and never begins one. For what comes after
  // it, the hand is as busy as one that writes.
  if (repeat && arming.press?.kind === 'key') {
    return { ...interrupt(arming, at), press: arming.press };
  }
  if (repeat || !onButton) return interrupt(arming, at);
  if (!arming.focused) return { ...interrupt(arming, at), requiredAction: 'focus' };
  if (!isArmed(arming, at)) return { ...interrupt(arming, at), requiredAction: 'wait' };
  return { ...arming, press: { kind: 'key' } };
}
