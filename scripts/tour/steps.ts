import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'playwright';
import type { Keystamp } from '../../test/e2e/browser.ts';
import { oracleAt, type Oracle } from '../../test/e2e/oracle.ts';
import { openHome, openPopup, openSetUp } from '../../test/e2e/pages.ts';
import {
  button,
  chooseLocalService,
  choosePassword,
  enrolNewKey,
  finishSetUp,
  operationRow,
  textFor,
  unlock,
} from '../../test/e2e/user-actions.ts';
import type { RunningService } from '../../test/e2e/service.ts';
import {
  countEach,
  shownStatus,
  OPERATION_SCENARIOS,
  type OperationScenario,
} from '../../test/e2e/operation-scenarios.ts';
import { DAPP_STEPS } from './dapp.ts';
import { OBJECT_STEPS } from './objects.ts';

/** What a step works with. */
export type Tour = {
  readonly keystamp: Keystamp;
  readonly service: RunningService;
  /** The tab that the previous step left; a step that opens another one puts it here. */
  page: Page;
  /** Adds a line to the closing table: the result according to the screen, not the step. */
  readonly report: (operation: string, status: string) => void;
  /** Saves the page under .output/tour/, numbered in order. */
  readonly shoot: (name: string) => Promise<void>;
};

export type Step = {
  readonly name: string;
  /** Throws when the screen isn't what a user should see. */
  readonly run: (tour: Tour) => Promise<void>;
};

/** From the empty browser to a working profile. */
const SET_UP_STEPS: readonly Step[] = [
  {
    name: 'set-up: a password',
    run: async (tour) => {
      tour.page = await openSetUp(tour.keystamp, tour.service.setUp);
      await tour.page.getByLabel(textFor('app.unlock.password'), { exact: true }).fill('abc123');
      await tour.shoot('set-up-password');
      await choosePassword(tour.page);
    },
  },
  {
    name: 'set-up: the local service',
    run: async ({ page, service, shoot }) => {
      await shoot('set-up-service');
      await chooseLocalService(page, service.url);
    },
  },
  {
    name: 'set-up: an API key, enrolled and proved by whoami',
    run: async ({ page, shoot }) => {
      await shoot('set-up-key');
      await enrolNewKey(page);
      await shoot('set-up-proof');
      await finishSetUp(page);
      await shoot('options');
    },
  },
];

const LOCK_STEPS: readonly Step[] = [
  {
    name: 'popup: lock, a wrong password, unlock',
    run: async (tour) => {
      await tour.page.close();
      tour.page = await openPopup(tour.keystamp);
      await button(tour.page, 'popup.lock').click();
      await unlock(tour.page, 'not the password');
      await tour.page.getByText(textFor('app.unlock.wrong')).waitFor();
      await tour.shoot('wrong-password');
      await unlock(tour.page);
      await tour.page.getByText('Main wallet').waitFor();
      await tour.shoot('home');
    },
  },
];

/** An operation as a user does it, and what the service has stored afterwards. */
function createStep(scenario: OperationScenario): Step {
  return {
    name: operationRow(scenario.operation).title,
    run: async ({ page, service, shoot, report }) => {
      oracle ??= oracleAt(service.url);
      const context = { page, service, shoot, oracle: await oracle };
      await scenario.run(context);
      const stored = await scenario.stored(context);
      if (!isDeepStrictEqual(stored, scenario.expected)) {
        throw new Error(`the service stores ${JSON.stringify(stored)}`);
      }
      report(scenario.operation, await shownStatus(page));
    },
  };
}

let oracle: Promise<Oracle> | undefined;

const END_STEPS: readonly Step[] = [
  {
    name: 'home after all of it',
    run: async ({ page, shoot }) => {
      await openHome(page);
      await page.getByText('Payroll 2027').waitFor();
      await shoot('home-after');
    },
  },
  {
    name: 'the service carried out each of them once',
    run: async ({ service }) => {
      oracle ??= oracleAt(service.url);
      const counts = await countEach(await oracle, OPERATION_SCENARIOS);
      if (counts.some((count) => count !== 1)) throw new Error(`it did ${JSON.stringify(counts)}`);
    },
  },
];

/**
 * The tour, in order; each step continues from the screen that the previous one left. Steps act
 * like a user: they click, type and read what is shown, and never call into the extension.
 */
export const STEPS: readonly Step[] = [
  ...SET_UP_STEPS,
  ...LOCK_STEPS,
  ...OBJECT_STEPS,
  ...OPERATION_SCENARIOS.map(createStep),
  ...END_STEPS,
  ...DAPP_STEPS,
];
