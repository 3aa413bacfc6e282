import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import type { KeystampInFirefox } from './browser.ts';
import { pageOfTab } from './firefox-page.ts';
import { findTab } from './tab.ts';
import { isConfirm } from '../e2e/pages.ts';

/** The confirm window, once there is one. */
export async function confirmWindow({ marionette }: KeystampInFirefox): Promise<Page> {
  return pageOfTab(await findTab(marionette, 'is a confirm window', ({ url }) => isConfirm(url)));
}

/**
 * Waits until a confirm window has closed itself after its last decision: until then the next
 * test would take it for its own. Firefox tells of a closed tab only by the error of what it is
 * asked next.
 */
export async function waitForClosed(window: Page): Promise<void> {
  const isClosed = async () => {
    await window.evaluate(() => null).catch(() => null);
    return window.isClosed();
  };
  await expect.poll(isClosed, { timeout: 30_000 }).toBe(true);
}
