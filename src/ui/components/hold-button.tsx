import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon, type IconName } from './icon.tsx';
import { keyOf } from './typed-text.ts';

/**
 * A button that counts as pressed only while it is held: with a pointer, or with Space or Enter. A
 * screen reader that has no such gesture clicks: then it stays pressed until the next click. It lets go
 * by itself when the window or the button loses the focus, and when the page is hidden.
 */
export function HoldButton(props: {
  readonly isHeld: boolean;
  readonly onHold: (isHeld: boolean) => void;
  readonly icon?: IconName;
  readonly children: ComponentChildren;
  readonly 'aria-describedby'?: string;
}) {
  const { isHeld, onHold } = props;
  // A click that follows a press is the end of that press.
  const wasPressed = useRef(false);
  const press = (): void => {
    wasPressed.current = true;
    onHold(true);
  };
  const release = (): void => onHold(false);
  useEffect(() => {
    const hide = () => onHold(false);
    const hideIfHidden = () => document.hidden && onHold(false);
    for (const name of ['blur', 'pointerup', 'pointercancel']) addEventListener(name, hide);
    document.addEventListener('visibilitychange', hideIfHidden);
    return () => {
      for (const name of ['blur', 'pointerup', 'pointercancel']) removeEventListener(name, hide);
      document.removeEventListener('visibilitychange', hideIfHidden);
    };
  }, []);
  const isKey = (event: KeyboardEvent) => [' ', 'Enter'].includes(keyOf(event));
  return (
    <button
      type="button"
      class="button button-primary hold"
      aria-pressed={isHeld}
      aria-describedby={props['aria-describedby']}
      onPointerDown={(event) => event.button === 0 && press()}
      onKeyDown={(event) => {
        if (!isKey(event)) return;
        event.preventDefault();
        if (!event.repeat) press();
      }}
      onKeyUp={(event) => isKey(event) && release()}
      onBlur={release}
      onContextMenu={(event) => event.preventDefault()}
      onClick={() => {
        if (!wasPressed.current) onHold(!isHeld);
        wasPressed.current = false;
      }}
    >
      {props.icon && <Icon name={props.icon} />}
      <span>{props.children}</span>
    </button>
  );
}

/** Whether a button is held, for {@link HoldButton}. */
export function useHold() {
  const [isHeld, setIsHeld] = useState(false);
  return { isHeld, onHold: setIsHeld };
}
