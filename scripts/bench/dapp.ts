import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright';
import { toHex } from '../../src/crypto/bytes.ts';
import { generatePrivateKey, publicKeyOf } from '../../src/crypto/keys.ts';
import { STAMP_HEADER } from '../../src/crypto/schemes.ts';
import { queryBody } from '../../src/protocol/envelope.ts';
import { OPERATIONS } from '../../src/protocol/operations.ts';
import { MAX_USES } from '../../src/protocol/site.ts';
import { createStamper } from '../../src/vault/stampers.ts';
import type { Keystamp } from '../../test/e2e/browser.ts';
import {
  approveShown,
  pressUntilApproved,
  waitUntilArmed,
  closeConfirm,
  confirmWindow,
} from '../../test/e2e/confirm-window.ts';
import { openDapp, startSites, type Dapp } from '../../test/e2e/dapp.ts';
import type { FaultProxy } from '../../test/e2e/fault-proxy.ts';
import { textFor } from '../../test/e2e/user-actions.ts';
import { difference, relativeTo, figure, type Figure } from './figures.ts';
import { newSetUpCode } from '../../test/set-up-code.ts';

/*
 * What a web page waits for: an auto-approved request, next to the same request sent by the page
 * itself, and the time from the user's click to the service.
 */
const REQUEST = 'A page’s request that needs nobody, against the same request by a bare fetch';
const CLICK = 'Approval, from the click to the request at the service';
/** A document may make five calls per second. */
const RATE_MS = 210;
const { get_api_key: query, update_wallet: rename } = OPERATIONS;

/** A stamped query with a key of our own, which the service answers as often as we send it. */
type BareRequest = { readonly url: string; readonly body: string; readonly stamp: string };
type Enrolled = {
  readonly organizationId: string;
  readonly apiKeyId: string;
  readonly walletId: string;
  readonly bare: BareRequest;
};

async function post<T>(url: string, body: string, headers: Record<string, string> = {}) {
  const type = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers: { ...type, ...headers }, body });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

async function enrol(url: string): Promise<Enrolled> {
  const privateKey = generatePrivateKey('P256');
  const publicKey = publicKeyOf('P256', privateKey);
  const curveType = 'API_KEY_CURVE_P256';
  const enrolment = { publicKey: toHex(publicKey), curveType, setUpCode: newSetUpCode() };
  type Enrolment = { readonly organizationId: string; readonly apiKeyId: string };
  const { organizationId, apiKeyId } = await post<Enrolment>(
    `${url}/local/enrol`,
    JSON.stringify(enrolment),
  );
  const { stamp } = await createStamper({ curve: 'P256', privateKey, publicKey });
  const list = queryBody(organizationId, {});
  const { wallets } = await post<{ readonly wallets: readonly { readonly walletId: string }[] }>(
    url + OPERATIONS.list_wallets.path,
    list,
    { [STAMP_HEADER]: (await stamp(list)).value },
  );
  const body = queryBody(organizationId, { apiKeyId });
  const bare = { url: url + query.path, body, stamp: (await stamp(body)).value };
  return { organizationId, apiKeyId, walletId: wallets[0]?.walletId ?? '', bare };
}

/** Requests once, and the user auto-approves many more with the same decision. */
async function allowInAdvance(keystamp: Keystamp, dapp: Dapp, apiKeyId: string): Promise<void> {
  const outcome = dapp.ask('request', { operation: query.name, parameters: { apiKeyId } });
  const page = await confirmWindow(keystamp);
  await waitUntilArmed(page);
  await page.getByText(textFor('confirm.grant'), { exact: true }).click();
  await page.getByRole('switch', { name: textFor('confirm.grantOn') }).check();
  await page.getByLabel(textFor('confirm.grantMost'), { exact: true }).fill(String(MAX_USES));
  await approveShown(page);
  const settled = await outcome;
  if (!settled.ok) throw new Error(`${settled.code}: ${settled.message}`);
  await closeConfirm(keystamp);
}

/** Milliseconds of a bare fetch and of a provider request, by the page's own clock. */
function timePair(
  page: Page,
  bare: BareRequest,
  apiKeyId: string,
): Promise<readonly [number, number]> {
  return page.evaluate(
    async ([{ url, body, stamp }, header, operation, id]) => {
      type Provider = { readonly request: (params: object) => Promise<{ readonly kind: string }> };
      const provider = Reflect.get(globalThis, 'provider') as Provider;
      const start = performance.now();
      const headers = { 'content-type': 'application/json', [header]: stamp };
      await (await fetch(url, { method: 'POST', headers, body })).json();
      const middle = performance.now();
      const { kind } = await provider.request({ operation, parameters: { apiKeyId: id } });
      const end = performance.now();
      if (kind !== 'completed') throw new Error(kind);
      return [middle - start, end - middle] as const;
    },
    [bare, STAMP_HEADER, query.name, apiKeyId] as const,
  );
}

