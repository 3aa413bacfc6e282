import type { Page } from 'playwright';
import { createClient, type Client } from '../../src/client/client.ts';
import { serveKdf, type KdfReply, type KdfScope } from '../../src/client/kdf.ts';
import { createPasswordClient, type KdfPort } from '../../src/client/password.ts';
import { suggestKeyName } from '../../src/ui/components/key-name.ts';
import { createDraft, profileOf, withEnrolment } from '../../src/ui/options/profile-draft.ts';
import type { Keystamp } from './browser.ts';
import { PASSWORD, textFor, type ProfileSetup } from './user-actions.ts';

declare const chrome: { runtime: { sendMessage: (message: unknown) => Promise<unknown> } };

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

/** Replies by their request: a derivation takes half a second, and gives the same each time. */
const replies = new Map<string, KdfReply>();

/** Whoever gets a key wipes it. */
const copyOf = (reply: KdfReply): KdfReply =>
  'kek' in reply ? { ...reply, kek: reply.kek.slice() } : reply;

/**
 * The key-derivation Worker's own code, on this thread. It chooses parameters once and derives each
 * key once.
 */
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
      const known = replies.get(name);
      if (known) return copyOf(known);
      const reply = await new Promise<KdfReply>((resolve) => {
        onReply = resolve;
        ask({ data: request });
      });
      if (!('error' in reply)) replies.set(name, copyOf(reply));
      return reply;
    },
    end: () => undefined,
  };
}

/** Sets Keystamp up for a local service, from an extension page, by the calls of the options page. */
export async function callSetUp(
  page: Page,
  url: string,
  { name = textFor('options.service.local'), generation }: ProfileSetup = {},
): Promise<void> {
  const client = createClientThrough(page);
  await createPasswordClient({ client, start: createLocalKdfPort }).create(PASSWORD);
  const { id: keyId, name: userName } = await client.call('keys_create', {
    name: suggestKeyName([]),
  });
  const empty = { ...createDraft('local', []), name, baseUrl: url };
  const draft = { ...empty, otpGeneration: generation ?? empty.otpGeneration };
  const enrolment = await client.call('profiles_enrol', { baseUrl: url, keyId, userName });
  const { id } = await client.call(
    'profiles_save',
    profileOf(withEnrolment(draft, enrolment), keyId, null),
  );
  await client.call('profiles_check', { id });
}

/**
 * Sets Keystamp up and opens the options page where a set-up leaves its user. Typing it all as a user
 * does, with a password whose derivation takes as long as the machine allows, costs as much as
 * several tests: `setUp` does that, for tests of it.
 */
export async function setUpByCalls(
  keystamp: Pick<Keystamp, 'openPage'>,
  url: string,
  profile: ProfileSetup = {},
): Promise<Page> {
  const page = await keystamp.openPage('options.html');
  await callSetUp(page, url, profile);
  await page.goto(`${page.url().split('#')[0] ?? ''}#/keys`);
  await page.reload();
  return page;
}
