import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'playwright/test';
import { test } from './environment.ts';
import type { Page } from 'playwright';
import { launchKeystamp, type Keystamp } from './browser.ts';
import {
  approveShown,
  pressUntilApproved,
  waitUntilArmed,
  closeConfirm,
  confirmWindow,
  confirmWindows,
  press,
  refuseShown,
} from './confirm-window.ts';
import { discover, openDapp, startSites, type Outcome, type Dapp, type Sites } from './dapp.ts';
import { startFaultProxy, type Fault, type FaultProxy, type SeenRequest } from './fault-proxy.ts';
import { oracleAt, type Oracle } from './oracle.ts';
import { openHome, openPopup } from './pages.ts';
import { setUpByCalls } from './set-up-by-calls.ts';
import { button, textFor, unlock } from './user-actions.ts';
import { shownBy, trialUnless } from '../trial-tag.ts';
import { hostService } from './hosted-service.ts';
import type { LocalService } from './service.ts';
import { waitForEffects, countEffects, createHeldAnswer, RENAME } from './activity-trials.ts';

/*
 * Wherever the worker, the page, the confirm window or the whole browser ends between a page's
 * request and its answer: the service carries it out once or not at all, every send is the same
 * bytes, and the page learns the outcome by the request's id.
 */

const { row } = RENAME;
const TIMEOUT = { timeout: 20_000 };
/** Around a click: before its message is read, while it is stamped and stored, and after that. */
const MOMENTS = [0, 5, 15, 40];
const USUAL_MOMENTS = [15];

const momentOf = (ms: number) => trialUnless(USUAL_MOMENTS.includes(ms));

let profileDir: string;
let service: LocalService;
let proxy: FaultProxy;
let sites: Sites;
let oracle: Oracle;
let keystamp: Keystamp;
let popup: Page;
let dapp: Dapp;
let walletId: string;

test.beforeAll(async () => {
  profileDir = mkdtempSync(join(tmpdir(), 'keystamp-profile-'));
  service = await hostService();
  proxy = await startFaultProxy(service.url);
  sites = await startSites();
  oracle = await oracleAt(service.url);
  const { organizationId, client } = oracle;
  const { wallets } = await client.getWallets({ organizationId });
  walletId = wallets.find(({ walletName }) => walletName === 'Payroll')?.walletId ?? '';
  keystamp = await launchKeystamp({ profileDir });
  await setUpByCalls(keystamp, proxy.url);
  popup = await openPopup(keystamp);
  dapp = await openDapp(keystamp, sites.one);
  const connected = dapp.ask('connect', { operations: [row.name] });
  await approveShown(await confirmWindow(keystamp));
  expect(await connected).toMatchObject({ ok: true });
});

test.beforeEach(() => closeConfirm(keystamp));

test.afterAll(async () => {
  await keystamp?.close();
  await sites?.stop();
  await proxy?.stop();
  await service?.stop();
  rmSync(profileDir, { recursive: true, force: true, maxRetries: 5 });
});

/** One request of the page, seen from both ends. */
type Trial = {
  /** The page's name for it, in this document and in every later one. */
  readonly id: string;
  /** The promise that the page has. */
  readonly answer: Promise<Outcome>;
  readonly sends: () => readonly SeenRequest[];
  readonly effects: () => Promise<number>;
};

let count = 0;

async function ask(): Promise<Trial> {
  count += 1;
  const idempotencyKey = `rename ${count}`;
  const seenBefore = proxy.seen.length;
  const before = await countEffects(oracle, row);
  const parameters = { walletId, walletName: `Payroll ${count}` };
  return {
    id: `key:${idempotencyKey}`,
    answer: dapp.ask('request', { operation: row.name, parameters, idempotencyKey }),
    sends: () => proxy.seen.slice(seenBefore).filter(({ path }) => path.endsWith(row.path)),
    effects: async () => (await countEffects(oracle, row)) - before,
  };
}

