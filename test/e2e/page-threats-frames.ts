import { expect } from 'playwright/test';
import { test } from './environment.ts';
import { newTab } from './browser.ts';
import type { Frame, Page } from 'playwright';
import {
  ANNOUNCE_EVENT,
  ASK_EVENT,
  DISCOVER_EVENT,
  PAGE_MARK,
  TELL_EVENT,
} from '../../src/protocol/page-api.ts';
import { PAGE_SENTENCES } from '../../src/protocol/page-errors.ts';
import { waitUntilArmed, confirmWindows, refuseShown } from './confirm-window.ts';
import { html, openDapp } from './dapp.ts';
import {
  dapp,
  environment,
  openInPlaceOfClient,
  sendRawRequest,
  sentRenames,
  renameTo,
  showConfirmWindow,
  pendingRequests,
} from './page-threats-environment.ts';

/*
 * Documents other than the page that the user sees (docs/threats.md, 1, 3, 4 and 19): frames,
 * sandboxes, documents without their own address. Their site is connected, so anything that got
 * through would be requested in its name.
 */

test.beforeAll(() => {
  const { sites } = environment;
  const sandbox = { 'content-security-policy': 'sandbox allow-scripts allow-popups' };
  sites.serve('/sandboxed', { headers: sandbox, body: html('<p>A document.</p>') });
});

/** What a document gets by discovering Keystamp, and by bypassing the provider. */
function tryAll(place: Page | Frame) {
  return place.evaluate(
    async ([discover, announce, ask, tell]) => {
      const heard: string[] = [];
      let announced = false;
      addEventListener(announce, () => {
        announced = true;
      });
      addEventListener(tell, (event) => heard.push(String((event as CustomEvent).detail)));
      dispatchEvent(new Event(discover));
      const id = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa';
      const detail = JSON.stringify({ id, method: 'connect', params: {} });
      const taken = !dispatchEvent(new CustomEvent(ask, { detail, cancelable: true }));
      await new Promise((resolve) => setTimeout(resolve, 150));
      return { announced, taken, heard };
    },
    [DISCOVER_EVENT, ANNOUNCE_EVENT, ASK_EVENT, TELL_EVENT] as const,
  );
}

const NOTHING = { announced: false, taken: false, heard: [] };

async function demandSilence(): Promise<void> {
  expect(await pendingRequests()).toEqual([]);
  expect(confirmWindows(environment.keystamp)).toEqual([]);
}

/** Adds a frame to the connected page and waits for its document. */
async function frameOf(attributes: Readonly<Record<string, string>>): Promise<Frame> {
  const { page } = dapp;
  const arrived = page.waitForEvent('framenavigated');
  await page.evaluate((all) => {
    const frame = document.createElement('iframe');
    for (const [name, value] of Object.entries(all)) frame.setAttribute(name, value);
    document.body.append(frame);
  }, attributes);
  const frame = await arrived;
  await frame.waitForLoadState();
  return frame;
}

test.describe('a frame of a connected page', () => {
  const text = '<p>A document.</p>';
  const frames: readonly [string, () => Readonly<Record<string, string>>][] = [
    ['of the same origin', () => ({ src: `${environment.sites.one}/child` })],
    ['of another origin', () => ({ src: `${environment.sites.other}/child` })],
    ['sandboxed, with scripts', () => ({ src: '/child', sandbox: 'allow-scripts' })],
    [
      'sandboxed, with scripts and its origin',
      () => ({ src: '/child', sandbox: 'allow-scripts allow-same-origin' }),
    ],
    ['srcdoc', () => ({ srcdoc: text })],
    ['sandboxed srcdoc', () => ({ srcdoc: text, sandbox: 'allow-scripts' })],
    ['data:', () => ({ src: `data:text/html,${text}` })],
  ];
  for (const [what, attributes] of frames) {
    test(`error: ${what} gets no provider, no answer and no prompt`, async () => {
      const frame = await frameOf(attributes());
      expect(await tryAll(frame)).toEqual(NOTHING);
      await demandSilence();
      await dapp.page.evaluate(() => document.querySelector('iframe')?.remove());
    });
  }
});

