import type { Page } from 'playwright';
import { expect, test } from 'playwright/test';
import { button, unlock } from '../e2e/person.ts';
import {
  approval,
  CODE,
  openListed,
  prepared,
  RENAME,
  sendHeld,
  sendInto,
  shownId,
  type Surroundings,
} from '../e2e/trouble.ts';
import { useFirefox } from './stage.ts';

/*
 * Firefox ends an idle background page, and with it all that it waits for. Wherever that happens, or
 * the vault is locked, or the whole browser is killed, the activity completes, the service carries it
 * out once, and every send is the same bytes under the same stamp.
 */

const stage = useFirefox();
let page: Page;

test.beforeAll(async () => {
  page = await stage.openPopup();
});

const around: Surroundings = {
  page: () => page,
  get proxy() {
    return stage.proxy;
  },
  get oracle() {
    return stage.oracle;
  },
};

async function lock(): Promise<void> {
  await page.goto(`${page.url().split('#')[0] ?? ''}#/`);
  await button(page, 'popup.lock').click();
  await button(page, 'kit.unlock.action').waitFor();
}

for (const subject of [RENAME, CODE]) {
  test.describe(`the background ended on the way of ${subject.row.name}`, () => {
    test('behavior: before the click: completed, once', async () => {
      const trial = await prepared(subject, around);
      await stage.keystamp.stopBackground();
      await approval(page, subject.row).click();
      await trial.demandOnce(page);
    });

    test('behavior: right after the click: completed, once', async () => {
      const trial = await prepared(subject, around);
      await approval(page, subject.row).click();
      await stage.keystamp.stopBackground();
      await trial.demandOnce(page);
    });

    for (const [then, letGo] of [
      ['released', 'release'],
      ['dropped', 'drop'],
    ] as const) {
      test(`behavior: carried out, before the answer, which is ${then} then: completed, once`, async () => {
        const trial = await prepared(subject, around);
        const answer = await sendHeld(subject, around);
        await stage.keystamp.stopBackground();
        answer[letGo]();
        await trial.demandOnce(page);
        expect(trial.sends().length).toBeGreaterThan(1);
      });
    }

    for (const kind of ['drop-before', 'drop-after'] as const) {
      test(`behavior: after a connection lost (${kind}): completed, once`, async () => {
        const trial = await prepared(subject, around);
        await sendInto(subject, { kind }, around);
        await stage.keystamp.stopBackground();
        await trial.demandOnce(page);
        expect(trial.sends().length).toBeGreaterThan(1);
      });
    }
  });
}

test('behavior: locked on the way: the same bytes are sent again while locked', async () => {
  const trial = await prepared(RENAME, around);
  const answer = await sendHeld(RENAME, around);
  const id = await shownId(page);
  await lock();
  const again = stage.proxy.arrival(RENAME.row.path);
  await stage.keystamp.stopBackground();
  answer.drop();
  await page.reload();
  await again;
  await unlock(page);
  await openListed(page, id);
  await trial.demandOnce(page);
  expect(trial.sends().length).toBeGreaterThan(1);
});

test('behavior: with no page open, the alarm brings the background back, and it finishes', async () => {
  const trial = await prepared(RENAME, around);
  const answer = await sendHeld(RENAME, around);
  const id = await shownId(page);
  await page.close();
  await stage.keystamp.stopBackground();
  const again = stage.proxy.arrival(RENAME.row.path);
  answer.drop();
  await again;
  page = await stage.openPopup();
  await openListed(page, id);
  await trial.demandOnce(page);
  expect(trial.sends().length).toBeGreaterThan(1);
});

test('behavior: Firefox killed on the way: nothing leaves before the unlock, then the same bytes', async () => {
  const trial = await prepared(RENAME, around);
  const answer = await sendHeld(RENAME, around);
  const id = await shownId(page);
  await stage.keystamp.kill();
  answer.drop();
  await stage.restart();
  page = await stage.openPopup();
  await button(page, 'kit.unlock.action').waitFor();
  expect(trial.sends()).toHaveLength(1);
  await unlock(page);
  await openListed(page, id);
  await trial.demandOnce(page);
  expect(trial.sends().length).toBeGreaterThan(1);
});
