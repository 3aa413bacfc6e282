import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'playwright/test';
import { test } from './environment.ts';
import { newTab } from './browser.ts';
import type { Page } from 'playwright';
import {
  ASK_EVENT,
  MAX_PENDING,
  PAGE_ERROR_CODES,
  type PageError,
  type PageErrorCode,
} from '../../src/protocol/page-api.ts';
import { PAGE_SENTENCES } from '../../src/protocol/page-errors.ts';
import { refusal } from './bad-answers.ts';
import { approveShown, waitUntilArmed, confirmWindows, press } from './confirm-window.ts';
import { html, openDapp } from './dapp.ts';
import type { Fault } from './fault-proxy.ts';
import {
  callOwn,
  clearRequests,
  connectOtherSite,
  dapp,
  environment,
  openInPlaceOfClient,
  sendRawRequest,
  sentRenames,
  renameTo,
  showConfirmWindow,
  pendingRequests,
  workerHeap,
  type RawRequest,
} from './page-threats-environment.ts';
import { button, textFor } from './user-actions.ts';
import { shownBy } from '../trial-tag.ts';

/*
 * What a page's scripts may do (docs/threats.md, 5, 6, 13, 20 and 30): change the built-ins under
 * the provider, send what no schema expects, and far too much of it.
 */

/** Replaces everything that the provider could call. `late` waits until it has been discovered. */
const HOSTILE = (when: 'early' | 'late') => `<script>
  const say = (text) => { document.querySelector('output').textContent = text; };
  const { stringify } = JSON;
  const { apply } = Reflect;
  const replace = ''.replaceAll;
  const listen = addEventListener.bind(window);
  const send = dispatchEvent.bind(window);
  const Signal = Event;
  const swap = (text) => typeof text === 'string' ? apply(replace, text, ['Honest', 'Stolen']) : text;
  function pollute() {
    const { parse } = JSON;
    JSON.parse = (text) => parse(swap(text));
    JSON.stringify = (...all) => swap(stringify(...all));
    const Real = CustomEvent;
    const detail = Object.getOwnPropertyDescriptor(Real.prototype, 'detail').get;
    Object.defineProperty(Real.prototype, 'detail', { get() { return swap(apply(detail, this, [])); } });
    window.CustomEvent = class extends Real {
      constructor(type, init) { super(type, { ...init, detail: swap(init.detail) }); }
    };
    EventTarget.prototype.dispatchEvent = window.dispatchEvent = () => true;
    EventTarget.prototype.addEventListener = window.addEventListener = () => {};
    window.Promise = class extends Promise { then() { return 'Stolen'; } };
    Promise.prototype.then = () => 'Stolen';
    Reflect.apply = Reflect.defineProperty = () => 'Stolen';
    Object.freeze = Object.defineProperty = Object.getOwnPropertyDescriptor = (it) => it;
    Function.prototype.call = Function.prototype.apply = Function.prototype.bind = () => () => 'Stolen';
    Array.prototype[Symbol.iterator] = () => ({ next: () => ({ done: true }) });
    Array.prototype.map = Array.prototype.push = () => 'Stolen';
    RegExp.prototype.exec = () => ['Stolen', 'Stolen'];
    String.prototype.slice = () => 'Stolen';
    crypto.randomUUID = () => 'dddddddd-dddd-4ddd-8ddd-dddddddddddd';
    performance.now = () => 0;
    window.setTimeout = () => 0;
    for (const name of ['walletName', 'operation', 'method', 'params', 'ok', 'kind']) {
      Object.defineProperty(Object.prototype, name, { get: () => 'Stolen', set() {}, configurable: true });
    }
    for (const name of ['polluted', 'detail', 'then', 'get', 'value', 'waits', 'keeps']) {
      Object.prototype[name] = () => ({ walletName: 'Stolen' });
    }
  }
  let provider;
  listen('keystamp:announce', (event) => { provider = event.detail.provider; }, { once: true });
  if (${when === 'early'}) pollute();
  send(new Signal('keystamp:discover'));
  if (${when === 'late'}) pollute();
  document.documentElement.dataset.hostile = 'yes';
  async function go() {
    try {
      const asked = provider.request(JSON.parse(document.querySelector('input').value));
      say(stringify(await asked));
    } catch (error) {
      say('' + (error.code || error));
    }
  }
</script><input><button onclick="go()">Ask</button><output></output>`;

test.beforeAll(() => {
  environment.sites.serve('/early', { body: html(HOSTILE('early')) });
  environment.sites.serve('/late', { body: html(HOSTILE('late')) });
});

