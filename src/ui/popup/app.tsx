import { render } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { ReadSessionContext } from '../forms/read-problem.tsx';
import { addWords, t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import { ScreenBoundary } from '../components/error-boundary.tsx';
import { createLazyScreen } from '../components/lazy-screen.tsx';
import { Screen, TopBar } from '../components/layout.tsx';
import { Logo } from '../components/logo.tsx';
import { usePageTitle } from '../components/page-title.ts';
import { EmptyState, ErrorState, Skeleton } from '../components/states.tsx';
import { Banner } from '../components/surfaces.tsx';
import { Toasts } from '../components/toasts.tsx';
import { DamagedVault, UnreleasedVault, UnlockScreen } from '../components/unlock.tsx';
import { StorageNotice } from '../components/storage-notice.tsx';
import { VaultNotice } from '../components/vault-notice.tsx';
import { popupWords } from '../words/en/popup.ts';
import { StoreContext, useStore } from './context.ts';
import type { PopupEffects } from './effects.ts';
import { HomeScreen } from './home-screen.tsx';
import { addOperationWords } from './names.ts';
import { MoreScreen } from './more-screen.tsx';
import { ProfilesScreen } from './profiles-screen.tsx';
import { hashOf, type Route } from './route.ts';
import { createStore } from './store.ts';
import { keyOf } from '../components/typed-text.ts';

const Operations = createLazyScreen(async () => {
  const [module] = await Promise.all([import('./operations-screen.tsx'), addOperationWords()]);
  return module.OperationsScreen;
});
const Form = createLazyScreen(async () => {
  const [module] = await Promise.all([import('./form-screen.tsx'), addOperationWords()]);
  return module.FormScreen;
});
const Review = createLazyScreen(async () => {
  const [module] = await Promise.all([import('./review-screen.tsx'), addOperationWords()]);
  return module.ReviewScreen;
});
const Activity = createLazyScreen(async () => {
  const [module] = await Promise.all([import('./activity-screen.tsx'), addOperationWords()]);
  return module.ActivityScreen;
});
const Result = createLazyScreen(async () => {
  const [module] = await Promise.all([import('./result-screen.tsx'), addOperationWords()]);
  return module.ResultScreen;
});
/** Screens of objects, with their own words. */
async function loadObjects<T>(module: Promise<T>): Promise<T> {
  const [loaded, { objectWords }] = await Promise.all([
    module,
    import('../words/en/objects.ts'),
    addOperationWords(),
  ]);
  addWords(objectWords);
  return loaded;
}

const ObjectOf = createLazyScreen(
  async () => (await loadObjects(import('../records/object-screen.tsx'))).ObjectScreen,
);
const ListOf = createLazyScreen(
  async () => (await loadObjects(import('../records/list-screen.tsx'))).ListScreen,
);
const Activities = createLazyScreen(
  async () => (await loadObjects(import('./activities/activities-screen.tsx'))).ActivitiesScreen,
);
const Search = createLazyScreen(
  async () => (await loadObjects(import('../records/search-screen.tsx'))).SearchScreen,
);
const History = createLazyScreen(async () => {
  const [module, { historyWords }] = await Promise.all([
    import('./history/history-screen.tsx'),
    import('../words/en/history.ts'),
    addOperationWords(),
  ]);
  addWords(historyWords);
  return module.HistoryScreen;
});
const HistoryRecord = createLazyScreen(async () => {
  const [module, { historyWords }] = await Promise.all([
    import('./history/history-record-screen.tsx'),
    import('../words/en/history.ts'),
    addOperationWords(),
  ]);
  addWords(historyWords);
  return module.HistoryRecordScreen;
});
const Wide = createLazyScreen(
  async () => (await loadObjects(import('./wide/wide-screen.tsx'))).WideScreen,
);
const Passkey = createLazyScreen(async () => {
  const [module] = await Promise.all([import('./passkey-screen.tsx'), addOperationWords()]);
  return module.PasskeyScreen;
});
const Requests = createLazyScreen(async () => {
  const [module] = await Promise.all([import('./requests-screen.tsx'), addOperationWords()]);
  return module.RequestsScreen;
});

/** What is most likely opened next, fetched while the user reads the first screen. */
async function prefetch(): Promise<void> {
  await ObjectOf.preload();
  await ListOf.preload();
  await Search.preload();
  await Form.preload();
}

/** After the first paint, so that the first screen waits for nothing that it does not show. */
const PREFETCH_MS = 150;

/** The screen of a route; what stands there instead if it can't be drawn leads home. */
function screenOf(route: Route) {
  return (
    <ScreenBoundary
      key={hashOf(route)}
      action={
        route.screen !== 'home' && <a href={hashOf({ screen: 'home' })}>{t('kit.broken.home')}</a>
      }
    >
      {contentOf(route)}
    </ScreenBoundary>
  );
}

function contentOf(route: Route) {
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
      return <Form key={hashOf(route)} operation={route.operation} about={route.about} />;
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
  }
}

/** Where the user decides on what sites ask, nothing else is beside it. */
function RoutedScreen() {
  const { route, profile, isWide } = useStore();
  const hasPanes = isWide.value && profile.value && route.value.screen !== 'requests';
  return hasPanes ? <Wide draw={screenOf} /> : screenOf(route.value);
}

