import { cameIn, follow, pressedElsewhere, type Path, type Sighting } from './pointer-path.ts';

/*
 * When a click counts as a decision. A window may open under a pointer that is already clicking, and
 * what it shows may change between a look and a click (SECURITY.md, Threat by threat: 8): so the
 * button is armed only after a pause in which nothing changed and nobody pressed anything, and then
 * takes only a press that began after that.
 *
 * A pause alone is met by whoever clicks slowly without looking. So whatever presses has to come to
 * the button first, after it was armed: a mouse or a pen moves onto it, the focus arrives there. A
 * finger can't do that and holds the button down instead. Each request asks for this again.
 */

/** How long content, attention and hands must have been still. */
export const ARM_MS = 500;
/** How long a finger holds the button: longer than a tap, and than most browsers' long press. */
export const HOLD_MS = 600;
/** How far a finger may slide while it holds, in CSS pixels. */
export const HOLD_SLACK = 12;

/** A press on the button that began while it was armed and has not ended. */
export type Press =
  | { readonly way: 'pointer' | 'key' }
  | { readonly way: 'hold'; readonly by: Sighting; readonly at: number };

/** Why the last press did not count: what is to be done instead. */
export type Missed = 'move' | 'focus' | 'hold' | 'wait';

export type Arming = {
  /** Names what is on the screen; null while there is nothing to approve. */
  readonly shown: string | null;
  /** The document is visible and has the focus. */
  readonly attentive: boolean;
  /** Since when all has been still; null while content or attention is missing. */
  readonly since: number | null;
  /** Where the pointer has been since then. */
  readonly path: Path | null;
  /** The focus arrived at the button while it was armed, and not by a pointer. */
  readonly focused: boolean;
  readonly press: Press | null;
  readonly missed: Missed | null;
};