/** The exact bytes and the sentence, as the confirm window shows them. */
async function shownIn(page: Page): Promise<{ readonly body: string; readonly summary: string }> {
  await waitUntilArmed(page);
  await page.locator('.technical > summary').click();
  await page.getByText(textFor('confirm.bytes'), { exact: true }).click();
  const body = page.getByRole('region', { name: textFor('confirm.body') });
  return {
    body: await body.innerText(),
    summary: await page.locator('.asks .summary').innerText(),
  };
}

test.describe('a page that changes the built-ins', () => {
  for (const when of ['early', 'late']) {
    test(`behavior: ${when}: what the user is shown is what is stamped, or no request arrives`, async () => {
      const page = await newTab(environment.keystamp.context);
      await page.goto(`${environment.sites.one}/${when}`);
      await page.locator('input').fill(JSON.stringify(renameTo(`Honest ${when}`)));
      await page.getByRole('button').click();
      await expect(page.locator('html')).toHaveAttribute('data-hostile', 'yes');
      const confirm = await showConfirmWindow();
      const shown = await shownIn(confirm);
      await approveShown(confirm);
      await expect.poll(() => sentRenames().at(-1)).toBe(shown.body);
      const { parameters } = JSON.parse(shown.body) as { parameters: { walletName: string } };
      expect(shown.summary).toContain(parameters.walletName);
      await page.close();
    });
  }
});

/** An answer that takes longer than this means that something hangs. */
const HANG_MS = 5000;

/** Milliseconds until Keystamp answers its own page: what a busy worker costs everyone else. */
async function ownDelay(): Promise<number> {
  const start = Date.now();
  await callOwn('state');
  return Date.now() - start;
}

/** What a page may learn about an error: codes, sentences and details from the closed list. */
function demandClosed(error: PageError): void {
  expect(PAGE_ERROR_CODES).toContain(error.code);
  expect(error.message).toBe(PAGE_SENTENCES[error.code]);
  const { field, rule, serviceCode, waitMs, ...more } = error.detail ?? {};
  expect(more).toEqual({});
  expect(`${field ?? 'none'}`).toMatch(/^[\w.]{1,200}$/);
  expect(`${rule ?? 'none'} ${serviceCode ?? 'NONE'}`).toMatch(/^[a-z_]+ [A-Z_]+$/);
  expect(typeof (waitMs ?? 0)).toBe('number');
}

test.describe('a message that no schema expects', () => {
  let page: Page;
  test.beforeAll(async () => {
    page = await openInPlaceOfClient(`${environment.sites.one}/odd`);
  });

  const rename = (parameters: string) => `{"operation":"update_wallet","parameters":${parameters}}`;
  const mail = '{"operation":"update_user_email","parameters":{"userId":"x","userEmail":"@"}}';
  const id = '"00000000-0000-4000-8000-000000000000"';
  const cases: readonly (readonly [string, RawRequest, PageErrorCode])[] = [
    [
      'an own member __proto__ among the parameters',
      { method: 'request', params: rename('{"__proto__":{"polluted":1}}') },
      'invalid_parameters',
    ],
    [
      'an own member __proto__ around them',
      { method: 'request', params: '{"__proto__":{"polluted":1},"operation":"update_wallet"}' },
      'invalid_parameters',
    ],
    [
      'an own member constructor',
      {
        method: 'request',
        params: rename(`{"walletId":${id},"walletName":"x","constructor":{"prototype":{"a":1}}}`),
      },
      'invalid_parameters',
    ],
    [
      'the operation __proto__',
      { method: 'request', params: '{"operation":"__proto__","parameters":{}}' },
      'unsupported_operation',
    ],
    ['the method constructor', { method: 'constructor', params: '{}' }, 'invalid_request'],
    ['64 MB', { method: 'connect', params: '"@"', unit: 'x', times: 64 * 1024 ** 2 }, 'too_large'],
    ['100,000 members', { method: 'connect', params: '[@0]', unit: '0,', times: 1e5 }, 'too_large'],
    [
      '10,000 levels without an end',
      { method: 'connect', params: '@', unit: '[', times: 10_000 },
      'invalid_request',
    ],
    [
      '10,000 levels that end',
      { method: 'request', params: rename('{"a":@~}'), unit: '[', close: ']', times: 10_000 },
      'too_large',
    ],
    [
      'a list of 10,000 lists',
      { method: 'request', params: rename('{"a":[@[]]}'), unit: '[],', times: 10_000 },
      'too_large',
    ],
    [
      'an e-mail that takes a pattern long',
      { method: 'request', params: mail, unit: 'a.', times: 100_000 },
      'invalid_parameters',
    ],
    [
      'a status of a name that takes a pattern long',
      { method: 'status', params: '{"id":"key:@!"}', unit: 'a-', times: 100_000 },
      'invalid_parameters',
    ],
  ];
  for (const [what, one, code] of cases) {
    test(`error: ${what}: refused right away, the worker unharmed`, async () => {
      const asking = sendRawRequest(page, one);
      const delay = await ownDelay();
      const { tell, ms } = await asking;
      expect(tell).toMatchObject({ ok: false, error: { code } });
      if (!tell.ok) demandClosed(tell.error);
      // Not a performance test, which the benchmark is: a worker that chokes takes far longer.
      expect(Math.max(delay, ms)).toBeLessThan(HANG_MS);
      const worker = await environment.keystamp.worker();
      expect(await worker.evaluate(() => Reflect.get({}, 'polluted') as unknown)).toBeUndefined();
      expect(await pendingRequests()).toEqual([]);
    });
  }
});