test.describe('a document without an address of its own', () => {
  /** Opened by the connected page, like pages of one site open each other. */
  async function opened(act: (page: Page) => Promise<unknown>): Promise<Page> {
    const opening = environment.keystamp.context.waitForEvent('page');
    await act(dapp.page);
    const tab = await opening;
    await tab.waitForLoadState();
    return tab;
  }
  const blobs = (page: Page) =>
    page.evaluate(
      (body) => URL.createObjectURL(new Blob([body], { type: 'text/html' })),
      html('<p>A document.</p>'),
    );

  test('error: about:blank, with its opener’s origin and script', async () => {
    const tab = await opened((page) =>
      page.evaluate(() => {
        const blank = open('about:blank');
        blank?.document.body.append('A document.');
      }),
    );
    expect(await tab.evaluate(() => self.origin)).toBe(environment.sites.one);
    expect(await tryAll(tab)).toEqual(NOTHING);
    await demandSilence();
    await tab.close();
  });

  test('error: about:blank in a frame', async () => {
    await dapp.page.evaluate(() => document.body.append(document.createElement('iframe')));
    const frame = dapp.page.frames().at(-1);
    if (!frame) throw new Error('no frame');
    expect(await frame.evaluate(() => self.origin)).toBe(environment.sites.one);
    expect(await tryAll(frame)).toEqual(NOTHING);
    await demandSilence();
    await dapp.page.evaluate(() => document.querySelector('iframe')?.remove());
  });

  test('error: blob:, in a tab and in a frame', async () => {
    const url = await blobs(dapp.page);
    const tab = await opened((page) => page.evaluate((address) => void open(address), url));
    expect(await tab.evaluate(() => self.origin)).toBe(environment.sites.one);
    expect(await tryAll(tab)).toEqual(NOTHING);
    await tab.close();
    expect(await tryAll(await frameOf({ src: url }))).toEqual(NOTHING);
    await demandSilence();
  });

  test('error: data:', async () => {
    const tab = await newTab(environment.keystamp.context);
    await tab.goto(`data:text/html,${html('<p>A document.</p>')}`);
    expect(await tryAll(tab)).toEqual(NOTHING);
    await demandSilence();
    await tab.close();
  });

  test('error: one that its own policy sandboxes is refused with an error, whatever its address', async () => {
    const tab = await openDapp(environment.keystamp, `${environment.sites.one}/sandboxed`);
    expect(await tab.page.evaluate(() => self.origin)).toBe('null');
    const refused = { ok: false, code: 'not_active', message: PAGE_SENTENCES.not_active };
    expect(await tab.ask('capabilities')).toEqual(refused);
    expect(await tab.ask('connect')).toEqual(refused);
    expect(await tab.ask('request', renameTo('Stolen'))).toEqual(refused);
    expect(await tab.ask('disconnect')).toEqual(refused);
    await demandSilence();
    // It couldn't even disconnect its site.
    expect(await dapp.ask('capabilities')).not.toMatchObject({ value: { connection: null } });
    await tab.page.close();
  });
});

