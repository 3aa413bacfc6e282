import type { Authenticator } from '../../client/passkey/authenticator.ts';
import type { ConfirmEffects } from '../confirm/effects.ts';

/** Everything the passkey page needs from outside. */
export type PasskeyEffects = ConfirmEffects & {
  readonly authenticator: Authenticator;
  readonly openTab: (href: string) => Promise<void>;
};
