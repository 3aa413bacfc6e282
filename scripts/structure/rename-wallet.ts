import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterAll, test } from 'vitest';
import { useWorkerFixture } from '../../test/worker/worker-fixture.ts';
import { openTab, userOf } from '../../test/worker/tab.ts';
import { ENTERED_FILE, holdsMarker, MARKER } from './marker.ts';

/*
 * Renames a wallet as the popup does and as a web page does, over the code that entered-modules.ts has
 * instrumented. The new name is the marker: whatever function gets it as an argument, in an object, a
 * text or bytes, tells the module that it is in.
 */

const fixture = useWorkerFixture();
const entered: Record<string, readonly string[]> = {};

/** The modules that a piece of work takes the marker through. */
async function record(name: string, work: (walletId: string) => Promise<unknown>): Promise<void> {
  const { client } = fixture.browser;
  const { profile } = fixture.account;
  const parameters = { walletName: 'Before', accounts: [] };
  await fixture.submit('create_wallet', parameters);
  const answer = await client.call('query', {
    profileId: profile.id,
    operation: 'list_wallets',
    parameters: {},
  });
  const { wallets } = answer as { readonly wallets: readonly { readonly walletId: string }[] };
  const modules = new Set<string>();
  Reflect.set(globalThis, 'keystampEntered', (path: string, values: readonly unknown[]) => {
    if (!modules.has(path) && holdsMarker(values)) modules.add(path);
  });
  await work(wallets[0]?.walletId ?? '');
  Reflect.deleteProperty(globalThis, 'keystampEntered');
  entered[name] = [...modules].toSorted();
}

const completed = (read: () => Promise<boolean>) =>
  fixture.time.until(async () => ((await read()) ? true : undefined));

test('from the popup', () =>
  record('popup', async (walletId) => {
    const { id } = await fixture.submit('update_wallet', { walletId, walletName: MARKER });
    await completed(async () => {
      const { state } = await fixture.browser.client.call('activities_get', { id });
      return state === 'completed';
    });
  }));

test('from a web page', () =>
  record('page', async (walletId) => {
    const [tab, user] = [openTab(fixture.browser), userOf(fixture.browser)];
    await tab.ask('connect', { operations: ['update_wallet'] });
    await user.consent(fixture.account.profile.id);
    const { id } = await tab.request('update_wallet', { walletId, walletName: MARKER });
    await user.approve();
    await completed(async () => (await tab.ask('status', { id })).answer?.kind === 'completed');
  }));

afterAll(() => {
  mkdirSync(dirname(ENTERED_FILE), { recursive: true });
  writeFileSync(ENTERED_FILE, JSON.stringify(entered));
});
