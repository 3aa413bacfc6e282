import { test as base } from 'playwright/test';
import type { Page } from 'playwright';
import { launchKeystamp, live, type Keystamp, type LaunchOptions } from './browser.ts';
import { startSites, type Sites } from './dapp.ts';
import { startFaultProxy, type FaultProxy } from './fault-proxy.ts';
import { oracleAt, type Oracle } from './oracle.ts';
import { setUpByCalls } from './set-up-by-calls.ts';
import { hostService } from './hosted-service.ts';
import type { LocalService } from './service.ts';

/*
 * What most test files work with: a browser with a Keystamp that is set up, and everything that it
 * talks to. Each file starts its own and shares it among its tests: starting takes longer than most
 * of them, and each test continues where the previous one ended.
 */

export type TestEnvironment = {
  readonly service: LocalService;
  /** In front of the service, for tests that break what goes through it. */
  readonly proxy: FaultProxy;
  readonly oracle: Oracle;
  /** Web pages, on two origins. */
  readonly sites: Sites;
  readonly keystamp: Keystamp;
  /** The options page in which Keystamp was set up. */
  readonly options: Page;
};

type EnvironmentOptions = LaunchOptions & {
  /** How Keystamp reaches the service: directly, or through the proxy. */
  readonly through?: 'service' | 'proxy';
};

export type TestEnvironments = {
  /** A new environment; the previous file's one is closed. */
  readonly start: (options?: EnvironmentOptions) => Promise<TestEnvironment>;
};

type End = () => Promise<void>;

/** Everything that was started is ended, even if something else doesn't start. */
async function startEnvironment(
  ends: End[],
  { through, ...launch }: EnvironmentOptions,
): Promise<TestEnvironment> {
  const endLater = async <T>(starting: Promise<T>, end: (one: T) => Promise<void>): Promise<T> => {
    const one = await starting;
    ends.push(() => end(one));
    return one;
  };
  const startService = async () => {
    const service = await endLater(hostService(), ({ stop }) => stop());
    const proxy = await endLater(startFaultProxy(service.url), ({ stop }) => stop());
    return { service, proxy, oracle: await oracleAt(service.url) };
  };
  const [{ service, proxy, oracle }, sites, keystamp] = await Promise.all([
    startService(),
    endLater(startSites(), ({ stop }) => stop()),
    endLater(launchKeystamp(launch), ({ close }) => close()),
  ]);
  const options = await setUpByCalls(keystamp, (through === 'proxy' ? proxy : service).url);
  return { service, proxy, oracle, sites, keystamp, options };
}

export const test = base.extend<{ consoles: void }, { environments: TestEnvironments }>({
  environments: [
    async ({}, use) => {
      const ends: End[] = [];
      const end = async () => {
        for (const one of ends.splice(0).toReversed()) await one();
      };
      await use({
        start: async (options = {}) => {
          await end();
          return startEnvironment(ends, options);
        },
      });
      await end();
    },
    { scope: 'worker' },
  ],

  // A trace has the consoles of pages; the service worker's is only here.
  consoles: [
    async ({}, use, testInfo) => {
      await use();
      if (testInfo.status === testInfo.expectedStatus) return;
      for (const { logs } of live) {
        const lines = logs.map(({ from, level, text }) => `${level} ${from}: ${text}`);
        await testInfo.attach('consoles', { body: lines.join('\n'), contentType: 'text/plain' });
      }
    },
    { auto: true },
  ],
});
