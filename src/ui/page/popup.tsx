import { render } from 'preact';
import { addWords, t } from '../i18n.ts';
import { preload } from '../components/lazy-screen.tsx';
import { Banner } from '../components/surfaces.tsx';
import { popupWords } from '../words/en/popup.ts';
import type { PageEffects } from './effects.ts';
import { recordScreenOf } from './record-screens.tsx';
import { BoundedScreen, Page, useWipe } from './shell.tsx';
import { createPopupStore, useStore } from './store.ts';
import { NoVault, VaultGate } from './vault-gate.tsx';

function Popup() {
  const store = useStore();
  const { effects } = store;
  const route = store.route.value;
  const count = store.state.value?.requests.count ?? 0;
  const wipe = useWipe();
  const openPage = () => void effects.openPage();
  return (
    <>
      <VaultGate
        store={store}
        effects={effects}
        title={t('app.name')}
        aboveUnlock={count > 0 && <Banner title={t('popup.requests', { count })} />}
        passkey={{
          // One was enrolled in this browser, so it can.
          supported: () => Promise.resolve(true),
          unlock: () => effects.client.call('vault_passkey_show', {}),
          placement: 'window',
        }}
        enter={store.enter}
        noVault={
          <NoVault
            title={t('popup.noVault.title')}
            text={t('popup.noVault.text')}
            action={t('popup.noVault.action')}
            onSetUp={openPage}
          />
        }
        onWipe={wipe.ask}
      >
        <BoundedScreen route={route}>{recordScreenOf(route)}</BoundedScreen>
      </VaultGate>
      {wipe.dialog}
    </>
  );
}

/** Draws the popup into an element and starts it. */
export function startPopup(effects: PageEffects, root: HTMLElement): void {
  addWords(popupWords);
  const store = createPopupStore(effects);
  // It comes while the worker is asked, and not after its answer.
  preload(recordScreenOf(store.route.peek()));
  render(
    <Page store={store}>
      <Popup />
    </Page>,
    root,
  );
  void store.start();
}
