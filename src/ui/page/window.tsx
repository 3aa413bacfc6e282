import { render } from 'preact';
import { addWords, t } from '../i18n.ts';
import { ScreenBoundary } from '../components/error-boundary.tsx';
import { HelpContext } from '../components/help-link.tsx';
import { createLazyScreen } from '../components/lazy-screen.tsx';
import { Toasts } from '../components/toasts.tsx';
import type { QueuePlacement } from '../review/queue-frame.tsx';
import { createQueue, type RequestQueue } from '../review/queue.ts';
import { WaitingSites } from '../review/waiting-sites.tsx';
import { confirmWords } from '../words/en/confirm.ts';
import type { AppState } from '../../protocol/app-state.ts';
import { createAppStore, type AppStore } from './app-store.ts';
import type { WindowEffects } from './effects.ts';
import { NoVault, VaultGate } from './vault-gate.tsx';

const ID = /^#?\/?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The approval that a location hash names, or undefined. */
export function readTarget(hash: string): string | undefined {
  return ID.exec(hash)?.[1];
}

/** The popup sends people here to unlock by passkey: a prompt would close it. */
const UNLOCK = '#/unlock';

/** The requests themselves, with the tables and their words: not needed to unlock. */
const QueueView = createLazyScreen(
  async () => (await import('../review/queue-view.tsx')).QueueView,
);

function Window(props: {
  readonly effects: WindowEffects;
  readonly store: AppStore;
  readonly queue: RequestQueue;
}) {
  const { effects, store, queue } = props;
  const hasRequests = (queue.items.value?.length ?? 0) > 0;
  const isOnlyToUnlock = () => effects.hash.get() === UNLOCK;
  const enter = (state: AppState): void => {
    store.accept(state);
    if (isOnlyToUnlock() && !hasRequests) effects.close();
  };
  const { isSupported: supported, unlock } = effects.passkeyUnlock;
  const openPage = () => void effects.openPage();
  const placement: QueuePlacement = { finish: effects.close };
  const state = store.state.value;
  return (
    <VaultGate
      store={store}
      effects={effects}
      title={t('confirm.title')}
      // Who asks is told while locked, what they ask for is not.
      aboveUnlock={
        <>
          {hasRequests && <p class="centre">{t('confirm.unlockFirst')}</p>}
          <WaitingSites queue={queue} />
        </>
      }
      passkey={{
        supported,
        unlock: async () => enter(await unlock()),
        ...(isOnlyToUnlock() && { placement: 'first' as const }),
      }}
      enter={enter}
      noVault={
        <NoVault
          title={t('confirm.noVault')}
          text={t('confirm.noVaultText')}
          action={t('confirm.setUp')}
          onSetUp={openPage}
        >
          <WaitingSites queue={queue} />
        </NoVault>
      }
      onWipe={openPage}
      isForSites
    >
      <HelpContext.Provider value="sites">
        {state && <QueueView queue={queue} effects={effects} placement={placement} state={state} />}
      </HelpContext.Provider>
    </VaultGate>
  );
}

/** Draws the confirm window into an element and starts it. */
export function startWindow(baseEffects: WindowEffects, root: HTMLElement): void {
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
  render(
    <>
      <ScreenBoundary>
        <Window effects={effects} store={store} queue={queue} />
      </ScreenBoundary>
      <Toasts />
    </>,
    root,
  );
  void store.start();
  void QueueView.preload().catch(() => undefined);
}
