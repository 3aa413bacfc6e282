import type { Page } from 'playwright';
import { textFor } from '../e2e/user-actions.ts';

/** Types over a value where it stands, up to its review. `label` is the member's; '' for a heading. */
export async function typeOver(page: Page, label: string, text: string): Promise<void> {
  await page.getByRole('button', { name: textFor('object.edit.change', { label }) }).click();
  const input = page.locator('form.edit input');
  await input.click();
  await input.evaluate((element) => (element as HTMLInputElement).select(), '');
  await input.press(text);
  await input.press('Enter');
}
