import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { expect } from 'playwright/test';
import type { Profile } from '../../src/protocol/profile.ts';
import type { AppState } from '../../src/protocol/app-state.ts';
import { axeViolations, describeViolations } from './axe.ts';
import { call } from './extension-internals.ts';
import { button, textFor } from './user-actions.ts';
import { shoot, SCREENSHOTS } from './screenshots.ts';

/*
 * Passkeys as a person handles them on the options page.
 */

const TIMEOUT = { timeout: 30_000 };
const WIDE = { width: 1000, height: 760 };
const NARROW = { width: 320, height: 760 };

/** What an answer of the worker to a page of ours holds. */
export async function callWorker<T>(page: Page, name: string, input: unknown = {}): Promise<T> {
  const reply = (await call(page, name, input)) as { ok: boolean; answer: T };
  if (!reply.ok) throw new Error(`${name}: ${JSON.stringify(reply)}`);
  return reply.answer;
}

/** A profile as it is kept, by its name. */
export async function profileOf(page: Page, name = 'Local service'): Promise<Profile> {
  const { profiles } = await callWorker<AppState>(page, 'state');
  const profile = profiles.find((one) => one.name === name);
  if (!profile) throw new Error(`there is no profile ${name}`);
  return profile;
}

/** Opens the page of a profile. */
export async function openProfile(page: Page, name?: string): Promise<void> {
  const { id } = await profileOf(page, name);
  await page.goto(`${page.url().split('#')[0] ?? ''}#/profile/${id}`);
  await button(page, 'authorization.passkey.add').waitFor(TIMEOUT);
}

/** The card with a heading of the catalogue. */
export const card = (page: Page, key: string): Locator =>
  page
    .getByRole('region')
    .or(page.locator('section.card'))
    .filter({
      has: page.getByRole('heading', { name: textFor(key), exact: true }),
    });

/** Names a passkey, makes it and waits until the profile uses it. */
export async function addPasskey(page: Page, name: string): Promise<void> {
  await button(page, 'authorization.passkey.add').click(TIMEOUT);
  await page.getByLabel(textFor('authorization.passkey.name'), { exact: true }).fill(name);
  await button(page, 'authorization.passkey.make').click();
  await page.getByText(textFor('authorization.passkey.added', { name })).waitFor(TIMEOUT);
}

/** The dialog's question, in one of its states. */
export const question = (page: Page, state: string): Locator =>
  page.locator(`[data-passkey="${state}"]`);

/** Answers the question that the page asks, when it is there. */
export async function stampNow(page: Page): Promise<void> {
  await question(page, 'ready').waitFor(TIMEOUT);
  await button(page, 'authorization.passkey.useNow').click();
}

/** Reads the service's list. */
export async function showRegistered(page: Page): Promise<void> {
  const show = button(page, 'authorization.registered.show');
  await show.or(button(page, 'authorization.registered.refresh')).click(TIMEOUT);
}

/** Pictures in both schemes, axe in both, no sideways scrolling at 320 px. */
export async function checkAppearance(page: Page, name: string): Promise<void> {
  const folder = join(SCREENSHOTS, 'passkey');
  // A dialog covers the visible part, and no more of the page.
  const fullPage = (await page.locator('dialog[open]').count()) === 0;
  await page.setViewportSize(WIDE);
  for (const scheme of ['dark', 'light'] as const) {
    await shoot(page, `options-${name}`, { folder, fullPage, schemes: [scheme] });
    // Colours that are still changing have other contrasts.
    await page.waitForTimeout(200);
    expect.soft(describeViolations(await axeViolations(page)), `${name}, ${scheme}`).toEqual([]);
  }
  await page.setViewportSize(NARROW);
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect.soft(wider, name).toBeLessThanOrEqual(0);
  await page.setViewportSize(WIDE);
  // Axe has a tab of its own for a moment, and prompts of a tab behind another one wait for ever.
  await page.bringToFront();
}
