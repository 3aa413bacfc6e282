import { h, type ComponentChildren, type ComponentType } from 'preact';
import { createLazyScreen } from '../components/lazy-screen.tsx';
import { addOperationWords } from '../forms/operation-words.ts';
import { HomeScreen } from './home-screen.tsx';
import { MoreScreen } from './more-screen.tsx';
import { ProfilesScreen } from './profiles-screen.tsx';
import { isTabOnly, type RecordScreen, type Route, type RouteOf, type Screen } from './routes.ts';

/*
 * What draws the places that popup and tab have. Home, "More" and the profiles are in the first file;
 * all others load with their words when they are opened.
 */

/** What draws each of these places, with what its address says. */
export type Screens<S extends Screen> = { readonly [One in S]: ComponentType<RouteOf<One>> };

const objectWords = () => import('../words/en/objects.ts');

const ListOf = createLazyScreen(
  async () => (await import('../records/list-screen.tsx')).ListScreen,
  objectWords,
  addOperationWords,
);

const SCREENS = {
  home: HomeScreen,
  list: ListOf,
  table: ListOf,
  object: createLazyScreen(
    async () => (await import('../records/object-screen.tsx')).ObjectScreen,
    objectWords,
    addOperationWords,
  ),
  more: MoreScreen,
  search: createLazyScreen(
    async () => (await import('../records/search-screen.tsx')).SearchScreen,
    objectWords,
    addOperationWords,
  ),
  operations: createLazyScreen(
    async () => (await import('../forms/operations-screen.tsx')).OperationsScreen,
    addOperationWords,
  ),
  form: createLazyScreen(
    async () => (await import('../forms/form-screen.tsx')).FormScreen,
    addOperationWords,
  ),
  review: createLazyScreen(
    async () => (await import('../review/form-review.tsx')).ReviewScreen,
    addOperationWords,
  ),
  result: createLazyScreen(
    async () => (await import('../activities/result-screen.tsx')).ResultScreen,
    addOperationWords,
  ),
  activity: createLazyScreen(
    async () => (await import('../activities/activity-screen.tsx')).ActivityScreen,
    addOperationWords,
  ),
  passkey: createLazyScreen(
    async () => (await import('../activities/passkey-screen.tsx')).PasskeyScreen,
    addOperationWords,
  ),
  activities: createLazyScreen(
    async () => (await import('../activities/activities-screen.tsx')).ActivitiesScreen,
    objectWords,
    addOperationWords,
  ),
  history: createLazyScreen(
    async () => (await import('../activities/history/history-screen.tsx')).HistoryPlace,
    () => import('../words/en/history.ts'),
    addOperationWords,
  ),
  requests: createLazyScreen(
    async () => (await import('../review/requests-screen.tsx')).RequestsScreen,
    addOperationWords,
  ),
  profiles: ProfilesScreen,
} satisfies Screens<RecordScreen>;

/** What is most likely opened next, fetched while the user reads the first screen. */
export async function prefetch(): Promise<void> {
  for (const { preload } of [SCREENS.object, SCREENS.list, SCREENS.search, SCREENS.form])
    await preload();
}

/** What a place shows; undefined for those of the tab alone. */
export const recordScreenOf = (route: Route): ComponentChildren =>
  isTabOnly(route) ? undefined : screenOf<RecordScreen>(SCREENS, route);

/** What one of several screens shows at its place. */
export function screenOf<S extends Screen>(
  screens: Screens<S>,
  route: RouteOf<S>,
): ComponentChildren {
  const Shown: ComponentType<RouteOf<S>> = screens[route.screen];
  return h(Shown, route);
}
