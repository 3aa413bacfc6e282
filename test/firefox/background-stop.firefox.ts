import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { openPopup } from '../e2e/pages.ts';
import { button, unlock, lock } from '../e2e/user-actions.ts';
import {
  approveButton,
  CODE,
  clickActivity,
  prepareTrial,
  RENAME,
  sendAndHold,
  STOP_MOMENTS,
  shownActivityId,
  type TrialDeps,
} from '../e2e/activity-trials.ts';
import { useFirefox } from './firefox-setup.ts';
import { shownBy, trialUnless } from '../trial-tag.ts';
import { test } from './firefox-test.ts';

/*
 * Firefox ends an idle background page, and everything that it waits for. Wherever that happens, or
 * the vault is locked, or the whole browser is killed: the activity completes, the service carries
 * it out once, and every send is the same bytes under the same stamp.
 */

const setup = useFirefox();
let page: Page;

test.beforeAll(async () => {
  page = await openPopup(setup);
});

const deps: TrialDeps = {
  page: () => page,
  get proxy() {
    return setup.proxy;
  },
  get oracle() {
    return setup.oracle;
  },
};

for (const subject of [RENAME, CODE]) {
  test.describe(
    `the background ends during ${subject.row.name}`,
    trialUnless(subject === RENAME),
    () => {
      test('behavior: before the click: completed, once', async () => {
        const trial = await prepareTrial(subject, deps);
        await setup.keystamp.stopBackground();
        await approveButton(page, subject.row).click();
        await trial.demandOnce(page);
      });

      for (const { when, isUsual, answer, happen } of STOP_MOMENTS) {
        test(`behavior: ${when}: completed, once`, trialUnless(isUsual), async () => {
          const trial = await prepareTrial(subject, deps);
          await happen(subject, deps, () => setup.keystamp.stopBackground());
          await trial.demandOnce(page);
          // A released answer may still reach a background that is slow to end.
          if (answer === 'lost') expect(trial.sends().length).toBeGreaterThan(1);
        });
      }
    },
  );
}

test(
  'behavior: locked in between: the same bytes are sent again while locked',
  trialUnless(false),
  async () => {
    const trial = await prepareTrial(RENAME, deps);
    const answer = await sendAndHold(RENAME, deps);
    const id = await shownActivityId(page);
    await lock(page);
    const again = setup.proxy.arrival(RENAME.row.path);
    await setup.keystamp.stopBackground();
    answer.drop();
    await page.reload();
    await again;
    await unlock(page);
    await clickActivity(page, id);
    await trial.demandOnce(page);
    expect(trial.sends().length).toBeGreaterThan(1);
  },
);

test('behavior: with no page open, the alarm restarts the background, and it finishes', async () => {
  const trial = await prepareTrial(RENAME, deps);
  const answer = await sendAndHold(RENAME, deps);
  const id = await shownActivityId(page);
  await page.close();
  await setup.keystamp.stopBackground();
  const again = setup.proxy.arrival(RENAME.row.path);
  answer.drop();
  await again;
  page = await openPopup(setup);
  await clickActivity(page, id);
  await trial.demandOnce(page);
  expect(trial.sends().length).toBeGreaterThan(1);
});

test(
  'behavior: Firefox killed in between: nothing is sent before the unlock, then the same bytes',
  shownBy('e2e/background-stop.e2e.ts'),
  async () => {
    const trial = await prepareTrial(RENAME, deps);
    const answer = await sendAndHold(RENAME, deps);
    const id = await shownActivityId(page);
    await setup.keystamp.kill();
    answer.drop();
    await setup.restart();
    page = await openPopup(setup);
    await button(page, 'app.unlock.action').waitFor();
    expect(trial.sends()).toHaveLength(1);
    await unlock(page);
    await clickActivity(page, id);
    await trial.demandOnce(page);
    expect(trial.sends().length).toBeGreaterThan(1);
  },
);
