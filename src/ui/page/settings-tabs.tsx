import type { ComponentChildren, TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { t } from '../i18n.ts';
import { keyOf } from '../components/typed-text.ts';
import { hashOf, type Route } from './routes.ts';

/** The settings, a tab each: the address of one is its own, so that links lead there. */
export const SECTIONS = ['keys', 'security', 'sites', 'backup', 'appearance', 'about'] as const;
export type Section = (typeof SECTIONS)[number];

/** The tab that a place belongs to; a profile and the change of its key are below the profiles. */
export function sectionOf({ screen }: Route): Section | undefined {
  if (screen === 'profile' || screen === 'rotate') return 'keys';
  return SECTIONS.find((section) => section === screen);
}

/** Moves the focus along the tabs; Enter opens one, as it is a link. */
function moveAlong(event: TargetedKeyboardEvent<HTMLElement>): void {
  const { currentTarget, altKey, ctrlKey, metaKey } = event;
  const tabs = [...currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
  const at = tabs.findIndex((tab) => tab === document.activeElement);
  const forward = getComputedStyle(currentTarget).direction === 'rtl' ? -1 : 1;
  const next = {
    ArrowRight: at + forward,
    ArrowLeft: at - forward,
    Home: 0,
    End: tabs.length - 1,
  }[keyOf(event)];
  if (next === undefined || altKey || ctrlKey || metaKey) return;
  event.preventDefault();
  tabs[(next + tabs.length) % tabs.length]?.focus();
}

/** A settings place below its tabs; a place that belongs to none has the page for itself. */
export function SettingsTabs(props: {
  readonly route: Route;
  readonly children: ComponentChildren;
}) {
  const current = sectionOf(props.route);
  // Where the page is narrow, the row of tabs is longer than it and scrolls.
  useLayoutEffect(() => {
    document.getElementById(`tab-${current}`)?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  if (!current) return <>{props.children}</>;
  return (
    <>
      <div
        class="settings-tabs"
        role="tablist"
        aria-label={t('app.place.settings')}
        onKeyDown={moveAlong}
      >
        {SECTIONS.map((section) => (
          <a
            key={section}
            class="settings-tab"
            role="tab"
            id={`tab-${section}`}
            href={hashOf({ screen: section })}
            aria-selected={section === current}
            aria-controls="settings-panel"
            tabIndex={section === current ? 0 : -1}
          >
            {t(`app.section.${section}`)}
          </a>
        ))}
      </div>
      <div role="tabpanel" id="settings-panel" aria-labelledby={`tab-${current}`}>
        {props.children}
      </div>
    </>
  );
}
