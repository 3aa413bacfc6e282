import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright';
import type { Provider } from '../../../src/protocol/page-api.ts';
import { openDapp } from '../dapp.ts';
import type { Lane } from '../fault-trials/lane.ts';
import { CallRefused, CallUnanswered, ownCall } from '../fault-trials/own-calls.ts';
import { installCopy, removeCopy, type ExtensionCopy } from '../browser.ts';
import { BESIDE, ENDING, LEAVING, type PageTrialPlan } from './plan.ts';
import { askOther, discoverBoth, otherSettled } from './second-copy.ts';

/*
 * One trial: a page asks, its user approves, and around that something happens to the page or to
 * the extension. Then the page's promise has to settle, and the service has to have carried out
 * what was approved, once.
 */

/** Four times as long as Keystamp promises. */
const SETTLE_MS = 60_000;
const APPROVE_MS = 15_000;
const POLL_MS = 100;

type PageFinding = {
  readonly kind: 'open promise' | 'doubled' | 'lost approval' | 'not approved';
  readonly text: string;
};

export type PageTrialResult = {
  readonly plan: PageTrialPlan;
  readonly findings: readonly PageFinding[];
  /** How the page's promise settled, or `open`; null if its document is gone. */
  readonly settled: string | null;
  readonly approved: boolean;
};

/** What a trial drives, besides its lane. */
type Stage = {
  readonly lane: Lane;
  readonly page: Page;
  readonly plan: PageTrialPlan;
  readonly copy: ExtensionCopy;
  readonly walletName: string;
};

const requestOf = ({ lane: { operation, walletId }, walletName }: Stage) => ({
  operation,
  parameters: { walletId, walletName },
});

async function ask(stage: Stage): Promise<void> {
  const { page, plan } = stage;
  await page.evaluate(
    ([trial, params]) => {
      const provider = Reflect.get(globalThis, 'provider') as Provider;
      Object.assign(globalThis, { trial });
      provider.request(params).then(
        ({ kind }) => Object.assign(globalThis, { settled: kind }),
        (error: { readonly code: string }) => Object.assign(globalThis, { settled: error.code }),
      );
    },
    [plan.index, requestOf(stage)] as const,
  );
}

/** How the promise settled; undefined while it is open, null if its document is gone. */
async function readSettled(
  page: Page,
  { index }: PageTrialPlan,
): Promise<string | null | undefined> {
  if (page.isClosed()) return null;
  const read = page
    .evaluate(() => {
      const { trial, settled } = globalThis as { trial?: number; settled?: string };
      return { trial, settled };
    })
    .catch(() => undefined);
  const state = await Promise.race([read, sleep(5000).then(() => undefined)]);
  if (state === undefined) return page.isClosed() ? null : undefined;
  return state.trial === index ? state.settled : null;
}

/** The id of the request in Keystamp's queue. */
async function findRequest(lane: Lane): Promise<string | undefined> {
  const { items } = await ownCall(lane.page(), 'requests_list', {});
  return items.at(-1)?.id;
}

async function demandRequest(lane: Lane): Promise<string> {
  for (const late = Date.now() + APPROVE_MS; Date.now() < late; await sleep(POLL_MS)) {
    const id = await findRequest(lane);
    if (id !== undefined) return id;
  }
  throw new Error('the page’s request did not arrive');
}

async function open(lane: Lane, id: string): Promise<string> {
  const { digest } = await ownCall(lane.page(), 'requests_open', { id });
  if (digest === null) throw new Error('nothing to approve');
  return digest;
}

/** Approves like a user, who presses again while the window shows the request. */
async function approve(lane: Lane, id: string, shown: string): Promise<boolean> {
  let digest = shown;
  for (const late = Date.now() + APPROVE_MS; Date.now() < late; await sleep(POLL_MS)) {
    try {
      const decision = { kind: 'approve', digest, by: { method: 'key' }, grant: null } as const;
      await ownCall(lane.page(), 'requests_decide', { id, decision });
      return true;
    } catch (error) {
      const code = error instanceof CallRefused ? error.code : null;
      if (code === 'approval_gone') return false;
      if (code === 'approval_changed') digest = await open(lane, id).catch(() => digest);
      // The page of ours that asks goes with the extension.
      else if (code !== 'approval_away' && !(error instanceof CallUnanswered)) return false;
    }
  }
  return false;
}

