import type { Client } from '../../client/client.ts';
import type { Authenticator } from '../../client/passkey/authenticator.ts';
import type { PasskeyEnrolment } from '../../client/passkey/enrolment.ts';
import type { PasskeyUnlock } from '../../client/passkey/unlock.ts';
import type { PasswordClient } from '../../client/password.ts';
import type { Snapshot } from '../../protocol/app-state.ts';
import type { BrowserVersion } from './passkey/domain.ts';

/** Everything the options page needs from outside. */
export type OptionsEffects = {
  readonly client: Client;
  readonly passwords: PasswordClient;
  /** The browser's passkey prompts. */
  readonly authenticator: Authenticator;
  readonly passkeyUnlock: PasskeyUnlock;
  /** Which passkeys open the vault. */
  readonly enrolment: PasskeyEnrolment;
  /** What the worker last knew, straight from memory, without waking it. */
  readonly readSnapshot: () => Promise<Snapshot | null>;
  readonly watchSnapshot: (onChange: (snapshot: Snapshot | null) => void) => () => void;
  /**
   * Asks the person for leave to reach one origin. Must be called in the click itself: browsers
   * refuse it later.
   */
  readonly requestOriginPermission: (origin: string) => Promise<boolean>;
  /** The browser's family and version; null where it does not tell. */
  readonly browserVersion: () => Promise<BrowserVersion | null>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly randomBytes: (length: number) => Uint8Array<ArrayBuffer>;
  /** A fresh UUID. */
  readonly randomId: () => string;
  /** Calls back after the given milliseconds; answers how to cancel. */
  readonly later: (milliseconds: number, then: () => void) => () => void;
  /** Version of the extension. */
  readonly version: string;
  /** Offers the pseudo-locale. */
  readonly development: boolean;
  readonly hash: {
    readonly get: () => string;
    readonly set: (hash: string) => void;
    readonly watch: (onChange: () => void) => () => void;
  };
};
