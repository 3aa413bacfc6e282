import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { RefObject } from 'preact';
import { ARM_MS, isArmed, advance, UNARMED } from './arming.ts';
import type { Arming, ArmingEvent, RequiredAction } from './arming.ts';
import type { PointerSample } from './pointer-path.ts';

/** What is amiss for a press to count: what there is to do first. */
export type ArmingHint = RequiredAction | 'attention';

/** How the button is drawn. */
type ButtonState = {
  readonly armed: boolean;
  /** A finger holds it. */
  readonly isHeld: boolean;
  readonly hint: ArmingHint | null;
};

export type ArmedButton = ButtonState & {
  /** For the one button that approves. */
  readonly button: RefObject<HTMLButtonElement | null>;
};

const UNREADY: ButtonState = { armed: false, isHeld: false, hint: null };

const isAttentive = (): boolean => document.visibilityState === 'visible' && document.hasFocus();

/** Calls back after the next paint, so that time counts from when the content can be seen. */
function afterPaint(act: () => void): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(act);
  });
  return () => cancelAnimationFrame(frame);
}

/** Where on the screen the button is, as far as a page can know. */
function placeName({ left, top, width, height }: DOMRect): string {
  const { offsetLeft = 0, offsetTop = 0, scale = 1 } = window.visualViewport ?? {};
  const { screenX, screenY, devicePixelRatio } = window;
  const coordinates = [left, top, width, height, offsetLeft, offsetTop, screenX, screenY];
  return [...coordinates.map(Math.round), scale, devicePixelRatio].join(' ');
}

function sampleOf(event: PointerEvent, rect: DOMRect): PointerSample {
  const { pointerId: pointer, clientX, clientY, screenX: x, screenY: y } = event;
  const isAcross = clientX >= rect.left && clientX < rect.right;
  const inside = isAcross && clientY >= rect.top && clientY < rect.bottom;
  return { pointer, inside, x, y, place: placeName(rect) };
}

/** Keys that press a button, and keys that write: hands that write do not decide. */
function isBusyKey({ key }: KeyboardEvent): boolean {
  return key === 'Enter' || key.length === 1;
}

type Dispatch = (event: ArmingEvent) => void;
type AddListener = <N extends keyof DocumentEventMap>(
  name: N,
  listener: (event: DocumentEventMap[N]) => void,
) => void;

function listenToPointers(
  addListener: AddListener,
  dispatch: Dispatch,
  button: () => HTMLButtonElement | null,
): void {
  const sampleAt = (event: PointerEvent) =>
    sampleOf(event, button()?.getBoundingClientRect() ?? new DOMRect());
  addListener('pointermove', (event) => {
    // A quick hand crosses the edge between two frames.
    const samples = event.getCoalescedEvents();
    for (const sample of samples.length > 0 ? samples : [event]) {
      dispatch({ kind: 'pointermove', ...sampleAt(sample), at: event.timeStamp });
    }
  });
  addListener('pointerout', (event) => {
    // Out of the window.
    if (event.relatedTarget) return;
    dispatch({ kind: 'pointermove', ...sampleAt(event), at: event.timeStamp });
  });
  addListener('pointerdown', (event) => {
    const onButton = event.isPrimary && event.button === 0 && isOn(event, button());
    const canHover = event.pointerType !== 'touch' && event.pointerType !== 'pen';
    dispatch({
      kind: 'pointerdown',
      ...sampleAt(event),
      onButton,
      canHover,
      at: event.timeStamp,
    });
  });
  addListener('pointerup', (event) =>
    dispatch({ kind: 'pointerup', ...sampleAt(event), at: event.timeStamp }),
  );
  addListener('pointercancel', (event) => dispatch({ kind: 'cancel', at: event.timeStamp }));
}

function listenToFocus(
  addListener: AddListener,
  dispatch: Dispatch,
  button: () => HTMLButtonElement | null,
): void {
  // The focus follows a mousedown, also the one that browsers make of a tap after the finger has
  // left. Assistive technology moves it before the mousedown that goes with its click, if any.
  let isPressing = false;
  addListener('mousedown', () => (isPressing = true));
  addListener('mouseup', () => (isPressing = false));
  addListener('keydown', () => (isPressing = false));
  addListener('focusin', (event) => {
    if (!isOn(event, button())) return;
    dispatch({ kind: 'focus', byPointer: isPressing, at: event.timeStamp });
  });
  addListener('focusout', (event) => {
    if (isOn(event, button())) dispatch({ kind: 'blur', at: event.timeStamp });
  });
}

function isOn({ target }: Event, button: HTMLButtonElement | null): boolean {
  return target instanceof Node && (button?.contains(target) ?? false);
}

