import { signal } from '@preact/signals';
import type { Authenticator } from '../../../client/passkey/authenticator.ts';
import { registerPasskey, type RegisteredPasskey } from '../../../client/passkey/registration.ts';
import type { EntryView } from '../../../protocol/outbox-entry.ts';
import { toWire, type WireError } from '../../../protocol/errors.ts';
import { PASSKEYS } from '../../../protocol/operations.ts';
import type { AllowedCredential } from '../../../protocol/passkey.ts';
import type { Profile } from '../../../protocol/profile.ts';
import type { Submitter } from './submit-and-follow.ts';
import type { Credential } from './credentials.ts';

/*
 * Adds a new passkey to a profile: the prompt, the registration, then the profile. The profile
 * changes last, once the service has confirmed that it knows the passkey.
 */

export type AddPasskeyEffects = {
  readonly authenticator: Authenticator;
  readonly randomBytes: (length: number) => Uint8Array<ArrayBuffer>;
  readonly randomId: () => string;
  readonly submitter: Submitter;
  /** Saves the passkey in the profile. */
  readonly saveCredential: (credential: Credential) => Promise<void>;
};

export type AddPasskeyInput = {
  readonly profile: Profile;
  readonly userId: string;
  readonly exclude: readonly AllowedCredential[];
  /** What the stamp is for, as the passkey dialog says it. */
  readonly purpose: (name: string) => string;
};

/**
 * - `form`: nothing exists yet; `error` comes from the authenticator
 * - `making`: the browser asks
 * - `registering`: created, and on its way to the service
 * - `stopped`: created, but not registered as far as we know
 * - `pending`: the service is waiting for other approvals
 * - `unkept`: registered, but the profile couldn't be saved
 */
export type AddPasskeyState = {
  readonly step: 'form' | 'making' | 'registering' | 'stopped' | 'pending' | 'unkept' | 'done';
  readonly error: WireError | null;
  readonly entry: EntryView | null;
};

const INITIAL_STATE: AddPasskeyState = { step: 'form', error: null, entry: null };
type UpdateState = (next: Partial<AddPasskeyState>) => void;
type NamedPasskey = RegisteredPasskey & { readonly name: string };

export type AddPasskeyFlow = ReturnType<typeof createAddPasskeyFlow>;

/** Adds one new passkey. */
export function createAddPasskeyFlow(effects: AddPasskeyEffects, input: AddPasskeyInput) {
  const adding = signal<AddPasskeyState>(INITIAL_STATE);
  let passkey: NamedPasskey | null = null;
  let hasLeft = false;

  const update: UpdateState = (changes) => {
    if (!hasLeft) adding.value = { ...adding.peek(), ...changes };
  };

  /** Call it in the click itself. */
  async function begin(name: string): Promise<void> {
    if (adding.peek().step !== 'form') return;
    const { profile, exclude } = input;
    const rpId = profile.passkeys?.rpId ?? null;
    const registration = { name, profileName: profile.name, rpId, exclude };
    const creation = registerPasskey(effects.authenticator, effects.randomBytes, registration);
    update({ step: 'making', error: null });
    try {
      passkey = { ...(await creation), name };
    } catch (error) {
      update({ step: 'form', error: toWire(error) });
      return;
    }
    if (!hasLeft) await register();
  }

  /** Registers the new passkey with the service. A second attempt registers the same passkey. */
  async function register(): Promise<void> {
    if (!passkey) return;
    update({ step: 'registering', error: null, entry: null });
    try {
      const { profile, userId, purpose } = input;
      const request = {
        id: effects.randomId(),
        profile,
        operation: PASSKEYS.add.name,
        parameters: { userId, authenticators: [passkey.registration] },
        purpose: purpose(passkey.name),
      };
      const onEntry = (entry: EntryView) => update({ entry });
      const entry = await effects.submitter.submitAndFollow(request, onEntry, () => hasLeft);
      if (entry.state === 'completed') await saveCredential(effects, passkey, update);
      else update({ step: 'pending' });
    } catch (error) {
      update({ step: 'stopped', error: toWire(error) });
    }
  }

  return {
    adding,
    begin: (name: string) => void begin(name),
    register: () => void register(),
    /** Tries again to save the registered passkey in the profile. */
    keep: async () => {
      if (passkey && adding.peek().step === 'unkept')
        await saveCredential(effects, passkey, update);
    },
    /** The user left, so nothing is reported anymore. The service continues what it already has. */
    leave: () => {
      hasLeft = true;
      if (adding.peek().step === 'making') effects.authenticator.cancel();
    },
  };
}

async function saveCredential(
  effects: AddPasskeyEffects,
  { id, name, transports }: NamedPasskey,
  update: UpdateState,
): Promise<void> {
  try {
    await effects.saveCredential({ id, name, transports: [...transports] });
    update({ step: 'done', error: null });
  } catch (error) {
    update({ step: 'unkept', error: toWire(error) });
  }
}
