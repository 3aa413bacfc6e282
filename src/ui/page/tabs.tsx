import { formatNumber, t } from '../i18n.ts';
import { Icon, type IconName } from '../components/icon.tsx';
import { useStore } from './store.ts';
import { hashOf, parentOf, type Route } from './routes.ts';

type Tab = {
  readonly name:
    'app.place.wallet' | 'app.place.user' | 'app.place.activities' | 'popup.more.title';
  readonly icon: IconName;
  readonly route: Route;
};

const TABS: readonly Tab[] = [
  { name: 'app.place.wallet', icon: 'wallet', route: { screen: 'home' } },
  { name: 'app.place.user', icon: 'user', route: { screen: 'list', kind: 'user' } },
  { name: 'app.place.activities', icon: 'history', route: { screen: 'activities' } },
  { name: 'popup.more.title', icon: 'menu', route: { screen: 'more' } },
];

/** The tab that a place belongs to: its own, or that of the place above it. */
function tabOf(route: Route): string {
  for (let at: Route | undefined = route; at; at = parentOf(at)) {
    const hash = hashOf(at);
    if (TABS.some((tab) => hashOf(tab.route) === hash)) return hash;
  }
  return '';
}

/** The popup's four parts, at the bottom of each place; at the activities how many wait for a vote. */
export function Tabs() {
  const { route: shown, snapshot } = useStore();
  const here = tabOf(shown.value);
  const waiting = snapshot.value?.home?.waiting ?? 0;
  return (
    <nav class="tabs" aria-label={t('app.place.label')}>
      {TABS.map(({ name, icon, route }) => (
        <a
          key={name}
          class="tab"
          href={hashOf(route)}
          aria-current={hashOf(route) === here ? 'page' : undefined}
        >
          <span class="tab-icon">
            <Icon name={icon} />
            {route.screen === 'activities' && waiting > 0 && (
              <span class="tab-count">{formatNumber(waiting)}</span>
            )}
          </span>
          <span>{t(name)}</span>
        </a>
      ))}
    </nav>
  );
}
