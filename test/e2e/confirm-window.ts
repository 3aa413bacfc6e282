import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from 'playwright';
import type { Risk } from '../../src/protocol/operation-row.ts';
import type { Keystamp } from './browser.ts';
import { isConfirm } from './pages.ts';
import { button, textFor } from './user-actions.ts';

/*
 * The confirm window as a user handles it: reads who requests what, waits until the button accepts
 * clicks, presses and releases. Nothing here calls into the extension.
 */

const TIMEOUT = { timeout: 15_000 };
/**
 * A message that a stopped worker took with it is sent again after ten seconds (src/bridge/bridge.ts),
 * and a busy machine takes some more to start the next one.
 */
const OPENS_MS = 40_000;
/** An accepted press shows right away. */
const PRESS_INTERVAL_MS = 1000;

/** Every confirm window that is open now. */
export function confirmWindows({ context }: Keystamp): readonly Page[] {
  return context.pages().filter((page) => isConfirm(page.url()));
}

/** The confirm window that the extension opens, or has open. */
export async function confirmWindow(keystamp: Keystamp): Promise<Page> {
  const late = Date.now() + OPENS_MS;
  for (;;) {
    const [page] = confirmWindows(keystamp);
    if (page) return page;
    if (Date.now() > late) throw new Error('no confirm window opened');
    await sleep(20);
  }
}

/** Closes the confirm window like a user who decides later. */
export async function closeConfirm(keystamp: Keystamp): Promise<void> {
  for (const page of confirmWindows(keystamp)) await page.close();
}

/** The requesting site, as the window shows it. */
export function shownOrigin(page: Page): Promise<string | null> {
  return page.locator('[data-origin]').first().getAttribute('data-origin', TIMEOUT);
}

/** How far away the pointer starts, in pixels. */
const APPROACH_PX = 80;

async function middleOf(place: Locator): Promise<readonly [x: number, y: number]> {
  const late = Date.now() + TIMEOUT.timeout;
  for (;;) {
    const box = await place.boundingBox(TIMEOUT);
    if (box) return [box.x + box.width / 2, box.y + box.height / 2];
    // It may just be redrawn.
    if (Date.now() > late) throw new Error('nothing to press on');
    await sleep(20);
  }
}

/** Moves the mouse over something, from somewhere else: its earlier position doesn't matter. */
export async function pointAt(place: Locator): Promise<void> {
  const { mouse } = place.page();
  const [left, top] = await middleOf(place);
  const away = top > APPROACH_PX ? -APPROACH_PX : APPROACH_PX;
  await mouse.move(left, top + away);
  // Content that is still loading moves and replaces buttons: wait until it stands still.
  await place.click({ ...TIMEOUT, trial: true });
  const [x, y] = await middleOf(place);
  await mouse.move(x, y + away);
  await mouse.move(x, y, { steps: 3 });
}

/** Comes from elsewhere, then presses and releases the mouse over something, like a hand. */
export async function press(place: Locator): Promise<void> {
  await pointAt(place);
  const { mouse } = place.page();
  await mouse.down();
  await mouse.up();
}

const ARMED = '[data-act="approve"][data-armed="true"]';

/** Waits until the request can be approved. */
export async function waitUntilArmed(place: Page | Locator): Promise<Locator> {
  const found = place.locator(ARMED);
  await found.waitFor(TIMEOUT);
  return found;
}

/**
 * Presses until a press is accepted: content that changes at that moment has to be reviewed again.
 */
async function pressUntil(place: Page | Locator, isDone: () => Promise<boolean>): Promise<void> {
  const late = Date.now() + TIMEOUT.timeout;
  let next = 0;
  const found = place.locator(ARMED);
  // The window may close itself before any of these questions; then the decision was made.
  while (!(await isDone().catch(() => true))) {
    if (Date.now() > late) throw new Error('no press on the approval counted');
    if (Date.now() > next && (await found.count().catch(() => 0)) === 1) {
      next = Date.now() + PRESS_INTERVAL_MS;
      // It may have gone in between; the next check finds out.
      await press(found).catch(() => undefined);
    }
    await sleep(20);
  }
}

/** Presses again if the first press came too early. */
export async function pressUntilApproved(page: Page): Promise<void> {
  const idle = page.locator('[data-act="approve"]:not([aria-busy="true"])');
  await pressUntil(page, async () => page.isClosed() || (await idle.count()) === 0);
}

/**
 * Approves the request in front; an irreversible one is confirmed and approved twice.
 * @param onSecondQuestion what to do when the second question is shown
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

/**
 * Refuses the request in front, and only that one. A rejection needs no deliberate press, so the
 * press is repeated where something moved under the pointer: it would reach nothing.
 */
export async function refuseShown(page: Page): Promise<void> {
  const place = button(page, 'confirm.reject');
  await pointAt(place);
  // The window of the last request closes.
  await place.click(TIMEOUT).catch((error: unknown) => {
    if (!page.isClosed()) throw error;
  });
}

/** Waits for the request at a position in the queue, such as the second of three. */
export async function waitForPosition(page: Page, at: number, count: number): Promise<void> {
  await page
    .getByText(textFor('confirm.position', { at, count }), { exact: true })
    .waitFor(TIMEOUT);
}
