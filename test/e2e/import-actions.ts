import { randomBytes } from 'node:crypto';
import type { Locator, Page } from 'playwright';
import { toHex } from '../../src/crypto/bytes.ts';
import { choiceText } from '../../src/ui/words/en/choices.ts';
import { checkShown, demandFits } from './appearance.ts';
import type { Keystamp } from './browser.ts';
import type { FaultProxy } from './fault-proxy.ts';
import { test } from './environment.ts';
import { openKeyImport } from './pages.ts';
import { button, textFor } from './user-actions.ts';
import type { LocalService } from './service.ts';

/*
 * Importing a private key on its page, like a user.
 */

const TIMEOUT = { timeout: 30_000 };

/** A service, what is between it and the browser, and the import page in the browser. */
export type ImportSetup = {
  service: LocalService;
  proxy: FaultProxy;
  keystamp: Keystamp;
  page: Page;
};

/** The setup of one file, from its first test to its last. */
export function useImportSetup(): ImportSetup {
  const setup: Partial<ImportSetup> = {};
  test.beforeAll(async ({ environments }) => {
    const { options, service, proxy, keystamp } = await environments.start({ through: 'proxy' });
    await options.close();
    Object.assign(setup, { service, proxy, keystamp, page: await openImport(keystamp) });
  });
  return setup as ImportSetup;
}

/** 32 bytes that are a private key on every curve. */
export const randomSeed = (): Uint8Array => Uint8Array.from([1, ...randomBytes(31)]);
export const randomHexKey = (): string => toHex(randomSeed());

/** Starts over on a page of the extension, whatever it shows. */
export async function restartImport(page: Page): Promise<void> {
  await openKeyImport(page);
  await page.reload();
  await keyInput(page).waitFor(TIMEOUT);
}

/** Opens the page that imports a private key. */
export async function openImport(keystamp: Pick<Keystamp, 'openPage'>): Promise<Page> {
  const page = await openKeyImport(keystamp);
  await page.getByRole('heading', { name: textFor('import.heading.key') }).waitFor(TIMEOUT);
  return page;
}

/** The key's input, if there is one. */
export const keyInput = (place: Page | Locator): Locator =>
  place.getByLabel(textFor('options.key.text'), { exact: true });

/** Pastes a text into an input like the browser does: the page decides what happens to it. */
export async function paste(input: Locator, text: string): Promise<void> {
  await input.focus();
  await input.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    // Firefox builds the event's data from two members of its own.
    const firefox = { data: pasted, dataType: 'text/plain' };
    const kind = { bubbles: true, cancelable: true };
    const event = new ClipboardEvent('paste', { clipboardData, ...firefox, ...kind });
    element.dispatchEvent(event);
  }, text);
}

export type ImportInput = {
  readonly text: string;
  /** Chooses a curve if the text fits two. */
  readonly curve?: 'CURVE_SECP256K1' | 'CURVE_ED25519';
  readonly name: string;
};

/** What the page shows before the import, by format. */
export async function shownAddresses(place: Page | Locator): Promise<Record<string, string>> {
  const lines = await place.locator('.address-line[data-format]').all();
  const pairs = await Promise.all(
    lines.map(async (line): Promise<[string, string]> => [
      (await line.getAttribute('data-format')) ?? '',
      (await line.locator('.address-text > :first-child').first().textContent()) ?? '',
    ]),
  );
  return Object.fromEntries(pairs);
}

export const clickContinue = (page: Page): Promise<void> => button(page, 'app.continue').click();

/** From the paste to the review; returns the shown addresses. */
export async function fillImport(
  page: Page,
  { text, curve, name }: ImportInput,
): Promise<Record<string, string>> {
  await paste(keyInput(page), text);
  if (curve) {
    await page.getByRole('radio', { name: choiceText(curve) }).check();
  }
  await clickContinue(page);
  await page.getByRole('heading', { name: textFor('import.heading.formats') }).waitFor(TIMEOUT);
  const shown = await shownAddresses(page);
  await clickContinue(page);
  await page.getByLabel(textFor('options.key.name'), { exact: true }).fill(name);
  await clickContinue(page);
  await page.getByRole('heading', { name: textFor('import.heading.review') }).waitFor(TIMEOUT);
  // The service has confirmed who imports.
  await page.getByText(textFor('popup.review.user'), { exact: true }).waitFor(TIMEOUT);
  return shown;
}

/** Imports what was reviewed and waits for the end of the run: `done`, `stopped` or `disproved`. */
export async function finishImport(page: Page): Promise<string> {
  await button(page, 'import.review.import').click(TIMEOUT);
  const end = page.locator('[data-run="done"], [data-run="stopped"], [data-run="disproved"]');
  await end.waitFor(TIMEOUT);
  return (await end.getAttribute('data-run')) ?? '';
}

/** The verdict of the proof, once it is there. */
export async function readVerdict(page: Page): Promise<string> {
  const result = page.locator('[data-verdict]');
  await result.waitFor(TIMEOUT);
  return (await result.getAttribute('data-verdict')) ?? '';
}

/** What was found for each address, by format. */
export async function readProofs(page: Page): Promise<Record<string, string>> {
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
export async function startOver(page: Page): Promise<void> {
  const ways = button(page, 'import.verdict.another').or(button(page, 'popup.form.startOver'));
  await ways.first().click(TIMEOUT);
  await keyInput(page).waitFor(TIMEOUT);
}

const WIDE = { width: 1000, height: 760 };
const NARROW = 320;

/** Pictures in both schemes; no fault that axe knows; no sideways scrolling at 320 px. */
export async function checkAppearance(page: Page, name: string): Promise<void> {
  await page.setViewportSize(WIDE);
  await checkShown(page, name, { fullPage: true });
  await page.setViewportSize({ width: NARROW, height: 640 });
  // The layout follows the width with the next frame.
  await demandFits(page, name);
  await page.setViewportSize(WIDE);
}
