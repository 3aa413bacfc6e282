/*
 * Of a double click only the first click is meant for what a page draws after it. A review and the screen
 * that follows it have their buttons at the same place, and the second click must not leave that screen.
 */

const CONTROLS = 'a, button, input, select, textarea, summary, label, [role], [tabindex]';

/** What a press at this place works on; undefined for plain text. */
function controlOf(target: EventTarget | null): Element | undefined {
  if (!(target instanceof Element)) return undefined;
  const control = target.closest(CONTROLS);
  // A press on a label is one on what it names.
  return (control instanceof HTMLLabelElement ? control.control : control) ?? undefined;
}

/**
 * Stops each click that continues a double click on another control than the one it began on. Clicks
 * by keyboard or by assistive technology have no count and always work.
 * @returns a function that undoes it
 */
export function stopStrayDoubleClicks(root: HTMLElement): () => void {
  let begunOn: Element | undefined;
  let isStray = false;
  const pressed = ({ detail, target }: MouseEvent): void => {
    const control = controlOf(target);
    // The browser counts presses in quick succession at one place (`detail`, UI Events).
    if (detail <= 1) begunOn = control;
    isStray = detail > 1 && control !== begunOn;
  };
  const clicked = (event: MouseEvent): void => {
    if (!isStray || event.detail <= 1) return;
    event.preventDefault();
    event.stopPropagation();
  };
  root.addEventListener('mousedown', pressed, true);
  root.addEventListener('click', clicked, true);
  return () => {
    root.removeEventListener('mousedown', pressed, true);
    root.removeEventListener('click', clicked, true);
  };
}
