import type { AppState } from '../../protocol/state.ts';
import type { Store } from '../confirm/store.ts';
import { Screen } from '../kit/layout.tsx';
import { Unlock } from '../kit/unlock.tsx';
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
  const { supported, unlock } = effects.passkeyUnlock;
  return (
    <Screen>
      <Unlock
        unlock={async (password) => enter(await effects.unlock(password))}
        challenge={() => effects.client.call('vault_challenge', {})}
        passkey={{ supported, unlock: async () => enter(await unlock()), place: 'first' }}
      />
    </Screen>
  );
}
