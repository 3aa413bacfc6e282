import type { Client } from '../../messaging/client.ts';
import type { Authenticator } from '../../messaging/passkey/authenticator.ts';
import type { Enrolment } from '../../messaging/passkey/enrolment.ts';
import type { PasskeyUnlock } from '../../messaging/passkey/unlock.ts';
import type { Passwords } from '../../messaging/password.ts';
import type { Snapshot } from '../../protocol/state.ts';
import type { BrowserVersion } from './passkey/domain.ts';

/** Everything the options page needs from outside. */
export type OptionsEffects = {
  readonly client: Client;
  readonly passwords: Passwords;
  /** The browser's passkey prompts. */
  readonly authenticator: Authenticator;
  readonly passkeyUnlock: PasskeyUnlock;
  /** Which passkeys open the vault. */
  readonly enrolment: Enrolment;
  /** What the worker last knew, straight from memory, without waking it. */
  readonly readSnapshot: () => Promise<Snapshot | null>;
  readonly watchSnapshot: (changed: (snapshot: Snapshot | null) => void) => () => void;
  /**
   * Asks the person for leave to reach one origin. Must be called in the click itself: browsers
   * refuse it later.
   */
  readonly askForHost: (origin: string) => Promise<boolean>;
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
    readonly watch: (changed: () => void) => () => void;
  };
};
