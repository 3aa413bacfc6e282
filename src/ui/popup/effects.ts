import type { AppState } from '../../protocol/app-state.ts';
import type { HashEffects, StoreEffects } from '../store.ts';

/** Memory-only storage that outlives the popup: `storage.session`. Never holds a secret of ours. */
export type SessionArea = {
  readonly get: (key: string) => Promise<unknown>;
  readonly set: (key: string, value: unknown) => Promise<void>;
  readonly remove: (key: string) => Promise<void>;
};

/** Parts of the options page that the popup leads to. */
type OptionsSection =
  | 'import'
  | 'import-wallet'
  | 'sites'
  | 'history'
  | `export/${string}`
  /** Replacing the API key of the profile with this ID. */
  | `rotate/${string}`
  | `profile/${string}`;

/** A file to be saved. */
export type TextFile = { readonly name: string; readonly type: string; readonly text: string };

/** Something that is so or not, and when that changes. */
type ConditionEffects = {
  readonly get: () => boolean;
  readonly watch: (onChange: () => void) => () => void;
};

/** Everything the popup needs from outside. */
export type PopupEffects = StoreEffects & {
  readonly session: SessionArea;
  /** Opens the vault by its password. The password does not leave the page. */
  readonly unlock: (password: string) => Promise<AppState>;
  /** A fresh UUID. */
  readonly randomId: () => string;
  readonly randomBytes: (length: number) => Uint8Array<ArrayBuffer>;
  /** Calls back after the given milliseconds; answers how to cancel. */
  readonly later: (milliseconds: number, then: () => void) => () => void;
  readonly openTab: (href: string) => Promise<void>;
  /** Opens the options page, which shows the set-up where there is no vault yet; or one place of it. */
  readonly openOptions: (section?: OptionsSection) => Promise<void>;
  /** Opens the popup as a tab at a place: there it stays open, and may be wide. */
  readonly openPopupTab: (hash: string) => Promise<void>;
  /** Offers text to be saved as a file. */
  readonly saveFile: (file: TextFile) => void;
  /** Whether the page is wide enough for a list and what it leads to, side by side. */
  readonly wide: ConditionEffects;
  /** Sets a performance mark. */
  readonly mark: (name: string) => void;
  readonly hash: HashEffects;
};
