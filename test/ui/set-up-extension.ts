import type { Page } from 'playwright';
import { createClient, type Client } from '../../src/client/client.ts';
import { serveKdf, type KdfReply, type KdfScope } from '../../src/client/kdf.ts';
import { createPasswordClient, type KdfPort } from '../../src/client/password.ts';
import type { Profile } from '../../src/protocol/profile.ts';

declare const chrome: { runtime: { sendMessage: (message: unknown) => Promise<unknown> } };

export const PASSWORD = 'correct horse battery staple 7';

/** The client of an extension page, driven from Node: the page only passes the messages on. */
export function createClientThrough(page: Page): Client {
  return createClient({
    send: (message) => page.evaluate((request) => chrome.runtime.sendMessage(request), message),
    later: (ms, act) => {
      const timer = setTimeout(act, ms);
      return () => clearTimeout(timer);
    },
  });
}

/** Keys by their request: a derivation takes half a second, and gives the same each time. */
const derived = new Map<string, Uint8Array<ArrayBuffer>>();

/** The key-derivation Worker's own code, on this thread. It derives each key once. */
export function createLocalKdfPort(): KdfPort {
  let onReply: (reply: KdfReply) => void = () => undefined;
  let ask: (event: { readonly data: unknown }) => void = () => undefined;
  const scope: KdfScope = {
    addEventListener: (_, listener) => {
      ask = listener;
    },
    postMessage: (reply) => onReply(reply),
  };
  serveKdf(scope);
  return {
    ask: async (request) => {
      const name = JSON.stringify(request);
      const known = derived.get(name);
      if (known) return { kek: known.slice() };
      const reply = await new Promise<KdfReply>((resolve) => {
        onReply = resolve;
        ask({ data: request });
      });
      // Whoever asked wipes theirs.
      if ('kek' in reply) derived.set(name, reply.kek.slice());
      return reply;
    },
    end: () => undefined,
  };
}

type SetUpOptions = {
  readonly url: string;
  readonly generation?: Profile['otpGeneration'];
  readonly name?: string;
};

/**
 * Sets Keystamp up as the options page does, by the same calls: a vault, an API key, its enrolment at
 * the local service and a profile. Answers the profile.
 */
export async function setUpExtension(
  page: Page,
  { url, generation, name }: SetUpOptions,
): Promise<Profile> {
  const client = createClientThrough(page);
  const state = await client.call('state', {});
  if (state.vault === 'missing') {
    await createPasswordClient({ client, start: createLocalKdfPort }).create(PASSWORD);
  }
  const key = await client.call('keys_create', { name: 'Laptop key' });
  const enrol = { baseUrl: url, keyId: key.id, userName: `Root ${name ?? 'user'}` };
  const { organizationId, trust } = await client.call('profiles_enrol', enrol);
  const profile = await client.call('profiles_save', {
    id: null,
    name: name ?? 'Local service',
    colour: 'blue',
    order: 0,
    service: 'local',
    baseUrl: url,
    organizationId,
    keyId: key.id,
    otpGeneration: generation ?? 'legacy',
    passkeys: null,
    authorization: { usual: 'key', passkeyOnly: [] },
    passkeyHeader: 'X-Stamp',
    trust,
    known: null,
  });
  await client.call('profiles_select', { id: profile.id });
  await client.call('profiles_check', { id: profile.id });
  return profile;
}
