import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'playwright/test';
import { test } from './environment.ts';
import type { Page } from 'playwright';
import { launchKeystamp, type Keystamp } from './browser.ts';
import { popupWords } from '../../src/ui/words/en/popup.ts';
import { startFaultProxy, type FaultProxy } from './fault-proxy.ts';
import { oracleAt, type Oracle } from './oracle.ts';
import { openPopup } from './pages.ts';
import { setUpByCalls } from './set-up-by-calls.ts';
import { button, unlock, lock } from './user-actions.ts';
import { shownBy, takesTrials, trialUnless } from '../trial-tag.ts';
import { hostService } from './hosted-service.ts';
import type { LocalService } from './service.ts';
import {
  approveButton,
  CODE,
  createHeldAnswer,
  clickActivity,
  prepareTrial,
  RENAME,
  sendAndHold,
  STOP_MOMENTS,
  shownActivityId,
  type TrialDeps,
} from './activity-trials.ts';

/*
 * Exactly once (docs/decisions/exact-bytes.md): wherever the worker or the whole browser is stopped
 * between the click and the reply, the activity completes, the service carries it out once, and
 * every send is the same bytes under the same stamp. A real Chromium, and a proxy that breaks the
 * connection to a real service.
 */

/**
 * From the click to the stop: before the message is read, while it is stamped and stored, after.
 */
const MOMENTS = [0, 4, 8, 16, 32];
const USUAL_MOMENTS = [8];

/** What isn't a trial of its own: the other one takes the same way. */
const SUBJECTS = [RENAME, CODE].map(
  (subject) => [subject.row.name, subject, trialUnless(subject === RENAME)] as const,
);

// Each test continues where the previous one ended.
test.describe.configure({ mode: 'serial' });

let profileDir: string;
let service: LocalService;
let proxy: FaultProxy;
let oracle: Oracle;
let keystamp: Keystamp;
let page: Page;

test.beforeAll(async () => {
  profileDir = mkdtempSync(join(tmpdir(), 'keystamp-profile-'));
  service = await hostService();
  proxy = await startFaultProxy(service.url);
  oracle = await oracleAt(service.url);
  keystamp = await launchKeystamp({ profileDir });
  await setUpByCalls(keystamp, proxy.url);
  page = await openPopup(keystamp);
});

test.afterAll(async () => {
  await keystamp?.close();
  await proxy?.stop();
  await service?.stop();
  rmSync(profileDir, { recursive: true, force: true, maxRetries: 5 });
});

const deps: TrialDeps = {
  page: () => page,
  get proxy() {
    return proxy;
  },
  get oracle() {
    return oracle;
  },
};

for (const [what, subject, details] of SUBJECTS) {
  test.describe(`the worker stops during ${what}`, details, () => {
    for (const ms of MOMENTS) {
      const moment = trialUnless(USUAL_MOMENTS.includes(ms));
      test(`behavior: ${ms} ms after the click: completed, once`, moment, async () => {
        const trial = await prepareTrial(subject, deps);
        // The session is ready in advance: creating one takes longer than the worker needs to stamp
        // and store.
        const session = await keystamp.context.newCDPSession(page);
        await session.send('ServiceWorker.enable');
        const click = approveButton(page, subject.row).evaluate((element: HTMLElement) =>
          element.click(),
        );
        await sleep(ms);
        await session.send('ServiceWorker.stopAllWorkers');
        await click;
        await session.detach();
        await trial.demandOnce(page);
      });
    }

    for (const { when, isUsual, answer, happen } of STOP_MOMENTS) {
      test(`behavior: ${when}: completed, once`, trialUnless(isUsual), async () => {
        const trial = await prepareTrial(subject, deps);
        await happen(subject, deps, () => keystamp.stopWorker());
        await trial.demandOnce(page);
        if (answer !== 'unknown') expect(trial.sends().length).toBeGreaterThan(1);
      });
    }

    test(
      'behavior: stopped again and again: completed, once',
      shownBy('worker/exactly-once.test.ts'),
      async () => {
        const trial = await prepareTrial(subject, deps);
        for (const kind of ['drop-before', 'drop-after', 'drop-after'] as const) {
          proxy.next(subject.row.path, { kind });
        }
        await approveButton(page, subject.row).click();
        for (let send = 1; send <= 3; send++) {
          await expect
            .poll(() => trial.sends().length, { timeout: 15_000 })
            .toBeGreaterThanOrEqual(send);
          await keystamp.stopWorker();
        }
        await trial.demandOnce(page);
        expect(trial.sends().length).toBeGreaterThan(3);
      },
    );
  });
}

