import type { Authenticator } from '../../client/passkey/authenticator.ts';
import type { PasskeyUnlock } from '../../client/passkey/unlock.ts';
import type { AppState } from '../../protocol/app-state.ts';
import type { HashEffects, StoreEffects } from '../store.ts';

/** What the queue needs from outside, in whichever page it is shown. */
export type QueueEffects = Pick<StoreEffects, 'client' | 'watchSnapshot' | 'now'> & {
  /** Calls back after the given milliseconds; answers how to cancel. */
  readonly later: (milliseconds: number, then: () => void) => () => void;
  readonly openOptions: () => Promise<void>;
  readonly openTab: (href: string) => Promise<void>;
  /** Null in a page that closes when it loses the focus, as the popup does: it cannot prompt. */
  readonly authenticator: Authenticator | null;
  /** A fresh UUID. */
  readonly randomId: () => string;
};

/** Everything the confirm window needs from outside. */
export type ConfirmEffects = QueueEffects &
  StoreEffects & {
    /** Opens the vault by its password. The password does not leave the page. */
    readonly unlock: (password: string) => Promise<AppState>;
    readonly passkeyUnlock: Pick<PasskeyUnlock, 'isSupported' | 'unlock'>;
    /** Closes this window. */
    readonly close: () => void;
    /** The location hash, which may name one approval, and its changes. */
    readonly hash: Pick<HashEffects, 'get' | 'watch'>;
  };