test.describe('errors that pages see', () => {
  test('error: a service that puts its own text into codes: our words, none of its own', async () => {
    const secret = '<img src=x onerror=alert(1)> alice@demo.example at handler.ts:12';
    const answers: readonly [string, Fault][] = [
      [
        'service_error',
        { kind: 'answer', status: 400, body: refusal(3, 'WALLET_NOT_FOUND', secret) },
      ],
      ['service_error', { kind: 'answer', status: 400, body: refusal(3, secret, secret) }],
    ];
    for (const [code, fault] of answers) {
      environment.proxy.next('/update_wallet', fault);
      const answer = dapp.ask('request', renameTo(`Refused ${code}`));
      await approveShown(await showConfirmWindow());
      const told = await answer;
      expect(told).toMatchObject({ ok: false, code });
      if (!told.ok) demandClosed(told);
      expect(JSON.stringify(told)).not.toMatch(/onerror|alice|handler/);
      await clearRequests();
    }
  });
});

test.describe('a flood', () => {
  test(
    'error: of 10,000 requests and more: one window, five pending, other sites are served',
    shownBy('requests/queue-limits.test.ts', 'requests/message-rates.test.ts'),
    async () => {
      const { keystamp, sites } = environment;
      const connected = await connectOtherSite();
      await connected.page.close();
      const evil = await openInPlaceOfClient(`${sites.other}/flood`);
      const heapBefore = await workerHeap();
      await evil.evaluate(
        ([ask, params]) => {
          const channel = Reflect.get(globalThis, 'channel') as EventTarget;
          const one = () => {
            const id = crypto.randomUUID();
            const detail = JSON.stringify({ id, method: 'request', params });
            channel.dispatchEvent(new CustomEvent(ask, { detail, cancelable: true }));
          };
          for (let at = 0; at < 10_000; at++) one();
          Object.assign(globalThis, {
            flood: setInterval(() => {
              for (let at = 0; at < 50; at++) one();
            }, 10),
          });
        },
        [ASK_EVENT, renameTo('Flood')] as const,
      );
      // Gets past the bridge's limit again: every document has its own bridge.
      const more = await openDapp(keystamp, `${sites.other}/more`);
      for (let at = 0; at < 30; at++) void more.ask('request', renameTo(`More ${at}`));
      const delays: number[] = [];
      for (let at = 0; at < 10; at++) {
        const start = Date.now();
        expect(await dapp.ask('capabilities')).toMatchObject({ ok: true });
        delays.push(Date.now() - start);
        await sleep(100);
      }
      expect(delays.toSorted((a, b) => a - b)[5]).toBeLessThan(HANG_MS);
      expect(await ownDelay()).toBeLessThan(HANG_MS);
      expect(confirmWindows(keystamp)).toHaveLength(1);
      const queue = await pendingRequests();
      expect(queue).toHaveLength(MAX_PENDING);
      // Meanwhile, a request of another site goes through.
      const answer = dapp.ask('request', renameTo('Amid the flood'));
      await expect.poll(() => pendingRequests()).toHaveLength(MAX_PENDING + 1);
      const page = await showConfirmWindow();
      for (let at = 0; at < MAX_PENDING; at++) await button(page, 'confirm.next').click();
      await expect(page.locator('[data-origin]').first()).toHaveAttribute('data-origin', sites.one);
      await press(await waitUntilArmed(page));
      expect(await answer).toMatchObject({ ok: true, value: { kind: 'completed' } });
      // A busy machine still has messages on their way.
      await expect.poll(async () => (await workerHeap()) - heapBefore).toBeLessThan(2 * 1024 ** 2);
      await evil.close();
      await more.page.close();
      expect(sentRenames().filter((body) => /Flood|More/.test(body))).toEqual([]);
    },
  );
});