const statusOf = ({ id }: Trial): Promise<Outcome> => dapp.ask('status', id);

/** Carried out once, always the same bytes under the same stamp, and the page can read it. */
async function demandOnce(trial: Trial, answered: Outcome): Promise<void> {
  expect(answered).toMatchObject({ ok: true, value: { kind: 'completed', id: trial.id } });
  expect(await trial.effects()).toBe(1);
  expect(new Set(trial.sends().map(({ body, stamp }) => `${stamp} ${body}`)).size).toBe(1);
  expect(await statusOf(trial)).toEqual(answered);
}

/** Checks the status by id until the request has ended. */
async function waitForOutcome(trial: Trial): Promise<Outcome> {
  let last: Outcome | undefined;
  const ended = async () => {
    last = await statusOf(trial);
    return last.ok ? last.value?.['kind'] : last.code;
  };
  await expect.poll(ended, { ...TIMEOUT, intervals: [300] }).toBe('completed');
  if (!last) throw new Error('nothing was answered');
  return last;
}

/** Presses the approve button; resolves when the request is at the proxy, which applies `fault`. */
async function sendWithFault(fault: Fault): Promise<void> {
  proxy.next(row.path, fault);
  const arrived = proxy.arrival(row.path);
  await approveShown(await confirmWindow(keystamp));
  await arrived;
}

/** The same, held: the service has carried it out, and nobody knows yet. */
async function sendAndHold(): Promise<ReturnType<typeof createHeldAnswer>> {
  const before = await countEffects(oracle, row);
  const answer = createHeldAnswer();
  await sendWithFault(answer.fault);
  await waitForEffects(oracle, row, before + 1);
  return answer;
}

/** Stops the worker some time after an action; the session exists before that, so it isn't late. */
async function stopAfter(ms: number, act: () => Promise<unknown>): Promise<void> {
  const session = await keystamp.context.newCDPSession(popup);
  await session.send('ServiceWorker.enable');
  const acting = act();
  await sleep(ms);
  await session.send('ServiceWorker.stopAllWorkers');
  await acting;
  await session.detach();
}

/** From the popup's first screen to the web pages' pending requests. */
async function openRequests(): Promise<void> {
  await openHome(popup);
  await popup.bringToFront();
  await popup.getByRole('link', { name: textFor('popup.requests', { count: 1 }) }).click(TIMEOUT);
}

test.describe('the worker stopped', () => {
  for (const ms of MOMENTS) {
    test(
      `behavior: ${ms} ms after the page’s request: still approved, once`,
      momentOf(ms),
      async () => {
        let trial: Trial | undefined;
        await stopAfter(ms, async () => {
          trial = await ask();
        });
        if (!trial) throw new Error('nothing was asked');
        await approveShown(await confirmWindow(keystamp));
        await demandOnce(trial, await trial.answer);
      },
    );
  }

  test(
    'behavior: with the window open: approved there, once',
    shownBy('requests/worker-stops.test.ts'),
    async () => {
      const trial = await ask();
      const page = await confirmWindow(keystamp);
      await waitUntilArmed(page);
      await keystamp.stopWorker();
      await approveShown(page);
      await demandOnce(trial, await trial.answer);
    },
  );

  for (const ms of MOMENTS) {
    test(`behavior: ${ms} ms after the approval: completed, once`, momentOf(ms), async () => {
      const trial = await ask();
      const page = await confirmWindow(keystamp);
      const place = await waitUntilArmed(page);
      await stopAfter(ms, () => press(place));
      await pressUntilApproved(page);
      await demandOnce(trial, await trial.answer);
    });
  }

  for (const [then, letGo] of [
    ['released', 'release'],
    ['dropped', 'drop'],
  ] as const) {
    test(
      `behavior: during the request, which is then ${then}: once`,
      trialUnless(letGo === 'drop'),
      async () => {
        const trial = await ask();
        const answer = await sendAndHold();
        await keystamp.stopWorker();
        answer[letGo]();
        await demandOnce(trial, await trial.answer);
        expect(trial.sends().length).toBeGreaterThan(1);
      },
    );
  }

  for (const ms of MOMENTS) {
    test(`behavior: ${ms} ms after the service answered: once`, momentOf(ms), async () => {
      const trial = await ask();
      const answer = await sendAndHold();
      await stopAfter(ms, () => Promise.resolve(answer.release()));
      await demandOnce(trial, await trial.answer);
    });
  }
});

