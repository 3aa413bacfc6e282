import { randomBytes } from 'node:crypto';
import type { Locator, Page } from 'playwright';
import { expect } from 'playwright/test';
import { toHex } from '../../src/crypto/bytes.ts';
import { choiceText } from '../../src/protocol/texts.ts';
import type { Keystamp } from './browser.ts';
import type { FaultyService } from './faults.ts';
import { test } from './ground.ts';
import { axeViolations, describeViolations } from './axe.ts';
import { button, say } from './person.ts';
import { shoot } from './screenshots.ts';
import type { LocalService } from './service.ts';

/*
 * The import of a private key as a person does it on its page.
 */

const PATIENCE = { timeout: 30_000 };

/** A service, what is between it and the browser, and the import's page in the browser. */
export type ImportScene = {
  service: LocalService;
  proxy: FaultyService;
  keystamp: Keystamp;
  page: Page;
};

/** The scene of one file, there from its first test to its last. */
export function useImportScene(): ImportScene {
  const scene: Partial<ImportScene> = {};
  test.beforeAll(async ({ grounds }) => {
    const { options, service, proxy, keystamp } = await grounds.begin({ through: 'proxy' });
    await options.close();
    Object.assign(scene, { service, proxy, keystamp, page: await openImport(keystamp) });
  });
  return scene as ImportScene;
}

/** 32 bytes that are a private key on every curve. */
export const seed = (): Uint8Array => Uint8Array.from([1, ...randomBytes(31)]);
export const hex = (): string => toHex(seed());

/** Begins anew on a page of the extension, whatever it shows. */
export async function beginAgain(page: Page): Promise<void> {
  await page.goto(`${page.url().split('#')[0] ?? ''}#/import`);
  await page.reload();
  await keyInput(page).waitFor(PATIENCE);
}

/** Opens the page by the list of private keys. */
export async function openImport(keystamp: Pick<Keystamp, 'openPage'>): Promise<Page> {
  const page = await keystamp.openPage('options.html#/private-keys');
  await page
    .getByRole('link', { name: say('import.keys.import') })
    .first()
    .click(PATIENCE);
  await page.getByRole('heading', { name: say('import.heading.key') }).waitFor(PATIENCE);
  return page;
}

/** The input of the key, wherever there is one. */
export const keyInput = (place: Page | Locator): Locator =>
  place.getByLabel(say('import.key.label'), { exact: true });

/** Pastes a text into an input as the browser does: the page decides what becomes of it. */
export async function paste(input: Locator, text: string): Promise<void> {
  await input.focus();
  await input.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    // Firefox makes the event's data from two members of its own.
    const firefox = { data: pasted, dataType: 'text/plain' };
    const kind = { bubbles: true, cancelable: true };
    const event = new ClipboardEvent('paste', { clipboardData, ...firefox, ...kind });
    element.dispatchEvent(event);
  }, text);
}

export type Import = {
  readonly text: string;
  /** Where the text fits two. */
  readonly curve?: 'CURVE_SECP256K1' | 'CURVE_ED25519';
  readonly name: string;
};

/** What the page shows before the import, by format. */
export async function addressesShown(place: Page | Locator): Promise<Record<string, string>> {
  const lines = await place.locator('.address-line[data-format]').all();
  const pairs = await Promise.all(
    lines.map(async (line): Promise<[string, string]> => [
      (await line.getAttribute('data-format')) ?? '',
      (await line.locator('.address-text > :first-child').first().textContent()) ?? '',
    ]),
  );
  return Object.fromEntries(pairs);
}

export const goOn = (page: Page): Promise<void> => button(page, 'import.continue').click();

/** From the paste to the review; answers the addresses that were shown. */
export async function prepare(
  page: Page,
  { text, curve, name }: Import,
): Promise<Record<string, string>> {
  await paste(keyInput(page), text);
  if (curve) {
    await page.getByRole('radio', { name: choiceText(curve) }).check();
  }
  await goOn(page);
  await page.getByRole('heading', { name: say('import.heading.formats') }).waitFor(PATIENCE);
  const shown = await addressesShown(page);
  await goOn(page);
  await page.getByLabel(say('import.name.label'), { exact: true }).fill(name);
  await goOn(page);
  await page.getByRole('heading', { name: say('import.heading.review') }).waitFor(PATIENCE);
  // The service has said who imports.
  await page.getByText(say('import.review.user'), { exact: true }).waitFor(PATIENCE);
  return shown;
}

/** Imports what was reviewed and waits for the end of the run: `done` or `stopped`. */
export async function finish(page: Page): Promise<string> {
  await button(page, 'import.review.import').click(PATIENCE);
  const end = page.locator('[data-run="done"], [data-run="stopped"]');
  await end.waitFor(PATIENCE);
  return (await end.getAttribute('data-run')) ?? '';
}

/** The verdict of the proof, once it is there. */
export async function verdict(page: Page): Promise<string> {
  const result = page.locator('[data-verdict]');
  await result.waitFor(PATIENCE);
  return (await result.getAttribute('data-verdict')) ?? '';
}

/** What was found of each address, by format. */
export async function proofs(page: Page): Promise<Record<string, string>> {
  const lines = await page.locator('[data-proof]').all();
  const pairs = await Promise.all(
    lines.map(async (line): Promise<[string, string]> => [
      (await line.locator('[data-format]').getAttribute('data-format')) ?? '',
      (await line.getAttribute('data-proof')) ?? '',
    ]),
  );
  return Object.fromEntries(pairs);
}

/** Back to an empty page. */
export async function another(page: Page): Promise<void> {
  const ways = button(page, 'import.verdict.another').or(button(page, 'import.startOver'));
  await ways.first().click(PATIENCE);
  await keyInput(page).waitFor(PATIENCE);
}

const WIDE = { width: 1000, height: 760 };
const NARROW = 320;

/** Pictures in both schemes; axe in both; no sideways scrolling at 320 px. */
export async function lookAt(page: Page, name: string): Promise<void> {
  await page.setViewportSize(WIDE);
  await shoot(page, name, { fullPage: true });
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    // Colours that are still changing have other contrasts.
    await page.waitForTimeout(200);
    expect(describeViolations(await axeViolations(page)), `${name}, ${colorScheme}`).toEqual([]);
  }
  await page.setViewportSize({ width: NARROW, height: 640 });
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(wider, name).toBeLessThanOrEqual(0);
  await page.setViewportSize(WIDE);
}
