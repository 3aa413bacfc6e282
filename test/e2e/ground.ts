import { test as base } from 'playwright/test';
import type { Page } from 'playwright';
import { launchKeystamp, live, type Keystamp, type LaunchOptions } from './browser.ts';
import { startSites, type Sites } from './dapp.ts';
import { startFaults, type FaultyService } from './faults.ts';
import { oracleAt, type Oracle } from './oracle.ts';
import { setUp } from './person.ts';
import { hostService } from './hosted-service.ts';
import type { LocalService } from './service.ts';

/*
 * What most files of tests stand on: a browser with a Keystamp that is set up, and all that it talks
 * to. A file begins one of its own and shares it among its tests: starting takes longer than most of
 * them, and what they do to it is the next one's beginning.
 */

export type Ground = {
  readonly service: LocalService;
  /** Stands before the service, for whoever wants to break what goes through it. */
  readonly proxy: FaultyService;
  readonly oracle: Oracle;
  /** Web pages, on two origins. */
  readonly sites: Sites;
  readonly keystamp: Keystamp;
  /** The options page in which Keystamp was set up. */
  readonly options: Page;
};

export type GroundOptions = LaunchOptions & {
  /** Keystamp's way to the service: straight, or through the proxy. */
  readonly through?: 'service' | 'proxy';
};

export type Grounds = {
  /** A fresh ground; the one of the file before goes. */
  readonly begin: (options?: GroundOptions) => Promise<Ground>;
};

type End = () => Promise<void>;

/** Whatever has been started is ended, also when something else does not start. */
async function start(ends: End[], { through, ...launch }: GroundOptions): Promise<Ground> {
  const kept = async <T>(starting: Promise<T>, end: (one: T) => Promise<void>): Promise<T> => {
    const one = await starting;
    ends.push(() => end(one));
    return one;
  };
  const behind = async () => {
    const service = await kept(hostService(), ({ stop }) => stop());
    const proxy = await kept(startFaults(service.url), ({ stop }) => stop());
    return { service, proxy, oracle: await oracleAt(service.url) };
  };
  const [{ service, proxy, oracle }, sites, keystamp] = await Promise.all([
    behind(),
    kept(startSites(), ({ stop }) => stop()),
    kept(launchKeystamp(launch), ({ close }) => close()),
  ]);
  const options = await setUp(keystamp, (through === 'proxy' ? proxy : service).url);
  return { service, proxy, oracle, sites, keystamp, options };
}

export const test = base.extend<{ consoles: void }, { grounds: Grounds }>({
  grounds: [
    async ({}, use) => {
      const ends: End[] = [];
      const end = async () => {
        for (const one of ends.splice(0).toReversed()) await one();
      };
      await use({
        begin: async (options = {}) => {
          await end();
          return start(ends, options);
        },
      });
      await end();
    },
    { scope: 'worker' },
  ],

  // A trace has the consoles of pages; what the service worker wrote is only here.
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
