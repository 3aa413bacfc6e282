import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import { Screen, TopBar } from '../components/layout.tsx';
import { Logo } from '../components/logo.tsx';
import { EmptyState, ErrorState, Skeleton } from '../components/states.tsx';
import { DamagedVault, GateScreen, UnlockScreen, UnreleasedVault } from '../components/unlock.tsx';
import type { PasskeyUnlockOption } from '../components/passkey-unlock.tsx';
import type { WipeReason } from '../vault/wipe-dialog.tsx';
import type { AppState } from '../../protocol/app-state.ts';
import type { AppStore } from './app-store.ts';
import type { BaseEffects } from './effects.ts';
import { useTask } from '../components/task.ts';
import { Banner, List, ListRow } from '../components/surfaces.tsx';
import type { VaultNotice as Notice } from '../../protocol/vault-notice.ts';
import { VisibleText } from '../forms/visible-text.tsx';
import { RelativeTime } from '../components/values.tsx';

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
  readonly onWipe: (reason: WipeReason) => void;
  /** It is the confirm window, which a site can open: a forgotten password leads nowhere there. */
  readonly isForSites?: true;
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
  return (
    <Screen
      action={
        <Button kind="primary" wide onClick={props.onSetUp}>
          {props.action}
        </Button>
      }
    >
      <GateScreen title={props.title}>
        <p class="muted centre">{props.text}</p>
      </GateScreen>
      {props.children}
    </Screen>
  );
}

/** What stands in the way of an unlocked vault: something about it must be known first. */
function VaultNotices(props: GateProps & { readonly state: AppState }) {
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
  const { store, effects, onWipe, passkey, isForSites, frame: Frame = Screen } = props;
  const wipe = () => onWipe('other');
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
      return props.noVault ? <>{props.noVault}</> : <VaultNotices {...props} state={state} />;
    case 'locked':
      return (
        <Frame>
          {props.aboveUnlock}
          <UnlockScreen
            unlock={async (password) => props.enter(await effects.unlock(password))}
            challenge={() => effects.client.call('vault_challenge', {})}
            passkey={passkey}
            onForgot={
              isForSites
                ? undefined
                : (hasPasskey) => onWipe(hasPasskey ? 'forgotten-passkey' : 'forgotten')
            }
          />
        </Frame>
      );
    case 'unreleased':
      return (
        <Frame>
          <UnreleasedVault onWipe={wipe} />
        </Frame>
      );
    case 'damaged':
      return (
        <Frame>
          <DamagedVault onReload={() => void store.readState()} onWipe={wipe} />
        </Frame>
      );
    case 'unlocked':
      return <VaultNotices {...props} state={state} />;
    default:
      return (
        <EmptyState icon="warn" title={t('app.unknownState')}>
          {state?.vault}
        </EmptyState>
      );
  }
}

const LOST = ['history', 'outbox', 'sites', 'grants', 'lists'] as const;

/**
 * What the browser took away with Keystamp's database. It replaces the whole page, because what is
 * empty now must not look as if there had never been anything.
 */
function StorageNotice({ accept }: { readonly accept: () => Promise<unknown> }) {
  const { busy, error, run } = useTask();
  return (
    <GateScreen title={t('app.storageNotice.title')} notice="storage">
      <Banner tone="warn" title={t('app.storageNotice.lost')}>
        <ul class="bullets">
          {LOST.map((what) => (
            <li key={what}>{t(`app.storageNotice.${what}`)}</li>
          ))}
        </ul>
      </Banner>
      <p>{t('app.storageNotice.kept')}</p>
      <p>{t('app.storageNotice.why')}</p>
      {error && <ErrorState error={error} />}
      <Button kind="primary" wide busy={busy} onClick={() => void run(accept)}>
        {t('app.continue')}
      </Button>
    </GateScreen>
  );
}

/**
 * What unlocking revealed about the stored vault. It replaces the whole page, because an older
 * vault without keys must never look like a fresh installation.
 */
function VaultNotice(props: {
  readonly notice: Notice;
  readonly lock: () => Promise<unknown>;
  /** Keeps the vault that opened, or leads to the page where the user can keep it. */
  readonly keep: () => Promise<unknown>;
  readonly opensOptions?: boolean;
}) {
  const { notice, lock, keep, opensOptions = false } = props;
  const { busy, error, run } = useTask();
  const isOlder = notice.kind === 'behind';
  const title = t(isOlder ? 'app.vaultNotice.behind' : 'app.vaultNotice.unsure');
  const label = opensOptions ? 'options' : isOlder ? 'keep' : 'continue';
  return (
    <GateScreen title={title} notice={notice.kind}>
      <Banner tone={isOlder ? 'danger' : 'warn'} title={t('app.vaultNotice.saved')}>
        <p>
          <RelativeTime at={notice.savedAt} />
        </p>
      </Banner>
      <p>{t(isOlder ? 'app.vaultNotice.behindWhat' : 'app.vaultNotice.unsureWhat')}</p>
      <MissingKeys names={notice.missing} />
      {error && <ErrorState error={error} />}
      {isOlder && (
        <Button kind="primary" wide busy={busy} onClick={() => void run(lock)}>
          {t('app.vaultNotice.lock')}
        </Button>
      )}
      <Button
        kind={isOlder && !opensOptions ? 'danger' : isOlder ? 'plain' : 'primary'}
        wide
        busy={busy}
        onClick={() => void run(keep)}
      >
        {t(`app.vaultNotice.${label}`)}
      </Button>
    </GateScreen>
  );
}

function MissingKeys({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <>
      <p>{t('app.vaultNotice.missing', { count: names.length })}</p>
      <List>
        {names.map((name) => (
          <ListRow key={name} title={<VisibleText text={name} />} />
        ))}
      </List>
    </>
  );
}
