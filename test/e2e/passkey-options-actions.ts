import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import type { Profile } from '../../src/protocol/profile.ts';
import type { AppState } from '../../src/protocol/app-state.ts';
import { checkShown, demandFits } from './appearance.ts';
import { callWorker } from './extension-internals.ts';
import { openProfile } from './pages.ts';
import { button, textFor } from './user-actions.ts';
import { SCREENSHOTS } from './screenshots.ts';

/*
 * Passkeys as a user handles them on the options page.
 */

const TIMEOUT = { timeout: 30_000 };
const WIDE = { width: 1000, height: 760 };
const NARROW = { width: 320, height: 760 };

/** A stored profile, by its name. */
export async function profileOf(page: Page, name = 'Local service'): Promise<Profile> {
  const { profiles } = await callWorker<AppState>(page, 'state');
  const profile = profiles.find((one) => one.name === name);
  if (!profile) throw new Error(`there is no profile ${name}`);
  return profile;
}

/** Opens a profile by its name. */
export async function openProfileNamed(page: Page, name?: string): Promise<void> {
  const { id } = await profileOf(page, name);
  await openProfile(page, id);
  await button(page, 'authorization.passkey.add').waitFor(TIMEOUT);
}

/** Names a passkey, creates it and waits until the profile uses it. */
export async function addPasskey(page: Page, name: string): Promise<void> {
  await button(page, 'authorization.passkey.add').click(TIMEOUT);
  await page.getByLabel(textFor('authorization.passkey.name'), { exact: true }).fill(name);
  await button(page, 'authorization.passkey.make').click();
  await page.getByText(textFor('authorization.passkey.added', { name })).waitFor(TIMEOUT);
}

/** The prompt dialog, in one of its states. */
export const promptDialog = (page: Page, state: string): Locator =>
  page.locator(`[data-passkey="${state}"]`);

/** Answers the page's prompt dialog, once it is there. */
export async function stampNow(page: Page): Promise<void> {
  await promptDialog(page, 'ready').waitFor(TIMEOUT);
  await button(page, 'authorization.passkey.useNow').click();
}

/** Reads the service's list. */
export async function showRegistered(page: Page): Promise<void> {
  const list = page.getByRole('main');
  const show = button(list, 'authorization.registered.show');
  await show.or(button(list, 'popup.refresh')).click(TIMEOUT);
}

/** Pictures in both schemes, no fault that axe knows, no sideways scrolling at 320 px. */
export async function checkAppearance(page: Page, name: string): Promise<void> {
  const folder = join(SCREENSHOTS, 'passkey');
  // A dialog covers only the visible part of the page.
  const fullPage = (await page.locator('dialog[open]').count()) === 0;
  await page.setViewportSize(WIDE);
  await checkShown(page, `options-${name}`, { folder, fullPage });
  await page.setViewportSize(NARROW);
  await demandFits(page, name);
  await page.setViewportSize(WIDE);
  // Axe briefly opens its own tab, and prompts in a tab behind another one wait forever.
  await page.bringToFront();
}
