import { expect } from 'playwright/test';
import type { Page } from 'playwright';
import type { SubmitRow } from '../../src/protocol/operation-row.ts';
import { submitRowOf } from '../../src/protocol/operations.ts';
import type { Fault, FaultProxy, SeenRequest } from './fault-proxy.ts';
import type { Oracle } from './oracle.ts';
import { activityLink } from './pages.ts';
import { button, fillForm, openForm, operationRow, textFor, waitForState } from './user-actions.ts';

/*
 * What the tests of broken networks and stopped workers share: activities up to the last click
 * before they are stamped, and what must be true of them whatever happens after it.
 */

/** Long enough for a busy machine, short enough for a failing test. */
const TIMEOUT_MS = 15_000;

/** An activity to disturb. */
export type ActivityCase = {
  readonly row: SubmitRow;
  /** Fills in its form and goes on to the review; the next click stamps. */
  readonly prepare: (page: Page, oracle: Oracle) => Promise<void>;
};

function submitRow(name: string): SubmitRow {
  const row = submitRowOf(name);
  if (!row) throw new Error(`no submit ${name}`);
  return row;
}

let renamed = 0;

/** A new name for the wallet that starts out as Payroll. */
export const RENAME: ActivityCase = {
  row: submitRow('update_wallet'),
  prepare: async (page) => {
    const { row } = RENAME;
    renamed += 1;
    await openForm(page, row);
    await fillForm(page, row, { walletId: 'Payroll', walletName: `Payroll ${renamed}` });
    await button(page, 'popup.review.title').click();
    await approveButton(page, row).waitFor();
  },
};

/** A one-time code that works once: sending it twice must get the first answer again. */
export const CODE: ActivityCase = {
  row: submitRow('verify_otp'),
  prepare: async (page, oracle) => {
    const { row } = CODE;
    const first = operationRow('init_otp');
    const contact = 'alice@demo.example';
    await openForm(page, row);
    await fillForm(page, first, { contact });
    await page.getByRole('button', { name: first.action, exact: true }).click();
    const field = page.locator('[data-field="otpCode"] input');
    await field.waitFor();
    await field.fill(await oracle.code(contact));
    await button(page, 'popup.review.title').click();
    await approveButton(page, row).waitFor();
  },
};

/** The review's button that stamps. */
export const approveButton = (page: Page, { name }: SubmitRow) =>
  page.getByRole('button', { name: operationRow(name).action, exact: true });

/** How often the service carried out activities of a row's first version. */
export async function countEffects(oracle: Oracle, { versions }: SubmitRow): Promise<number> {
  return (await oracle.effects())[versions[0].type] ?? 0;
}

/** Waits until the service has carried out that many; its answer may still be on the way. */
export async function waitForEffects(oracle: Oracle, row: SubmitRow, count: number): Promise<void> {
  await expect.poll(() => countEffects(oracle, row), { timeout: TIMEOUT_MS }).toBe(count);
}

/** An answer that is held until the test releases or drops it. */
export function createHeldAnswer(): { fault: Fault; release: () => void; drop: () => void } {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  promise.catch(() => undefined);
  return {
    fault: { kind: 'hold', until: promise },
    release: () => resolve(undefined),
    drop: () => reject(new Error('dropped')),
  };
}

/** One activity of a subject, seen from both ends since before its stamp. */
export type Trial = {
  /** Its requests that the proxy has seen. */
  readonly sends: () => readonly SeenRequest[];
  /** Effects at the service since the start. */
  readonly effects: () => Promise<number>;
  /** Completed in the popup, one effect, and every send the same bytes under the same stamp. */
  readonly demandOnce: (page: Page) => Promise<void>;
};

/** Starts counting for a subject's next activity. */
export async function startTrial(
  { row }: ActivityCase,
  { proxy, oracle }: { readonly proxy: FaultProxy; readonly oracle: Oracle },
): Promise<Trial> {
  const seenBefore = proxy.seen.length;
  const before = await countEffects(oracle, row);
  const sends = () => proxy.seen.slice(seenBefore).filter(({ path }) => path.endsWith(row.path));
  const effects = async () => (await countEffects(oracle, row)) - before;
  return {
    sends,
    effects,
    demandOnce: async (page) => {
      await waitForState(page, 'completed');
      expect(await effects()).toBe(1);
      expect(new Set(sends().map(({ body, stamp }) => `${stamp} ${body}`)).size).toBe(1);
      expect(sends()[0]?.stamp).toMatch(/^[\w-]{100,}$/);
    },
  };
}

