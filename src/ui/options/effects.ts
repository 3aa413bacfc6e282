import type { Client } from '../../client/client.ts';
import type { Authenticator } from '../../client/passkey/authenticator.ts';
import type { PasskeyEnrolment } from '../../client/passkey/enrolment.ts';
import type { PasskeyUnlock } from '../../client/passkey/unlock.ts';
import type { PasswordClient } from '../../client/password.ts';
import type { Snapshot } from '../../protocol/app-state.ts';
import type { BrowserVersion } from './passkey/domain.ts';

/** Everything the options page needs from the outside. */
export type OptionsEffects = {
  readonly client: Client;
  readonly passwords: PasswordClient;
  /** The browser's passkey prompts. */
  readonly authenticator: Authenticator;
  readonly passkeyUnlock: PasskeyUnlock;
  /** The passkeys that can unlock the vault. */
  readonly enrolment: PasskeyEnrolment;
  /** The worker's last known state, read from memory without waking the worker. */
  readonly readSnapshot: () => Promise<Snapshot | null>;
  readonly watchSnapshot: (onChange: (snapshot: Snapshot | null) => void) => () => void;
  /**
   * Asks the user to allow access to one origin. Call it in the click itself: browsers reject it
   * later.
   */
  readonly requestOriginPermission: (origin: string) => Promise<boolean>;
  /** The browser's family and version; null if the browser doesn't say. */
  readonly browserVersion: () => Promise<BrowserVersion | null>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly randomBytes: (length: number) => Uint8Array<ArrayBuffer>;
  /** A fresh UUID. */
  readonly randomId: () => string;
  /** Calls back after the given milliseconds. Returns a function that cancels. */
  readonly later: (milliseconds: number, then: () => void) => () => void;
  /** The extension's version. */
  readonly version: string;
  /** Whether to offer the pseudo-locale. */
  readonly development: boolean;
  readonly hash: {
    readonly get: () => string;
    readonly set: (hash: string) => void;
    readonly watch: (onChange: () => void) => () => void;
  };
};
