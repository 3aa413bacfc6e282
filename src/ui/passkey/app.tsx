import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../i18n.ts';
import { Button } from '../kit/button.tsx';
import { Screen, TopBar } from '../kit/layout.tsx';
import { Stamp } from '../kit/stamp.tsx';
import { ErrorState, Skeleton } from '../kit/states.tsx';
import { Toasts } from '../kit/toasts.tsx';
import { Damaged, Unlock } from '../kit/unlock.tsx';
import { createStore, type Store } from '../confirm/store.ts';
import type { PasskeyEffects } from './effects.ts';

const PLACE = /^#\/(?:(unlock)|stamp\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))$/;

/** What the page is opened for: to unlock, or to have one body stamped. */
export type Errand = { readonly kind: 'unlock' } | { readonly kind: 'stamp'; readonly id: string };

/** The errand that a location hash names; to unlock when it names none. */
export function readErrand(hash: string): Errand {
  const id = PLACE.exec(hash)?.[2];
  return id === undefined ? { kind: 'unlock' } : { kind: 'stamp', id };
}

type Props = { readonly effects: PasskeyEffects; readonly store: Store };

function useErrand({ hash }: PasskeyEffects): Errand {
  const [errand, setErrand] = useState(() => readErrand(hash.get()));
  useEffect(() => hash.watch(() => setErrand(readErrand(hash.get()))), []);
  return errand;
}

function Start({ store }: Pick<Props, 'store'>) {
  const error = store.startError.value;
  return (
    <Screen top={<TopBar title="Keystamp" lead={<Stamp size={20} />} />}>
      {error ? (
        <ErrorState error={error} onRetry={() => void store.start()} />
      ) : (
        <Skeleton rows={6} />
      )}
    </Screen>
  );
}

function Shown({ effects, store }: Props) {
  const errand = useErrand(effects);
  const state = store.state.value;
  if (!state) return <Start store={store} />;
  if (state.vault === 'damaged') {
    return (
      <Damaged onReload={() => void store.start()} onWipe={() => void effects.openOptions()} />
    );
  }
  if (state.vault === 'missing') return <Start store={store} />;
  if (state.vault === 'locked') {
    return (
      <Screen>
        <Unlock
          unlock={async (password) => store.accept(await effects.unlock(password))}
          waitMs={async () => (await effects.client.call('vault_challenge', {})).waitMs}
        />
      </Screen>
    );
  }
  return (
    <Screen
      action={
        <Button kind="primary" wide onClick={effects.close}>
          {t('kit.close')}
        </Button>
      }
    >
      <p class="centre">{errand.kind}</p>
    </Screen>
  );
}

function App(props: Props) {
  return (
    <>
      <Shown {...props} />
      <Toasts />
    </>
  );
}

/** Draws the passkey page into an element and starts it. */
export function startPasskey(effects: PasskeyEffects, root: HTMLElement): void {
  const store = createStore(effects);
  render(<App effects={effects} store={store} />, root);
  void store.start();
}
