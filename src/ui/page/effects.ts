import type { Authenticator } from '../../client/passkey/authenticator.ts';
import type { PasskeyEnrolment } from '../../client/passkey/enrolment.ts';
import type { PasskeyUnlock } from '../../client/passkey/unlock.ts';
import type { Client } from '../../client/client.ts';
import type { PasswordClient } from '../../client/password.ts';
import type { AppState, Snapshot } from '../../protocol/app-state.ts';

/** A browser's family and its major version. */
export type BrowserVersion = {
  readonly family: 'chromium' | 'firefox';
  readonly version: number;
};

/** What each of Keystamp's own pages needs from outside. */
export type BaseEffects = {
  readonly client: Client;
  /** The worker's last known state, read from memory without waking the worker. */
  readonly readSnapshot: () => Promise<Snapshot | null>;
  /** Calls back with every new snapshot; null once it's gone. Returns how to stop. */
  readonly watchSnapshot: (onChange: (snapshot: Snapshot | null) => void) => () => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** A fresh UUID. */
  readonly randomId: () => string;
  /** Calls back after the given milliseconds; answers how to cancel. */
  readonly later: (milliseconds: number, then: () => void) => () => void;
  readonly openTab: (href: string) => Promise<void>;
  /**
   * Opens the page in a tab at the place of this hash. Without one: its settings, in the tab where they
   * are open already, or the set-up where there is no vault yet.
   */
  readonly openPage: (hash?: string) => Promise<void>;
  /** Opens the vault by its password. The password does not leave the page. */
  readonly unlock: (password: string) => Promise<AppState>;
  readonly hash: HashEffects;
};

/** The location hash, its changes, and setting it. */
type HashEffects = {
  readonly get: () => string;
  readonly set: (hash: string) => void;
  readonly watch: (onChange: () => void) => () => void;
};

/** Memory-only storage that outlives the popup: `storage.session`. Never holds a secret of ours. */
export type SessionArea = {
  readonly get: (key: string) => Promise<unknown>;
  readonly set: (key: string, value: unknown) => Promise<void>;
  readonly remove: (key: string) => Promise<void>;
};

/** A file to be saved. */
export type TextFile = { readonly name: string; readonly type: string; readonly text: string };

/** Something that is so or not, and when that changes. */
type ConditionEffects = {
  readonly get: () => boolean;
  readonly watch: (onChange: () => void) => () => void;
};

/** What popup and tab need. */
export type PageEffects = BaseEffects & {
  readonly session: SessionArea;
  readonly randomBytes: (length: number) => Uint8Array<ArrayBuffer>;
  /** Offers text to be saved as a file. */
  readonly saveFile: (file: TextFile) => void;
  /** Whether the page is wide enough for a list and what it leads to, side by side. */
  readonly wide: ConditionEffects;
  /** Sets a performance mark. */
  readonly mark: (name: string) => void;
};

/** What the tab needs besides. */
export type TabEffects = PageEffects & {
  readonly passwords: PasswordClient;
  /** The browser's passkey prompts. */
  readonly authenticator: Authenticator;
  readonly passkeyUnlock: PasskeyUnlock;
  /** The passkeys that can unlock the vault. */
  readonly enrolment: PasskeyEnrolment;
  /**
   * Asks the user to allow access to one origin. Call it in the click itself: browsers reject it
   * later.
   */
  readonly requestOriginPermission: (origin: string) => Promise<boolean>;
  /** Whether the browser asks the user about each host; otherwise Keystamp does. */
  readonly asksForHosts: boolean;
  /** Asks the user to allow notifications. Call it in the click itself, as above. */
  readonly requestNotifications: () => Promise<boolean>;
  /** Whether they are allowed; the user can take it back in the browser's own settings. */
  readonly mayNotify: () => Promise<boolean>;
  /** The browser's family and version; null if the browser doesn't say. */
  readonly browserVersion: () => Promise<BrowserVersion | null>;
  /** The extension's version. */
  readonly version: string;
  /** Whether to offer the pseudo-locale. */
  readonly development: boolean;
};

/** What the queue of requests needs, in whichever page it is shown. */
export type QueueEffects = Pick<
  BaseEffects,
  'client' | 'watchSnapshot' | 'now' | 'later' | 'openPage' | 'openTab' | 'randomId'
> & {
  /** Null in a page that closes when it loses the focus, as the popup does: it cannot prompt. */
  readonly authenticator: Authenticator | null;
};

/** What the confirm window needs besides. */
export type WindowEffects = BaseEffects & {
  readonly authenticator: Authenticator;
  readonly passkeyUnlock: Pick<PasskeyUnlock, 'isSupported' | 'unlock'>;
  /** Closes this window. */
  readonly close: () => void;
};
