import { createContext, type ComponentChildren } from 'preact';
import { useContext, useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../i18n.ts';
import { HelpContext, HelpLink } from './help-link.tsx';
import { Icon } from './icon.tsx';
import { usePageTitle } from './page-title.ts';
import { useScrollFocus } from './scroll-focus.ts';

/** Where a screen is drawn on a wide page: beside another one. */
export type Pane = {
  readonly side: 'list' | 'detail';
  /** Whether there is a step back within the pane. */
  readonly hasBack: boolean;
  /** Whether what appears in it was gone to: a list beside a record leaves focus and title to that. */
  readonly takesFocus: boolean;
};

export const PaneContext = createContext<Pane | undefined>(undefined);

/** Whether the page has put its main landmark around the screens. */
export const MainContext = createContext(false);

/** The pane around this component; undefined where a screen has the page for itself. */
export const usePane = (): Pane | undefined => useContext(PaneContext);

/** A popup screen: a top bar, a scrolling body, and the primary action at the bottom. */
export function Screen(props: {
  readonly top?: ComponentChildren;
  readonly children: ComponentChildren;
  readonly action?: ComponentChildren;
  /** The page's parts, at the very bottom. */
  readonly tabs?: ComponentChildren;
}) {
  const isPane = usePane() !== undefined;
  const body = useScrollFocus<HTMLDivElement>();
  // The pane is a landmark itself, and the places are beside it.
  const Body = useContext(MainContext) || isPane ? 'div' : 'main';
  return (
    <div class="screen">
      {props.top}
      <Body class="screen-body" ref={body}>
        {props.children}
      </Body>
      {props.action && <footer class="screen-action">{props.action}</footer>}
      {!isPane && props.tabs}
    </div>
  );
}

/**
 * The top bar of a screen: back (always in the same place), title, content on the right, and help. With
 * `focusTitle`, the title gets the focus when the screen appears, so screen readers announce it.
 */
export function TopBar(props: {
  readonly title: string;
  /** The page's title, where the bar has a record's name. */
  readonly screen?: string | undefined;
  /** What "back" does: a hash to go to, or a function to call. */
  readonly back?: string | (() => void) | undefined;
  readonly lead?: ComponentChildren;
  readonly children?: ComponentChildren;
  readonly focusTitle?: boolean;
}) {
  const title = useRef<HTMLHeadingElement>(null);
  const pane = usePane();
  const isMain = pane?.takesFocus !== false;
  const help = useContext(HelpContext);
  usePageTitle(props.screen ?? props.title, isMain);
  // In the turn that draws it: an effect after the frame would take the focus from where a fast user's
  // first key has already moved it.
  useLayoutEffect(() => {
    if (props.focusTitle && isMain) title.current?.focus();
  }, []);
  const back = pane && !pane.hasBack ? undefined : props.back;
  return (
    <header class="top-bar">
      {typeof back === 'string' && (
        <a class="icon-button" href={back} aria-label={t('app.back')} title={t('app.back')}>
          <Icon name="back" />
        </a>
      )}
      {typeof back === 'function' && (
        <button
          type="button"
          class="icon-button"
          aria-label={t('app.back')}
          title={t('app.back')}
          onClick={back}
        >
          <Icon name="back" />
        </button>
      )}
      {props.lead}
      <h1 class="top-title" dir="auto" ref={title} tabIndex={-1}>
        {props.title}
      </h1>
      <span class="top-end">
        {props.children}
        {/* Where the page is wide, it stands once at the side. */}
        {help && !pane && <HelpLink page={help} />}
      </span>
    </header>
  );
}
