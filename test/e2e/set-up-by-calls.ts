import type { Page } from 'playwright';
import { createClient, type Client } from '../../src/client/client.ts';
import { createPasswordClient } from '../../src/client/password.ts';
import { suggestKeyName } from '../../src/ui/components/key-name.ts';
import { createDraft, profileOf, withEnrolment } from '../../src/ui/settings/profile-draft.ts';
import { createFloorKdfPort } from '../client/local-kdf-port.ts';
import type { Keystamp } from './browser.ts';
import { isSettings, openKeys } from './pages.ts';
import { PASSWORD, textFor, type ProfileSetup } from './user-actions.ts';
import { newSetUpCode } from '../set-up-code.ts';

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

/** Sets Keystamp up for a local service, from an extension page, by the calls of the options page. */
export async function callSetUp(
  page: Page,
  url: string,
  { name = textFor('options.service.local'), generation }: ProfileSetup = {},
): Promise<void> {
  const client = createClientThrough(page);
  await createPasswordClient({ client, start: createFloorKdfPort }).create(PASSWORD);
  const { id: keyId, name: userName } = await client.call('keys_create', {
    name: suggestKeyName([]),
  });
  const empty = { ...createDraft('local', []), name, baseUrl: url };
  const draft = { ...empty, otpGeneration: generation ?? empty.otpGeneration };
  const setUpCode = newSetUpCode();
  const enrolling = { baseUrl: url, keyId, userName, setUpCode };
  const enrolment = await client.call('profiles_enrol', enrolling);
  const { id } = await client.call(
    'profiles_save',
    profileOf(withEnrolment(draft, enrolment), keyId, null),
  );
  await client.call('profiles_check', { id });
}

/**
 * Sets Keystamp up, in the options page that opened at the start, and leaves it where a set-up leaves
 * its user. Typing it all as a user
 * does, with a password whose derivation takes as long as the machine allows, costs as much as
 * several tests: `setUp` does that, for tests of it.
 */
export async function setUpByCalls(
  { context, extensionId }: Pick<Keystamp, 'context' | 'extensionId'>,
  url: string,
  profile: ProfileSetup = {},
): Promise<Page> {
  const page = context.pages().find((one) => isSettings(one.url(), extensionId));
  if (!page) throw new Error('The options page that opened at the start is gone');
  await callSetUp(page, url, profile);
  await openKeys(page);
  await page.reload();
  return page;
}