for (const [what, subject, details] of SUBJECTS) {
  test.describe(`the vault locks during ${what}`, details, () => {
    test('behavior: the same bytes are sent again while locked', async () => {
      const trial = await prepareTrial(subject, deps);
      const answer = await sendAndHold(subject, deps);
      const id = await shownActivityId(page);
      await lock(page);
      const again = proxy.arrival(subject.row.path);
      answer.drop();
      await again;
      await button(page, 'app.unlock.action').waitFor();
      await unlock(page);
      await clickActivity(page, id);
      await trial.demandOnce(page);
      expect(trial.sends()).toHaveLength(2);
    });

    test('behavior: also by a worker that starts while locked', trialUnless(false), async () => {
      const trial = await prepareTrial(subject, deps);
      const answer = await sendAndHold(subject, deps);
      const id = await shownActivityId(page);
      await lock(page);
      await page.close();
      await keystamp.stopWorker();
      const again = proxy.arrival(subject.row.path);
      answer.drop();
      page = await openPopup(keystamp);
      await again;
      await button(page, 'app.unlock.action').waitFor();
      await unlock(page);
      await clickActivity(page, id);
      await trial.demandOnce(page);
      expect(trial.sends()).toHaveLength(2);
    });
  });
}

for (const [what, subject, details] of SUBJECTS) {
  test.describe(`the whole browser is killed during ${what}`, details, () => {
    const badge = async () => {
      const worker = await keystamp.worker();
      return worker.evaluate<string>('chrome.action.getBadgeText({})');
    };

    test('behavior: nothing is sent before the unlock, then the same bytes', async () => {
      const trial = await prepareTrial(subject, deps);
      const answer = await sendAndHold(subject, deps);
      const id = await shownActivityId(page);
      await keystamp.kill();
      answer.drop();
      keystamp = await launchKeystamp({ profileDir });
      page = await openPopup(keystamp);
      await button(page, 'app.unlock.action').waitFor();
      // The worker has checked the entry and reports that it waits for the user.
      await expect.poll(badge, { timeout: 15_000 }).toBe('1');
      expect(trial.sends()).toHaveLength(1);
      await unlock(page);
      await clickActivity(page, id);
      await trial.demandOnce(page);
      expect(trial.sends()).toHaveLength(2);
    });
  });
}

test.describe('the last click', () => {
  test('behavior: twice in one turn of the page is one activity', async () => {
    const trial = await prepareTrial(RENAME, deps);
    await approveButton(page, RENAME.row).evaluate((element: HTMLElement) => {
      element.click();
      element.click();
    });
    await trial.demandOnce(page);
    expect(trial.sends()).toHaveLength(1);
  });

  test('behavior: a double click is one activity', async () => {
    const trial = await prepareTrial(RENAME, deps);
    const answer = createHeldAnswer();
    proxy.next(RENAME.row.path, answer.fault);
    await approveButton(page, RENAME.row).dblclick();
    await expect.poll(trial.effects, { timeout: 15_000 }).toBe(1);
    answer.release();
    await trial.demandOnce(page);
    expect(trial.sends()).toHaveLength(1);
  });

  test('behavior: the second click of a double click leaves the next screen as it is', async () => {
    const trial = await prepareTrial(RENAME, deps);
    const answer = createHeldAnswer();
    proxy.next(RENAME.row.path, answer.fault);
    const box = await approveButton(page, RENAME.row).boundingBox();
    if (!box) throw new Error('The button isn’t on the screen.');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.click(x, y);
    const leave = page.getByRole('button', { name: popupWords['popup.activity.leave'] });
    await leave.waitFor();
    const under = await leave.evaluate(
      (button, at) => {
        const found = document.elementFromPoint(at[0] ?? 0, at[1] ?? 0);
        return button.contains(found);
      },
      [x, y],
    );
    expect(under).toBe(true);
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    answer.release();
    await trial.demandOnce(page);
    expect(trial.sends()).toHaveLength(1);
    // A click of its own does leave.
    await page.mouse.click(x, y);
    await page.locator('[data-state="completed"]').waitFor({ state: 'detached' });
  });
});

test.describe('with no page open', () => {
  test('behavior: the alarm restarts the stopped worker, and it finishes', async () => {
    const trial = await prepareTrial(RENAME, deps);
    const answer = await sendAndHold(RENAME, deps);
    const id = await shownActivityId(page);
    await page.close();
    await keystamp.stopWorker();
    const again = proxy.arrival(RENAME.row.path);
    answer.drop();
    await again;
    page = await openPopup(keystamp);
    await clickActivity(page, id);
    await trial.demandOnce(page);
    expect(trial.sends()).toHaveLength(2);
  });
});

test.describe('all of it together', () => {
  test('behavior: timestamps grow strictly from each activity to the next', () => {
    const bodies = proxy.seen
      .filter(({ path }) => path.includes('/submit/'))
      .map(({ body }) => body);
    const stamped = [...new Set(bodies)].map((body) => {
      const { timestampMs } = JSON.parse(body) as { timestampMs: string };
      return Number(timestampMs);
    });
    expect(stamped.length).toBeGreaterThan(takesTrials ? 10 : 5);
    expect(stamped).toEqual([...new Set(stamped)].sort((a, b) => a - b));
  });

  test('behavior: nothing was thrown uncaught', () => {
    const loud = keystamp.logs.filter(({ level }) => level === 'uncaught');
    expect(loud).toEqual([]);
  });
});
