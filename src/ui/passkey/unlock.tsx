import type { AppState } from '../../protocol/app-state.ts';
import type { Store } from '../confirm/store.ts';
import { Screen } from '../components/layout.tsx';
import { UnlockScreen } from '../components/unlock.tsx';
import type { PasskeyEffects } from './effects.ts';
import type { Errand } from './errand.ts';

type Props = {
  readonly effects: PasskeyEffects;
  readonly store: Store;
  readonly errand: Errand;
};

/** The locked vault on the page that may prompt: the passkey first, and the errand's end with it. */
export function LockedErrand({ effects, store, errand }: Props) {
  const enter = (state: AppState) => {
    store.accept(state);
    // The popup that sent the person here is gone; its window is not needed either.
    if (errand.kind === 'unlock') effects.close();
  };
  const { isSupported: supported, unlock } = effects.passkeyUnlock;
  return (
    <Screen>
      <UnlockScreen
        unlock={async (password) => enter(await effects.unlock(password))}
        challenge={() => effects.client.call('vault_challenge', {})}
        passkey={{ supported, unlock: async () => enter(await unlock()), placement: 'first' }}
      />
    </Screen>
  );
}