/** What a trial works with; a killed browser has another page afterwards. */
export type TrialDeps = {
  readonly page: () => Page;
  readonly proxy: FaultProxy;
  readonly oracle: Oracle;
};

/** Takes a subject to its review and starts counting. */
export async function prepareTrial(subject: ActivityCase, deps: TrialDeps): Promise<Trial> {
  await subject.prepare(deps.page(), deps.oracle);
  return startTrial(subject, deps);
}

/** Stamps, and resolves when the request has reached the proxy, which applies `fault` to it. */
async function sendWithFault({ row }: ActivityCase, fault: Fault, deps: TrialDeps): Promise<void> {
  deps.proxy.next(row.path, fault);
  const arrived = deps.proxy.arrival(row.path);
  await approveButton(deps.page(), row).click();
  await arrived;
}

/** The same, held: the service has carried it out, and nobody knows yet. */
export async function sendAndHold(
  subject: ActivityCase,
  deps: TrialDeps,
): Promise<ReturnType<typeof createHeldAnswer>> {
  const count = await countEffects(deps.oracle, subject.row);
  const answer = createHeldAnswer();
  await sendWithFault(subject, answer.fault, deps);
  await waitForEffects(deps.oracle, subject.row, count + 1);
  return answer;
}

/** A moment of a submit at which the background ends. */
export type StopMoment = {
  readonly when: string;
  /** Whether `npm test` tries it: another of these shows the same. */
  readonly isUsual: boolean;
  /** What becomes of the answer to the first send. It is sent again after a lost one. */
  readonly answer: 'unknown' | 'released' | 'lost';
  /** From the click that stamps on. */
  readonly happen: (subject: ActivityCase, deps: TrialDeps, stop: Stop) => Promise<void>;
};
type Stop = () => Promise<void>;

const stopHeld =
  (letGo: 'release' | 'drop'): StopMoment['happen'] =>
  async (subject, deps, stop) => {
    const answer = await sendAndHold(subject, deps);
    await stop();
    answer[letGo]();
  };

const stopCutOff =
  (kind: 'drop-before' | 'drop-after'): StopMoment['happen'] =>
  async (subject, deps, stop) => {
    await sendWithFault(subject, { kind }, deps);
    await stop();
  };

const HELD = 'carried out, before the answer, which is then';
const CUT_OFF = 'after a lost connection';

export const STOP_MOMENTS: readonly StopMoment[] = [
  {
    when: 'right after the click',
    isUsual: true,
    answer: 'unknown',
    happen: async ({ row }, deps, stop) => {
      await approveButton(deps.page(), row).click();
      await stop();
    },
  },
  { when: `${HELD} released`, isUsual: false, answer: 'released', happen: stopHeld('release') },
  { when: `${HELD} dropped`, isUsual: true, answer: 'lost', happen: stopHeld('drop') },
  {
    when: `${CUT_OFF} (drop-before)`,
    isUsual: false,
    answer: 'lost',
    happen: stopCutOff('drop-before'),
  },
  {
    when: `${CUT_OFF} (drop-after)`,
    isUsual: false,
    answer: 'lost',
    happen: stopCutOff('drop-after'),
  },
];

/** The id of the activity shown in the popup. */
export async function shownActivityId(page: Page): Promise<string> {
  const id = await page.locator('[data-entry]').getAttribute('data-entry');
  if (!id) throw new Error('the popup shows no activity');
  return id;
}

/** From the popup's first screen to an activity in its lists. */
export async function clickActivity(page: Page, id: string): Promise<void> {
  await page.getByRole('link', { name: textFor('app.place.activities') }).click();
  await activityLink(page, id).first().click({ timeout: TIMEOUT_MS });
  await page.locator(`[data-entry="${id}"]`).waitFor();
}
