import type { ComponentChildren } from 'preact';
import { t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import { HelpLink } from '../components/help-link.tsx';
import { Icon, type IconName } from '../components/icon.tsx';
import { Logo } from '../components/logo.tsx';
import { kindRow, KINDS, LISTED_KINDS, RECORD_KINDS } from '../kinds.ts';
import { ProfileButton } from './profile-button.tsx';
import { guideOf, hashOf, isTabOnly, listOf, type Route } from './routes.ts';
import { sectionOf } from './settings-tabs.tsx';
import { useStore } from './store.ts';

/* Everything that Keystamp has, at the side of a wide page: the organization's records, and the settings. */

type Place = { readonly text: string; readonly icon: IconName; readonly hash: string };

const SETTINGS = hashOf({ screen: 'keys' });

const organizationPlaces = (): readonly Place[] => [
  ...LISTED_KINDS.map((kind) => ({
    text: t(`app.place.${kind}`),
    icon: KINDS[kind].icon,
    hash: hashOf(KINDS[kind].place === 'home' ? { screen: 'home' } : { screen: 'list', kind }),
  })),
  { text: t('app.place.activities'), icon: 'history', hash: hashOf({ screen: 'activities' }) },
  { text: t('app.place.operations'), icon: 'list', hash: hashOf({ screen: 'operations' }) },
];

/** The list that a place of the tab alone belongs to, if it isn't one of the settings. */
function listOfTask(route: Route): Route {
  if (route.screen === 'export') return listOf(route);
  const imported = RECORD_KINDS.find((kind) => kindRow(kind).importPage === route.screen);
  return { screen: 'list', kind: imported ?? 'wallet' };
}

function currentHash(route: Route, beside: Route | null): string {
  if (sectionOf(route)) return SETTINGS;
  const list = beside ?? (isTabOnly(route) ? listOfTask(route) : route);
  if (list.screen === 'history' || list.screen === 'activities') return '#/activities';
  const isHome = list.screen === 'list' && kindRow(list.kind).place === 'home';
  return hashOf(isHome ? { screen: 'home' } : list);
}

function PlaceList(props: { readonly current: string; readonly places: readonly Place[] }) {
  return (
    <ul>
      {props.places.map(({ text, icon, hash }) => (
        <li key={hash}>
          <a href={hash} title={text} aria-current={hash === props.current ? 'page' : undefined}>
            <Icon name={icon} />
            <span>{text}</span>
          </a>
        </li>
      ))}
    </ul>
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
        <span>{t('app.filter')}</span>
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
      <PlaceList current={current} places={organizationPlaces()} />
      <PlaceList
        current={current}
        places={[{ text: t('app.place.settings'), icon: 'gear', hash: SETTINGS }]}
      />
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
        <HelpLink page={guideOf(route, list)} isNamed />
      </div>
    </nav>
  );
}
