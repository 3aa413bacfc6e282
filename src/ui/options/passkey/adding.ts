import { signal } from '@preact/signals';
import type { Authenticator } from '../../../messaging/passkey/authenticator.ts';
import { makePasskey, type MadePasskey } from '../../../messaging/passkey/registering.ts';
import { SETTLED, type EntryView } from '../../../protocol/entry.ts';
import { toWire, type WireError } from '../../../protocol/errors.ts';
import { PASSKEYS } from '../../../protocol/operations.ts';
import type { Allowed } from '../../../protocol/passkey.ts';
import type { Profile } from '../../../protocol/profile.ts';
import { followPatiently, type WatchEffects } from '../../kit/watching.ts';
import type { Carrier } from './carrying.ts';
import type { Credential } from './credentials.ts';

/*
 * From the name of a new passkey to a profile that uses it. The profile is changed last, once the
 * service has said that it knows the passkey.
 */

export type AddingEffects = WatchEffects & {
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
/** Words by which the service says that others or other credentials must act (protocol.md 8.1). */
const WAITS = ['ACTIVITY_STATUS_CONSENSUS_NEEDED', 'ACTIVITY_STATUS_AUTHENTICATORS_NEEDED'];

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
      const entry = await carried(effects, job, made, tell, () => left);
      if (entry.state === 'completed') await keep(effects, made, tell);
      else if (SETTLED.includes(entry.state)) tell({ step: 'stopped', error: entry.error });
      else tell({ step: 'pending' });
    } catch (error) {
      tell({ step: 'stopped', error: toWire(error) });
    }
  }

  return {
    adding,
    begin: (name: string) => void begin(name),
    register: () => void register(),
    /** Nobody is there to be told any more; what the service has goes on. */
    leave: () => {
      left = true;
    },
  };
}

/** The activity that registers it, once it has ended or waits for others. */
async function carried(
  effects: AddingEffects,
  { profile, userId, why }: AddingJob,
  { registration, name }: Made,
  tell: Tell,
  left: () => boolean,
): Promise<EntryView> {
  const id = effects.randomId();
  const parameters = { userId, authenticators: [registration] };
  const order = { id, profile, operation: PASSKEYS.add.name, parameters, why: why(name) };
  let last = await effects.carrier.submit(order);
  const told = (entry: EntryView): void => {
    last = entry;
    tell({ entry });
  };
  const stopped = () => left() || WAITS.includes(last.activity?.status ?? '');
  await followPatiently(effects, id, told, stopped);
  return last;
}

async function keep(
  effects: AddingEffects,
  { id, name, transports }: Made,
  tell: Tell,
): Promise<void> {
  try {
    await effects.keep({ id, name, transports: [...transports] });
    tell({ step: 'done' });
  } catch (error) {
    tell({ step: 'unkept', error: toWire(error) });
  }
}
