import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { RefObject } from 'preact';

/*
 * When a click counts as a decision. A window may open under a pointer that is already clicking, and
 * what it shows may change between a look and a click (platform.md 6, tapjacking): so the button is
 * armed only after a pause in which nothing changed and nobody pressed anything, and then takes only
 * a press that began after that.
 */

/** How long content, attention and hands must have been still. */
export const ARM_MS = 500;

export type Arming = {
  /** Names what is on the screen; null while there is nothing to approve. */
  readonly shown: string | null;
  /** The document is visible and has the focus. */
  readonly attentive: boolean;
  /** Since when all has been still; null while content or attention is missing. */
  readonly since: number | null;
  /** A press on the button that began while it was armed and has not ended. */
  readonly press: 'pointer' | 'key' | null;
};

/** `at`: when the event happened, on the clock of `performance.now()`. */
export type ArmingEvent =
  | { readonly kind: 'shown'; readonly shown: string | null; readonly at: number }
  | { readonly kind: 'attention'; readonly on: boolean; readonly at: number }
  | { readonly kind: 'pointerdown'; readonly onButton: boolean; readonly at: number }
  /** Space or Enter. */
  | {
      readonly kind: 'keydown';
      readonly onButton: boolean;
      readonly repeat: boolean;
      readonly at: number;
    }
  /** The press ended elsewhere, or was taken away by the browser. */
  | { readonly kind: 'left' }
  /** `detail`: the browser's count of pointer clicks; 0 for a click by key or by a program. */
  | { readonly kind: 'click'; readonly detail: number; readonly at: number };

export const UNARMED: Arming = { shown: null, attentive: false, since: null, press: null };

/** Whether a press that begins at this moment counts. */
export function isArmed({ since }: Arming, at: number): boolean {
  return since !== null && at - since >= ARM_MS;
}

function still(arming: Arming, at: number): Arming {
  const counts = arming.shown !== null && arming.attentive;
  return { ...arming, since: counts ? at : null, press: null };
}

/** A press before its time: whoever is clicking blindly has to stop first. */
function tooEarly(arming: Arming, at: number): Arming {
  const { since } = arming;
  return { ...arming, since: since === null ? null : Math.max(since, at), press: null };
}

/** What an event makes of the arming, and whether it is the approval. */
export function step(
  arming: Arming,
  event: ArmingEvent,
): { readonly arming: Arming; readonly approves: boolean } {
  if (event.kind === 'click') {
    const way = event.detail > 0 ? 'pointer' : 'key';
    const approves = arming.press === way && isArmed(arming, event.at);
    // Approved or not, the next one needs a pause and a press of its own.
    return { arming: approves ? still(arming, event.at) : { ...arming, press: null }, approves };
  }
  return { arming: next(arming, event), approves: false };
}

function next(arming: Arming, event: Exclude<ArmingEvent, { kind: 'click' }>): Arming {
  switch (event.kind) {
    case 'shown':
      if (event.shown === arming.shown) return arming;
      return still({ ...arming, shown: event.shown }, event.at);
    case 'attention':
      if (event.on === arming.attentive) return arming;
      return still({ ...arming, attentive: event.on }, event.at);
    case 'pointerdown':
      if (!isArmed(arming, event.at)) return tooEarly(arming, event.at);
      return { ...arming, press: event.onButton ? 'pointer' : null };
    case 'keydown':
      if (!isArmed(arming, event.at)) return tooEarly(arming, event.at);
      // A key that is held down keeps the press that it began, and never begins one.
      if (event.repeat) return arming;
      return { ...arming, press: event.onButton ? 'key' : null };
    case 'left':
      return { ...arming, press: null };
  }
}

export type Armed = {
  /** For the one button that approves. */
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly armed: boolean;
  readonly attentive: boolean;
};

const attentiveNow = (): boolean => document.visibilityState === 'visible' && document.hasFocus();

/** Calls back after the next paint, so that time counts from when the content can be seen. */
function afterPaint(act: () => void): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(act);
  });
  return () => cancelAnimationFrame(frame);
}

/** Tells the machine what happens in the document. Answers how to stop. */
function listen(
  tell: (event: ArmingEvent) => void,
  onButton: (event: Event) => boolean,
): () => void {
  const stop = new AbortController();
  const capture = { capture: true, signal: stop.signal };
  // The browser's time stamp, not ours: an event may have waited while the page was busy.
  const on = (target: EventTarget, name: string, make: (event: Event) => ArmingEvent | null) =>
    target.addEventListener(
      name,
      (event) => {
        const made = event.isTrusted ? make(event) : null;
        if (made) tell(made);
      },
      capture,
    );
  const attention = ({ timeStamp }: Event): ArmingEvent => ({
    kind: 'attention',
    on: attentiveNow(),
    at: timeStamp,
  });
  on(document, 'visibilitychange', attention);
  on(window, 'focus', attention);
  on(window, 'blur', attention);
  on(document, 'pointerdown', (event) => {
    const first = event instanceof PointerEvent && event.isPrimary && event.button === 0;
    return { kind: 'pointerdown', onButton: first && onButton(event), at: event.timeStamp };
  });
  on(document, 'keydown', (event) => {
    if (!(event instanceof KeyboardEvent) || ![' ', 'Enter'].includes(event.key)) return null;
    const { repeat, timeStamp: at } = event;
    return { kind: 'keydown', onButton: onButton(event), repeat, at };
  });
  on(document, 'pointercancel', () => ({ kind: 'left' }));
  on(document, 'focusout', (event) => (onButton(event) ? { kind: 'left' } : null));
  on(document, 'click', (event) => {
    if (!(event instanceof MouseEvent) || !onButton(event)) return null;
    return { kind: 'click', detail: event.detail, at: event.timeStamp };
  });
  return () => stop.abort();
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
  const [armed, setArmed] = useState(false);
  const [attentive, setAttentive] = useState(true);

  const look = (): void => {
    const { since, attentive: on } = machine.current;
    const left = since === null ? undefined : since + ARM_MS - performance.now();
    clearTimeout(timer.current);
    setArmed(left !== undefined && left <= 0);
    setAttentive(on);
    if (left !== undefined && left > 0) timer.current = setTimeout(look, Math.ceil(left));
  };
  const tell = (event: ArmingEvent): void => {
    const { arming, approves } = step(machine.current, event);
    machine.current = arming;
    look();
    if (approves) latest.current();
  };

  useLayoutEffect(() => {
    const inside = ({ target }: Event) =>
      target instanceof Node && (button.current?.contains(target) ?? false);
    tell({ kind: 'attention', on: attentiveNow(), at: performance.now() });
    const stop = listen(tell, inside);
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
  useEffect(() => look(), []);
  return { button, armed, attentive };
}
