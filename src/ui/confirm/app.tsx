import { render } from 'preact';
import { useEffect } from 'preact/hooks';
import { KeystampError } from '../../protocol/errors.ts';
import { addWords, t } from '../i18n.ts';
import { createAppStore, type AppStore } from '../store.ts';
import { Button } from '../components/button.tsx';
import { ScreenBoundary } from '../components/error-boundary.tsx';
import { createLazyScreen } from '../components/lazy-screen.tsx';
import { Screen, TopBar } from '../components/layout.tsx';
import { Logo } from '../components/logo.tsx';
import { usePageTitle } from '../components/page-title.ts';
import { ErrorState, Skeleton } from '../components/states.tsx';
import { Toasts } from '../components/toasts.tsx';
import { DamagedVault, UnreleasedVault, UnlockScreen } from '../components/unlock.tsx';
import { confirmWords } from '../words/en/confirm.ts';
import type { AppState } from '../../protocol/app-state.ts';
import type { ConfirmEffects } from './effects.ts';
import type { QueuePlacement } from './frame.tsx';
import { createQueue, type RequestQueue } from './queue.ts';
import { WaitingSites } from './waiting-sites.tsx';

const ID = /^#?\/?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The approval that a location hash names, or undefined. */
export function readTarget(hash: string): string | undefined {
  return ID.exec(hash)?.[1];
}

/** The popup sends people here to unlock by passkey: a prompt would close it. */
const UNLOCK = '#/unlock';

/** The requests themselves, with the tables and their words: not needed to unlock. */
const QueueView = createLazyScreen(async () => {
  const [{ QueueView: Loaded }, { addQueueWords }] = await Promise.all([
    import('./queue-view.tsx'),
    import('./queue-words.ts'),
  ]);
  addQueueWords();
  return Loaded;
});

type Props = {
  readonly effects: ConfirmEffects;
  readonly store: AppStore;
  readonly queue: RequestQueue;
};

function Start({ store }: Pick<Props, 'store'>) {
  const error = store.startError.value;
  return (
    <Screen top={<TopBar title={t('confirm.title')} lead={<Logo size={20} />} />}>
      {error ? (
        <ErrorState error={error} onRetry={() => void store.start()} />
      ) : (
        <Skeleton rows={6} />
      )}
    </Screen>
  );
}

/** Who asks is told while locked, what they ask for is not. */
function Locked({ effects, store, queue }: Props) {
  const hasRequests = (queue.items.value?.length ?? 0) > 0;
  const { isSupported: supported, unlock } = effects.passkeyUnlock;
  const isOnlyToUnlock = () => effects.hash.get() === UNLOCK;
  const enter = (state: AppState): void => {
    store.accept(state);
    if (isOnlyToUnlock() && !hasRequests) effects.close();
  };
  return (
    <Screen>
      {hasRequests && <p class="centre">{t('confirm.unlockFirst')}</p>}
      <WaitingSites queue={queue} />
      <UnlockScreen
        unlock={async (password) => enter(await effects.unlock(password))}
        challenge={() => effects.client.call('vault_challenge', {})}
        passkey={{
          supported,
          unlock: async () => enter(await unlock()),
          ...(isOnlyToUnlock() && { placement: 'first' as const }),
        }}
      />
    </Screen>
  );
}

function NoVault({ effects, queue }: Props) {
  const title = t('confirm.noVault');
  usePageTitle(title);
  return (
    <Screen
      action={
        <Button kind="primary" wide onClick={() => void effects.openOptions()}>
          {t('confirm.setUp')}
        </Button>
      }
    >
      <div class="unlock">
        <Logo size={64} />
        <h1>{title}</h1>
        <p class="muted centre">{t('confirm.noVaultText')}</p>
      </div>
      <WaitingSites queue={queue} />
    </Screen>
  );
}

function VaultScreen(props: Props) {
  const { effects, store, queue } = props;
  const state = store.state.value;
  const placement: QueuePlacement = { finish: effects.close };
  switch (state?.vault) {
    case undefined:
      return <Start store={store} />;
    case 'missing':
      return <NoVault {...props} />;
    case 'locked':
      return <Locked {...props} />;
    case 'unreleased':
      return (
        <Screen>
          <UnreleasedVault onWipe={() => void effects.openOptions()} />
        </Screen>
      );
    case 'damaged':
      return (
        <Screen>
          <DamagedVault
            onReload={() => void store.start()}
            onWipe={() => void effects.openOptions()}
          />
        </Screen>
      );
    case 'unlocked':
      return <QueueView queue={queue} effects={effects} placement={placement} state={state} />;
    default:
      return <ErrorState error={new KeystampError('unknown_call')} />;
  }
}

function App(props: Props) {
  const { store } = props;
  useEffect(() => {
    document.addEventListener('keydown', store.touch);
    document.addEventListener('pointerdown', store.touch);
    return () => {
      document.removeEventListener('keydown', store.touch);
      document.removeEventListener('pointerdown', store.touch);
    };
  }, []);
  return (
    <>
      <ScreenBoundary>
        <VaultScreen {...props} />
      </ScreenBoundary>
      <Toasts />
    </>
  );
}

/** Draws the confirm window into an element and starts it. */
export function startConfirm(baseEffects: ConfirmEffects, root: HTMLElement): void {
  addWords(confirmWords);
  const store = createAppStore(baseEffects);
  const effects = { ...baseEffects, client: store.client };
  const queue = createQueue(effects, store.state);
  const showTarget = (): void => {
    const target = readTarget(effects.hash.get());
    if (target !== undefined) queue.show(target);
  };
  showTarget();
  effects.hash.watch(showTarget);
  render(<App effects={effects} store={store} queue={queue} />, root);
  void store.start();
  void QueueView.preload().catch(() => undefined);
}
