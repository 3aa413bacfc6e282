import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from './environment.ts';
import type { Locator, Page } from 'playwright';
import { COOLDOWN_KEY } from '../../src/permissions/cooldown.ts';
import type {
  PendingRequestView,
  Decision,
  PendingRequests,
} from '../../src/protocol/pending-request.ts';
import { ASK_EVENT, TELL_EVENT, type PageReply } from '../../src/protocol/page-api.ts';
import type { SiteView } from '../../src/protocol/site.ts';
import { BRIDGE_WAITS, CLIENT_OFFER } from '../../src/bridge/channel.ts';
import { launchKeystamp, newTab, type Keystamp } from './browser.ts';
import { waitUntilArmed, closeConfirm, confirmWindow, press } from './confirm-window.ts';
import { openDapp, startSites, type Dapp, type Sites } from './dapp.ts';
import { startFaultProxy, type FaultProxy } from './fault-proxy.ts';
import { call, writeArea, callWorker } from './extension-internals.ts';
import { oracleAt } from './oracle.ts';
import { setUpByCalls } from './set-up-by-calls.ts';
import { hostService } from './hosted-service.ts';
import type { LocalService } from './service.ts';

/*
 * What the tests of threats share (docs/threats.md): a browser with Keystamp set up at a local
 * service behind a proxy that sees every stamped body, sites that send requests, and the user's
 * pending requests.
 */

/** Where the attacks take place. */
type ThreatEnvironment = {
  readonly keystamp: Keystamp;
  /** A page of the extension, to look inside. */
  readonly own: Page;
  readonly sites: Sites;
  readonly proxy: FaultProxy;
  readonly service: LocalService;
  readonly profileDir: string;
};

/** One browser for all of them: starting one takes longer than most attacks. */
export let environment: ThreatEnvironment;
/** A page of the first site, which is connected. */
export let dapp: Dapp;
/** A request that the first site may send. */
export let renameTo: (walletName: string) => Rename;

const ALLOWED_OPERATIONS = [
  'update_wallet',
  'update_user_email',
  'create_smart_contract_interface',
];

/** Without this, an unpacked extension that reloads itself stays disabled. */
function createDeveloperProfile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'keystamp-profile-'));
  mkdirSync(join(folder, 'Default'));
  const preferences = { extensions: { ui: { developer_mode: true } } };
  writeFileSync(join(folder, 'Default', 'Preferences'), JSON.stringify(preferences));
  return folder;
}

/** Starts everything, sets Keystamp up and connects the first site, like a user. */
async function startEnvironment(): Promise<void> {
  const profileDir = createDeveloperProfile();
  const service = await hostService();
  const [proxy, sites, oracle, keystamp] = await Promise.all([
    startFaultProxy(service.url),
    startSites(),
    oracleAt(service.url),
    launchKeystamp({ profileDir }),
  ]);
  const own = await setUpByCalls(keystamp, proxy.url);
  environment = { keystamp, own, sites, proxy, service, profileDir };
  const { wallets } = await oracle.client.getWallets({ organizationId: oracle.organizationId });
  const walletId = wallets[0]?.walletId ?? '';
  renameTo = (walletName) => ({
    operation: 'update_wallet',
    parameters: { walletId, walletName },
  });
  dapp = await openDapp(keystamp, sites.one);
  await connect(dapp);
}

/** Ends everything that was started. */
async function stopEnvironment(): Promise<void> {
  await environment?.keystamp.close();
  await environment?.sites.stop();
  await environment?.proxy.stop();
  await environment?.service.stop();
  if (environment) rmSync(environment.profileDir, { recursive: true, force: true, maxRetries: 5 });
}

/** No request is pending anymore, no window is open, and no site has a cooldown. */
export async function clearRequests(): Promise<void> {
  const { keystamp, own } = environment;
  // A reload of the extension closes it.
  if (own.isClosed()) return;
  for (const { id } of await pendingRequests()) {
    const decision: Decision = { kind: 'refuse' };
    await call(own, 'requests_decide', { id, decision });
  }
  await closeConfirm(keystamp);
  await writeArea(own, 'session', { [COOLDOWN_KEY]: [] });
}

/** The content of the worker's answer to one of our pages. */
export const callOwn = <T>(name: string, input?: unknown): Promise<T> =>
  callWorker<T>(environment.own, name, input);

/** All pending requests. */
export async function pendingRequests(): Promise<readonly PendingRequestView[]> {
  return (await callOwn<PendingRequests>('requests_list')).items;
}

/**
 * Opens the window by the user's call: for a site whose window was closed, it doesn't open again by
 * itself for a while.
 */
export async function showConfirmWindow(): Promise<Page> {
  await callOwn('requests_show');
  return confirmWindow(environment.keystamp);
}

/** Connects a page's site with the user's consent; no other request may be pending. */
export async function connect(page: Dapp): Promise<void> {
  const answer = page.ask('connect', { operations: ALLOWED_OPERATIONS });
  for (let left = 500; (await pendingRequests()).length === 0 && left > 0; left--) await sleep(20);
  await press(await waitUntilArmed(await showConfirmWindow()));
  const { ok } = await answer;
  if (!ok) throw new Error('the site was not connected');
  await closeConfirm(environment.keystamp);
}

