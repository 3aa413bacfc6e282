import { signal } from '@preact/signals';
import { randomBytes } from '../../../src/crypto/bytes.ts';
import { createAuthenticator } from '../../../src/client/passkey/authenticator.ts';
import { createSubmission } from '../../../src/ui/procedures/submitter.ts';
import type { useWorkerFixture } from '../../worker/worker-fixture.ts';
import type { Client } from '../../../src/client/client.ts';
import type { EntryView } from '../../../src/protocol/outbox-entry.ts';
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

/** A client to which every activity is in this state, whatever came of it at the service. */
export const seeingAll = (client: Client, state: EntryView['state']): Client =>
  ({
    call: async (...asked: Parameters<Client['call']>) => {
      const answer: unknown = await client.call(...asked);
      const seen = { state, result: null, error: null };
      return asked[0] === 'activities_get' ? { ...(answer as EntryView), ...seen } : answer;
    },
  }) as Client;