test.describe('messages and events that others forge', () => {
  /** Every message that a stranger could send, in all forms that wallets have listened to. */
  const forge = (place: Page | Frame, aim: 'parent' | 'opener') =>
    place.evaluate(
      ([to, ask, mark, origin]) => {
        const target = Reflect.get(globalThis, to) as Window;
        const id = 'bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb';
        const text = JSON.stringify({ id, method: 'connect', params: {} });
        const upward = { mark, bridgeId: id, text, clicked: true };
        for (const data of [
          text,
          upward,
          { type: ask, detail: text },
          { target: mark, data: text },
        ])
          target.postMessage(data, '*');
        const tried = (act: () => unknown) => {
          try {
            act();
            return 'done';
          } catch (error) {
            return (error as Error).name;
          }
        };
        return [
          tried(() => target.dispatchEvent(new CustomEvent(ask, { detail: text }))),
          tried(() =>
            target.dispatchEvent(
              new MessageEvent('message', { data: upward, origin, source: self }),
            ),
          ),
          tried(() => Reflect.get(target, 'keystamp')),
        ];
      },
      [aim, ASK_EVENT, PAGE_MARK, environment.sites.one] as const,
    );
  const BARRED = ['SecurityError', 'SecurityError', 'SecurityError'];

  test('error: from a frame of another origin', async () => {
    const frame = await frameOf({ src: `${environment.sites.other}/child` });
    expect(await forge(frame, 'parent')).toEqual(BARRED);
    await demandSilence();
    await dapp.page.evaluate(() => document.querySelector('iframe')?.remove());
  });

  test('error: from a window that the page opened', async () => {
    const opening = environment.keystamp.context.waitForEvent('page');
    await dapp.page.evaluate((url) => void open(url), `${environment.sites.other}/child`);
    const tab = await opening;
    await tab.waitForLoadState();
    expect(await forge(tab, 'opener')).toEqual(BARRED);
    await demandSilence();
    await tab.close();
  });

  test('error: a message event with a forged source and origin', async () => {
    const heard = await dapp.page.evaluate(
      async ([tell, mark, origin]) => {
        const id = 'cccccccc-cccc-4ccc-8ccc-cccccccccccc';
        const told: unknown[] = [];
        addEventListener(tell, (event) => told.push((event as CustomEvent).detail));
        const text = JSON.stringify({ id, method: 'connect', params: {} });
        const data = { mark, bridgeId: id, text, clicked: true };
        for (const source of [self, null]) {
          dispatchEvent(new MessageEvent('message', { data, origin, source }));
        }
        await new Promise((resolve) => setTimeout(resolve, 150));
        return told;
      },
      [TELL_EVENT, PAGE_MARK, 'https://bank.example'] as const,
    );
    expect(heard).toEqual([]);
    await demandSilence();
  });

  test('error: a request that names its own origin', async () => {
    const page = await openInPlaceOfClient(`${environment.sites.one}/forger`);
    const params = '{},"origin":"https://bank.example"';
    const { tell } = await sendRawRequest(page, { method: 'connect', params });
    expect(tell).toMatchObject({ ok: false, error: { code: 'invalid_request' } });
    await demandSilence();
    await page.close();
  });

  test('error: an answer or a request that the page forges on its window reaches nobody', async () => {
    const answer = dapp.ask('request', { ...renameTo('Stolen'), idempotencyKey: 'forged' });
    const page = await showConfirmWindow();
    await waitUntilArmed(page);
    const [one] = await pendingRequests();
    const taken = await dapp.page.evaluate(
      ([ask, tell, data]) => {
        const send = (type: string, detail: unknown) =>
          !dispatchEvent(
            new CustomEvent(type, { detail: JSON.stringify(detail), cancelable: true }),
          );
        const id = crypto.randomUUID();
        return [
          send(tell, { event: 'activity', data }),
          send(tell, data),
          send(ask, { id, method: 'connect', params: {} }),
        ];
      },
      [
        ASK_EVENT,
        TELL_EVENT,
        { id: 'key:forged', ok: true, answer: { kind: 'completed' } },
      ] as const,
    );
    expect(taken).toEqual([false, false, false]);
    expect(await pendingRequests()).toEqual([one]);
    expect(sentRenames()).toEqual([]);
    await refuseShown(page);
    expect(await answer).toMatchObject({ ok: false, code: 'refused' });
  });

  test('behavior: no other document receives what one document gets, of the same site or another', async () => {
    const others = [
      await openDapp(environment.keystamp, `${environment.sites.one}/child`),
      await openDapp(environment.keystamp, `${environment.sites.other}/child`),
    ];
    for (const { page, ask } of others) {
      expect(await ask('capabilities')).toMatchObject({ ok: true });
      await page.evaluate((tell) => {
        Object.assign(globalThis, { heard: [] });
        addEventListener(tell, (event) => {
          (Reflect.get(globalThis, 'heard') as unknown[]).push((event as CustomEvent).detail);
        });
      }, TELL_EVENT);
    }
    const answer = dapp.ask('request', renameTo('Stolen'));
    await refuseShown(await showConfirmWindow());
    expect(await answer).toMatchObject({ ok: false, code: 'refused' });
    for (const { page } of others) {
      expect(await page.evaluate(() => Reflect.get(globalThis, 'heard') as unknown)).toEqual([]);
      await page.close();
    }
  });
});
