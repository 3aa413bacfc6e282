import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from 'playwright';
import type { Risk } from '../../src/protocol/operation-row.ts';
import type { Keystamp } from './browser.ts';
import { button, textFor } from './user-actions.ts';

/*
 * The confirm window, as a person uses it: reads who asks and what, waits until the button takes
 * clicks, presses and lets go. Nothing here calls into the extension.
 */

const TIMEOUT = { timeout: 15_000 };
/** A press that counts shows at once. */
const PRESS_INTERVAL_MS = 1000;

/** Every confirm window that is open now. */
export function confirmWindows({ context }: Keystamp): readonly Page[] {
  return context.pages().filter((page) => page.url().includes('/confirm.html'));
}

/** The confirm window that the extension opens, or has open. */
export async function confirmWindow(keystamp: Keystamp): Promise<Page> {
  const late = Date.now() + TIMEOUT.timeout;
  for (;;) {
    const [page] = confirmWindows(keystamp);
    if (page) return page;
    if (Date.now() > late) throw new Error('no confirm window opened');
    await sleep(20);
  }
}

/** Closes the confirm window as a person does who decides later. */
export async function closeConfirm(keystamp: Keystamp): Promise<void> {
  for (const page of confirmWindows(keystamp)) await page.close();
}

/** Who asks, as the window says it. */
export function shownOrigin(page: Page): Promise<string | null> {
  return page.locator('[data-origin]').first().getAttribute('data-origin', TIMEOUT);
}

/** How far off a hand starts from, in pixels. */
const APPROACH_PX = 80;

async function middleOf(place: Locator): Promise<readonly [x: number, y: number]> {
  const late = Date.now() + TIMEOUT.timeout;
  for (;;) {
    const box = await place.boundingBox(TIMEOUT);
    if (box) return [box.x + box.width / 2, box.y + box.height / 2];
    // It may be drawn anew in that moment.
    if (Date.now() > late) throw new Error('nothing to press on');
    await sleep(20);
  }
}

/** Brings the mouse over something, from elsewhere: where it has been before does not matter. */
export async function pointAt(place: Locator): Promise<void> {
  const { mouse } = place.page();
  const [left, top] = await middleOf(place);
  const away = top > APPROACH_PX ? -APPROACH_PX : APPROACH_PX;
  await mouse.move(left, top + away);
  // Content that is still coming moves and replaces buttons: only what stands still can be met.
  await place.click({ ...TIMEOUT, trial: true });
  const [x, y] = await middleOf(place);
  await mouse.move(x, y + away);
  await mouse.move(x, y, { steps: 3 });
}

/** Comes from elsewhere, presses and lets go of the mouse over something, as a hand does. */
export async function press(place: Locator): Promise<void> {
  await pointAt(place);
  const { mouse } = place.page();
  await mouse.down();
  await mouse.up();
}

const ARMED = '[data-act="approve"][data-armed="true"]';

/** Waits until the approval can be given. */
export async function waitUntilArmed(place: Page | Locator): Promise<Locator> {
  const found = place.locator(ARMED);
  await found.waitFor(TIMEOUT);
  return found;
}

/** Presses until a press counts: content that changes in that moment wants another look. */
async function pressUntil(place: Page | Locator, isDone: () => Promise<boolean>): Promise<void> {
  const late = Date.now() + TIMEOUT.timeout;
  let next = 0;
  // A window that closes in the middle of a look has been decided in.
  while (!(await isDone().catch(() => true))) {
    if (Date.now() > late) throw new Error('no press on the approval counted');
    const found = place.locator(ARMED);
    if (Date.now() > next && (await found.count()) === 1) {
      next = Date.now() + PRESS_INTERVAL_MS;
      // It may have gone in between, which the next look tells.
      await press(found).catch(() => undefined);
    }
    await sleep(20);
  }
}

/** Presses again where the first press came too early. */
export async function pressUntilApproved(page: Page): Promise<void> {
  const idle = page.locator('[data-act="approve"]:not([aria-busy="true"])');
  await pressUntil(page, async () => page.isClosed() || (await idle.count()) === 0);
}

/**
 * Approves what is in front; what cannot be undone is asked twice, and approved twice.
 * @param onSecondQuestion what to do when the second question stands there
 */
export async function approveShown(
  page: Page,
  risk: Risk = 'low',
  onSecondQuestion: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  await waitUntilArmed(page);
  if (risk !== 'irreversible') return pressUntilApproved(page);
  const dialog = page.getByRole('dialog');
  await pressUntil(page, () => dialog.isVisible());
  await waitUntilArmed(dialog);
  await onSecondQuestion();
  await pressUntil(dialog, async () => !(await dialog.isVisible()));
}

/** Refuses what is in front, and only that. */
export async function refuseShown(page: Page): Promise<void> {
  const place = button(page, 'confirm.refuse');
  await place.waitFor(TIMEOUT);
  await press(place);
}

/** Waits for the request of a place in the queue, such as the second of three. */
export async function waitForPosition(page: Page, at: number, count: number): Promise<void> {
  await page
    .getByText(textFor('confirm.position', { at, count }), { exact: true })
    .waitFor(TIMEOUT);
}
