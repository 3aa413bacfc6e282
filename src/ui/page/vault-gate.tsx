import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import { Screen, TopBar } from '../components/layout.tsx';
import { Logo } from '../components/logo.tsx';
import { usePageTitle } from '../components/page-title.ts';
import { EmptyState, ErrorState, Skeleton } from '../components/states.tsx';
import { StorageNotice } from '../components/storage-notice.tsx';
import { DamagedVault, UnlockScreen, UnreleasedVault } from '../components/unlock.tsx';
import type { PasskeyUnlockOption } from '../components/passkey-unlock.tsx';
import { VaultNotice } from '../components/vault-notice.tsx';
import type { AppState } from '../../protocol/app-state.ts';
import type { AppStore } from './app-store.ts';
import type { BaseEffects } from './effects.ts';

type GateProps = {
  readonly store: Omit<AppStore, 'client'>;
  readonly effects: Pick<BaseEffects, 'client' | 'unlock' | 'openPage'>;
  /** The title while the first state is read. */
  readonly title: string;
  /** What stands above the password: who asks for something, never what. */
  readonly aboveUnlock?: ComponentChildren;
  readonly passkey: PasskeyUnlockOption;
  /** Takes the state of an unlocked vault. */
  readonly enter: (state: AppState) => void;
  /** In place of a vault that isn't there yet; without it the children set one up, and stay while it comes. */
  readonly noVault?: ComponentChildren;
  /** Begins to wipe what is stored, or leads to where that is done. */
  readonly onWipe: () => void;
  /** Keeps an older vault that opened; without it the user is led to the tab. */
  readonly keep?: (() => Promise<unknown>) | undefined;
  /** What a screen of the gate is drawn in. */
  readonly frame?: ComponentType<{ readonly children: ComponentChildren }>;
  /** What an unlocked vault that may be shown opens. */
  readonly children: ComponentChildren;
};

/** While the first state is read. */
function Start({ store, title }: Pick<GateProps, 'store' | 'title'>) {
  const error = store.startError.value;
  return (
    <Screen top={<TopBar title={title} lead={<Logo size={20} />} />}>
      {error ? (
        <ErrorState error={error} onRetry={() => void store.start()} />
      ) : (
        <Skeleton rows={6} />
      )}
    </Screen>
  );
}

/** In popup and window: the set-up is in a tab. */
export function NoVault(props: {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly onSetUp: () => void;
  readonly children?: ComponentChildren;
}) {
  usePageTitle(props.title);
  return (
    <Screen
      action={
        <Button kind="primary" wide onClick={props.onSetUp}>
          {props.action}
        </Button>
      }
    >
      <div class="unlock">
        <Logo size={64} />
        <h1>{props.title}</h1>
        <p class="muted centre">{props.text}</p>
      </div>
      {props.children}
    </Screen>
  );
}

/** What stands in the way of an unlocked vault: something about it must be known first. */
function Notices(props: GateProps & { readonly state: AppState }) {
  const { store, effects, keep, state, frame: Frame = Screen } = props;
  const { vaultNotice: notice, databaseLost } = state;
  const { client } = effects;
  const enter = async (call: Promise<AppState>) => props.enter(await call);
  if (databaseLost) {
    return (
      <Frame>
        <StorageNotice accept={() => enter(client.call('storage_accept', {}))} />
      </Frame>
    );
  }
  if (!notice) return <>{props.children}</>;
  return (
    <Frame>
      <VaultNotice
        notice={notice}
        lock={async () => store.accept(await client.call('vault_lock', {}))}
        keep={keep ?? (() => effects.openPage())}
        opensOptions={keep === undefined}
      />
    </Frame>
  );
}

/**
 * The vault alone decides what a document shows, in each placement. A damaged vault never counts as a
 * missing one.
 */
export function VaultGate(props: GateProps) {
  const { store, effects, onWipe, passkey, frame: Frame = Screen } = props;
  useEffect(() => {
    for (const name of ['keydown', 'pointerdown']) addEventListener(name, store.touch, true);
    return () => {
      for (const name of ['keydown', 'pointerdown']) removeEventListener(name, store.touch, true);
    };
  }, []);
  const state = store.state.value;
  switch (state?.vault) {
    case undefined:
      return <Start {...props} />;
    case 'missing':
      return props.noVault ? <>{props.noVault}</> : <Notices {...props} state={state} />;
    case 'locked':
      return (
        <Frame>
          {props.aboveUnlock}
          <UnlockScreen
            unlock={async (password) => props.enter(await effects.unlock(password))}
            challenge={() => effects.client.call('vault_challenge', {})}
            passkey={passkey}
          />
        </Frame>
      );
    case 'unreleased':
      return (
        <Frame>
          <UnreleasedVault onWipe={onWipe} />
        </Frame>
      );
    case 'damaged':
      return (
        <Frame>
          <DamagedVault onReload={() => void store.readState()} onWipe={onWipe} />
        </Frame>
      );
    case 'unlocked':
      return <Notices {...props} state={state} />;
    default:
      return (
        <EmptyState icon="warn" title={t('app.unknownState')}>
          {state?.vault}
        </EmptyState>
      );
  }
}
