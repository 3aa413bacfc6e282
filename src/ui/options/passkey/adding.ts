import { signal } from '@preact/signals';
import type { Authenticator } from '../../../messaging/passkey/authenticator.ts';
import { makePasskey, type MadePasskey } from '../../../messaging/passkey/registering.ts';
import type { EntryView } from '../../../protocol/entry.ts';
import { toWire, type WireError } from '../../../protocol/errors.ts';
import { PASSKEYS } from '../../../protocol/operations.ts';
import type { Allowed } from '../../../protocol/passkey.ts';
import type { Profile } from '../../../protocol/profile.ts';
import type { Carrier } from './carrying.ts';
import type { Credential } from './credentials.ts';

/*
 * From the name of a new passkey to a profile that uses it. The profile is changed last, once the
 * service has said that it knows the passkey.
 */

export type AddingEffects = {
  readonly authenticator: Authenticator;
  readonly randomBytes: (length: number) => Uint8Array<ArrayBuffer>;
  readonly randomId: () => string;
  readonly carrier: Carrier;
  /** Keeps the passkey in the profile. */
  readonly keep: (credential: Credential) => Promise<void>;
};

export type AddingJob = {
  readonly profile: Profile;
  readonly userId: string;
  readonly exclude: readonly Allowed[];
  /** What the stamp is for, for the question to the person. */
  readonly why: (name: string) => string;
};

/**
 * - `form`: nothing exists yet; `error` is of the authenticator
 * - `making`: the browser asks
 * - `registering`: made, and on its way to the service
 * - `stopped`: made, and not registered as far as is known
 * - `pending`: the service waits for others
 * - `unkept`: registered, and the profile could not be saved
 */
export type Adding = {
  readonly step: 'form' | 'making' | 'registering' | 'stopped' | 'pending' | 'unkept' | 'done';
  readonly error: WireError | null;
  readonly entry: EntryView | null;
};

const BEGUN: Adding = { step: 'form', error: null, entry: null };
type Tell = (next: Partial<Adding>) => void;
type Made = MadePasskey & { readonly name: string };

export type AddingFlow = ReturnType<typeof createAdding>;

/** One new passkey. */
export function createAdding(effects: AddingEffects, job: AddingJob) {
  const adding = signal<Adding>(BEGUN);
  let made: Made | null = null;
  let left = false;

  const tell: Tell = (next) => {
    if (!left) adding.value = { ...adding.peek(), ...next };
  };

  /** Must be called in the click itself. */
  async function begin(name: string): Promise<void> {
    if (adding.peek().step !== 'form') return;
    const { profile, exclude } = job;
    const rpId = profile.passkeys?.rpId ?? null;
    const wish = { name, profileName: profile.name, rpId, exclude };
    const work = makePasskey(effects.authenticator, effects.randomBytes, wish);
    tell({ step: 'making', error: null });
    try {
      made = { ...(await work), name };
    } catch (error) {
      tell({ step: 'form', error: toWire(error) });
      return;
    }
    if (!left) await register();
  }

  /** Has the service know what was made; a second try registers the same passkey. */
  async function register(): Promise<void> {
    if (!made) return;
    tell({ step: 'registering', error: null, entry: null });
    try {
      const { profile, userId, why } = job;
      const order = {
        id: effects.randomId(),
        profile,
        operation: PASSKEYS.add.name,
        parameters: { userId, authenticators: [made.registration] },
        why: why(made.name),
      };
      const told = (entry: EntryView) => tell({ entry });
      const end = await effects.carrier.carry(order, told, () => left);
      if (end.state === 'completed') await keep(effects, made, tell);
      else tell({ step: 'pending' });
    } catch (error) {
      tell({ step: 'stopped', error: toWire(error) });
    }
  }

  return {
    adding,
    begin: (name: string) => void begin(name),
    register: () => void register(),
    /** Puts what is registered into the profile, once more. */
    keep: async () => {
      if (made && adding.peek().step === 'unkept') await keep(effects, made, tell);
    },
    /** Nobody is there to be told any more; what the service has goes on. */
    leave: () => {
      left = true;
      if (adding.peek().step === 'making') effects.authenticator.cancel();
    },
  };
}

async function keep(
  effects: AddingEffects,
  { id, name, transports }: Made,
  tell: Tell,
): Promise<void> {
  try {
    await effects.keep({ id, name, transports: [...transports] });
    tell({ step: 'done', error: null });
  } catch (error) {
    tell({ step: 'unkept', error: toWire(error) });
  }
}
