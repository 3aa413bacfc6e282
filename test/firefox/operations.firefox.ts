import type { Page } from 'playwright';
import { expect, test } from 'playwright/test';
import { openForm, operation } from '../e2e/person.ts';
import { WALKS, type Scene } from '../e2e/walkthrough.ts';
import { useFirefox } from './stage.ts';

/*
 * The ten operations in a real Firefox: the walks are those of Chromium's tests, the witness is the
 * vendor's client.
 */

// The checkout that an on-ramp opens is at the service's own address, or it is not opened.
const stage = useFirefox({ through: 'service' });
let page: Page;

test.beforeAll(async () => {
  page = await stage.openPopup();
});

for (const walk of WALKS) {
  test(`behavior: ${walk.operation} from the form to the stored effect`, async () => {
    const { service, oracle } = stage;
    const scene: Scene = { page, service, oracle, shoot: () => Promise.resolve() };
    await walk.run(scene);
    expect(await walk.stored(scene)).toEqual(walk.expected);
  });
}

test('behavior: each submit was carried out once', async () => {
  const effects = await stage.oracle.effects();
  const counted = WALKS.map((walk) => operation(walk.operation)).flatMap((row) =>
    row.kind === 'submit' ? [effects[row.versions[0].type]] : [],
  );
  expect(counted).toEqual(Array.from({ length: 9 }, () => 1));
});

test('behavior: nothing was complained about on any console', async () => {
  await openForm(page, operation('update_wallet'));
  expect(await stage.keystamp.logs()).toEqual([]);
  // What would have been seen: a script from elsewhere, which the policy of our pages refuses.
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.src = 'https://elsewhere.example/script.js';
    document.head.append(script);
  }, null);
  await expect
    .poll(async () => (await stage.keystamp.logs()).join('\n'))
    .toMatch(/Content-Security-Policy[^]*elsewhere\.example/);
});
