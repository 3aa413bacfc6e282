import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'playwright/test';
import type { Page } from 'playwright';
import { MAX_LONG_LIVED_API_KEYS } from '../../src/protocol/api-key.ts';
import { createHeldAnswer } from './activity-trials.ts';
import { checkShown } from './appearance.ts';
import { demandAccessible } from './axe.ts';
import { launchKeystamp, type Keystamp } from './browser.ts';
import { test } from './environment.ts';
import { startFaultProxy, type Fault, type FaultProxy } from './fault-proxy.ts';
import { openKeys, openPopup } from './pages.ts';
import { shownBy, trialUnless } from '../trial-tag.ts';
import { hostService } from './hosted-service.ts';
import { oracleAt, type Oracle } from './oracle.ts';
import {
  addKeys,
  beginRotation,
  demandOneKey,
  demandWorkingKey,
  openOwnRotation,
  registeredKeys,
  removeKeys,
  vaultKeys,
  waitForEnd,
  waitForKeyEnd,
} from './rotation-walk.ts';
import { reauthenticate } from './reauthentication.ts';
import { shoot } from './screenshots.ts';
import type { LocalService } from './service.ts';
import { setUpByCalls } from './set-up-by-calls.ts';
import { button, chooseLifetime, textFor, unlock } from './user-actions.ts';

/*
 * A profile's API key is replaced by a new one, in the built extension and at the real local service.
 * Wherever the worker or the whole browser is stopped, a key that works stays, and the rest goes on
 * or is undone.
 */

const TIMEOUT = { timeout: 30_000 };

// Each test continues where the previous one ended.
test.describe.configure({ mode: 'serial' });
test.setTimeout(180_000);

let profileDir: string;
let service: LocalService;
let proxy: FaultProxy;
let oracle: Oracle;
let keystamp: Keystamp;
let page: Page;

test.beforeAll(async () => {
  profileDir = mkdtempSync(join(tmpdir(), 'keystamp-rotation-'));
  service = await hostService();
  proxy = await startFaultProxy(service.url);
  oracle = await oracleAt(service.url);
  keystamp = await launchKeystamp({ profileDir });
  page = await setUpByCalls(keystamp, proxy.url);
});

test.afterAll(async () => {
  await keystamp?.close();
  await proxy?.stop();
  await service?.stop();
  rmSync(profileDir, { recursive: true, force: true, maxRetries: 5 });
});

/** The requests of a rotation, in order: which path, and how many of the same came before. */
const MOMENTS = [
  ['the proof of the old key', 'query/whoami', 0],
  ['the look at the registered keys', 'query/get_api_keys', 0],
  ['the registration', 'submit/create_api_keys', 0],
  ['the proof of the new key', 'query/whoami', 1],
  ['the removal at the service', 'submit/delete_api_keys', 0],
  ['the last look at the registered keys', 'query/get_api_keys', 2],
] as const;

/** Lets so many requests to a path through, and holds the next one's answer. */
function holdNth(path: string, before: number) {
  const answer = createHeldAnswer();
  const pass: Fault = { kind: 'delay', ms: 0 };
  proxy.next(path, ...Array.from({ length: before }, () => pass), answer.fault);
  return answer;
}

/** Begins a rotation and waits until that request is there; its answer is held. */
async function beginAndHoldNth(path: string, before: number) {
  await waitForKeyEnd(page);
  const answer = holdNth(path, before);
  const come = arrivals(path, before + 1);
  await beginRotation(page);
  await come();
  return answer;
}

/** Resolves once so many requests to a path have come since now. */
function arrivals(path: string, count: number) {
  const seenBefore = proxy.seen.length;
  const come = () => proxy.seen.slice(seenBefore).filter((one) => one.path.endsWith(path)).length;
  return () => expect.poll(come, TIMEOUT).toBeGreaterThanOrEqual(count);
}

const checkScreen = (name: string) => checkShown(page, name, { fullPage: true });

const answerWith = (status: number, body: object): Fault => ({
  kind: 'answer',
  status,
  body: JSON.stringify({ details: [], ...body }),
});

test.describe('a rotation', () => {
  test('behavior: one click from the list of keys; the old key is gone everywhere', async () => {
    const before = await demandOneKey(page, oracle);
    await openKeys(page);
    await page.getByRole('link', { name: /^Rotate/ }).click();
    await button(page, 'app.rotation.rotate').waitFor(TIMEOUT);
    await checkScreen('rotation-form');
    await beginRotation(page);
    await waitForEnd(page);
    await checkScreen('rotation-done');
    expect(await demandOneKey(page, oracle)).not.toBe(before);
  });

  test('behavior: every request after the change is signed by the new key', async () => {
    const seenBefore = proxy.seen.length;
    await beginRotation(page);
    await waitForEnd(page);
    const key = await demandOneKey(page, oracle);
    const removal = proxy.seen
      .slice(seenBefore)
      .find(({ path }) => path.endsWith('submit/delete_api_keys'));
    const stamp = JSON.parse(Buffer.from(removal?.stamp ?? '', 'base64url').toString()) as object;
    expect(stamp).toMatchObject({ publicKey: key });
  });
});

