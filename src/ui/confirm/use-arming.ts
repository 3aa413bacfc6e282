import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { RefObject } from 'preact';
import { ARM_MS, isArmed, step, UNARMED } from './arming.ts';
import type { Arming, ArmingEvent, Missed } from './arming.ts';
import type { Sighting } from './pointer-path.ts';

/** What is amiss for a press to count: what there is to do first. */
export type Lack = Missed | 'attention';

/** How the button is to look. */
type Look = {
  readonly armed: boolean;
  /** A finger holds it. */
  readonly holding: boolean;
  readonly lack: Lack | null;
};

export type Armed = Look & {
  /** For the one button that approves. */
  readonly button: RefObject<HTMLButtonElement | null>;
};

const UNREADY: Look = { armed: false, holding: false, lack: null };

const attentiveNow = (): boolean => document.visibilityState === 'visible' && document.hasFocus();

/** Calls back after the next paint, so that time counts from when the content can be seen. */
function afterPaint(act: () => void): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(act);
  });
  return () => cancelAnimationFrame(frame);
}

/** Where on the screen the button is, as far as a page can know. */
function placeOf({ left, top, width, height }: DOMRect): string {
  const { offsetLeft = 0, offsetTop = 0, scale = 1 } = window.visualViewport ?? {};
  const { screenX, screenY, devicePixelRatio } = window;
  const all = [left, top, width, height, offsetLeft, offsetTop, screenX, screenY];
  return [...all.map(Math.round), scale, devicePixelRatio].join(' ');
}

function sightingOf(event: PointerEvent, rect: DOMRect): Sighting {
  const { pointerId: pointer, clientX, clientY, screenX: x, screenY: y } = event;
  const across = clientX >= rect.left && clientX < rect.right;
  const inside = across && clientY >= rect.top && clientY < rect.bottom;
  return { pointer, inside, x, y, place: placeOf(rect) };
}

/** Keys that press a button, and keys that write: hands that write do not decide. */
function isBusyKey({ key }: KeyboardEvent): boolean {
  return key === 'Enter' || key.length === 1;
}

type Tell = (event: ArmingEvent) => void;
type On = <N extends keyof DocumentEventMap>(
  name: N,
  hear: (event: DocumentEventMap[N]) => void,
) => void;

function listenToPointers(on: On, tell: Tell, button: () => HTMLButtonElement | null): void {
  const see = (event: PointerEvent) =>
    sightingOf(event, button()?.getBoundingClientRect() ?? new DOMRect());
  on('pointermove', (event) => {
    // A quick hand crosses the edge between two frames.
    const all = event.getCoalescedEvents();
    for (const one of all.length > 0 ? all : [event]) {
      tell({ kind: 'pointermove', ...see(one), at: event.timeStamp });
    }
  });
  on('pointerout', (event) => {
    // Out of the window.
    if (event.relatedTarget) return;
    tell({ kind: 'pointermove', ...see(event), at: event.timeStamp });
  });
  on('pointerdown', (event) => {
    const onButton = event.isPrimary && event.button === 0 && isOn(event, button());
    const hovers = event.pointerType !== 'touch' && event.pointerType !== 'pen';
    tell({ kind: 'pointerdown', ...see(event), onButton, hovers, at: event.timeStamp });
  });
  on('pointerup', (event) => tell({ kind: 'pointerup', ...see(event), at: event.timeStamp }));
  on('pointercancel', (event) => tell({ kind: 'cancel', at: event.timeStamp }));
}

function listenToFocus(on: On, tell: Tell, button: () => HTMLButtonElement | null): void {
  // The focus follows a mousedown, also the one that browsers make of a tap after the finger has
  // left. Assistive technology moves it before the mousedown that goes with its click, if any.
  let pressing = false;
  on('mousedown', () => (pressing = true));
  on('mouseup', () => (pressing = false));
  on('keydown', () => (pressing = false));
  on('focusin', (event) => {
    if (!isOn(event, button())) return;
    tell({ kind: 'focus', byPointer: pressing, at: event.timeStamp });
  });
  on('focusout', (event) => {
    if (isOn(event, button())) tell({ kind: 'blur', at: event.timeStamp });
  });
}

