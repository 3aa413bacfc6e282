import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright';
import type { SubmitRow } from '../../../src/protocol/operation-row.ts';
import { BUILT_IN_QUERIES } from '../../../src/protocol/operations.ts';
import { launchKeystamp, type Keystamp, type LaunchOptions } from '../browser.ts';
import { openDapp, startSites, type Dapp, type Sites } from '../dapp.ts';
import { startFaultProxy, type FaultProxy } from '../fault-proxy.ts';
import { isSettings, openSettings } from '../pages.ts';
import { setUpByCalls } from '../set-up-by-calls.ts';
import { ownCall, unlockByCall } from './own-calls.ts';
import type { Stop } from './plan.ts';
import { startServiceWithClock, type ServiceWithClock } from './service-with-clock.ts';

const START_MS = 20_000;

/** One browser with its own service and network, in which trials run one after the other. */
export type Lane = {
  readonly service: ServiceWithClock;
  readonly proxy: FaultProxy;
  readonly sites: Sites;
  readonly profileId: string;
  readonly walletId: string;
  /** The operation of its trials, where its requests go, and the type of its activities. */
  readonly operation: string;
  readonly path: string;
  readonly type: string;
  readonly keystamp: () => Keystamp;
  /** The extension's own page from which calls are made; another one after each stop. */
  readonly page: () => Page;
  /** A connected web page; opened when it is first needed after a stop. */
  readonly dapp: () => Promise<Dapp>;
  /** Ends what a plan stops. Resolves when it is gone. */
  readonly stop: (stop: Stop) => Promise<void>;
  /** Brings it back, unlocked. */
  readonly recover: (stop: Stop) => Promise<void>;
  readonly close: () => Promise<void>;
};

type Running = {
  keystamp: Keystamp;
  page: Page;
  dapp: Dapp | undefined;
};

const optionsOf = ({ context, extensionId }: Keystamp): Page | undefined =>
  context.pages().find((page) => isSettings(page.url(), extensionId));

/** The API may be missing for a moment in a page that has just opened. */
async function waitForApi(page: Page): Promise<void> {
  await page.waitForFunction(
    () => {
      const chrome = Reflect.get(globalThis, 'chrome') as { runtime?: { sendMessage?: unknown } };
      return typeof chrome?.runtime?.sendMessage === 'function';
    },
    undefined,
    { timeout: START_MS },
  );
}

/** The page that opens with the browser, or a new one. */
async function ownPage(keystamp: Keystamp): Promise<Page> {
  const late = Date.now() + START_MS;
  for (;;) {
    try {
      const page = optionsOf(keystamp) ?? (await openSettings(keystamp));
      await waitForApi(page);
      return page;
    } catch (error) {
      // Right after a reload the extension isn't there yet.
      if (Date.now() > late) throw error;
      await sleep(50);
    }
  }
}

async function reloadExtension({ keystamp, page }: Running): Promise<void> {
  const gone = page.waitForEvent('close', { timeout: START_MS });
  await page
    .evaluate(() => {
      const { runtime } = Reflect.get(globalThis, 'chrome') as {
        runtime: { reload: () => void };
      };
      runtime.reload();
    })
    .catch(() => undefined);
  await gone;
  for (const other of keystamp.context.pages()) {
    if (other.url().startsWith('chrome-extension://')) await other.close().catch(() => undefined);
  }
}

async function stopPart(running: Running, stop: Stop): Promise<void> {
  if (stop === 'worker') return running.keystamp.stopWorker();
  running.dapp = undefined;
  if (stop === 'browser') return running.keystamp.kill();
  return reloadExtension(running);
}

async function recoverPart(running: Running, stop: Stop, options: LaunchOptions): Promise<void> {
  if (stop === 'worker') return;
  if (stop === 'browser') running.keystamp = await launchKeystamp(options);
  running.page = await ownPage(running.keystamp);
  await unlockByCall(running.page);
}

/** Connects the first site, as its user would. */
async function connect(lane: Pick<Lane, 'page' | 'profileId'>, dapp: Dapp, operation: string) {
  const asked = dapp.ask('connect', { operations: [operation] });
  const late = Date.now() + START_MS;
  for (;;) {
    const { items } = await ownCall(lane.page(), 'requests_list', {});
    const [item] = items;
    if (item) {
      const decision = {
        kind: 'connect',
        profileId: lane.profileId,
        operations: [operation],
      } as const;
      await ownCall(lane.page(), 'requests_decide', { id: item.id, decision });
      break;
    }
    if (Date.now() > late) {
      const outcome = await Promise.race([asked, sleep(0).then(() => 'open')]);
      throw new Error(`the site’s request did not arrive: ${JSON.stringify(outcome)}`);
    }
    await sleep(50);
  }
  const outcome = await asked;
  if (!outcome.ok) throw new Error(`the site was not connected: ${outcome.code}`);
}

/** The wallet that trials rename. */
async function findWallet(page: Page, profileId: string): Promise<string> {
  const operation = BUILT_IN_QUERIES.wallets.name;
  const answer = await ownCall(page, 'query', { profileId, operation, parameters: {} });
  const { wallets } = answer as { wallets?: readonly { walletId: string }[] };
  const [wallet] = wallets ?? [];
  if (!wallet) throw new Error('the organization has no wallet');
  return wallet.walletId;
}

/** Without developer mode, Chromium turns an unpacked extension off when it is reloaded. */
function createProfile(): string {
  const profileDir = mkdtempSync(join(tmpdir(), 'keystamp-trials-'));
  mkdirSync(join(profileDir, 'Default'));
  const preferences = { extensions: { ui: { developer_mode: true } } };
  writeFileSync(join(profileDir, 'Default', 'Preferences'), JSON.stringify(preferences));
  return profileDir;
}

/** Starts a service, a proxy and a browser, and sets Keystamp up. */
export async function openLane(
  { name, path, versions }: SubmitRow,
  more: LaunchOptions = {},
): Promise<Lane> {
  const profileDir = createProfile();
  const options = { ...more, profileDir };
  const service = await startServiceWithClock();
  const proxy = await startFaultProxy(service.url);
  const sites = await startSites();
  const keystamp = await launchKeystamp(options);
  const page = await setUpByCalls(keystamp, proxy.url);
  const running: Running = { keystamp, page, dapp: undefined };
  const { activeProfileId } = await ownCall(page, 'state', {});
  if (activeProfileId === null) throw new Error('no profile after the set-up');
  const lane: Lane = {
    service,
    proxy,
    sites,
    profileId: activeProfileId,
    walletId: await findWallet(page, activeProfileId),
    operation: name,
    path,
    type: versions[0].type,
    keystamp: () => running.keystamp,
    page: () => running.page,
    dapp: async () => (running.dapp ??= await openDapp(running.keystamp, sites.one)),
    stop: (stop) => stopPart(running, stop),
    recover: (stop) => recoverPart(running, stop, options),
    close: async () => {
      await running.keystamp.close().catch(() => undefined);
      await sites.stop();
      await proxy.stop();
      await service.stop();
      rmSync(profileDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  await connect(lane, await lane.dapp(), name);
  return lane;
}
