import { expect } from 'playwright/test';
import type { Page } from 'playwright';
import type { SubmitRow } from '../../src/protocol/operation.ts';
import { submitRowOf } from '../../src/protocol/operations.ts';
import type { Fault, FaultyService, Seen } from './faults.ts';
import type { Oracle } from './oracle.ts';
import { button, fill, openForm, operation, reach } from './person.ts';

/*
 * What the tests of broken networks and stopped workers share: activities taken up to the last
 * click before they are stamped, and what must hold of them whatever happens after it.
 */

/** Long enough for a busy machine, short enough for a test that fails. */
const PATIENCE_MS = 15_000;

/** An activity to break. */
export type Subject = {
  readonly row: SubmitRow;
  /** Fills its form and leads to the review; the next click stamps. */
  readonly prepare: (page: Page, oracle: Oracle) => Promise<void>;
};

function submitRow(name: string): SubmitRow {
  const row = submitRowOf(name);
  if (!row) throw new Error(`no submit ${name}`);
  return row;
}

let renamed = 0;

/** A new name for the wallet that is called Payroll at first. */
export const RENAME: Subject = {
  row: submitRow('update_wallet'),
  prepare: async (page) => {
    const { row } = RENAME;
    renamed += 1;
    await openForm(page, row);
    await fill(page, row, { walletId: 'Payroll', walletName: `Payroll ${renamed}` });
    await button(page, 'popup.form.review').click();
    await approval(page, row).waitFor();
  },
};

/** A one-time code that is good for one use: whoever sends it twice must get the first answer. */
export const CODE: Subject = {
  row: submitRow('verify_otp'),
  prepare: async (page, oracle) => {
    const { row } = CODE;
    const first = operation('init_otp');
    const contact = 'alice@demo.example';
    await openForm(page, row);
    await fill(page, first, { contact });
    await page.getByRole('button', { name: first.action, exact: true }).click();
    const field = page.locator('[data-field="otpCode"] input');
    await field.waitFor();
    await field.fill(await oracle.code(contact));
    await button(page, 'popup.form.review').click();
    await approval(page, row).waitFor();
  },
};

/** The button of the review that stamps. */
export const approval = (page: Page, { action }: SubmitRow) =>
  page.getByRole('button', { name: action, exact: true });

/** How often the service carried out activities of a row's first version. */
export async function countOf(oracle: Oracle, { versions }: SubmitRow): Promise<number> {
  return (await oracle.effects())[versions[0].type] ?? 0;
}

/** Waits until the service has carried out that many; its answer may still be on the way. */
export async function carriedOut(oracle: Oracle, row: SubmitRow, count: number): Promise<void> {
  await expect.poll(() => countOf(oracle, row), { timeout: PATIENCE_MS }).toBe(count);
}

/** An answer that waits until the test lets it go, or drops it. */
export function held(): { fault: Fault; release: () => void; drop: () => void } {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  promise.catch(() => undefined);
  return {
    fault: { kind: 'hold', until: promise },
    release: () => resolve(undefined),
    drop: () => reject(new Error('dropped')),
  };
}

/** One activity of a subject, seen from both ends from before its stamp on. */
export type Trial = {
  /** What the proxy has seen of it. */
  readonly sends: () => readonly Seen[];
  /** Effects at the service since the start. */
  readonly effects: () => Promise<number>;
  /** Completed in the popup, one effect, and every send the same bytes under the same stamp. */
  readonly demandOnce: (page: Page) => Promise<void>;
};

/** Starts counting for the next activity of a subject. */
export async function trialOf(
  { row }: Subject,
  { proxy, oracle }: { readonly proxy: FaultyService; readonly oracle: Oracle },
): Promise<Trial> {
  const seenBefore = proxy.seen.length;
  const before = await countOf(oracle, row);
  const sends = () => proxy.seen.slice(seenBefore).filter(({ path }) => path.endsWith(row.path));
  const effects = async () => (await countOf(oracle, row)) - before;
  return {
    sends,
    effects,
    demandOnce: async (page) => {
      await reach(page, 'completed');
      expect(await effects()).toBe(1);
      expect(new Set(sends().map(({ body, stamp }) => `${stamp} ${body}`)).size).toBe(1);
      expect(sends()[0]?.stamp).toMatch(/^[\w-]{100,}$/);
    },
  };
}

/** What subjects are taken to their trouble with; a killed browser has another page afterwards. */
export type Surroundings = {
  readonly page: () => Page;
  readonly proxy: FaultyService;
  readonly oracle: Oracle;
};

/** Takes a subject to its review and starts counting. */
export async function prepared(subject: Subject, around: Surroundings): Promise<Trial> {
  await subject.prepare(around.page(), around.oracle);
  return trialOf(subject, around);
}

/** Stamps, and comes back when the request has reached the proxy, which does `fault` to it. */
export async function sendInto(
  { row }: Subject,
  fault: Fault,
  around: Surroundings,
): Promise<void> {
  around.proxy.next(row.path, fault);
  const arrived = around.proxy.arrival(row.path);
  await approval(around.page(), row).click();
  await arrived;
}

/** The same, held: carried out by the service, and nobody has heard of it. */
export async function sendHeld(
  subject: Subject,
  around: Surroundings,
): Promise<ReturnType<typeof held>> {
  const count = await countOf(around.oracle, subject.row);
  const answer = held();
  await sendInto(subject, answer.fault, around);
  await carriedOut(around.oracle, subject.row, count + 1);
  return answer;
}

/** The id of the activity that the popup shows. */
export async function shownId(page: Page): Promise<string> {
  const id = await page.locator('[data-entry]').getAttribute('data-entry');
  if (!id) throw new Error('the popup shows no activity');
  return id;
}

/** From the popup's first screen to an activity of its lists. */
export async function openListed(page: Page, id: string): Promise<void> {
  await page.locator(`a[href="#/activity/${id}"]`).first().click({ timeout: PATIENCE_MS });
  await page.locator(`[data-entry="${id}"]`).waitFor();
}
