import { signal } from '@preact/signals';
import { randomBytes } from '../../../src/crypto/bytes.ts';
import { createAuthenticator } from '../../../src/client/passkey/authenticator.ts';
import { createSubmission } from '../../../src/ui/procedures/submitter.ts';
import type { useWorkerFixture } from '../../worker/worker-fixture.ts';
import { unlocked } from '../page/world.ts';

/** What a page's flow needs, over the real worker and the real service of a fixture. */
export function flowEffects(desk: ReturnType<typeof useWorkerFixture>) {
  const { later, now } = desk.time;
  const effects = {
    client: desk.browser.client,
    watchSnapshot: desk.browser.watchSnapshot,
    randomId: () => crypto.randomUUID(),
    randomBytes,
    later,
    authenticator: createAuthenticator({ container: undefined, later }),
    openPage: async () => undefined,
    openTab: async () => undefined,
    now,
  };
  const { submit } = createSubmission(effects, signal(unlocked)).submitter;
  return { ...effects, submit };
}