function isOn({ target }: Event, button: HTMLButtonElement | null): boolean {
  return target instanceof Node && (button?.contains(target) ?? false);
}

/** Tells the machine what happens in the document. Answers how to stop. */
function listen(tell: Tell, button: () => HTMLButtonElement | null): () => void {
  const stop = new AbortController();
  const capture = { capture: true, signal: stop.signal };
  // No script can make an event that the browser calls trusted.
  const on: On = (name, hear) =>
    document.addEventListener(name, (event) => event.isTrusted && hear(event), capture);
  // The browser's time stamp, not ours: an event may have waited while the page was busy.
  const attention = ({ isTrusted, timeStamp: at }: Event): void => {
    if (isTrusted) tell({ kind: 'attention', on: attentiveNow(), at });
  };
  on('visibilitychange', attention);
  window.addEventListener('focus', attention, capture);
  window.addEventListener('blur', attention, capture);
  listenToPointers(on, tell, button);
  listenToFocus(on, tell, button);
  on('keydown', (event) => {
    if (!isBusyKey(event)) return;
    const presses = event.key === ' ' || event.key === 'Enter';
    const onButton = presses && isOn(event, button());
    tell({ kind: 'keydown', onButton, repeat: event.repeat, at: event.timeStamp });
  });
  on('keyup', (event) => {
    if (isBusyKey(event)) tell({ kind: 'keyup', at: event.timeStamp });
  });
  on('click', (event) => {
    if (!isOn(event, button())) return;
    tell({ kind: 'click', detail: event.detail, at: event.timeStamp });
  });
  // A finger that rests would open a menu instead.
  on('contextmenu', (event) => {
    if (isOn(event, button())) event.preventDefault();
  });
  return () => stop.abort();
}

/** How the button is to look, and what to say of it. */
function lookOf(arming: Arming, button: HTMLButtonElement | null, now: number): Look {
  const { shown, attentive, path, focused, press, missed } = arming;
  const armed = isArmed(arming, now);
  const holding = press?.way === 'hold';
  const look = (lack: Lack | null): Look => ({ armed, holding, lack });
  if (shown === null) return look(null);
  if (!attentive) return look('attention');
  if (holding) return look('hold');
  if (missed) return look(missed);
  // What has been there since before can't press it: said as soon as it might.
  if (!armed || focused || path?.came) return look(null);
  if (button?.matches(':focus-visible')) return look('focus');
  return look(button?.matches(':hover') ? 'move' : null);
}

function isSame(one: Look, other: Look): boolean {
  return one.armed === other.armed && one.holding === other.holding && one.lack === other.lack;
}

/**
 * Arms one button.
 * @param shown names what is to be approved, so that any change of it is another name; null while
 * nothing may be
 * @param approve called for each decision, and never otherwise
 */
export function useArming(shown: string | null, approve: () => void): Armed {
  const button = useRef<HTMLButtonElement>(null);
  const machine = useRef<Arming>(UNARMED);
  const latest = useRef(approve);
  latest.current = approve;
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const [look, setLook] = useState(UNREADY);

  const refresh = (): void => {
    const { since } = machine.current;
    const now = performance.now();
    const seen = lookOf(machine.current, button.current, now);
    clearTimeout(timer.current);
    if (since !== null && !seen.armed) {
      timer.current = setTimeout(refresh, Math.ceil(since + ARM_MS - now));
    }
    setLook((before) => (isSame(before, seen) ? before : seen));
  };
  const tell: Tell = (event) => {
    const { arming, approves } = step(machine.current, event);
    machine.current = arming;
    refresh();
    if (approves) latest.current();
  };

  useLayoutEffect(() => {
    tell({ kind: 'attention', on: attentiveNow(), at: performance.now() });
    const stop = listen(tell, () => button.current);
    return () => {
      stop();
      clearTimeout(timer.current);
    };
  }, []);
  // Unarmed before the new content is painted, and counting from when it has been.
  useLayoutEffect(() => {
    tell({ kind: 'shown', shown: null, at: performance.now() });
    if (shown === null) return undefined;
    return afterPaint(() => tell({ kind: 'shown', shown, at: performance.now() }));
  }, [shown]);
  useEffect(() => refresh(), []);
  return { button, ...look };
}
