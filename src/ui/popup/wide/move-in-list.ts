import type { TargetedKeyboardEvent } from 'preact';
import { keyOf } from '../../components/typed-text.ts';

/** How far each key moves among rows. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  Home: -Infinity,
  End: Infinity,
};

/** Moves the focus among the rows of a list by the arrow keys; Enter opens one, as it is a link. */
export function moveInList(event: TargetedKeyboardEvent<HTMLElement>): void {
  const pressed = keyOf(event);
  const step = STEPS[pressed];
  const { target, currentTarget } = event;
  const isTyping = target instanceof HTMLInputElement;
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  // In a field Home and End are for its text; an arrow leads from the search to what it found.
  if (isTyping && pressed !== 'ArrowDown') return;
  const rows = [...currentTarget.querySelectorAll<HTMLElement>('.row-act')];
  if (rows.length === 0) return;
  const at = rows.findIndex((row) => row === target);
  const next = Math.min(Math.max(at + step, 0), rows.length - 1);
  event.preventDefault();
  rows[next]?.focus();
}
