import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright';
import { toHex } from '../../src/crypto/bytes.ts';
import { generatePrivateKey, publicKeyOf } from '../../src/crypto/keys.ts';
import { STAMP_HEADER } from '../../src/crypto/schemes.ts';
import { queryBody } from '../../src/protocol/envelope.ts';
import { OPERATIONS } from '../../src/protocol/operations.ts';
import { MOST_USES } from '../../src/protocol/site.ts';
import { createStamper } from '../../src/vault/stampers.ts';
import type { Keystamp } from '../../test/e2e/browser.ts';
import {
  approveShown,
  approveStill,
  armed,
  closeConfirm,
  confirmWindow,
} from '../../test/e2e/confirm.ts';
import { openDapp, startSites, type Dapp } from '../../test/e2e/dapp.ts';
import type { FaultyService } from '../../test/e2e/faults.ts';
import { say } from '../../test/e2e/person.ts';
import { added, against, figure, type Figure } from './figures.ts';

/*
 * What a web page waits for: a request that the user allowed in advance, next to the same request
 * sent by the page itself; and the way from the user's click to the service.
 */

const REQUEST = 'A page’s request that needs nobody, against the same request by a bare fetch';
const CLICK = 'Approval, from the click to the request at the service';
/** A document may ask five times a second. */
const RATE_MS = 210;
const { get_api_key: query, update_wallet: rename } = OPERATIONS;

/** A stamped query of a key of our own, which the service answers as often as it is asked. */
type Bare = { readonly url: string; readonly body: string; readonly stamp: string };
type Enrolled = {
  readonly organizationId: string;
  readonly apiKeyId: string;
  readonly walletId: string;
  readonly bare: Bare;
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
  const enrolment = { publicKey: toHex(publicKey), curveType: 'API_KEY_CURVE_P256' };
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

/** Asks once, and the user allows many more in the same breath. */
async function grant(keystamp: Keystamp, dapp: Dapp, apiKeyId: string): Promise<void> {
  const asked = dapp.ask('request', { operation: query.name, parameters: { apiKeyId } });
  const page = await confirmWindow(keystamp);
  await armed(page);
  await page.getByText(say('confirm.grant'), { exact: true }).click();
  await page.getByRole('switch', { name: say('confirm.grantOn') }).check();
  await page.getByLabel(say('confirm.grantMost'), { exact: true }).fill(String(MOST_USES));
  await approveShown(page);
  const answered = await asked;
  if (!answered.ok) throw new Error(`${answered.code}: ${answered.message}`);
  await closeConfirm(keystamp);
}

/** Milliseconds of a bare fetch and of a request by the provider, by the page's own clock. */
function timePair(page: Page, bare: Bare, apiKeyId: string): Promise<readonly [number, number]> {
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
  const whole: number[] = [];
  for (let round = 0; round < rounds + 10; round++) {
    const [first, second] = await timePair(dapp.page, own.bare, own.apiKeyId);
    if (round >= 10) {
      bare.push(first);
      whole.push(second);
    }
    await sleep(RATE_MS);
  }
  const target = {
    words: 'p50 ≤ 4, p99 ≤ 10 ms',
    holds: ({ median, p99 = Infinity }: Figure) => median <= 4 && p99 <= 10,
  };
  return [
    ...against('bare fetch, stamped beforehand', [
      figure(REQUEST, 'bare fetch, stamped beforehand', 'ms', bare),
      figure(REQUEST, 'by Keystamp: permission, stamp, fetch', 'ms', whole),
    ]),
    added(REQUEST, 'over the bare fetch, pair by pair', 'ms', [bare, whole], target),
  ];
}

type Scene = {
  readonly keystamp: Keystamp;
  readonly dapp: Dapp;
  readonly proxy: FaultyService;
  readonly walletId: string;
};

/** Milliseconds from the click that approves to the request's arrival; both read one clock. */
async function timeClick(scene: Scene, name: string, stopped: boolean): Promise<number> {
  const { keystamp, dapp, proxy, walletId } = scene;
  const parameters = { walletId, walletName: name };
  const asked = dapp.ask('request', { operation: rename.name, parameters });
  const page = await confirmWindow(keystamp);
  await armed(page);
  const clicked = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const tell = ({ timeStamp }: Event) => resolve(performance.timeOrigin + timeStamp);
        document.querySelector('[data-act="approve"]')?.addEventListener('click', tell);
      }),
  );
  if (stopped) await keystamp.stopWorker();
  const arrival = proxy.arrival(rename.path);
  await approveStill(page);
  const passed = (await arrival).at - (await clicked);
  await asked;
  await closeConfirm(keystamp);
  return passed;
}

async function clickFigures(scene: Scene, rounds: number): Promise<Figure[]> {
  const alive: number[] = [];
  const dead: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const samples = [
      await timeClick(scene, `Alive ${round}`, false),
      await timeClick(scene, `Stopped ${round}`, true),
    ];
    // The first round warms the disk and the code caches.
    if (round > 0) [alive, dead].forEach((list, at) => list.push(samples[at] ?? Number.NaN));
  }
  const target = { words: 'p95 ≤ 60 ms', holds: ({ p95 = Infinity }: Figure) => p95 <= 60 };
  return against('worker alive', [
    figure(CLICK, 'worker alive', 'ms', alive),
    figure(CLICK, 'worker stopped', 'ms', dead, target),
  ]);
}

export type DappBench = {
  /** Set up against `proxy`. */
  readonly keystamp: Keystamp;
  readonly proxy: FaultyService;
  readonly pairs: number;
  readonly clicks: number;
};

/** Times of a connected page, in a browser that is set up against the proxy before a local service. */
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
    await grant(keystamp, dapp, apiKeyId);
    return [...(await requestFigures(dapp, own, pairs)), ...clicked];
  } finally {
    await sites.stop();
  }
}
