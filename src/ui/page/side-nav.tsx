import type { ComponentChildren } from 'preact';
import { t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import { Icon, type IconName } from '../components/icon.tsx';
import { Logo } from '../components/logo.tsx';
import { KINDS, LISTED_KINDS } from '../kinds.ts';
import { ProfileButton } from './profile-button.tsx';
import { hashOf, isTabOnly, type Route } from './routes.ts';
import { useStore } from './store.ts';

/* Everything that Keystamp has, at the side of a wide page: the organization's records, and Keystamp itself. */

/** The places about Keystamp itself. */
export const SECTIONS = ['keys', 'sites', 'security', 'backup', 'appearance', 'about'] as const;
export type Section = (typeof SECTIONS)[number];

const SECTION_ICONS: Readonly<Record<Section, IconName>> = {
  keys: 'gear',
  sites: 'globe',
  security: 'shield',
  backup: 'file',
  appearance: 'palette',
  about: 'info',
};

type Place = { readonly text: string; readonly icon: IconName; readonly hash: string };

const organizationPlaces = (): readonly Place[] => [
  ...LISTED_KINDS.map((kind) => ({
    text: t(`app.place.${kind}`),
    icon: KINDS[kind].icon,
    hash: hashOf(KINDS[kind].place === 'home' ? { screen: 'home' } : { screen: 'list', kind }),
  })),
  { text: t('app.place.activities'), icon: 'history', hash: hashOf({ screen: 'activities' }) },
  { text: t('app.place.operations'), icon: 'list', hash: hashOf({ screen: 'operations' }) },
];

const keystampPlaces = (): readonly Place[] =>
  SECTIONS.map((section) => ({
    text: t(`app.section.${section}`),
    icon: SECTION_ICONS[section],
    hash: hashOf({ screen: section }),
  }));

/** The place that a route of the tab alone belongs to; none has the pages that import and export. */
function sectionHash(route: Route): string {
  const { screen } = route;
  if (screen === 'profile' || screen === 'rotate' || screen === 'keys') return '#/keys';
  return hashOf(route);
}

function currentHash(route: Route, list: Route | null): string {
  if (isTabOnly(route) || !list) return sectionHash(route);
  if (list.screen === 'history' || list.screen === 'activities') return '#/activities';
  const isWallets = list.screen === 'list' && list.kind === 'wallet';
  return hashOf(isWallets ? { screen: 'home' } : list);
}

function Places(props: {
  readonly title: string;
  readonly current: string;
  readonly places: readonly Place[];
}) {
  const { title, current, places } = props;
  return (
    <>
      <p class="side-title" aria-hidden="true">
        {title}
      </p>
      <ul aria-label={title}>
        {places.map(({ text, icon, hash }) => (
          <li key={hash}>
            <a href={hash} title={text} aria-current={hash === current ? 'page' : undefined}>
              <Icon name={icon} />
              <span>{text}</span>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Whose records these are, and how to find one. */
function Head(): ComponentChildren {
  const profile = useStore().profile.value;
  if (!profile) {
    return (
      <p class="side-name">
        <Logo size={28} /> <span>{t('app.name')}</span>
      </p>
    );
  }
  return (
    <div class="stack">
      <ProfileButton profile={profile} />
      <a class="button button-plain side-search" href={hashOf({ screen: 'search' })}>
        <Icon name="search" />
        <span>{t('popup.search')}</span>
        <kbd aria-hidden="true">/</kbd>
      </a>
    </div>
  );
}

/**
 * The list of places, with whose they are above, and what acts on all of them below.
 * @param list what stands beside the place that is shown
 */
export function SideNav({ route, list }: { readonly route: Route; readonly list: Route | null }) {
  const store = useStore();
  const current = currentHash(route, list);
  return (
    <nav class="side-nav" aria-label={t('app.place.label')}>
      <Head />
      <div class="side-group" data-group="organization">
        <Places
          current={current}
          title={t('app.place.organization')}
          places={organizationPlaces()}
        />
      </div>
      <div class="side-group" data-group="keystamp">
        <Places current={current} title={t('app.place.keystamp')} places={keystampPlaces()} />
      </div>
      <div class="side-foot">
        <Button
          kind="quiet"
          small
          icon="refresh"
          disabled={store.refreshing.value}
          onClick={() => void store.refresh()}
        >
          {t('popup.refresh')}
        </Button>
        <Button kind="quiet" small icon="lock" onClick={() => void store.lock()}>
          {t('popup.lock')}
        </Button>
      </div>
    </nav>
  );
}