/** Tells the machine what happens in the document. Returns a function that stops it. */
function listen(dispatch: Dispatch, button: () => HTMLButtonElement | null): () => void {
  const controller = new AbortController();
  const capture = { capture: true, signal: controller.signal };
  // No script can make an event that the browser calls trusted.
  const addListener: AddListener = (name, listener) =>
    document.addEventListener(name, (event) => event.isTrusted && listener(event), capture);
  // The browser's time stamp, not ours: an event may have waited while the page was busy.
  const attention = ({ isTrusted, timeStamp: at }: Event): void => {
    if (isTrusted) dispatch({ kind: 'attention', on: isAttentive(), at });
  };
  addListener('visibilitychange', attention);
  window.addEventListener('focus', attention, capture);
  window.addEventListener('blur', attention, capture);
  listenToPointers(addListener, dispatch, button);
  listenToFocus(addListener, dispatch, button);
  addListener('keydown', (event) => {
    if (!isBusyKey(event)) return;
    const presses = event.key === ' ' || event.key === 'Enter';
    const onButton = presses && isOn(event, button());
    dispatch({ kind: 'keydown', onButton, repeat: event.repeat, at: event.timeStamp });
  });
  addListener('keyup', (event) => {
    if (isBusyKey(event)) dispatch({ kind: 'keyup', at: event.timeStamp });
  });
  addListener('click', (event) => {
    if (!isOn(event, button())) return;
    dispatch({ kind: 'click', detail: event.detail, at: event.timeStamp });
  });
  // A finger that rests would open a menu instead.
  addListener('contextmenu', (event) => {
    if (isOn(event, button())) event.preventDefault();
  });
  return () => controller.abort();
}

/** How the button is drawn, and the hint next to it. */
function buttonStateOf(arming: Arming, button: HTMLButtonElement | null, now: number): ButtonState {
  const { contentKey, attentive, path, focused, press, requiredAction } = arming;
  const armed = isArmed(arming, now);
  const isHeld = press?.kind === 'hold';
  const withHint = (hint: ArmingHint | null): ButtonState => ({ armed, isHeld, hint });
  if (contentKey === null) return withHint(null);
  if (!attentive) return withHint('attention');
  if (isHeld) return withHint('hold');
  if (requiredAction) return withHint(requiredAction);
  // A pointer or focus that was on the button before it was armed can't press it. The hint says so
  // once it is there.
  if (!armed || focused || path?.entered) return withHint(null);
  if (button?.matches(':focus-visible')) return withHint('focus');
  return withHint(button?.matches(':hover') ? 'move' : null);
}

function isSame(first: ButtonState, second: ButtonState): boolean {
  return (
    first.armed === second.armed && first.isHeld === second.isHeld && first.hint === second.hint
  );
}

/**
 * Arms one button.
 * @param contentKey names what is to be approved, so that any change of it is another name; null while
 * nothing may be
 * @param approve called for each decision, and never otherwise
 */
export function useArming(contentKey: string | null, approve: () => void): ArmedButton {
  const button = useRef<HTMLButtonElement>(null);
  const armingRef = useRef<Arming>(UNARMED);
  const latestApprove = useRef(approve);
  latestApprove.current = approve;
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const [buttonState, setButtonState] = useState(UNREADY);

  const refresh = (): void => {
    const { stillSince } = armingRef.current;
    const now = performance.now();
    const nextState = buttonStateOf(armingRef.current, button.current, now);
    clearTimeout(timer.current);
    if (stillSince !== null && !nextState.armed) {
      timer.current = setTimeout(refresh, Math.ceil(stillSince + ARM_MS - now));
    }
    setButtonState((current) => (isSame(current, nextState) ? current : nextState));
  };
  const dispatch: Dispatch = (event) => {
    const { arming, approves } = advance(armingRef.current, event);
    armingRef.current = arming;
    refresh();
    if (approves) latestApprove.current();
  };

  useLayoutEffect(() => {
    dispatch({ kind: 'attention', on: isAttentive(), at: performance.now() });
    const stop = listen(dispatch, () => button.current);
    return () => {
      stop();
      clearTimeout(timer.current);
    };
  }, []);
  // Unarmed before the new content is painted, and counting from when it has been.
  useLayoutEffect(() => {
    dispatch({ kind: 'shown', contentKey: null, at: performance.now() });
    if (contentKey === null) return undefined;
    return afterPaint(() => dispatch({ kind: 'shown', contentKey, at: performance.now() }));
  }, [contentKey]);
  useEffect(() => refresh(), []);
  return { button, ...buttonState };
}
