import { expect } from 'playwright/test';
import { SECTIONS } from '../../src/ui/page/settings-tabs.tsx';
import { demandFits } from '../e2e/appearance.ts';
import {
  openActivities,
  openHistory,
  openHome,
  openList,
  openMore,
  openOperations,
  openPopup,
  openProfiles,
  openSearch,
  openSection,
  openSettings,
} from '../e2e/pages.ts';
import { button, textFor, unlock } from '../e2e/user-actions.ts';
import { describeViolations } from '../e2e/axe.ts';
import { pageOfTab } from './firefox-page.ts';
import { axeViolationsIn } from './axe.ts';
import { useFirefox } from './firefox-setup.ts';
import { test } from './firefox-test.ts';
import type { FirefoxTab } from './tab.ts';
import { shownBy, trialUnless } from '../trial-tag.ts';

/*
 * How Firefox displays Keystamp: the popup at its toolbar button, every section of the options, the
 * machine's lock, and what is stored after Firefox has closed.
 */

const setup = useFirefox();

test('behavior: the toolbar’s popup is 380 by 600, and nothing scrolls sideways', async () => {
  const { width, height, wider } = await setup.keystamp.toolbarPopup();
  expect([width, height]).toEqual([380, 600]);
  expect(wider).toBeLessThanOrEqual(0);
});

test('behavior: every section of the options opens', async () => {
  for (const section of SECTIONS) {
    const page = await openSection(setup, section);
    await page.locator('main h1, main h2').first().waitFor();
    await demandFits(page, section);
    await page.close();
  }
});

// In Chromium, axe looks at the same pages, in more states.
const accessible = 'behavior: axe finds no fault in the popup’s places and in the options';
test(accessible, trialUnless(false), async () => {
  const check = async (what: string, opening: Promise<FirefoxTab>) => {
    const tab = await opening;
    await pageOfTab(tab).locator('main h1, main h2, .top-title').first().waitFor();
    expect(describeViolations(await axeViolationsIn(tab)), what).toEqual([]);
    await tab.close();
  };
  const popup = {
    home: openHome,
    activities: openActivities,
    more: openMore,
    operations: openOperations,
    search: openSearch,
    history: openHistory,
    profiles: openProfiles,
  };
  for (const [name, open] of Object.entries(popup)) await check(name, open(setup.keystamp));
  await check('users', openList(setup.keystamp, 'user'));
  for (const section of SECTIONS) await check(section, openSection(setup.keystamp, section));
  // It does look: an input without a label is found.
  const tab = await openSettings(setup.keystamp);
  await tab.run(() => document.body.append(document.createElement('input')), null);
  const [found] = describeViolations(await axeViolationsIn(tab));
  expect(found).toMatch(/^label:/);
  await tab.close();
});

test(
  'behavior: locked, restarted and unlocked, everything is there again',
  shownBy('e2e/browser-start.e2e.ts'),
  async () => {
    const before = await openPopup(setup);
    await button(before, 'popup.lock').click();
    await button(before, 'app.unlock.action').waitFor();
    await setup.keystamp.close();
    await setup.restart();
    const page = await openPopup(setup);
    await unlock(page, 'not the password');
    await page.getByText(textFor('app.unlock.wrong'), { exact: true }).waitFor();
    await unlock(page);
    await page.getByText('Payroll').first().waitFor();
  },
);

test('behavior: no errors on any console', async () => {
  expect(await setup.keystamp.logs()).toEqual([]);
});