/** Continues a rotation that has stopped; one that was only interrupted for a moment goes on by itself. */
async function continueUnlessEnded(): Promise<void> {
  const click = button(page, 'app.continue').click(TIMEOUT);
  click.catch(() => undefined);
  await Promise.race([click, page.locator('[data-rotated]').waitFor(TIMEOUT)]);
}

test.describe('the worker stops', () => {
  for (const [what, path, before] of MOMENTS) {
    const details = trialUnless(path.startsWith('submit/'));
    test(`behavior: during ${what}: a key works, and it ends with one`, details, async () => {
      const answer = await beginAndHoldNth(path, before);
      await keystamp.stopWorker();
      answer.release();
      await demandWorkingKey(page);
      await page.locator('[data-rotated], [data-stopped]').waitFor(TIMEOUT);
      await continueUnlessEnded();
      await waitForEnd(page);
      await demandOneKey(page, oracle);
    });
  }
});

test.describe('the whole browser is killed', () => {
  for (const [what, path, before] of MOMENTS) {
    test(
      `behavior: during ${what}: a key works, and it goes on`,
      trialUnless(path === 'submit/delete_api_keys'),
      async () => {
        const answer = await beginAndHoldNth(path, before);
        await keystamp.kill();
        answer.drop();
        keystamp = await launchKeystamp({ profileDir });
        page = await openKeys(keystamp);
        await unlock(page);
        await page.getByRole('heading', { name: textFor('popup.keysHere') }).waitFor(TIMEOUT);
        await demandWorkingKey(page);
        const isBegun = path !== 'query/whoami' || before > 0;
        if (!isBegun) await beginRotation(page);
        else {
          await button(page, 'app.rotation.open').click();
          await page.getByText(textFor('rotation.interrupted')).waitFor(TIMEOUT);
          if (before === 0) await demandAccessible(page, path);
          await button(page, 'app.continue').click();
        }
        await waitForEnd(page);
        await demandOneKey(page, oracle);
      },
    );
  }
});

test.describe('undone', () => {
  /** Stops the rotation at a request that is refused, and returns the key from before. */
  async function stopAt(path: string, before: number): Promise<string> {
    const old = await demandOneKey(page, oracle);
    const refusal = answerWith(403, { code: 7, message: 'not today' });
    await waitForKeyEnd(page);
    proxy.next(
      path,
      ...Array.from({ length: before }, (): Fault => ({ kind: 'delay', ms: 0 })),
      refusal,
    );
    await beginRotation(page);
    await page.locator('[data-stopped]').waitFor(TIMEOUT);
    await demandWorkingKey(page);
    return old;
  }

  for (const [what, path, before] of MOMENTS.slice(1)) {
    const isRemoved = path === 'query/get_api_keys' && before === 2;
    const details = trialUnless(path === 'submit/create_api_keys' || isRemoved);
    test(
      `behavior: after ${what} was refused: the old key alone, and it works`,
      details,
      async () => {
        const old = await stopAt(path, before);
        if (path.startsWith('submit')) await checkScreen(`rotation-${path.slice(7)}`);
        if (isRemoved) {
          // The service has no old key anymore: there is no way back, and it says so.
          await button(page, 'rotation.undo').click();
          await page.locator('[data-run="stopped"][data-direction="back"]').waitFor(TIMEOUT);
          await checkScreen('rotation-no-way-back');
          await demandWorkingKey(page);
          await button(page, 'rotation.forward').click();
          await waitForEnd(page);
          expect(await demandOneKey(page, oracle)).not.toBe(old);
          return;
        }
        await button(page, 'rotation.undo').click();
        await waitForEnd(page, 'back');
        expect(await demandOneKey(page, oracle)).toBe(old);
      },
    );
  }

  test('behavior: and the browser killed while it is undone', trialUnless(false), async () => {
    const old = await stopAt('submit/delete_api_keys', 0);
    const answer = holdNth('submit/delete_api_keys', 0);
    const come = arrivals('submit/delete_api_keys', 1);
    await button(page, 'rotation.undo').click();
    await come();
    await keystamp.kill();
    answer.drop();
    keystamp = await launchKeystamp({ profileDir });
    page = await openKeys(keystamp);
    await unlock(page);
    await button(page, 'app.rotation.open').click();
    await button(page, 'rotation.continueBack').click();
    await waitForEnd(page, 'back');
    expect(await demandOneKey(page, oracle)).toBe(old);
  });
});