function extensionApi<T>(lane: Lane, act: (chrome: never, given: T) => unknown, given: T) {
  const source = `(${act.toString()})(chrome, ${JSON.stringify(given)})`;
  return lane.page().evaluate(source);
}

/** What happens to the page itself. Resolves when it is over. */
async function disturb(stage: Stage): Promise<void> {
  const { lane, page, copy, plan } = stage;
  const { event, lengthMs } = plan;
  const elsewhere = `${lane.sites.one}/elsewhere`;
  switch (event) {
    case 'navigation':
      return void (await page.goto(elsewhere));
    case 'page reload':
      return void (await page.reload());
    case 'tab closed':
      return page.close();
    case 'document.write':
      return page.evaluate(
        `document.open(); document.write('<!doctype html><title>Written</title>'); document.close()`,
      );
    case 'long script':
      await page.evaluate(() => void setTimeout(Reflect.get(globalThis, 'block') as () => void, 0));
      return sleep(lengthMs);
    case 'alert': {
      const opening = page.waitForEvent('dialog');
      await page.evaluate(() => void setTimeout(() => alert('Wait'), 0));
      const dialog = await opening;
      await sleep(lengthMs);
      return dialog.accept();
    }
    case 'back and forth':
      await page.goto(elsewhere);
      await sleep(lengthMs / 4);
      return void (await page.goBack({ waitUntil: 'commit' }));
    case 'tab discarded':
      await lane.page().bringToFront();
      return void (await extensionApi(lane, discardTabs, lane.sites.one));
    case 'worker stopped':
      return lane.keystamp().stopWorker();
    case 'copy installed':
      await installCopy(lane.keystamp().context, copy);
      return sleep(lengthMs / 4);
    case 'copy asked':
      return askOther(page, 'request', requestOf(stage));
    case 'copy removed':
      return removeCopy(lane.keystamp().context, copy);
    default:
      await lane.stop('extension');
      return lane.recover('extension');
  }
}

/** Runs in the extension: tabs have no addresses there, but the own one has. */
async function discardTabs(chrome: never): Promise<void> {
  type Tab = { id?: number; active?: boolean; url?: string };
  const { tabs } = chrome as {
    tabs: { query: (of: object) => Promise<Tab[]>; discard: (id: number) => Promise<unknown> };
  };
  for (const { id, active, url } of await tabs.query({})) {
    if (id !== undefined && !active && !url?.startsWith('chrome-extension:')) {
      await tabs.discard(id).catch(() => undefined);
    }
  }
}

async function waitForSettled(page: Page, plan: PageTrialPlan): Promise<string | null | undefined> {
  let settled: string | null | undefined;
  for (const late = Date.now() + SETTLE_MS; Date.now() < late; await sleep(POLL_MS)) {
    settled = await readSettled(page, plan);
    if (settled !== undefined) return settled;
  }
  return settled;
}

/** The same for what was asked of the other copy. */
async function waitForOther({ page, plan }: Stage): Promise<string | null | undefined> {
  if (!BESIDE.includes(plan.event)) return null;
  let settled: string | null | undefined;
  for (const late = Date.now() + SETTLE_MS; Date.now() < late; await sleep(POLL_MS)) {
    settled = await otherSettled(page);
    if (settled !== undefined) return settled;
  }
  return settled;
}

/** Waits until the service has done what was approved, and a moment for what it shouldn't do. */
async function countEffects(lane: Lane, walletName: string, expected: number): Promise<number> {
  let effects = 0;
  for (const late = Date.now() + SETTLE_MS; Date.now() < late; await sleep(POLL_MS)) {
    ({ effects } = await lane.service.count(lane.type, walletName));
    if (effects >= expected) break;
  }
  await sleep(300);
  return (await lane.service.count(lane.type, walletName)).effects;
}

