import { expect } from 'playwright/test';
import {
  ANNOUNCE_EVENT,
  DISCOVER_EVENT,
  type Announcement,
  type Provider,
} from '../../src/protocol/page-api.ts';
import { findFirefox } from '../../scripts/firefox.mjs';
import { NO_FIREFOX } from '../../scripts/system.mjs';
import { callOwn, setUpKeystamp, until } from '../content-world/keystamp-setup.ts';
import { html, startSites, type Sites } from '../e2e/dapp.ts';
import { launchFirefox, type KeystampInFirefox } from './browser.ts';
import { test } from './firefox-test.ts';
import type { FirefoxTab } from './tab.ts';
import { openSettings } from '../e2e/pages.ts';

/*
 * Between a page and Keystamp in Firefox, which ends the bridge with its extension and runs the
 * content scripts of an update in pages that are already open (docs/threats.md, 62 and 63).
 */

let sites: Sites;
let keystamp: KeystampInFirefox;
let own: FirefoxTab;
let profileId: string;

test.describe.configure({ mode: 'serial' });
test.skip(!findFirefox(), NO_FIREFOX);

test.beforeAll(async () => {
  sites = await startSites();
  keystamp = await launchFirefox();
  own = await openSettings(keystamp);
  const browser = { openWeb: keystamp.openWeb } as never;
  ({ profileId } = await setUpKeystamp(browser, own, sites.other));
});

test.afterAll(async () => {
  await keystamp?.kill();
  await sites?.stop();
});

/** Discovers every Keystamp; the providers stay in the page as `providers`. */
const discover = (tab: FirefoxTab): Promise<readonly string[]> =>
  tab.run(
    ([ask, answer]) => {
      const announced: Announcement[] = [];
      const take = (event: Event) =>
        void announced.push((event as CustomEvent<Announcement>).detail);
      addEventListener(answer ?? '', take);
      dispatchEvent(new Event(ask ?? ''));
      removeEventListener(answer ?? '', take);
      Object.assign(window, { providers: announced.map(({ provider }) => provider) });
      return announced.map(({ id }) => id);
    },
    [DISCOVER_EVENT, ANNOUNCE_EVENT],
  );

/** Connects with a provider; how it ends is left in the page under a name. */
const connect = (tab: FirefoxTab, at: number, name: string) =>
  tab.run(
    ([index, key]) => {
      const providers = Reflect.get(window, 'providers') as readonly Provider[];
      const end = (how: unknown) => Object.assign(window, { [key ?? '']: how });
      providers[Number(index)]?.connect({ operations: ['update_wallet'] }).then(
        ({ kind }) => end(kind),
        (error: { readonly code: string }) => end(error.code),
      );
    },
    [String(at), name],
  );

const ended = (tab: FirefoxTab, name: string) =>
  tab.run((key) => (Reflect.get(window, key) ?? '') as string, name);

const replaceDocument = (tab: FirefoxTab) =>
  tab.run((body) => {
    // As an object with such a method: the type of `document` calls it outdated.
    const written: { readonly write: (text: string) => void } = document;
    document.open();
    written.write(body);
    document.close();
  }, html('<p>Another document.</p>'));

type Waiting = { readonly items: readonly { readonly id: string }[] };
const waiting = async () => ((await callOwn(own, 'requests_list')) as Waiting).items;

async function approve(): Promise<void> {
  const [one] = await until(async () => {
    const items = await waiting();
    return items.length > 0 && items;
  });
  const decision = { kind: 'connect', profileId, operations: ['update_wallet'] } as const;
  await callOwn(own, 'requests_decide', { id: one?.id ?? '', decision });
}

test('behavior: a page that replaces its document: one provider, and its promise settles', async () => {
  const tab = await keystamp.openWeb(`${sites.one}/replaced`);
  await discover(tab);
  await connect(tab, 0, 'first');
  await replaceDocument(tab);
  await approve();
  await until(() => ended(tab, 'first'));
  expect(await ended(tab, 'first')).toBe('connected');
  expect(await discover(tab)).toHaveLength(1);
  await connect(tab, 0, 'again');
  await until(() => ended(tab, 'again'));
  expect(await ended(tab, 'again')).toBe('connected');
  await callOwn(own, 'sites_forget', { origin: sites.one });
  await tab.close();
});

test('behavior: two copies: a call reaches one of them', async () => {
  await keystamp.installCopy();
  const tab = await keystamp.openWeb(`${sites.one}/two`);
  const ids = await until(async () => {
    const found = await discover(tab);
    return found.length === 2 && found;
  });
  expect(new Set(ids).size).toBe(2);
  await connect(tab, 0, 'one');
  await connect(tab, 1, 'two');
  await until(async () => (await waiting()).length > 0);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  expect(await waiting()).toHaveLength(1);
  await tab.close();
});

test('error: an update: the open promise rejects, and the page has one Keystamp again', async () => {
  const tab = await keystamp.openWeb(`${sites.one}/updated`);
  const before = await discover(tab);
  // Which of them is the other copy's is Firefox's choice.
  await connect(tab, 0, 'one');
  await connect(tab, 1, 'two');
  await until(async () => (await waiting()).length > 0);
  await keystamp.update();
  const ends = await until(async () => {
    const both = [await ended(tab, 'one'), await ended(tab, 'two')];
    return both.some((end) => end !== '') && both;
  });
  expect(ends.toSorted()).toEqual(['', 'extension_gone']);
  const after = await until(async () => {
    const found = await discover(tab);
    return found.length === 2 && found;
  });
  // The other copy answers as before, and the new version has taken the old one’s place.
  expect(before.filter((id) => after.includes(id))).toHaveLength(1);
});
