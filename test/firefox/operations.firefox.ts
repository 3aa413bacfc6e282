import type { Page } from 'playwright';
import { expect, test } from 'playwright/test';
import { oracleAt, type Oracle } from '../e2e/oracle.ts';
import { openForm, operation, setUp } from '../e2e/person.ts';
import { startService, type RunningService } from '../e2e/service.ts';
import { WALKS, type Scene } from '../e2e/walkthrough.ts';
import { launchFirefox, type KeystampInFirefox } from './browser.ts';
import { screenOf } from './screen.ts';

/*
 * The ten operations in a real Firefox: the walks are those of Chromium's tests, the witness is the
 * vendor's client.
 */

test.describe.configure({ mode: 'serial' });

let service: RunningService;
let keystamp: KeystampInFirefox;
let oracle: Oracle;
let page: Page;

test.beforeAll(async () => {
  service = await startService();
  keystamp = await launchFirefox();
  oracle = await oracleAt(service.url);
  const openPage = async (path: string) => screenOf(await keystamp.openPage(path));
  await (await setUp({ openPage }, service.url)).close();
  page = await openPage('popup.html');
  await page.setViewportSize({ width: 380, height: 600 });
});

test.afterAll(async () => {
  await keystamp?.close();
  await service?.stop();
});

for (const walk of WALKS) {
  test(`behavior: ${walk.operation} from the form to the stored effect`, async () => {
    const scene: Scene = { page, service, oracle, shoot: () => Promise.resolve() };
    await walk.run(scene);
    expect(await walk.stored(scene)).toEqual(walk.expected);
  });
}

test('behavior: each submit was carried out once', async () => {
  const effects = await oracle.effects();
  const counted = WALKS.map((walk) => operation(walk.operation)).flatMap((row) =>
    row.kind === 'submit' ? [effects[row.versions[0].type]] : [],
  );
  expect(counted).toEqual(Array.from({ length: 9 }, () => 1));
});

test('behavior: nothing was complained about on any console', async () => {
  await openForm(page, operation('update_wallet'));
  expect(await keystamp.logs()).toEqual([]);
});
