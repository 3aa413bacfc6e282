import { expect } from 'playwright/test';
import { startChain } from '../../scripts/chain/anvil.ts';
import { LOCAL_CHAIN } from '../../src/protocol/coins.ts';
import { GUIDE_PAGES, type GuidePage } from '../../src/ui/page/guide-pages.ts';
import { trialUnless } from '../trial-tag.ts';
import { launchKeystamp } from './browser.ts';
import { startSites } from './dapp.ts';
import { test } from './environment.ts';
import type { Stage } from './guide-actions.ts';
import { apiKeys, backup, exporting, importing, passkeys, setUp } from './guide-keys.ts';
import { activity, approvals, people, policies, signing, wallets } from './guide-records.ts';
import { sites } from './guide-sites.ts';
import { stepsOf, walkPage, type Hints } from './guide-walk.ts';
import { hostService } from './hosted-service.ts';
import { oracleAt } from './oracle.ts';
import { openHome } from './pages.ts';
import { setUpByCalls } from './set-up-by-calls.ts';

/*
 * Each page of the guide, done as it is written, in the extension and at the local service. Each begins in a
 * Keystamp that is set up, in its tab; the set-up itself and a second device are in another browser.
 */

test.describe.configure({ timeout: 90_000 });

let stage: Stage;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  const [chain, startedSites, keystamp, other] = await Promise.all([
    startChain(),
    startSites(),
    launchKeystamp(),
    launchKeystamp(),
  ]);
  const service = await hostService(['--rpc', `${LOCAL_CHAIN}=${chain.url}`]);
  const oracle = await oracleAt(service.url);
  const options = await setUpByCalls(keystamp, service.url);
  stage = { chain, service, oracle, sites: startedSites, keystamp, options, other };
  for (const { context } of [keystamp, other]) context.setDefaultTimeout(12_000);
});

test.afterAll(async () => {
  if (!stage) return;
  const { chain, service, sites: started, keystamp, other } = stage;
  await Promise.all([keystamp.close(), other.close(), started.stop()]);
  await service.stop();
  await chain.stop();
});

/** Those that `npm test` does; `npm run trials` does all. */
const USUAL: readonly GuidePage[] = ['wallets'];

/** Every page with steps, in an order in which none takes away what a later one needs. */
const PAGES: Readonly<Record<Exclude<GuidePage, 'index'>, (stage: Stage) => Hints>> = {
  'set-up': setUp,
  wallets,
  signing,
  people,
  approvals,
  policies,
  import: importing,
  export: exporting,
  activity,
  sites,
  keys: apiKeys,
  passkeys,
  backup,
};

for (const [name, hints] of Object.entries(PAGES) as [GuidePage, (stage: Stage) => Hints][])
  test(
    `behavior: “${name}”, done as it is written`,
    trialUnless(USUAL.includes(name)),
    async () => {
      // A prompt for a passkey comes only in the tab in front.
      await stage.options.bringToFront();
      await openHome(stage.options);
      await walkPage({ page: stage.options }, name, hints(stage));
    },
  );

test('behavior: every page with steps is done', () => {
  const withSteps = GUIDE_PAGES.filter((name) => stepsOf(name).length > 0);
  expect(Object.keys(PAGES).sort()).toEqual(withSteps.toSorted());
});
