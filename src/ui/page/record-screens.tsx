import type { ComponentChildren } from 'preact';
import { createLazyScreen } from '../components/lazy-screen.tsx';
import { addWords } from '../i18n.ts';
import { HomeScreen } from './home-screen.tsx';
import { MoreScreen } from './more-screen.tsx';
import { addOperationWords } from '../forms/operation-words.ts';
import { ProfilesScreen } from './profiles-screen.tsx';
import { hashOf, type Route } from './routes.ts';

/*
 * What draws the places that popup and tab have. Home, "More" and the profiles are in the first file;
 * all others load with their words when they are opened.
 */

/** A screen of operations. */
const loadOperations = async <T,>(module: Promise<T>): Promise<T> =>
  (await Promise.all([module, addOperationWords()]))[0];

/** A screen of objects, with their own words. */
async function loadObjects<T>(module: Promise<T>): Promise<T> {
  const [loaded, { objectWords }] = await Promise.all([
    module,
    import('../words/en/objects.ts'),
    addOperationWords(),
  ]);
  addWords(objectWords);
  return loaded;
}

async function loadHistory<T>(module: Promise<T>): Promise<T> {
  const [loaded, { historyWords }] = await Promise.all([
    module,
    import('../words/en/history.ts'),
    addOperationWords(),
  ]);
  addWords(historyWords);
  return loaded;
}

const Operations = createLazyScreen(
  async () => (await loadOperations(import('../forms/operations-screen.tsx'))).OperationsScreen,
);
const Form = createLazyScreen(
  async () => (await loadOperations(import('../forms/form-screen.tsx'))).FormScreen,
);
const Review = createLazyScreen(
  async () => (await loadOperations(import('../review/form-review.tsx'))).ReviewScreen,
);
const Activity = createLazyScreen(
  async () => (await loadOperations(import('../activities/activity-screen.tsx'))).ActivityScreen,
);
const Result = createLazyScreen(
  async () => (await loadOperations(import('../activities/result-screen.tsx'))).ResultScreen,
);
const Passkey = createLazyScreen(
  async () => (await loadOperations(import('../activities/passkey-screen.tsx'))).PasskeyScreen,
);
const Requests = createLazyScreen(
  async () => (await loadOperations(import('../review/requests-screen.tsx'))).RequestsScreen,
);
const ObjectOf = createLazyScreen(
  async () => (await loadObjects(import('../records/object-screen.tsx'))).ObjectScreen,
);
const ListOf = createLazyScreen(
  async () => (await loadObjects(import('../records/list-screen.tsx'))).ListScreen,
);
const Activities = createLazyScreen(
  async () => (await loadObjects(import('../activities/activities-screen.tsx'))).ActivitiesScreen,
);
const Search = createLazyScreen(
  async () => (await loadObjects(import('../records/search-screen.tsx'))).SearchScreen,
);
const History = createLazyScreen(
  async () => (await loadHistory(import('../activities/history/history-screen.tsx'))).HistoryScreen,
);
const HistoryRecord = createLazyScreen(
  async () =>
    (await loadHistory(import('../activities/history/history-record-screen.tsx')))
      .HistoryRecordScreen,
);

/** What is most likely opened next, fetched while the user reads the first screen. */
export async function prefetch(): Promise<void> {
  await ObjectOf.preload();
  await ListOf.preload();
  await Search.preload();
  await Form.preload();
}

/** What a place shows; undefined for the places of the tab alone. */
export function recordScreenOf(route: Route): ComponentChildren {
  switch (route.screen) {
    case 'home':
      return <HomeScreen />;
    case 'list':
    case 'table':
      return <ListOf key={route.kind} kind={route.kind} />;
    case 'object':
      return <ObjectOf key={route.id} place={route} />;
    case 'more':
      return <MoreScreen />;
    case 'search':
      return <Search />;
    case 'operations':
      return <Operations />;
    case 'form':
      return <Form key={hashOf(route)} {...route} />;
    case 'review':
      return <Review key={route.operation} operation={route.operation} />;
    case 'result':
      return <Result key={route.operation} operation={route.operation} />;
    case 'activity':
      return <Activity key={route.id} id={route.id} />;
    case 'passkey':
      return <Passkey key={route.id} id={route.id} />;
    case 'activities':
      return <Activities key={route.scope ?? ''} first={route.scope} />;
    case 'history':
      return route.sequence === undefined ? (
        <History />
      ) : (
        <HistoryRecord key={route.sequence} sequence={route.sequence} />
      );
    case 'profiles':
      return <ProfilesScreen />;
    case 'requests':
      return <Requests />;
    default:
      return undefined;
  }
}
