import encodeQR from 'qr';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { createHeldAnswer } from '../e2e/activity-trials.ts';
import { openKeys, openOperation, openSetUp } from '../e2e/pages.ts';
import { confirmIdentity } from '../e2e/reauthentication.ts';
import {
  demandOneKey,
  demandWorkingKey,
  openOwnRotation,
  registeredKeys,
  waitForEnd,
} from '../e2e/rotation-walk.ts';
import {
  button,
  comparePublicKey,
  groupsOn,
  operationRow,
  textFor,
  unlock,
  waitForState,
} from '../e2e/user-actions.ts';
import { useFirefox } from './firefox-setup.ts';
import { shownBy, trialUnless } from '../trial-tag.ts';
import { test } from './firefox-test.ts';

/*
 * A key that is replaced, and a second device that is added from its QR code, in a real Firefox and at
 * the real local service.
 */

const setup = useFirefox();
let page: Page;

test.beforeAll(async () => {
  page = await openKeys(setup);
  await page.getByRole('heading', { name: textFor('popup.keysHere') }).waitFor();
});

async function begin(): Promise<void> {
  await openOwnRotation(page);
  await button(page, 'app.rotation.rotate').click();
  const dialog = page.getByRole('dialog', { name: textFor('options.again.title') });
  const stages = page.locator('.stages');
  await dialog.or(stages).first().waitFor();
  if (await dialog.count()) await confirmIdentity(page);
}

test('behavior: a rotation ends with the new key alone', async () => {
  const before = await demandOneKey(page, setup.oracle);
  await begin();
  await waitForEnd(page);
  expect(await demandOneKey(page, setup.oracle)).not.toBe(before);
});

for (const path of ['submit/create_api_keys', 'submit/delete_api_keys'] as const) {
  const details = trialUnless(path === 'submit/delete_api_keys');
  test(
    `behavior: the background ends during ${path}: a key works, and it ends with one`,
    details,
    async () => {
      const answer = createHeldAnswer();
      setup.proxy.next(path, answer.fault);
      const arrived = setup.proxy.arrival(path);
      await begin();
      await arrived;
      await setup.keystamp.stopBackground();
      answer.release();
      await demandWorkingKey(page);
      const end = page.locator('[data-rotated]');
      await end.or(page.locator('[data-stopped]')).first().waitFor();
      if (!(await end.count())) await button(page, 'app.continue').click();
      await waitForEnd(page);
      await demandOneKey(page, setup.oracle);
    },
  );

  test(
    `behavior: Firefox is killed during ${path}: a key works, and it goes on`,
    trialUnless(false),
    async () => {
      const answer = createHeldAnswer();
      setup.proxy.next(path, answer.fault);
      const arrived = setup.proxy.arrival(path);
      await begin();
      await arrived;
      await setup.keystamp.kill();
      answer.drop();
      await setup.restart();
      page = await openKeys(setup);
      await unlock(page);
      await button(page, 'app.rotation.open').click();
      await demandWorkingKey(page);
      await button(page, 'app.continue').click();
      await waitForEnd(page);
      await demandOneKey(page, setup.oracle);
    },
  );
}

const BMP_HEADER = 54;

/** A picture of a QR code as a front camera shows it, mirrored. 24 bits for each dot. */
function drawMirrored(text: string): Uint8Array {
  const scale = 6;
  const modules = encodeQR(text, 'raw', { border: 4 });
  const side = modules.length * scale;
  const line = Math.ceil((side * 3) / 4) * 4;
  const file = Buffer.alloc(BMP_HEADER + line * side, 0xff);
  file.write('BM');
  const numbers = [file.length, 0, BMP_HEADER, 40, side, -side, 0x00180001, 0, 0, 0, 0, 0, 0];
  for (const [at, number] of numbers.entries()) file.writeInt32LE(number, 2 + at * 4);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const isDark = modules[Math.floor(y / scale)]?.[Math.floor((side - 1 - x) / scale)];
      const start = BMP_HEADER + y * line + x * 3;
      if (isDark) file.fill(0, start, start + 3);
    }
  }
  return file;
}

/** Gives the field a picture, as a user's file dialog does. */
function choosePicture(bytes: Uint8Array): Promise<void> {
  return page.evaluate((base64) => {
    const input = document.querySelector<HTMLInputElement>('input[type="file"]');
    const raw = Uint8Array.from(atob(String(base64)), (letter) => letter.charCodeAt(0));
    const transfer = new DataTransfer();
    transfer.items.add(new File([raw], 'code.bmp', { type: 'image/bmp' }));
    if (!input) throw new Error('no input');
    input.files = transfer.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }, Buffer.from(bytes).toString('base64'));
}

test(
  'behavior: a second device shows its code, is added by its picture, and signs',
  shownBy('e2e/second-device.e2e.ts'),
  async () => {
    const device = await openSetUp(setup, setup.proxy.url);
    await device.getByRole('switch', { name: textFor('options.device.second') }).click();
    await device
      .getByLabel(textFor('options.service.organization'), { exact: true })
      .fill(setup.oracle.organizationId);
    await button(device, 'app.continue').click();
    await button(device, 'options.key.create').click();
    await device.locator('.comparison-groups').waitFor();
    const code = await device.locator('.copy-text').innerText();
    const digits = await device.locator('.comparison-groups').innerText();
    const userId = await demandWorkingKey(page);
    await openOperation(page, 'create_api_keys', `user/${userId}`);
    await page.locator('[data-field="apiKeys.0.publicKey"]').waitFor();
    await choosePicture(drawMirrored(code));
    await comparePublicKey(
      page.locator('[data-field="apiKeys.0.publicKey"]'),
      await groupsOn(device),
    );
    const plain = (text: string) => text.replace(/\D/g, '');
    expect(plain(await page.locator('.comparison-groups').innerText())).toBe(plain(digits));
    await page.locator('[data-field="apiKeys.0.apiKeyName"] input').fill('Second');
    await button(page, 'popup.review.title').click();
    const { action } = operationRow('create_api_keys');
    await page.getByRole('button', { name: action, exact: true }).click();
    await waitForState(page, 'completed');
    await button(device, 'options.register.done').click();
    await device.getByText(textFor('options.proof.good'), { exact: true }).waitFor();
    expect(await registeredKeys(setup.oracle, userId)).toContain(code.split(':')[3]);
  },
);
