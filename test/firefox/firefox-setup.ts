import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { findFirefox } from '../../scripts/firefox.mjs';
import { NO_FIREFOX } from '../../scripts/system.mjs';
import { startFaultProxy, type FaultProxy } from '../e2e/fault-proxy.ts';
import { oracleAt, type Oracle } from '../e2e/oracle.ts';
import { openSettings } from '../e2e/pages.ts';
import { setUpAs } from '../e2e/people.ts';
import { callSetUp } from '../e2e/set-up-by-calls.ts';
import { setUp } from '../e2e/user-actions.ts';
import { hostService, type HostedService } from '../e2e/hosted-service.ts';
import { launchFirefox, type FirefoxOptions, type KeystampInFirefox } from './browser.ts';
import { pageOfTab } from './firefox-page.ts';
import { test } from './firefox-test.ts';

/**
 * A Firefox with a Keystamp that is set up, the service behind a proxy, and the vendor's client.
 */
export type FirefoxSetup = {
  service: HostedService;
  proxy: FaultProxy;
  oracle: Oracle;
  keystamp: KeystampInFirefox;
  /** A page of Keystamp in a tab. */
  openPage: (path: string) => Promise<Page>;
  /** A web page in a tab. */
  openWeb: (url: string) => Promise<Page>;
  /** Starts Firefox again with the same profile. */
  restart: () => Promise<void>;
};

export type FirefoxSetupOptions = FirefoxOptions & {
  /** How Keystamp reaches the service: directly, or through the proxy. */
  readonly through?: 'service' | 'proxy';
  /** The user of the demo organization whose Keystamp it is; a root user otherwise. */
  readonly as?: string;
  /** Whether everything is typed and clicked as a user does; otherwise the same calls are made. */
  readonly typed?: boolean;
};

/**
 * The setup of one file, from its first test to its last. Skips the file if there is no Firefox.
 */
export function useFirefox({
  through = 'proxy',
  as,
  typed = false,
  ...options
}: FirefoxSetupOptions = {}): FirefoxSetup {
  const setup: Partial<FirefoxSetup> = {};
  let profileDir = '';
  const startedSetup = () => setup as FirefoxSetup;
  test.describe.configure({ mode: 'serial' });
  test.skip(!findFirefox(), NO_FIREFOX);
  test.beforeAll(async () => {
    profileDir = mkdtempSync(join(tmpdir(), 'keystamp-firefox-'));
    setup.service = await hostService();
    setup.proxy = await startFaultProxy(setup.service.url);
    setup.oracle = await oracleAt(setup.service.url);
    setup.keystamp = await launchFirefox({ ...options, profileDir });
    setup.openPage = async (path) => pageOfTab(await startedSetup().keystamp.openPage(path));
    setup.openWeb = async (url) => pageOfTab(await startedSetup().keystamp.openWeb(url));
    setup.restart = async () => {
      setup.keystamp = await launchFirefox({ ...options, profileDir });
    };
    const { url } = startedSetup()[through];
    if (as) await setUpAs(startedSetup(), { oracle: setup.oracle, name: as, url });
    else if (typed) await (await setUp(startedSetup(), url)).close();
    else {
      const page = await openSettings(startedSetup());
      await callSetUp(page, url);
      await page.close();
    }
  });
  test.afterAll(async () => {
    // Nobody reads what an orderly end would write.
    await setup.keystamp?.kill();
    await setup.proxy?.stop();
    await setup.service?.stop();
    rmSync(profileDir, { recursive: true, force: true, maxRetries: 5 });
  });
  return startedSetup();
}
