import { render } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { LookContext } from '../forms/look.tsx';
import { addMessages, t } from '../i18n.ts';
import { Button } from '../kit/button.tsx';
import { lazyScreen } from '../kit/lazy.tsx';
import { Screen, TopBar } from '../kit/layout.tsx';
import { Stamp } from '../kit/stamp.tsx';
import { EmptyState, ErrorState, Skeleton } from '../kit/states.tsx';
import { Banner } from '../kit/surfaces.tsx';
import { Toasts } from '../kit/toasts.tsx';
import { Damaged, Unlock } from '../kit/unlock.tsx';
import { VaultNotice } from '../kit/vault-notice.tsx';
import { popupMessages } from '../messages/en/popup.ts';
import { ActivitiesScreen } from './activities-screen.tsx';
import { StoreContext, useStore } from './context.ts';
import type { PopupEffects } from './effects.ts';
import { HomeScreen } from './home-screen.tsx';
import { wordsAdded } from './names.ts';
import { ProfilesScreen } from './profiles-screen.tsx';
import { createStore } from './store.ts';

/** The tables' own words; screens drawn before are drawn again with them. */
async function addWords(): Promise<void> {
  const { addRowWords } = await import('../forms/words.ts');
  addRowWords();
  wordsAdded.value = 1;
}

const Operations = lazyScreen(async () => {
  const [module] = await Promise.all([import('./operations-screen.tsx'), addWords()]);
  return module.OperationsScreen;
});
const Form = lazyScreen(async () => {
  const [module] = await Promise.all([import('./form-screen.tsx'), addWords()]);
  return module.FormScreen;
});
const Review = lazyScreen(async () => {
  const [module] = await Promise.all([import('./review-screen.tsx'), addWords()]);
  return module.ReviewScreen;
});
const Activity = lazyScreen(async () => {
  const [module] = await Promise.all([import('./activity-screen.tsx'), addWords()]);
  return module.ActivityScreen;
});
const Result = lazyScreen(async () => {
  const [module] = await Promise.all([import('./result-screen.tsx'), addWords()]);
  return module.ResultScreen;
});
const Passkey = lazyScreen(async () => {
  const [module] = await Promise.all([import('./passkey-screen.tsx'), addWords()]);
  return module.PasskeyScreen;
});
const Requests = lazyScreen(async () => {
  const [module] = await Promise.all([import('./requests-screen.tsx'), addWords()]);
  return module.RequestsScreen;
});

/** What is most likely opened next, fetched while the user reads the first screen. */
async function prefetch(): Promise<void> {
  await Operations.preload();
  await Form.preload();
}

/** After the first paint, so that the first screen waits for nothing that it does not show. */
const PREFETCH_MS = 150;

function Routed() {
  const route = useStore().route.value;
  switch (route.screen) {
    case 'home':
      return <HomeScreen />;
    case 'operations':
      return <Operations />;
    case 'form':
      return <Form key={route.operation} operation={route.operation} />;
    case 'review':
      return <Review key={route.operation} operation={route.operation} />;
    case 'result':
      return <Result key={route.operation} operation={route.operation} />;
    case 'activity':
      return <Activity key={route.id} id={route.id} />;
    case 'passkey':
      return <Passkey key={route.id} id={route.id} />;
    case 'activities':
      return <ActivitiesScreen />;
    case 'profiles':
      return <ProfilesScreen />;
    case 'requests':
      return <Requests />;
  }
}

function Locked() {
  const store = useStore();
  const { effects } = store;
  const count = store.snapshot.value?.state.approvals.count ?? 0;
  return (
    <Screen>
      {count > 0 && <Banner title={t('popup.requests', { count })} />}
      <Unlock
        unlock={async (password) => store.accept(await effects.unlock(password))}
        challenge={() => effects.client.call('vault_challenge', {})}
        passkey={{
          // One was enrolled in this browser, so it can.
          supported: () => Promise.resolve(true),
          unlock: () => effects.client.call('vault_passkey_show', {}),
          place: 'window',
        }}
      />
    </Screen>
  );
}

function NoVault() {
  const { effects } = useStore();
  return (
    <Screen
      action={
        <Button kind="primary" wide onClick={() => void effects.openOptions()}>
          {t('popup.noVault.action')}
        </Button>
      }
    >
      <div class="unlock">
        <Stamp size={64} />
        <h1>{t('popup.noVault.title')}</h1>
        <p class="muted centre">{t('popup.noVault.text')}</p>
      </div>
    </Screen>
  );
}

function Start() {
  const store = useStore();
  const error = store.startError.value;
  return (
    <Screen top={<TopBar title={t('popup.title')} lead={<Stamp size={20} />} />}>
      {error ? (
        <ErrorState error={error} onRetry={() => void store.start()} />
      ) : (
        <Skeleton rows={6} />
      )}
    </Screen>
  );
}

function Shown() {
  const store = useStore();
  const { vault, vaultNotice: notice } = store.snapshot.value?.state ?? {};
  switch (vault) {
    case undefined:
      return <Start />;
    case 'missing':
      return <NoVault />;
    case 'locked':
      return <Locked />;
    case 'damaged':
      return (
        <Screen>
          <Damaged
            onReload={() => void store.start()}
            onWipe={() => void store.effects.openOptions()}
          />
        </Screen>
      );
    case 'unlocked':
      return notice ? (
        <Screen>
          <VaultNotice
            notice={notice}
            lock={async () => store.accept(await store.effects.client.call('vault_lock', {}))}
            keep={() => store.effects.openOptions()}
            elsewhere
          />
        </Screen>
      ) : (
        <Routed />
      );
    default:
      return (
        <EmptyState icon="warn" title={t('popup.unknownState')}>
          {vault}
        </EmptyState>
      );
  }
}

/** Typing `/` outside of a field opens the list of operations from anywhere. */
function usePalette(): void {
  const store = useStore();
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      const { target } = event;
      const typing = target instanceof Element && target.closest('input, textarea, select, dialog');
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || typing) return;
      if (store.snapshot.peek()?.state.vault !== 'unlocked') return;
      event.preventDefault();
      store.go({ screen: 'operations' });
    };
    document.addEventListener('keydown', key);
    document.addEventListener('keydown', store.touch);
    document.addEventListener('pointerdown', store.touch);
    return () => {
      document.removeEventListener('keydown', key);
      document.removeEventListener('keydown', store.touch);
      document.removeEventListener('pointerdown', store.touch);
    };
  }, []);
}

/** Marks the moment from which the user can work, and then fetches what the next screens need. */
function useInteractive(): void {
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
  usePalette();
  useInteractive();
  return (
    <>
      <Shown />
      <Toasts />
    </>
  );
}

/** Lets every screen below say how the profile at work reads again. */
function Reading() {
  const { looking, profile } = useStore();
  const profileId = profile.value?.id ?? '';
  const look = useMemo(() => ({ looking, profileId }), [looking, profileId]);
  return (
    <LookContext.Provider value={look}>
      <App />
    </LookContext.Provider>
  );
}

/** Draws the popup into an element and starts it. */
export function startPopup(effects: PopupEffects, root: HTMLElement): void {
  addMessages(popupMessages);
  const store = createStore(effects);
  render(
    <StoreContext.Provider value={store}>
      <Reading />
    </StoreContext.Provider>,
    root,
  );
  void store.start();
}
