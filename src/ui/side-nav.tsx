import type { ComponentChildren } from 'preact';
import { t } from './i18n.ts';
import { Icon, type IconName } from './components/icon.tsx';
import { hashOf as hashOfSection, SECTIONS, type Section } from './options/route.ts';
import { KINDS, LISTED_KINDS } from './kinds.ts';
import { hashOf as hashOfRoute } from './popup/route.ts';

/*
 * Everything that Keystamp has, at the side of a wide page. The organization's records are in the
 * popup's page, Keystamp's own settings in the options page; both have this list, so that they read
 * as one place.
 */

type Page = 'popup' | 'options';
type Place = {
  readonly text: string;
  readonly icon: IconName;
  readonly hash: string;
  /** Where it is, if not with the others of its group. */
  readonly page?: Page;
};

const SECTION_ICONS: Readonly<Record<Section, IconName>> = {
  keys: 'gear',
  sites: 'globe',
  security: 'shield',
  history: 'history',
  backup: 'file',
  appearance: 'palette',
  about: 'info',
};

const organizationPlaces = (): readonly Place[] => [
  ...LISTED_KINDS.map((kind) => ({
    text: t(`kit.place.${kind}`),
    icon: KINDS[kind].icon,
    hash: hashOfRoute(KINDS[kind].place === 'home' ? { screen: 'home' } : { screen: 'list', kind }),
  })),
  {
    text: t('kit.place.activities'),
    icon: 'clock',
    hash: hashOfRoute({ screen: 'activities' }),
  },
  {
    text: t('kit.place.operations'),
    icon: 'list',
    hash: hashOfRoute({ screen: 'operations' }),
  },
];

const keystampPlaces = (here: Page): readonly Place[] =>
  SECTIONS.map((section) => ({
    text: t(`kit.section.${section}`),
    icon: SECTION_ICONS[section],
    hash: hashOfSection({ at: section }),
    // The popup's page has the records themselves, the options page how long they are kept.
    ...(section === 'history' && { page: here }),
  }));

function Places(props: {
  readonly title: string;
  readonly page: Page;
  readonly here: Page;
  readonly current: string;
  readonly places: readonly Place[];
}) {
  const { title, page, here, current, places } = props;
  return (
    <>
      <p class="side-title" aria-hidden="true">
        {title}
      </p>
      <ul aria-label={title}>
        {places.map(({ text, icon, hash, page: at = page }) => (
          <li key={hash}>
            <a
              href={at === here ? hash : `/${at}.html${hash}`}
              title={text}
              aria-current={at === here && hash === current ? 'page' : undefined}
            >
              <Icon name={icon} />
              <span>{text}</span>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The list of places; `current` is the hash of the one that the page shows. */
export function SideNav(props: {
  readonly here: Page;
  readonly current: string;
  /** Above and below the places. */
  readonly head: ComponentChildren;
  readonly foot?: ComponentChildren;
}) {
  const { here, current, head, foot } = props;
  const shared = { here, current };
  return (
    <nav class="side-nav" data-here={here} aria-label={t('kit.place.label')}>
      {head}
      <div class="side-group" data-page="popup">
        <Places
          {...shared}
          page="popup"
          title={t('kit.place.organization')}
          places={organizationPlaces()}
        />
      </div>
      <div class="side-group" data-page="options">
        <Places
          {...shared}
          page="options"
          title={t('kit.place.keystamp')}
          places={keystampPlaces(here)}
        />
      </div>
      {foot && <div class="side-foot">{foot}</div>}
    </nav>
  );
}
