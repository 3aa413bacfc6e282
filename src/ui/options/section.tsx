import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** A section of the page. Its title gets the focus when it opens, so screen readers announce it. */
export function Section(props: {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly action?: ComponentChildren;
}) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  return (
    <div class="section">
      <header class="section-head">
        <h1 ref={title} tabIndex={-1}>
          {props.title}
        </h1>
        {props.action}
      </header>
      {props.children}
    </div>
  );
}
