// A person with an authenticator in front of the options page: the page's own flows over the real
// worker and the real service. Only the browser's prompt is of software.
import type {
  AssertionWish,
  Authenticator,
  RegistrationWish,
} from '../../../../src/messaging/passkey/authenticator.ts';
import { randomBytes } from '../../../../src/crypto/bytes.ts';
import { NO_POLICY } from '../../../../src/protocol/managed.ts';
import { KeystampError, type ErrorCode } from '../../../../src/protocol/errors.ts';
import { createStamping } from '../../../../src/ui/options/passkey/carrying.ts';
import type { useDesk } from '../../../messaging/desk.ts';
import { OWN_URL, SPEED } from '../../../messaging/rig.ts';
import { createAuthenticator, type Ceremony } from '../../../webauthn/authenticator.ts';

const ORIGIN = OWN_URL.slice(0, -1);

/** What the person's authenticator does at the next prompts. */
export type Mood = {
  /** The prompt ends with this. */
  fails?: ErrorCode;
  /** It signs something else than it was asked. */
  spoilt?: Partial<Ceremony>;
  /** Holds the answer back until this is done. */
  waits?: Promise<void>;
  /** The page took its prompt back. */
  cancelled?: boolean;
};

/** A browser with one authenticator, and how it was asked. */
export function createPerson(desk: ReturnType<typeof useDesk>) {
  const device = createAuthenticator({ rpId: ORIGIN, origin: ORIGIN });
  const mood: Mood = {};
  const asked: { readonly made: RegistrationWish[]; readonly signed: AssertionWish[] } = {
    made: [],
    signed: [],
  };
  const answer = async () => {
    await mood.waits;
    if (mood.fails) throw new KeystampError(mood.fails);
  };
  const authenticator: Authenticator = {
    available: true,
    cancel: () => {
      mood.cancelled = true;
    },
    register: async (wish) => {
      asked.made.push(wish);
      await answer();
      const { attestation } = device.register(wish.challenge, mood.spoilt);
      return { ...attestation, transports: ['internal'], prfEnabled: false, prf: null };
    },
    assert: async (wish) => {
      asked.signed.push(wish);
      await answer();
      return { ...device.assert(wish.challenge, mood.spoilt), prf: null };
    },
  };
  const effects = {
    client: desk.rig.client,
    authenticator,
    policy: () => NO_POLICY,
    randomBytes,
    randomId: () => crypto.randomUUID(),
    later: (ms: number, then: () => void) => {
      const timer = setTimeout(then, ms / SPEED);
      return () => clearTimeout(timer);
    },
  };
  return { device, mood, asked, effects, ...createStamping(effects) };
}

export type Person = ReturnType<typeof createPerson>;