/** `at`: when the event happened, on the clock of `performance.now()`. */
export type ArmingEvent = { readonly at: number } & (
  | { readonly kind: 'shown'; readonly shown: string | null }
  | { readonly kind: 'attention'; readonly on: boolean }
  | ({ readonly kind: 'pointermove' } & Sighting)
  | ({
      readonly kind: 'pointerdown';
      /** The first button of the first pointer, and nothing lies over the button there. */
      readonly onButton: boolean;
      /** It can be seen before it touches: a mouse, not a finger. */
      readonly hovers: boolean;
    } & Sighting)
  | ({ readonly kind: 'pointerup' } & Sighting)
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

type Of<K extends ArmingEvent['kind']> = Extract<ArmingEvent, { readonly kind: K }>;

export const UNARMED: Arming = {
  shown: null,
  attentive: false,
  since: null,
  path: null,
  focused: false,
  press: null,
  missed: null,
};

/** Whether a press that begins at this moment counts, if it comes the right way. */
export function isArmed({ since }: Arming, at: number): boolean {
  return since !== null && at - since >= ARM_MS;
}

/** Everything from the start: another request, or another look at it. */
function still(arming: Arming, at: number): Arming {
  const counts = arming.shown !== null && arming.attentive;
  const { shown, attentive } = arming;
  return { ...UNARMED, shown, attentive, since: counts ? at : null };
}

/** Hands that are busy: whoever is clicking or writing blindly has to stop first. */
function restless(arming: Arming, at: number): Arming {
  const { since } = arming;
  return {
    ...arming,
    since: since === null ? null : Math.max(since, at),
    path: null,
    press: null,
  };
}

/** What an event makes of the arming, and whether it is the approval. */
export function step(
  arming: Arming,
  event: ArmingEvent,
): { readonly arming: Arming; readonly approves: boolean } {
  switch (event.kind) {
    case 'click':
      return ended(arming, event, byClick(arming, event));
    case 'pointerup':
      return ended(arming, event, byHold(arming, event));
    default:
      return { arming: next(arming, event), approves: false };
  }
}

/** The end of a press: the approval, or nothing, or what was amiss. */
function ended(arming: Arming, { at }: ArmingEvent, found: Missed | boolean) {
  // Approved or not, the next one needs a press of its own; approved, all the rest as well.
  if (found === true) return { arming: still(arming, at), approves: true };
  if (found === false) return { arming, approves: false };
  return { arming: { ...arming, press: null, missed: found }, approves: false };
}

/**
 * A click by a key has its press. One without is assistive technology's, such as a screen reader
 * that keeps the keys to itself: like a key, it counts where the focus has arrived before.
 */
function byClick(arming: Arming, { detail, at }: Of<'click'>): Missed | boolean {
  const { press, focused, missed } = arming;
  const armed = isArmed(arming, at);
  if (detail > 0) return (press?.way === 'pointer' && armed) || (missed ?? 'move');
  if (press ? press.way === 'key' : focused) return armed || 'wait';
  return 'focus';
}

/** A finger that is lifted where it has rested. */
function byHold(arming: Arming, event: Of<'pointerup'>): Missed | boolean {
  const { press } = arming;
  if (press?.way !== 'hold' || press.by.pointer !== event.pointer) return false;
  const long = event.at - press.at >= HOLD_MS;
  return (long && rests(press.by, event) && isArmed(arming, event.at)) || 'hold';
}

/** Whether a finger is where it was put down, and the button too. */
function rests(by: Sighting, now: Sighting): boolean {
  const slid = Math.max(Math.abs(now.x - by.x), Math.abs(now.y - by.y));
  return now.inside && now.place === by.place && slid <= HOLD_SLACK;
}

function next(arming: Arming, event: Exclude<ArmingEvent, Of<'click' | 'pointerup'>>): Arming {
  switch (event.kind) {
    case 'shown':
      if (event.shown === arming.shown) return arming;
      return still({ ...arming, shown: event.shown }, event.at);
    case 'attention':
      if (event.on === arming.attentive) return arming;
      return still({ ...arming, attentive: event.on }, event.at);
    case 'pointermove':
      return moved(arming, event);
    case 'pointerdown':
      return pressed(arming, event);
    case 'keydown':
      return keyed(arming, event);
    case 'keyup':
      // Of a key that went down before its time, or elsewhere; its click would come right after.
      return arming.press?.way === 'key' ? arming : restless(arming, event.at);
    case 'focus':
      if (event.byPointer || !isArmed(arming, event.at)) return { ...arming, focused: false };
      // To walk to the button and press it at once takes no look at it.
      return { ...restless(arming, event.at), focused: true, missed: null };
    case 'blur':
      return { ...arming, focused: false, press: null };
    case 'cancel':
      return { ...arming, press: null };
  }
}

function moved(arming: Arming, event: Of<'pointermove'>): Arming {
  const { press } = arming;
  if (press?.way === 'hold') {
    const ends = press.by.pointer === event.pointer && !rests(press.by, event);
    return ends ? { ...arming, press: null, missed: 'hold' } : arming;
  }
  if (arming.since === null) return arming;
  const path = follow(arming.path, event, isArmed(arming, event.at));
  const left = arming.missed === 'move' && !event.inside;
  return { ...arming, path, missed: path.came || left ? null : arming.missed };
}

function pressed(arming: Arming, event: Of<'pointerdown'>): Arming {
  const way = event.hovers ? 'move' : 'hold';
  if (!isArmed(arming, event.at)) {
    const missed = event.onButton ? way : arming.missed;
    return { ...restless(arming, event.at), missed };
  }
  if (!event.onButton) return { ...arming, path: pressedElsewhere(event), press: null };
  if (cameIn(arming.path, event)) return { ...arming, press: { way: 'pointer' } };
  if (event.hovers) return { ...arming, path: null, press: null, missed: way };
  return { ...arming, path: null, press: { way: 'hold', by: event, at: event.at }, missed: null };
}

function keyed(arming: Arming, { onButton, repeat, at }: Of<'keydown'>): Arming {
  // A key that is held down keeps the press that it began, and never begins one.
  if (repeat && arming.press?.way === 'key') return arming;
  if (repeat || !onButton) return restless(arming, at);
  if (!arming.focused) return { ...restless(arming, at), missed: 'focus' };
  if (!isArmed(arming, at)) return { ...restless(arming, at), missed: 'wait' };
  return { ...arming, press: { way: 'key' } };
}
