// A person with an authenticator in front of the options page: the page's own flows over the real
// worker and the real service. Only the browser's prompt is of software.
import { signal } from '@preact/signals';
import { unlocked } from '../../page/world.ts';
import type {
  AssertionOptions,
  Authenticator,
  RegistrationOptions,
} from '../../../../src/client/passkey/authenticator.ts';
import { randomBytes } from '../../../../src/crypto/bytes.ts';
import { KeystampError, type ErrorCode } from '../../../../src/protocol/errors.ts';
import { createSubmission } from '../../../../src/ui/procedures/submitter.ts';
import type { useWorkerFixture } from '../../../worker/worker-fixture.ts';
import { OWN_URL } from '../../../worker/fake-browser.ts';
import { createAuthenticator, type Ceremony } from '../../../webauthn/authenticator.ts';

const ORIGIN = OWN_URL.slice(0, -1);

/** What the person's authenticator does at the next prompts. */
type PromptBehaviour = {
  /** The prompt ends with this. */
  error?: ErrorCode;
  /** It signs something else than it was asked. */
  tampering?: Partial<Ceremony>;
  /** Holds the answer back until this is done. */
  delay?: Promise<void>;
  /** The page took its prompt back. */
  isCancelled?: boolean;
};

/** A browser with one authenticator, and how it was asked. */
export function createPasskeyUser(fixture: ReturnType<typeof useWorkerFixture>) {
  const device = createAuthenticator({ rpId: ORIGIN, origin: ORIGIN });
  const mood: PromptBehaviour = {};
  const asked: { readonly made: RegistrationOptions[]; readonly signed: AssertionOptions[] } = {
    made: [],
    signed: [],
  };
  const behave = async () => {
    await mood.delay;
    if (mood.error) throw new KeystampError(mood.error);
  };
  const authenticator: Authenticator = {
    isAvailable: true,
    cancel: () => {
      mood.isCancelled = true;
    },
    register: async (request) => {
      asked.made.push(request);
      await behave();
      const { attestation } = device.register(request.challenge, mood.tampering);
      return { ...attestation, transports: ['internal'], prfEnabled: false, prf: null };
    },
    assert: async (request) => {
      asked.signed.push(request);
      await behave();
      return { ...device.assert(request.challenge, mood.tampering), prf: null };
    },
    forget: async () => undefined,
  };
  const effects = {
    client: fixture.browser.client,
    watchSnapshot: fixture.browser.watchSnapshot,
    authenticator,
    openPage: async () => undefined,
    openTab: async () => undefined,
    now: fixture.time.now,
    randomBytes,
    randomId: () => crypto.randomUUID(),
    later: fixture.time.later,
  };
  return { device, mood, asked, effects, ...createSubmission(effects, signal(unlocked)) };
}

export type PasskeyUser = ReturnType<typeof createPasskeyUser>;