async function requestFigures(dapp: Dapp, own: Enrolled, rounds: number): Promise<Figure[]> {
  const bare: number[] = [];
  const throughKeystamp: number[] = [];
  for (let round = 0; round < rounds + 10; round++) {
    const [first, second] = await timePair(dapp.page, own.bare, own.apiKeyId);
    if (round >= 10) {
      bare.push(first);
      throughKeystamp.push(second);
    }
    await sleep(RATE_MS);
  }
  return [
    ...relativeTo('bare fetch, stamped beforehand', [
      figure(REQUEST, 'bare fetch, stamped beforehand', 'ms', bare),
      figure(REQUEST, 'by Keystamp: permission, stamp, fetch', 'ms', throughKeystamp),
    ]),
    difference(
      REQUEST,
      'over the bare fetch, pair by pair',
      'ms',
      [bare, throughKeystamp],
      'siteRequest',
    ),
  ];
}

/** A page's request that finds the worker stopped, over the bare fetch before it. */
async function firstRequestFigure(
  keystamp: Keystamp,
  dapp: Dapp,
  own: Enrolled,
  rounds: number,
): Promise<Figure> {
  const times: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    await keystamp.stopWorker();
    const [bare, throughKeystamp] = await timePair(dapp.page, own.bare, own.apiKeyId);
    if (round > 0) times.push(throughKeystamp - bare);
    await sleep(RATE_MS);
  }
  return figure(REQUEST, 'the same, worker stopped', 'ms', times, 'firstSiteRequest');
}

type DappSetup = {
  readonly keystamp: Keystamp;
  readonly dapp: Dapp;
  readonly proxy: FaultProxy;
  readonly walletId: string;
};

/** Milliseconds from the approving click to the request's arrival; both read one clock. */
async function timeClick(setup: DappSetup, name: string, stopped: boolean): Promise<number> {
  const { keystamp, dapp, proxy, walletId } = setup;
  const parameters = { walletId, walletName: name };
  const outcome = dapp.ask('request', { operation: rename.name, parameters });
  const page = await confirmWindow(keystamp);
  await waitUntilArmed(page);
  const clicked = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const report = ({ timeStamp }: Event) => resolve(performance.timeOrigin + timeStamp);
        document.querySelector('[data-act="approve"]')?.addEventListener('click', report);
      }),
  );
  if (stopped) await keystamp.stopWorker();
  const arrival = proxy.arrival(rename.path);
  await pressUntilApproved(page);
  const passed = (await arrival).at - (await clicked);
  await outcome;
  await closeConfirm(keystamp);
  return passed;
}

async function clickFigures(setup: DappSetup, rounds: number): Promise<Figure[]> {
  const alive: number[] = [];
  const dead: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const samples = [
      await timeClick(setup, `Alive ${round}`, false),
      await timeClick(setup, `Stopped ${round}`, true),
    ];
    // The first round warms the disk and the code caches.
    if (round > 0) [alive, dead].forEach((list, at) => list.push(samples[at] ?? Number.NaN));
  }
  return relativeTo('worker alive', [
    figure(CLICK, 'worker alive', 'ms', alive),
    figure(CLICK, 'worker stopped', 'ms', dead, 'approval'),
  ]);
}

export type DappBench = {
  /** Set up against `proxy`. */
  readonly keystamp: Keystamp;
  readonly proxy: FaultProxy;
  readonly pairs: number;
  readonly clicks: number;
};

/** Times of a connected page, in a browser set up with the proxy in front of a local service. */
export async function dappFigures({ keystamp, proxy, pairs, clicks }: DappBench) {
  const sites = await startSites();
  try {
    const own = await enrol(proxy.url);
    const dapp = await openDapp(keystamp, sites.one);
    const connected = dapp.ask('connect');
    await approveShown(await confirmWindow(keystamp));
    await connected;
    await closeConfirm(keystamp);
    const { walletId, apiKeyId } = own;
    const clicked = await clickFigures({ keystamp, dapp, proxy, walletId }, clicks);
    await allowInAdvance(keystamp, dapp, apiKeyId);
    const requests = await requestFigures(dapp, own, pairs);
    return [...requests, await firstRequestFigure(keystamp, dapp, own, clicks), ...clicked];
  } finally {
    await sites.stop();
  }
}