function Locked() {
  const store = useStore();
  const { effects } = store;
  const count = store.snapshot.value?.state.requests.count ?? 0;
  return (
    <Screen>
      {count > 0 && <Banner title={t('popup.requests', { count })} />}
      <UnlockScreen
        unlock={async (password) => store.accept(await effects.unlock(password))}
        challenge={() => effects.client.call('vault_challenge', {})}
        passkey={{
          // One was enrolled in this browser, so it can.
          supported: () => Promise.resolve(true),
          unlock: () => effects.client.call('vault_passkey_show', {}),
          placement: 'window',
        }}
      />
    </Screen>
  );
}

function NoVault() {
  const { effects } = useStore();
  const title = t('popup.noVault.title');
  usePageTitle(title);
  return (
    <Screen
      action={
        <Button kind="primary" wide onClick={() => void effects.openOptions()}>
          {t('popup.noVault.action')}
        </Button>
      }
    >
      <div class="unlock">
        <Logo size={64} />
        <h1>{title}</h1>
        <p class="muted centre">{t('popup.noVault.text')}</p>
      </div>
    </Screen>
  );
}

function Start() {
  const store = useStore();
  const error = store.startError.value;
  return (
    <Screen top={<TopBar title={t('popup.title')} lead={<Logo size={20} />} />}>
      {error ? (
        <ErrorState error={error} onRetry={() => void store.start()} />
      ) : (
        <Skeleton rows={6} />
      )}
    </Screen>
  );
}

function VaultScreen() {
  const store = useStore();
  const { vault, vaultNotice: notice, databaseLost } = store.snapshot.value?.state ?? {};
  switch (vault) {
    case undefined:
      return <Start />;
    case 'missing':
      return <NoVault />;
    case 'locked':
      return <Locked />;
    case 'unreleased':
      return (
        <Screen>
          <UnreleasedVault onWipe={() => void store.effects.openOptions()} />
        </Screen>
      );
    case 'damaged':
      return (
        <Screen>
          <DamagedVault
            onReload={() => void store.start()}
            onWipe={() => void store.effects.openOptions()}
          />
        </Screen>
      );
    case 'unlocked':
      if (databaseLost) {
        return (
          <Screen>
            <StorageNotice
              accept={async () =>
                store.accept(await store.effects.client.call('storage_accept', {}))
              }
            />
          </Screen>
        );
      }
      return notice ? (
        <Screen>
          <VaultNotice
            notice={notice}
            lock={async () => store.accept(await store.effects.client.call('vault_lock', {}))}
            keep={() => store.effects.openOptions()}
            opensOptions
          />
        </Screen>
      ) : (
        <RoutedScreen />
      );
    default:
      return (
        <EmptyState icon="warn" title={t('popup.unknownState')}>
          {vault}
        </EmptyState>
      );
  }
}

/** Typing `/` outside of a field opens the search from anywhere. */
function useSearchShortcut(): void {
  const store = useStore();
  useEffect(() => {
    const openSearch = (event: KeyboardEvent) => {
      const { target } = event;
      const isTyping =
        target instanceof Element && target.closest('input, textarea, select, dialog');
      if (keyOf(event) !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping)
        return;
      if (store.snapshot.peek()?.state.vault !== 'unlocked') return;
      event.preventDefault();
      store.go({ screen: 'search' });
    };
    document.addEventListener('keydown', openSearch);
    document.addEventListener('keydown', store.touch);
    document.addEventListener('pointerdown', store.touch);
    return () => {
      document.removeEventListener('keydown', openSearch);
      document.removeEventListener('keydown', store.touch);
      document.removeEventListener('pointerdown', store.touch);
    };
  }, []);
}

/** Marks the moment from which the user can work, and then fetches what the next screens need. */
function useInteractiveMark(): void {
  const store = useStore();
  const { effects } = store;
  const usable = store.snapshot.value !== undefined;
  useEffect(() => {
    if (!usable) return undefined;
    effects.mark('keystamp:interactive');
    return effects.later(PREFETCH_MS, () => void prefetch().catch(() => undefined));
  }, [usable]);
}

function App() {
  useSearchShortcut();
  useInteractiveMark();
  return (
    <>
      <ScreenBoundary>
        <VaultScreen />
      </ScreenBoundary>
      <Toasts />
    </>
  );
}

/** Lets every screen below say how the profile at work reads again. */
function ReadSessionProvider() {
  const { readSessions, profile } = useStore();
  const profileId = profile.value?.id ?? '';
  const scope = useMemo(() => ({ readSessions, profileId }), [readSessions, profileId]);
  return (
    <ReadSessionContext.Provider value={scope}>
      <App />
    </ReadSessionContext.Provider>
  );
}

/** Draws the popup into an element and starts it. */
export function startPopup(effects: PopupEffects, root: HTMLElement): void {
  addWords(popupWords);
  const store = createStore(effects);
  render(
    <StoreContext.Provider value={store}>
      <ReadSessionProvider />
    </StoreContext.Provider>,
    root,
  );
  void store.start();
}
