import type { Authenticator } from '../../../client/passkey/authenticator.ts';
import { registerPasskey, type RegisteredPasskey } from '../../../client/passkey/registration.ts';
import { PASSKEYS } from '../../../protocol/operations.ts';
import type { AllowedCredential } from '../../../protocol/passkey.ts';
import type { Profile } from '../../../protocol/profile.ts';
import {
  beginningAt,
  createProcedure,
  isAtWork,
  type ProcedureEffects,
  type ProcedureRun,
  type Stages,
} from '../procedure.ts';
import type { Credential } from './credentials.ts';

/*
 * Adds a new passkey to a profile: the prompt, the registration, then the profile. The profile
 * changes last, once the service has confirmed that it knows the passkey.
 */

export type AddPasskeyEffects = ProcedureEffects & {
  readonly authenticator: Authenticator;
  readonly randomBytes: (length: number) => Uint8Array<ArrayBuffer>;
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

/** The stages of adding a passkey, in order. */
export const PASSKEY_STAGES = ['passkey', 'registration', 'profile'] as const;
export type PasskeyStage = (typeof PASSKEY_STAGES)[number];

type NamedPasskey = RegisteredPasskey & { readonly name: string };

export type AddPasskeyFlow = ReturnType<typeof createAddPasskeyFlow>;

/** Adds one new passkey. */
export function createAddPasskeyFlow(effects: AddPasskeyEffects, input: AddPasskeyInput) {
  const { profile, userId, exclude, purpose } = input;
  const { run, start, leave } = createProcedure<ProcedureRun<PasskeyStage>>(effects);
  let passkey: NamedPasskey | null = null;
  let isRegistered = false;

  function create(name: string): Promise<RegisteredPasskey> {
    const rpId = profile.passkeys?.rpId ?? null;
    const registration = { name, profileName: profile.name, rpId, exclude };
    return registerPasskey(effects.authenticator, effects.randomBytes, registration);
  }

  /** Whatever is done already isn't done again: a second attempt registers the same passkey. */
  async function finish(
    { id, name, transports, registration }: NamedPasskey,
    { follow, report }: Stages<ProcedureRun<PasskeyStage>>,
  ): Promise<void> {
    if (!isRegistered) {
      report({ stage: 'registration' });
      const request = {
        id: effects.randomId(),
        profile,
        operation: PASSKEYS.add.name,
        parameters: { userId, authenticators: [registration] },
        purpose: purpose(name),
      };
      await follow(effects.submit(request));
      isRegistered = true;
    }
    report({ stage: 'profile' });
    await effects.saveCredential({ id, name, transports: [...transports] });
  }

  return {
    run,
    /** Call it in the click itself. */
    begin: (name: string) =>
      void start(beginningAt('passkey'), async (stages) => {
        passkey = { ...(await create(name)), name };
        if (!stages.hasLeft()) await finish(passkey, stages);
      }),
    /** Goes on with the passkey that was created. */
    again: async (): Promise<void> => {
      const made = passkey;
      if (!made) return;
      await start(beginningAt(isRegistered ? 'profile' : 'registration'), (stages) =>
        finish(made, stages),
      );
    },
    /** The user left, so nothing is reported anymore. The service continues what it already has. */
    leave: () => {
      const present = run.peek();
      leave();
      if (present?.stage === 'passkey' && isAtWork(present)) effects.authenticator.cancel();
    },
  };
}
