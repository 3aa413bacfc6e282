import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../i18n.ts';
import { Icon } from './icon.tsx';
import { usePageTitle } from './page-title.ts';

/** A popup screen: a top bar, a scrolling body, and the primary action at the bottom. */
export function Screen(props: {
  readonly top?: ComponentChildren;
  readonly children: ComponentChildren;
  readonly action?: ComponentChildren;
  /** The page's parts, at the very bottom. */
  readonly tabs?: ComponentChildren;
}) {
  return (
    <div class="screen">
      {props.top}
      <main class="screen-body">{props.children}</main>
      {props.action && <footer class="screen-action">{props.action}</footer>}
      {props.tabs}
    </div>
  );
}

/**
 * The top bar of a screen: back (always in the same place), title, and content on the right. With
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
  usePageTitle(props.screen ?? props.title);
  useEffect(() => {
    if (props.focusTitle) title.current?.focus();
  }, []);
  const { back } = props;
  return (
    <header class="top-bar">
      {typeof back === 'string' && (
        <a class="icon-button" href={back} aria-label={t('kit.back')} title={t('kit.back')}>
          <Icon name="back" />
        </a>
      )}
      {typeof back === 'function' && (
        <button
          type="button"
          class="icon-button"
          aria-label={t('kit.back')}
          title={t('kit.back')}
          onClick={back}
        >
          <Icon name="back" />
        </button>
      )}
      {props.lead}
      <h1 class="top-title" dir="auto" ref={title} tabIndex={-1}>
        {props.title}
      </h1>
      <span class="top-end">{props.children}</span>
    </header>
  );
}