test.describe('what needs the user is said', () => {
  const DAY_MS = 86_400_000;
  /** What the service says of the keys: each began so long ago, to live for a day. */
  const aged = (ageMs: number): Fault => ({
    kind: 'edit',
    change: (body) => {
      const answer = JSON.parse(body) as { apiKeys: Record<string, unknown>[] };
      const seconds = String(Math.round((Date.now() - ageMs) / 1000));
      const life = { createdAt: { seconds, nanos: '0' }, expirationSeconds: '86400' };
      return JSON.stringify({ apiKeys: answer.apiKeys.map((key) => ({ ...key, ...life })) });
    },
  });

  const text = (key: string) => textFor(key, { profile: 'Local service' }).split('{when}')[0] ?? '';

  for (const [what, ageMs] of [
    ['ending', 0.9 * DAY_MS],
    ['ended', 1.1 * DAY_MS],
  ] as const) {
    const details = trialUnless(what === 'ended');
    test(
      `behavior: a key that is ${what}: in the options page and the popup`,
      details,
      async () => {
        await beginRotation(page);
        await waitForEnd(page);
        const stop = proxy.always('query/get_api_keys', aged(ageMs));
        await openKeys(page);
        await page.getByText(text(`app.rotation.${what}`)).waitFor(TIMEOUT);
        await checkScreen(`rotation-${what}`);
        const popup = await openPopup(keystamp);
        await popup.getByText(text(`app.rotation.${what}`)).waitFor(TIMEOUT);
        await shoot(popup, `rotation-popup-${what}`);
        await popup.close();
        stop();
      },
    );
  }

  test(
    'behavior: a rotation that is not finished, also on a narrow page',
    shownBy('ui/procedures/stages.browser.ts'),
    async () => {
      proxy.next('submit/create_api_keys', answerWith(403, { code: 7, message: 'not today' }));
      await beginRotation(page);
      await page.locator('[data-stopped]').waitFor(TIMEOUT);
      const wide = page.viewportSize();
      await page.setViewportSize({ width: 400, height: 800 });
      await checkScreen('rotation-narrow');
      await openKeys(page);
      await button(page, 'app.rotation.open').waitFor(TIMEOUT);
      await checkScreen('rotation-unfinished-narrow');
      if (wide) await page.setViewportSize(wide);
      const popup = await openPopup(keystamp);
      await button(popup, 'app.rotation.open').waitFor(TIMEOUT);
      await shoot(popup, 'rotation-popup-unfinished');
      await popup.close();
      await button(page, 'app.rotation.open').click();
      await button(page, 'rotation.undo').click();
      await waitForEnd(page, 'back');
      await demandOneKey(page, oracle);
    },
  );
});

test.describe('what stands in the way has a sentence of its own', () => {
  async function demandSentence(path: string, fault: Fault, text: string, name: string) {
    proxy.next(path, fault);
    await beginRotation(page);
    await page.getByText(text).first().waitFor(TIMEOUT);
    await checkScreen(`rotation-${name}`);
    await demandWorkingKey(page);
    await button(page, 'rotation.undo').click();
    await waitForEnd(page, 'back');
    await demandOneKey(page, oracle);
  }

  test('error: the clock is off', shownBy('worker/key-rotations.test.ts'), () =>
    demandSentence(
      'submit/create_api_keys',
      answerWith(400, {
        code: 3,
        message: 'request timestamp is too old',
        turnkeyErrorCode: 'INVALID_TIME',
      }),
      textFor('rotation.clock'),
      'clock',
    ),
  );

  test('error: the last credential', shownBy('worker/key-rotations.test.ts'), () =>
    demandSentence(
      'submit/delete_api_keys',
      answerWith(400, {
        code: 9,
        message: 'the last credential of user x cannot be removed: nobody could stamp',
      }),
      textFor('rotation.lastCredential'),
      'last-credential',
    ),
  );

  test(
    'error: as many keys as the service allows',
    shownBy('worker/key-rotations.test.ts'),
    async () => {
      const userId = await demandWorkingKey(page);
      const added = await addKeys(oracle, userId, MAX_LONG_LIVED_API_KEYS - 1);
      await beginRotation(page);
      await page.getByText(textFor('rotation.tooMany')).waitFor(TIMEOUT);
      await checkScreen('rotation-too-many');
      await button(page, 'rotation.undo').click();
      await waitForEnd(page, 'back');
      await openOwnRotation(page);
      await chooseLifetime(page.locator('form'), '2592000');
      await shoot(page, 'rotation-lifetime', { fullPage: true });
      await reauthenticate(page);
      await button(page, 'app.rotation.rotate').click();
      await waitForEnd(page);
      await removeKeys(oracle, userId, added);
      await demandOneKey(page, oracle);
    },
  );
});

test.describe('all of it together', () => {
  test('behavior: nothing was thrown uncaught, and the vault has one key', async () => {
    expect(keystamp.logs.filter(({ level }) => level === 'uncaught')).toEqual([]);
    expect(await vaultKeys(page)).toHaveLength(1);
    const userId = await demandWorkingKey(page);
    expect(await registeredKeys(oracle, userId)).toHaveLength(1);
    await openOwnRotation(page);
    await button(page, 'app.rotation.rotate').waitFor(TIMEOUT);
  });
});