/** Whether the user has to be able to approve: the page and the worker's memory are there. */
function mustBeApproved({ event, offsetMs }: PageTrialPlan): boolean {
  const isGone = LEAVING.includes(event) || ENDING.includes(event) || event === 'back and forth';
  return !isGone || offsetMs > MARGIN_MS;
}
/** An event this long after the approval can't keep it from counting. */
const MARGIN_MS = 1000;

function judge(
  plan: PageTrialPlan,
  approved: boolean,
  settled: string | null | undefined,
  effects: number,
): readonly PageFinding[] {
  const findings: PageFinding[] = [];
  const add = (kind: PageFinding['kind'], text: string) => findings.push({ kind, text });
  if (settled === undefined) add('open promise', 'the page’s promise is open after a minute');
  if (effects > 1) add('doubled', `${effects} effects`);
  if (approved && effects === 0) add('lost approval', 'approved, and not carried out');
  if (!approved && mustBeApproved(plan)) add('not approved', 'the approval was refused');
  const isTold = settled === 'completed' || settled === 'extension_gone' || !settled;
  if (approved && !isTold) add('lost approval', `carried out, and the page hears ${settled}`);
  if (approved && settled === 'extension_gone' && !ENDING.includes(plan.event))
    add('lost approval', 'the extension is there, and the page hears that it is gone');
  return findings;
}

/** The other copy isn't connected: what it is asked for ends, and is never done. */
function judgeOther(settled: string | null | undefined): readonly PageFinding[] {
  if (settled === undefined)
    return [{ kind: 'open promise', text: 'the other copy’s promise is open after a minute' }];
  return settled === 'answered'
    ? [{ kind: 'doubled', text: 'the other copy carried out what it was asked for' }]
    : [];
}

async function clearQueue(lane: Lane): Promise<void> {
  const { items } = await ownCall(lane.page(), 'requests_list', {});
  for (const { id } of items) {
    const decision = { kind: 'refuse' } as const;
    await ownCall(lane.page(), 'requests_decide', { id, decision }).catch(() => undefined);
  }
}

/** The page has the other copy from its start, and asked it for a connection that nobody decides. */
async function putBeside(stage: Stage): Promise<void> {
  const { page, plan, lane } = stage;
  await discoverBoth(page);
  if (plan.event === 'copy removed')
    await askOther(page, 'connect', { operations: [lane.operation] });
}

/** Runs one trial in a new tab of a connected site. */
export async function runPageTrial(
  lane: Lane,
  plan: PageTrialPlan,
  copy: ExtensionCopy,
): Promise<PageTrialResult> {
  const walletName = `Page trial ${plan.seed} ${plan.index}`;
  const isBeside = BESIDE.includes(plan.event);
  if (isBeside) await installCopy(lane.keystamp().context, copy);
  const { page } = await openDapp(lane.keystamp(), lane.sites.one);
  const stage: Stage = { lane, page, plan, copy, walletName };
  try {
    if (isBeside) await putBeside(stage);
    await page.evaluate((ms) => {
      const block = () => {
        for (const end = performance.now() + ms; performance.now() < end;);
      };
      Object.assign(globalThis, { block });
    }, plan.lengthMs);
    await ask(stage);
    const id = await demandRequest(lane);
    const digest = await open(lane, id);
    const [approved] = await Promise.all([
      sleep(Math.max(0, -plan.offsetMs)).then(() => approve(lane, id, digest)),
      sleep(Math.max(0, plan.offsetMs)).then(() => disturb(stage)),
    ]);
    const settled = await waitForSettled(page, plan);
    const other = await waitForOther(stage);
    const effects = await countEffects(lane, walletName, approved ? 1 : 0);
    const findings = [...judge(plan, approved, settled, effects), ...judgeOther(other)];
    return { plan, findings, settled: settled === undefined ? 'open' : settled, approved };
  } finally {
    await clearQueue(lane).catch(() => undefined);
    if (plan.event.startsWith('copy')) await removeCopy(lane.keystamp().context, copy);
    await page.close().catch(() => undefined);
  }
}
