import type { Page } from 'playwright';
import { isOptional, type Fields } from '../../src/protocol/fields.ts';
import type { Row } from '../../src/protocol/operation-row.ts';
import { ROWS } from '../../src/protocol/operations.ts';
import { test } from './environment.ts';
import { openOperation, openPopup } from './pages.ts';
import { shoot } from './screenshots.ts';
import { checkScreen } from './popup-appearance.ts';
import { operationRow } from './user-actions.ts';
import { trialUnless } from '../trial-tag.ts';

/*
 * Every form of the popup, refused while it is empty, without any fault that axe-core knows, none of
 * them too wide. Each is opened by its address: the way there by clicks, which takes longer than the
 * rest of such a test, is in operations.e2e.ts.
 */

let page: Page;

test.beforeAll(async ({ environments }) => {
  const { keystamp } = await environments.start();
  page = await openPopup(keystamp);
});

async function openByAddress({ name }: Row): Promise<void> {
  await openOperation(page, name);
  await page.getByRole('heading', { name: operationRow(name).title }).waitFor();
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
}

/** A form that may be empty would be sent. */
function mayBeEmpty(row: Row): boolean {
  return Object.values(fieldsOf(row)).every(
    (one) => isOptional(one) || one.initial !== undefined || one.prefillsOwnUser,
  );
}

const fieldsOf = (row: Row): Fields =>
  row.kind === 'submit' ? row.versions[0].fields : row.fields;

/** The kinds of fields in a form, also in its lists of records. */
function kindsOf(fields: Fields): string[] {
  return Object.values(fields).flatMap(({ control }) => [
    control.kind,
    ...(control.kind === 'record-list' ? kindsOf(control.item) : []),
  ]);
}

const seen = new Set<string>();

/** The forms that have a kind of field which none before them has; the others are trials. */
function isUsual(row: Row): boolean {
  const kinds = kindsOf(fieldsOf(row)).filter((kind) => !seen.has(kind));
  for (const kind of kinds) seen.add(kind);
  return kinds.length > 0;
}

test.describe('forms of the popup', () => {
  for (const row of ROWS.filter(({ formless }) => !formless)) {
    const { name } = row;
    test(
      `behavior: the form of ${name}, empty and refused`,
      trialUnless(isUsual(row)),
      async () => {
        await openByAddress(row);
        if (mayBeEmpty(row)) return checkScreen(page, `form-${name}`);
        await shoot(page, `popup-form-${name}`);
        await page.locator('.screen-action').getByRole('button').click();
        await page.locator('.field-error:not(:empty)').first().waitFor();
        await checkScreen(page, `form-${name}-refused`);
      },
    );
  }
});
