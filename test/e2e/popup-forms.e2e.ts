import type { Page } from 'playwright';
import { isOptional } from '../../src/protocol/fields.ts';
import type { Row } from '../../src/protocol/operation-row.ts';
import { ROWS } from '../../src/protocol/operations.ts';
import { test } from './environment.ts';
import { shoot } from './screenshots.ts';
import { checkScreen } from './popup-appearance.ts';
import { openPopup, operationRow } from './user-actions.ts';

/*
 * Every form of the popup, refused while it is empty, in light and dark, without any fault that
 * axe-core knows, none of them too wide. Each is opened by its address: the way there by clicks, which
 * takes longer than the rest of such a test, is in operations.e2e.ts.
 */

let page: Page;

test.beforeAll(async ({ environments }) => {
  const { keystamp } = await environments.start();
  page = await openPopup(keystamp);
});

async function openByAddress({ name }: Row): Promise<void> {
  await page.goto(`${page.url().split('#')[0] ?? ''}#/form/${name}`);
  await page.getByRole('heading', { name: operationRow(name).title }).waitFor();
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
}

/** A form that may be empty would be sent. */
function mayBeEmpty(row: Row): boolean {
  const { fields } = row.kind === 'submit' ? row.versions[0] : row;
  return Object.values(fields).every(
    (one) => isOptional(one) || one.initial !== undefined || one.prefillsOwnUser,
  );
}

test.describe('forms of the popup', () => {
  for (const row of ROWS.filter(({ formless }) => !formless)) {
    const { name } = row;
    test(`behavior: the form of ${name}, empty and refused`, async () => {
      await openByAddress(row);
      if (mayBeEmpty(row)) return checkScreen(page, `form-${name}`);
      await shoot(page, `popup-form-${name}`);
      await page.locator('.screen-action').getByRole('button').click();
      await page.locator('.field-error:not(:empty)').first().waitFor();
      await checkScreen(page, `form-${name}-refused`);
    });
  }
});
