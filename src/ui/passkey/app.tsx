import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { addWords, t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import { createLazyScreen } from '../components/lazy-screen.tsx';
import { Screen, TopBar } from '../components/layout.tsx';
import { Logo } from '../components/logo.tsx';
import { EmptyState, ErrorState, Skeleton } from '../components/states.tsx';
import { Banner } from '../components/surfaces.tsx';
import { Toasts } from '../components/toasts.tsx';
import { DamagedVault } from '../components/unlock.tsx';
import { passkeyWords } from '../words/en/passkey.ts';
import { createStore, type Store } from '../confirm/store.ts';
import { createReadSessions, type ReadSessions } from '../forms/read-sessions.ts';
import type { PasskeyEffects } from './effects.ts';
import { readErrand, type Errand } from './errand.ts';
import { PasskeyFrame } from './frame.tsx';
import { LockedErrand } from './unlock.tsx';

/** What is stamped, with the tables and their words: not needed to unlock. */
const StampView = createLazyScreen(async () => (await import('./stamp-view.tsx')).StampView);

type Props = {
  readonly effects: PasskeyEffects;
  readonly store: Store;
  readonly looking: ReadSessions;
};

function useErrand({ hash }: PasskeyEffects): Errand {
  const [errand, setErrand] = useState(() => readErrand(hash.get()));
  useEffect(() => hash.watch(() => setErrand(readErrand(hash.get()))), []);
  return errand;
}

function StartScreen({ store }: Pick<Props, 'store'>) {
  const error = store.startError.value;
  return (
    <Screen top={<TopBar title="Keystamp" lead={<Logo size={20} />} />}>
      {error ? (
        <ErrorState error={error} onRetry={() => void store.start()} />
      ) : (
        <Skeleton rows={6} />
      )}
    </Screen>
  );
}

/** Everything was wiped under the open window. */
function NoVaultScreen({ effects }: Pick<Props, 'effects'>) {
  const setUp = (
    <Button kind="primary" wide onClick={() => void effects.openOptions()}>
      {t('passkey.setUp')}
    </Button>
  );
  return (
    <PasskeyFrame action={setUp}>
      <EmptyState icon="lock" title={t('passkey.noVault')} />
    </PasskeyFrame>
  );
}

function CurrentScreen({ effects, store, looking }: Props) {
  const errand = useErrand(effects);
  const state = store.state.value;
  if (!state) return <StartScreen store={store} />;
  if (state.vault === 'damaged') {
    return (
      <Screen>
        <DamagedVault
          onReload={() => void store.start()}
          onWipe={() => void effects.openOptions()}
        />
      </Screen>
    );
  }
  if (state.vault === 'missing') return <NoVaultScreen effects={effects} />;
  if (state.vault === 'locked') {
    return <LockedErrand effects={effects} store={store} errand={errand} />;
  }
  if (errand.kind === 'stamp') {
    return (
      <StampView key={errand.id} id={errand.id} effects={effects} state={state} looking={looking} />
    );
  }
  return (
    <PasskeyFrame
      action={
        <Button kind="primary" wide onClick={effects.close}>
          {t('kit.close')}
        </Button>
      }
    >
      <Banner tone="good" title={t('passkey.unlocked')} />
    </PasskeyFrame>
  );
}

function App(props: Props) {
  const { touch } = props.store;
  useEffect(() => {
    document.addEventListener('keydown', touch);
    document.addEventListener('pointerdown', touch);
    return () => {
      document.removeEventListener('keydown', touch);
      document.removeEventListener('pointerdown', touch);
    };
  }, []);
  return (
    <>
      <CurrentScreen {...props} />
      <Toasts />
    </>
  );
}

/** Draws the passkey page into an element and starts it. */
export function startPasskey(outside: PasskeyEffects, root: HTMLElement): void {
  addWords(passkeyWords);
  const store = createStore(outside);
  const effects = { ...outside, client: store.client };
  const looking = createReadSessions(effects, store.state);
  render(<App effects={effects} store={store} looking={looking} />, root);
  void store.start();
  if (readErrand(effects.hash.get()).kind === 'stamp') {
    void StampView.preload().catch(() => undefined);
  }
}