test.describe('the page reloaded', () => {
  test('behavior: before the approval: the next document gets the answer by the id', async () => {
    const trial = await ask();
    const page = await confirmWindow(keystamp);
    await waitUntilArmed(page);
    await dapp.reload();
    expect(await statusOf(trial)).toMatchObject({ ok: true, value: { kind: 'waiting' } });
    await approveShown(page);
    await expect
      .poll(() => dapp.receivedEvents(), TIMEOUT)
      .toContainEqual({
        event: 'activity',
        data: expect.objectContaining({ id: trial.id, ok: true }) as unknown,
      });
    await demandOnce(trial, await waitForOutcome(trial));
  });

  test(
    'behavior: the same key again is the same request',
    shownBy('requests/request-key.test.ts'),
    async () => {
      const trial = await ask();
      await waitUntilArmed(await confirmWindow(keystamp));
      await dapp.reload();
      const parameters = { walletId, walletName: `Payroll ${count}` };
      const again = dapp.ask('request', {
        operation: row.name,
        parameters,
        idempotencyKey: trial.id.slice('key:'.length),
      });
      await approveShown(await confirmWindow(keystamp));
      await demandOnce(trial, await again);
    },
  );

  test(
    'behavior: during the request: the answer is there by the id',
    trialUnless(false),
    async () => {
      const trial = await ask();
      const answer = await sendAndHold();
      await dapp.reload();
      answer.release();
      await demandOnce(trial, await waitForOutcome(trial));
    },
  );

  test(
    'behavior: and the worker stopped: the answer is there by the id',
    shownBy('requests/worker-stops.test.ts'),
    async () => {
      const trial = await ask();
      const answer = await sendAndHold();
      await dapp.reload();
      await keystamp.stopWorker();
      answer.drop();
      await demandOnce(trial, await waitForOutcome(trial));
    },
  );

  test('error: closed for good: withdrawn, and nothing is carried out', async () => {
    const trial = await ask();
    const page = await confirmWindow(keystamp);
    await waitUntilArmed(page);
    await dapp.page.goto('about:blank');
    await expect
      .poll(
        async () => page.isClosed() || (await page.locator('[data-origin]').count()) !== 1,
        TIMEOUT,
      )
      .toBe(true);
    await dapp.page.close();
    dapp = await openDapp(keystamp, sites.one);
    expect(await statusOf(trial)).toMatchObject({ ok: false, code: 'withdrawn' });
    expect(await trial.effects()).toBe(0);
    // Its window is closed without a decision. What was put off has ended: a new click opens it
    // again, with the next worker, too.
    await closeConfirm(keystamp);
    await keystamp.stopWorker();
    const next = await ask();
    await approveShown(await confirmWindow(keystamp));
    await demandOnce(next, await next.answer);
  });
});

