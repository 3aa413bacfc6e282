import type { Page } from 'playwright';
import { textFor } from '../../test/e2e/user-actions.ts';
import type { Step } from './steps.ts';

const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name });
const heading = (page: Page, name: string) => page.getByRole('heading', { name });

/** The organization's objects, before anything is changed. */
export const OBJECT_STEPS: readonly Step[] = [
  {
    name: 'a wallet and one of its accounts',
    run: async ({ page, shoot }) => {
      await link(page, /^Main wallet/).click();
      await page.getByRole('list', { name: textFor('app.place.walletAccount') }).waitFor();
      await shoot('wallet');
      await page.getByRole('button', { name: textFor('object.receive') }).click();
      await page.getByRole('dialog').getByRole('link').first().click();
      await page.locator('[data-check=consistent]').waitFor();
      await page.getByRole('img').waitFor();
      await shoot('account');
    },
  },
  {
    name: 'users, and one of them',
    run: async ({ page, shoot }) => {
      await link(page, textFor('app.place.user')).click();
      await link(page, /Alice Ackermann/).waitFor();
      await shoot('users');
      await link(page, /Alice Ackermann/).click();
      await heading(page, 'Alice Ackermann').waitFor();
      await shoot('user');
    },
  },
  {
    name: 'search: an object by two letters',
    run: async ({ page, shoot }) => {
      await page.keyboard.press('/');
      await page.getByRole('searchbox').pressSequentially('tr');
      await link(page, /Treasury reserve/)
        .first()
        .waitFor();
      await shoot('search');
      await page.keyboard.press('Enter');
      await heading(page, 'Treasury').first().waitFor();
    },
  },
  {
    name: 'what has no tab of its own',
    run: async ({ page, shoot }) => {
      await link(page, textFor('popup.more.title')).click();
      await link(page, textFor('app.place.contractInterface')).click();
      await link(page, /USDC token/).click();
      await heading(page, 'USDC token').waitFor();
      await shoot('contract');
    },
  },
];
