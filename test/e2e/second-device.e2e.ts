import { writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import encodeQR from 'qr';
import { expect } from 'playwright/test';
import type { Locator, Page } from 'playwright';
import { checkWhole } from './appearance.ts';
import { launchKeystamp, type Keystamp } from './browser.ts';
import { test } from './environment.ts';
import { readArea, readDatabase } from './extension-internals.ts';
import type { FaultProxy } from './fault-proxy.ts';
import type { Oracle } from './oracle.ts';
import { openHome, openKeys, openSetUp, POPUP_SIZE } from './pages.ts';
import { demandWorkingKey, registeredKeys } from './rotation-walk.ts';
import {
  button,
  chooseLifetime,
  choosePassword,
  comparePublicKey,
  groupsOn,
  operationRow,
  textFor,
  waitForState,
} from './user-actions.ts';

/*
 * A second device: it makes a key of its own, and the first one registers it from a picture of its
 * screen or from its text. Two real browsers and the real local service; no secret moves.
 */

const TIMEOUT = { timeout: 30_000 };
const ADD_KEYS = operationRow('create_api_keys');

// Each test continues where the previous one ended.
test.describe.configure({ mode: 'serial' });
test.setTimeout(120_000);

let proxy: FaultProxy;
let oracle: Oracle;
let first: Keystamp;
let second: Keystamp;
let options: Page;
let popup: Page;
let device: Page;
let code: string;

test.beforeAll(async ({ environments }) => {
  const environment = await environments.start({ through: 'proxy' });
  ({ proxy, oracle, keystamp: first, options } = environment);
  second = await launchKeystamp();
});

test.afterAll(async () => {
  await second?.close();
});

const field = (name: string): Locator => popup.locator(`[data-field="apiKeys.0.${name}"]`);
const keyInput = () => field('publicKey').locator('textarea');

/** Pastes a text into the field of the public key, as a user does. */
async function paste(text: string): Promise<void> {
  await keyInput().fill(text);
  await keyInput().blur();
}

/** A picture of a QR code with a text, as PNG; mirrored as a front camera shows it. */
async function drawPng(text: string, isMirrored = false): Promise<Buffer> {
  const svg = encodeQR(text, 'svg', { border: 4 });
  const page = await first.context.newPage();
  const turn = isMirrored ? ';transform:scaleX(-1)' : '';
  await page.setContent(`<div style="width:400px;background:white${turn}">${svg}</div>`);
  const png = await page.locator('div').screenshot();
  await page.close();
  return png;
}

const image = (buffer: Buffer, mimeType = 'image/png') => ({ name: 'code.png', mimeType, buffer });
const chooseImage = (file: ReturnType<typeof image>) =>
  field('publicKey').locator('input[type="file"]').setInputFiles(file);

test.describe('the new device', () => {
  test('behavior: makes a key for an organization, and shows it as code, text and digits', async () => {
    const { organizationId } = oracle;
    device = await openSetUp(second, proxy.url);
    await choosePassword(device);
    await device.getByRole('switch', { name: textFor('options.device.second') }).check();
    await device
      .getByLabel(textFor('options.service.organization'), { exact: true })
      .fill(organizationId);
    await checkWhole(device, 'device-service');
    await button(device, 'app.continue').click();
    await button(device, 'options.key.create').click(TIMEOUT);
    await device.locator('.comparison-groups').waitFor(TIMEOUT);
    code = await device.locator('.copy-text').innerText();
    expect(code).toMatch(new RegExp(`^keystamp-device:1:${organizationId}:0[23][0-9a-f]{64}$`));
    expect((await groupsOn(device)).join('')).toMatch(/^\d{30}$/);
    await checkWhole(device, 'device-code');
  });

  test('error: before it is registered, the service does not know it', async () => {
    await button(device, 'options.register.done').click();
    await device.getByText(textFor('options.cause.keyDo')).waitFor(TIMEOUT);
    await button(device, 'options.proof.key').click();
    await device.locator('.comparison-groups').waitFor(TIMEOUT);
  });
});

test.describe('the first device', () => {
  test('behavior: says what the other one needs, and opens the form for its own user', async () => {
    await openKeys(options);
    await button(options, 'options.device.add').click();
    await checkWhole(options, 'device-add');
    await options.getByRole('link', { name: textFor('options.device.read') }).click();
    popup = options;
    await popup.setViewportSize(POPUP_SIZE);
    await popup.getByRole('heading', { name: ADD_KEYS.title }).waitFor(TIMEOUT);
    await checkWhole(popup, 'device-form');
  });

  const secret = `1f${randomBytes(31).toString('hex')}`;
  const phrase = `${'abandon '.repeat(11)}about`;

  for (const [what, text, sentence] of [
    ['a private key', () => `${secret}:p256`, 'private_key'],
    ['32 bytes in hex', () => secret, 'maybe_private'],
    ['a recovery phrase', () => phrase, 'recovery_phrase'],
    ['a code of a newer version', () => code.replace(':1:', ':2:'), 'newer_code'],
    ['a code that was cut', () => code.slice(0, -6), 'damaged_code'],
    ['digits on no curve', () => `02${'f'.repeat(64)}`, 'no_point'],
    ['hostile text', () => '<img src=x onerror="document.title=1">', 'other'],
    [
      'a device of another organization',
      () => code.replace(oracle.organizationId, crypto.randomUUID()),
      'other_organization',
    ],
  ] as const) {
    test(`error: ${what} pasted: its own sentence, and nothing of it is kept`, async () => {
      await paste(text());
      await popup.getByText(textFor(`popup.publicKey.${sentence}`)).waitFor(TIMEOUT);
      const isSecret = ['private_key', 'maybe_private', 'recovery_phrase'].includes(sentence);
      if (isSecret) await expect(keyInput()).toHaveValue('');
      expect(await popup.locator('.comparison-question').count()).toBe(0);
      expect(JSON.stringify(await readArea(popup, 'session'))).not.toContain(text());
      expect(await popup.locator('main').innerHTML()).not.toContain(secret);
      if (sentence === 'private_key') await checkWhole(popup, 'device-private-key');
    });
  }

  test('error: a QR code of something else, a picture without one, and no picture', async () => {
    const says = (problem: string) =>
      popup.getByText(textFor(`popup.publicKey.${problem}`)).waitFor(TIMEOUT);
    await chooseImage(image(await drawPng('https://example.com/?x=<script>')));
    await says('other_code');
    await checkWhole(popup, 'device-other-code');
    await chooseImage(image(await drawPng(`${secret}:p256`)));
    await says('private_key');
    await chooseImage(image(await device.locator('h1').screenshot()));
    await says('no_code');
    await chooseImage(image(Buffer.from('not a picture')));
    await says('not_an_image');
    const bomb = Buffer.alloc(64);
    bomb.write('89504e470d0a1a0a0000000d49484452', 'hex');
    bomb.writeUInt32BE(60_000, 16);
    bomb.writeUInt32BE(60_000, 20);
    await chooseImage(image(bomb));
    await says('too_large');
  });

  test('error: none of the groups is the other device’s: the key is refused (threat 72)', async () => {
    await paste(code);
    await comparePublicKey(
      field('publicKey'),
      Array.from({ length: 6 }, () => textFor('popup.publicKey.none')),
    );
    await popup.getByText(textFor('popup.publicKey.not_same')).waitFor(TIMEOUT);
    await expect(keyInput()).toHaveValue('');
    await checkWhole(popup, 'device-not-same');
    await button(popup, 'popup.review.title').click();
    await expect(field('publicKey').locator('.field-error').first()).toBeVisible();
    await expect(popup.getByRole('button', { name: ADD_KEYS.action, exact: true })).toHaveCount(0);
  });

  test('behavior: reads a mirrored picture, too', async () => {
    await chooseImage(image(await drawPng(code, true)));
    await popup.locator('.comparison-question').waitFor(TIMEOUT);
    await comparePublicKey(field('publicKey'), await groupsOn(device));
    await expect(keyInput()).toHaveValue(code.split(':')[3] ?? '');
    await keyInput().fill('');
  });

  test('behavior: reads a screenshot of the other one, and asks for one of its groups (threat 72)', async () => {
    const shot = await device.locator('.qr').screenshot();
    writeFileSync(test.info().outputPath('code.png'), shot);
    await chooseImage(image(shot));
    await popup.locator('.comparison-question').waitFor(TIMEOUT);
    await checkWhole(popup, 'device-compare');
    await comparePublicKey(field('publicKey'), await groupsOn(device));
    expect(await groupsOn(popup)).toEqual(await groupsOn(device));
    await expect(keyInput()).toHaveValue(code.split(':')[3] ?? '');
    await field('apiKeyName').locator('input').fill('Second laptop');
    await chooseLifetime(field('expirationSeconds'), '31536000');
    await checkWhole(popup, 'device-read');
  });

  test('behavior: registers it after a review, and the new device signs for the same user', async () => {
    await button(popup, 'popup.review.title').click();
    await popup.getByText('365 days (31536000 seconds)').waitFor(TIMEOUT);
    // The signing key comes last: until then, nothing in the scrolling part takes the focus.
    await popup.getByRole('button', { name: 'Copy public key' }).waitFor(TIMEOUT);
    await checkWhole(popup, 'device-review');
    await popup.getByRole('button', { name: ADD_KEYS.action, exact: true }).click();
    await waitForState(popup, 'completed');
    await button(device, 'options.register.done').click();
    await device.getByText(textFor('options.proof.good'), { exact: true }).waitFor(TIMEOUT);
    await button(device, 'options.proof.finish').click();
    const userId = await demandWorkingKey(popup);
    expect(await demandWorkingKey(device)).toBe(userId);
    expect(await registeredKeys(oracle, userId)).toHaveLength(2);
  });

  test('error: a key that is registered already', async () => {
    await openHome(popup);
    await openKeys(options);
    await button(options, 'options.device.add').click();
    await options.getByRole('link', { name: textFor('options.device.read') }).click();
    await paste(code);
    await popup.getByText(textFor('popup.publicKey.registered')).waitFor(TIMEOUT);
    await checkWhole(popup, 'device-registered');
  });

  test('behavior: a key of this browser can be made in the form', async () => {
    await field('publicKey')
      .getByRole('combobox', { name: textFor('popup.publicKey.own') })
      .selectOption('new');
    await expect(keyInput()).toHaveValue(/^0[23][0-9a-f]{64}$/);
  });

  test('behavior: nothing that was pasted by mistake is anywhere', async () => {
    const stored = JSON.stringify([
      await readArea(popup, 'session'),
      await readArea(popup, 'local'),
      await readDatabase(popup),
      proxy.seen,
      first.logs,
    ]);
    expect(stored).not.toContain(secret);
    expect(stored).not.toContain(phrase);
    expect(first.logs.filter(({ level }) => level === 'uncaught')).toEqual([]);
    expect(second.logs.filter(({ level }) => level === 'uncaught')).toEqual([]);
  });
});