test.describe('the confirm window closed', () => {
  test('behavior: nothing is decided; the popup has the same queue', async () => {
    const trial = await ask();
    await waitUntilArmed(await confirmWindow(keystamp));
    await closeConfirm(keystamp);
    expect(await statusOf(trial)).toMatchObject({ ok: true, value: { kind: 'waiting' } });
    await openRequests();
    await approveShown(popup);
    await demandOnce(trial, await trial.answer);
  });

  test(
    'behavior: a new click doesn’t bring it back while that is pending, and does afterwards',
    shownBy('requests/prompting.test.ts'),
    async () => {
      await ask();
      await waitUntilArmed(await confirmWindow(keystamp));
      await closeConfirm(keystamp);
      const later = await ask();
      await expect.poll(() => statusOf(later)).toMatchObject({ value: { kind: 'waiting' } });
      await sleep(500);
      expect(confirmWindows(keystamp)).toEqual([]);
      // Left, come back, clicked.
      await dapp.page.goto('about:blank');
      await dapp.page.goto(sites.one);
      await discover(dapp.page);
      await ask();
      await waitUntilArmed(await confirmWindow(keystamp));
      await closeConfirm(keystamp);
      await dapp.page.close();
      // In a new tab.
      dapp = await openDapp(keystamp, sites.one);
      const last = await ask();
      await approveShown(await confirmWindow(keystamp));
      await demandOnce(last, await last.answer);
    },
  );

  test('behavior: the popup brings it back', trialUnless(false), async () => {
    const trial = await ask();
    await waitUntilArmed(await confirmWindow(keystamp));
    await closeConfirm(keystamp);
    await openRequests();
    await button(popup, 'confirm.window').click(TIMEOUT);
    await approveShown(await confirmWindow(keystamp));
    await demandOnce(trial, await trial.answer);
  });

  test(
    'behavior: another site, after a click, brings it back, with every pending request',
    trialUnless(false),
    async () => {
      const trial = await ask();
      await waitUntilArmed(await confirmWindow(keystamp));
      await closeConfirm(keystamp);
      const other = await openDapp(keystamp, sites.other);
      const connected = other.ask('connect');
      const page = await confirmWindow(keystamp);
      // The clicked site's request is in front.
      await page.locator(`[data-origin="${sites.other}"]`).waitFor(TIMEOUT);
      await refuseShown(page);
      expect(await connected).toMatchObject({ ok: false, code: 'refused' });
      await page.locator(`[data-origin="${sites.one}"]`).waitFor(TIMEOUT);
      await approveShown(page);
      await demandOnce(trial, await trial.answer);
      await other.page.close();
    },
  );

  test('behavior: many requests open one window', trialUnless(false), async () => {
    const trials = [await ask(), await ask(), await ask()];
    const page = await confirmWindow(keystamp);
    for (const trial of trials) {
      await approveShown(page);
      await trial.answer;
    }
    expect(confirmWindows(keystamp)).toHaveLength(1);
    for (const trial of trials) expect(await trial.effects()).toBeGreaterThan(0);
  });
});

test.describe('the whole browser killed', () => {
  async function restart(): Promise<void> {
    keystamp = await launchKeystamp({ profileDir });
    popup = await openPopup(keystamp);
    await button(popup, 'app.unlock.action').waitFor(TIMEOUT);
    dapp = await openDapp(keystamp, sites.one);
  }

  test('behavior: after the approval: once, and the page reads it by the id after the unlock', async () => {
    const trial = await ask();
    const answer = await sendAndHold();
    await keystamp.kill();
    answer.drop();
    await restart();
    await unlock(popup);
    await demandOnce(trial, await waitForOutcome(trial));
    expect(trial.sends()).toHaveLength(2);
  });

  test(
    'error: before the approval: the request is gone, and nothing is carried out',
    shownBy('requests/requests.test.ts'),
    async () => {
      const trial = await ask();
      await waitUntilArmed(await confirmWindow(keystamp));
      await keystamp.kill();
      await restart();
      const status = await statusOf(trial);
      expect(status.ok ? status.value : status.code).toMatch(/^(?:unknown_request|withdrawn)$/);
      await unlock(popup);
      expect(await trial.effects()).toBe(0);
      expect(confirmWindows(keystamp)).toEqual([]);
    },
  );
});

test.describe('all of it together', () => {
  test('behavior: nothing was thrown uncaught', () => {
    const loud = keystamp.logs.filter(({ level }) => level === 'uncaught');
    expect(loud).toEqual([]);
  });
});
