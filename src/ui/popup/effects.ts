import type { AppState } from '../../protocol/app-state.ts';
import type { HashEffects, StoreEffects } from '../store.ts';

/** Memory-only storage that outlives the popup: `storage.session`. Never holds a secret of ours. */
export type SessionArea = {
  readonly get: (key: string) => Promise<unknown>;
  readonly set: (key: string, value: unknown) => Promise<void>;
  readonly remove: (key: string) => Promise<void>;
};

/** Parts of the options page that the popup leads to. */
export type OptionsSection = 'import' | 'private-keys' | 'sites';

/** Everything the popup needs from outside. */
export type PopupEffects = StoreEffects & {
  readonly session: SessionArea;
  /** Opens the vault by its password. The password does not leave the page. */
  readonly unlock: (password: string) => Promise<AppState>;
  /** A fresh UUID. */
  readonly randomId: () => string;
  /** Calls back after the given milliseconds; answers how to cancel. */
  readonly later: (milliseconds: number, then: () => void) => () => void;
  readonly openTab: (href: string) => Promise<void>;
  /** Opens the options page, which shows the set-up where there is no vault yet; or one place of it. */
  readonly openOptions: (section?: OptionsSection) => Promise<void>;
  /** Opens the popup as a tab, which stays open beside a file dialog. */
  readonly openPopupTab: () => Promise<void>;
  /** Sets a performance mark. */
  readonly mark: (name: string) => void;
  readonly hash: HashEffects;
};
