import type { Authenticator } from '../../client/passkey/authenticator.ts';
import type { PasskeyEnrolment } from '../../client/passkey/enrolment.ts';
import type { PasskeyUnlock } from '../../client/passkey/unlock.ts';
import type { PasswordClient } from '../../client/password.ts';
import type { HashEffects, StoreEffects } from '../store.ts';

/** A browser's family and its major version. */
export type BrowserVersion = {
  readonly family: 'chromium' | 'firefox';
  readonly version: number;
};

/** Everything the options page needs from the outside. */
export type OptionsEffects = StoreEffects & {
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
  readonly randomBytes: (length: number) => Uint8Array<ArrayBuffer>;
  /** A fresh UUID. */
  readonly randomId: () => string;
  /** Offers text to be saved as a file. */
  readonly saveFile: (file: {
    readonly name: string;
    readonly type: string;
    readonly text: string;
  }) => void;
  readonly openTab: (href: string) => Promise<void>;
  /** Calls back after the given milliseconds. Returns a function that cancels. */
  readonly later: (milliseconds: number, then: () => void) => () => void;
  /** The extension's version. */
  readonly version: string;
  /** Whether to offer the pseudo-locale. */
  readonly development: boolean;
  readonly hash: HashEffects;
};
