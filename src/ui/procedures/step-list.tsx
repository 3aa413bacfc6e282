import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../i18n.ts';

/** Where a page with steps is: all of them, the heading of the current one, and its screen. */
export function StepList<S extends string>(props: {
  readonly steps: readonly S[];
  readonly step: S;
  readonly label: string;
  readonly textOf: (step: S) => string;
  readonly heading: string;
  /** The step's screen moves the focus itself. */
  readonly movesFocus: boolean;
  readonly children: ComponentChildren;
}) {
  const { steps, step, textOf, movesFocus } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    // When the page opens, its own title has the focus.
    if (!isFirst.current && !movesFocus) heading.current?.focus();
    isFirst.current = false;
  }, [step]);
  const currentIndex = steps.indexOf(step);
  return (
    <>
      <ol class="steps" aria-label={props.label}>
        {steps.map((item, index) => (
          <li
            key={item}
            class={index < currentIndex ? 'past' : ''}
            aria-current={item === step ? 'step' : undefined}
          >
            {textOf(item)}
            {index < currentIndex && <span class="hidden"> {t('import.stepDone')}</span>}
          </li>
        ))}
      </ol>
      <h2 ref={heading} tabIndex={-1}>
        {props.heading}
      </h2>
      {props.children}
    </>
  );
}