/** A page of the second site, connected. */
export async function connectOtherSite(path = ''): Promise<Dapp> {
  const page = await openDapp(environment.keystamp, environment.sites.other + path);
  const sites = await callOwn<readonly SiteView[]>('sites_list');
  const known = sites.some(({ origin, profileId }) => origin === page.origin && profileId);
  if (!known) await connect(page);
  return page;
}

/** A wallet's rename, as a page requests it. */
export type Rename = {
  readonly operation: 'update_wallet';
  readonly parameters: { readonly walletId: string; readonly walletName: string };
};

/** The bodies of renames that have reached the service. */
export function sentRenames(): readonly string[] {
  return environment.proxy.seen.flatMap(({ path, body }) =>
    path.endsWith('/update_wallet') ? [body] : [],
  );
}

/** The button that approves the request in front, armed or not. */
export const approveButton = (page: Page): Locator => page.locator('[data-act="approve"]').first();

/** The middle of something on the screen, to press there whether or not it accepts that. */
export async function middleOf(place: Locator): Promise<readonly [x: number, y: number]> {
  const box = await place.boundingBox();
  if (!box) throw new Error('nothing to press on');
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** A raw call of a page, built in the page so that nothing checks it on the way to the bridge. */
export type RawRequest = {
  readonly method: string;
  /** JSON; `unit` repeated replaces `@`, `close` repeated as often replaces `~`. */
  readonly params: string;
  readonly unit?: string;
  readonly close?: string;
  readonly times?: number;
};

/**
 * A page whose script takes the place of Keystamp's own one: it was there before, as no page's script
 * is, and so it meets the bridge.
 */
export async function openInPlaceOfClient(url: string): Promise<Page> {
  const page = await newTab(environment.keystamp.context);
  await page.addInitScript(
    ([offer, waits]) => {
      const offerChannel = () => {
        const channel = new EventTarget();
        const event = new FocusEvent(offer, { cancelable: true, relatedTarget: channel });
        if (!dispatchEvent(event)) Object.assign(globalThis, { channel });
      };
      offerChannel();
      addEventListener(waits, offerChannel);
    },
    [CLIENT_OFFER, BRIDGE_WAITS] as const,
  );
  await page.goto(url);
  return page;
}

/** The outcome: the error or the answer, and the milliseconds it took. */
export function sendRawRequest(
  page: Page,
  request: RawRequest,
): Promise<{ readonly tell: PageReply; readonly ms: number }> {
  return page.evaluate(
    ([{ method, params, unit = '', close = '', times = 0 }, ask, tell]) =>
      new Promise<{ tell: PageReply; ms: number }>((resolve) => {
        const channel = Reflect.get(globalThis, 'channel') as EventTarget;
        const id = crypto.randomUUID();
        const filled = params.replace('@', unit.repeat(times)).replace('~', close.repeat(times));
        const detail = `{"id":"${id}","method":"${method}","params":${filled}}`;
        const start = performance.now();
        channel.addEventListener(tell, (event) => {
          const told = JSON.parse(String((event as CustomEvent).detail)) as PageReply;
          // A call whose id couldn't be read has none.
          if (told.id === id || told.id === '')
            resolve({ tell: told, ms: performance.now() - start });
        });
        channel.dispatchEvent(new CustomEvent(ask, { detail, cancelable: true }));
      }),
    [request, ASK_EVENT, TELL_EVENT] as const,
  );
}

/** Bytes of live objects in the worker, after a garbage collection. */
export async function workerHeap(): Promise<number> {
  const session = await environment.keystamp.context.browser()?.newBrowserCDPSession();
  if (!session) throw new Error('no session with the browser');
  const { targetInfos } = await session.send('Target.getTargets');
  const worker = targetInfos.find(({ type }) => type === 'service_worker');
  if (!worker) throw new Error('no worker runs');
  const { targetId } = worker;
  const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false });
  const used = new Promise<number>((resolve) => {
    session.on('Target.receivedMessageFromTarget', ({ message }) => {
      const reply = JSON.parse(message) as { id?: number; result?: { usedSize: number } };
      if (reply.id === 2 && reply.result) resolve(reply.result.usedSize);
    });
  });
  for (const [at, method] of ['HeapProfiler.collectGarbage', 'Runtime.getHeapUsage'].entries()) {
    const message = JSON.stringify({ id: at + 1, method });
    await session.send('Target.sendMessageToTarget', { sessionId, message });
  }
  const size = await used;
  await session.detach();
  return size;
}

/**
 * Starts the environment for the file that calls this, before the hooks that are set later. A call,
 * since a worker loads a module once: hooks of the module itself would be those of the first file
 * alone, and the second would find an environment that has ended.
 */
export function useThreatEnvironment(): void {
  test.beforeAll(startEnvironment);
  test.afterEach(clearRequests);
  test.afterAll(stopEnvironment);
}
