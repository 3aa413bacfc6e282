import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { WireError } from '../../protocol/errors.ts';
import { ErrorState } from './states.tsx';
import { useTask } from './task.ts';

/** What a form needs of whoever holds its values. */
type FormState = {
  readonly submit: () => unknown;
  /** Counts the attempts, where the form leads to what it refuses. */
  readonly attempts?: number;
  readonly busy?: boolean;
  readonly error?: WireError | null;
};

/**
 * A form whose values its screen holds: what is wrong with them is said from the first attempt on, and
 * only one that has nothing wrong is sent.
 */
export function useForm(isValid: boolean, send: () => Promise<unknown>) {
  const task = useTask();
  const [attempts, setAttempts] = useState(0);
  const [tried, setTried] = useState(false);
  const submit = async () => {
    if (task.busy) return;
    setTried(true);
    setAttempts(attempts + 1);
    if (isValid) await task.run(send);
  };
  /** After what was sent leaves fields empty: nobody has tried those yet. */
  const reset = () => setTried(false);
  return { ...task, attempts, tried, submit, reset };
}

/** Moves the focus to the first refused field, unless the user is elsewhere by now. */
function focusRefused(form: HTMLFormElement | null): void {
  const { activeElement } = document;
  if (!form?.contains(activeElement) && activeElement !== document.body) return;
  form
    ?.querySelector<HTMLElement>('[data-refused] :is(input, select, textarea, button):enabled')
    ?.focus();
}

/** The shell of every form. The browser checks nothing: each field says what is wrong in our words. */
export function Form(props: {
  readonly form: FormState;
  readonly children: ComponentChildren;
  /** In place of the error as it is usually shown. */
  readonly error?: ComponentChildren;
  readonly actions?: ComponentChildren;
  /** For a button outside. */
  readonly id?: string;
  readonly class?: string;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
}) {
  const { attempts = 0, busy = false, error, submit } = props.form;
  const ref = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    if (attempts > 0 && !busy) focusRefused(ref.current);
  }, [attempts, busy]);
  return (
    <form
      ref={ref}
      id={props.id}
      class={props.class ?? 'form'}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onKeyDown={props.onKeyDown}
    >
      {props.children}
      {props.error === undefined ? error && <ErrorState error={error} /> : props.error}
      {props.actions && <div class="actions">{props.actions}</div>}
    </form>
  );
}
