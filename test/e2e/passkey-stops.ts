import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'playwright/test';
import { test } from './environment.ts';
import { environment, popup, RENAME, startRename, pressUse } from './passkey-popup-environment.ts';
import { waitForEffects, countEffects, createHeldAnswer } from './activity-trials.ts';
import { trialUnless } from '../trial-tag.ts';

/*
 * Exactly once, for passkeys too: wherever the worker is stopped between the prompt and the
 * service's answer, the activity is carried out once, under the one stamp that the passkey made.
 */

/** From the click to the stop: the prompt takes some milliseconds, and so does writing to disk. */
const MOMENTS = [0, 5, 15, 40];
const USUAL_MOMENTS = [15];

test.describe('the worker stopped between the prompt and the answer', () => {
  test('behavior: before the prompt: the next worker handles the answer, once', async () => {
    const { window, demandOnce } = await startRename();
    await environment.keystamp.stopWorker();
    await pressUse(window);
    await demandOnce();
  });

  for (const ms of MOMENTS) {
    const moment = trialUnless(USUAL_MOMENTS.includes(ms));
    test(`behavior: ${ms} ms after the click: completed, once`, moment, async () => {
      const { window, demandOnce } = await startRename();
      // Not of the window: when its session goes, its passkeys go, too.
      const session = await environment.keystamp.context.newCDPSession(popup);
      await session.send('ServiceWorker.enable');
      await pressUse(window);
      await sleep(ms);
      await session.send('ServiceWorker.stopAllWorkers');
      await session.detach();
      await demandOnce();
    });
  }

  for (const letGo of ['release', 'drop'] as const) {
    const what = `behavior: carried out, before the answer (then ${letGo}): completed, once, with the same bytes`;
    test(what, trialUnless(letGo === 'drop'), async () => {
      const count = await countEffects(environment.oracle, RENAME);
      const { window, sends, demandOnce } = await startRename();
      const answer = createHeldAnswer();
      environment.proxy.next(RENAME.path, answer.fault);
      await pressUse(window);
      await waitForEffects(environment.oracle, RENAME, count + 1);
      await environment.keystamp.stopWorker();
      answer[letGo]();
      await demandOnce();
      expect(sends().length).toBeGreaterThan(1);
    });
  }
});
