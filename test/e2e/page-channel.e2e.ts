import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import {
  ANNOUNCE_EVENT,
  DISCOVER_EVENT,
  type Announcement,
  type Provider,
} from '../../src/protocol/page-api.ts';
import { countEffects, RENAME } from './activity-trials.ts';
import { copyBuild, inCopy, newTab, type ExtensionCopy, type Keystamp } from './browser.ts';
import { approveShown, closeConfirm, confirmWindow } from './confirm-window.ts';
import { dappIn, discover, html, openDapp, type Dapp } from './dapp.ts';
import { test, type TestEnvironment } from './environment.ts';
import { isConfirm, openSettings } from './pages.ts';
import { callSetUp } from './set-up-by-calls.ts';
import { textFor } from './user-actions.ts';

/*
 * Between a page and Keystamp: a page that replaces its document, two copies of Keystamp, an
 * extension that ends, and page code that treats the provider like any other object
 * (docs/threats.md, 62 and 63).
 */

const { row } = RENAME;

let environment: TestEnvironment;
let walletId: string;
let count = 0;

const rename = () => {
  count += 1;
  return { operation: row.name, parameters: { walletId, walletName: `Channel ${count}` } };
};

/** `document.open` and a new content, as the page's own script does it. */
const replaceDocument = (page: Page, body = html('<p>Another document.</p>')) =>
  page.evaluate((text) => {
    // As an object with such a method: the type of `document` calls it outdated.
    const written: { readonly write: (text: string) => void } = document;
    document.open();
    written.write(text);
    document.close();
  }, body);

async function connect(dapp: Dapp): Promise<void> {
  const connected = dapp.ask('connect', { operations: [row.name] });
  await approveShown(await confirmWindow(environment.keystamp));
  expect(await connected).toMatchObject({ ok: true });
  await closeConfirm(environment.keystamp);
}

test.describe('a page that replaces its document', () => {
  let dapp: Dapp;

  test.beforeAll(async ({ environments }) => {
    environment = await environments.start();
    const { organizationId, client } = environment.oracle;
    const { wallets } = await client.getWallets({ organizationId });
    walletId = wallets[0]?.walletId ?? '';
    dapp = await openDapp(environment.keystamp, environment.sites.one);
    await connect(dapp);
  });

  test('behavior: after discovery: its provider answers as before', async () => {
    await replaceDocument(dapp.page);
    expect(await dapp.ask('capabilities')).toMatchObject({ ok: true });
    await replaceDocument(dapp.page);
    await discover(dapp.page);
    expect(await dapp.ask('capabilities')).toMatchObject({ ok: true });
  });

  test('behavior: with a request pending: approved, carried out once, and the promise settles', async () => {
    const before = await countEffects(environment.oracle, row);
    const answer = dapp.ask('request', rename());
    const window = await confirmWindow(environment.keystamp);
    await replaceDocument(dapp.page);
    await approveShown(window);
    expect(await answer).toMatchObject({ ok: true, value: { kind: 'completed' } });
    expect(await countEffects(environment.oracle, row)).toBe(before + 1);
    await closeConfirm(environment.keystamp);
  });

  test('behavior: a loader that writes the application a while after the page has loaded', async () => {
    const application = html('<p>The application.</p>');
    environment.sites.serve('/loader', {
      body: html(`<script>
        addEventListener('load', () => setTimeout(() => {
          document.open();
          document.write(${JSON.stringify(application)});
          document.close();
        }, 200));
      </script>`),
    });
    const page = await newTab(environment.keystamp.context);
    await page.goto(`${environment.sites.one}/loader`);
    await page.getByText('The application.').waitFor();
    await discover(page);
    const loaded = dappIn(page);
    expect(await loaded.ask('capabilities')).toMatchObject({ ok: true });
    const answer = loaded.ask('request', rename());
    await approveShown(await confirmWindow(environment.keystamp));
    expect(await answer).toMatchObject({ ok: true, value: { kind: 'completed' } });
    await page.close();
    await closeConfirm(environment.keystamp);
  });
});

test.describe('two copies of Keystamp', () => {
  let copy: ExtensionCopy;
  let second: Keystamp;

  test.beforeAll(async ({ environments }) => {
    copy = copyBuild();
    environment = await environments.start({ otherCopies: [copy] });
    const { organizationId, client } = environment.oracle;
    const { wallets } = await client.getWallets({ organizationId });
    walletId = wallets[0]?.walletId ?? '';
    second = inCopy(environment.keystamp, copy);
    const page = await openSettings(second);
    await callSetUp(page, environment.service.url);
  });

  /** Discovers all copies; the providers stay in the page as `providers`. */
  const discoverAll = (page: Page) =>
    page.evaluate(
      ([ask, answer]) => {
        const announced: Announcement[] = [];
        addEventListener(answer, (event) =>
          announced.push((event as CustomEvent<Announcement>).detail),
        );
        dispatchEvent(new Event(ask));
        Object.assign(globalThis, { providers: announced.map(({ provider }) => provider) });
        return announced.map(({ id }) => id);
      },
      [DISCOVER_EVENT, ANNOUNCE_EVENT] as const,
    );

  test('behavior: each announces itself, under ids that say nothing else', async () => {
    const page = await newTab(environment.keystamp.context);
    await page.goto(environment.sites.one);
    const ids = await discoverAll(page);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(2);
    expect(await discoverAll(page)).toEqual(ids);
    await page.reload();
    const others = await discoverAll(page);
    expect(new Set([...ids, ...others]).size).toBe(4);
    expect(ids.join()).not.toContain(environment.keystamp.extensionId.slice(0, 8));
    await page.close();
  });

  test('behavior: one call reaches one of them, and one approval is one activity', async () => {
    const page = await newTab(environment.keystamp.context);
    await page.goto(environment.sites.one);
    await discoverAll(page);
    for (const at of [0, 1]) {
      const before = await countEffects(environment.oracle, row);
      await page.evaluate((index) => {
        const providers = Reflect.get(globalThis, 'providers') as readonly Provider[];
        Object.assign(globalThis, { provider: providers[index] });
      }, at);
      const dapp = dappIn(page);
      await connect(dapp);
      const answer = dapp.ask('request', rename());
      const window = await confirmWindow(environment.keystamp);
      await sleep(500);
      const windows = environment.keystamp.context.pages().filter((one) => isConfirm(one.url()));
      expect(windows).toHaveLength(1);
      // The window of whichever copy was asked says that there is another one.
      await window.getByText(textFor('confirm.otherCopy')).waitFor();
      await window.screenshot({ path: `.output/screenshots/other-copy-${at}.png` });
      await approveShown(window);
      expect(await answer).toMatchObject({ ok: true, value: { kind: 'completed' } });
      expect(await countEffects(environment.oracle, row)).toBe(before + 1);
      await closeConfirm(environment.keystamp);
    }
    await page.close();
  });
});
