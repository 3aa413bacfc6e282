import type { ComponentChildren } from 'preact';
import { useContext, useLayoutEffect, useRef } from 'preact/hooks';
import { HelpContext, HelpLink } from '../components/help-link.tsx';
import { usePageTitle } from '../components/page-title.ts';
import { useStore } from './store.ts';

/** A page of the tab. Its title gets the focus when it opens, so screen readers announce it. */
export function TabPage(props: {
  readonly title: string;
  /** The page's title, where the section has a name of the user's own. */
  readonly screen?: string;
  readonly children: ComponentChildren;
  readonly action?: ComponentChildren;
}) {
  const title = useRef<HTMLHeadingElement>(null);
  const help = useContext(HelpContext);
  const isWide = useStore().isWide.value;
  usePageTitle(props.screen ?? props.title);
  // A layout effect for the reason that `TopBar` gives.
  useLayoutEffect(() => {
    // Along the tabs the focus stays where it is.
    if (document.activeElement?.getAttribute('role') === 'tab') return;
    title.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div class="options-section">
      <header class="options-head">
        <h1 ref={title} dir="auto" tabIndex={-1}>
          {props.title}
        </h1>
        {props.action}
        {help && !isWide && <HelpLink page={help} />}
      </header>
      {props.children}
    </div>
  );
}
