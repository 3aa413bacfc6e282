import { writeFileSync } from 'node:fs';
import encodeQR from 'qr';
import { expect } from 'playwright/test';
import type { Page } from 'playwright';
import { deviceCodeOf } from '../../src/client/device/device-code.ts';
import { toHex } from '../../src/crypto/bytes.ts';
import { generatePrivateKey, publicKeyOf } from '../../src/crypto/keys.ts';
import { cameraWords } from '../../src/ui/words/en/camera.ts';
import { launchKeystamp, type Keystamp } from './browser.ts';
import { test } from './environment.ts';
import { callWorker } from './extension-internals.ts';
import { hostService } from './hosted-service.ts';
import { openOperation, openPopup } from './pages.ts';
import type { LocalService } from './service.ts';
import { setUpByCalls } from './set-up-by-calls.ts';
import { button, unlock } from './user-actions.ts';

/*
 * A device's code by the camera, in the built extension: Chromium's own capture gives a film in place of a camera,
 * and asks for the permission as for a real one. What the dialog says of everything else is in
 * test/ui/forms/camera.browser.ts.
 */

test.describe.configure({ mode: 'serial' });

const [WIDTH, HEIGHT] = [640, 480];

let service: LocalService;
let keystamp: Keystamp;
let page: Page;
let args: string[];

/** A film of one code as YUV4MPEG2, three frames. */
function filmOf(text: string): Buffer {
  const rows = encodeQR(text, 'raw', { border: 4 });
  const size = Math.floor(HEIGHT / rows.length);
  const light = Buffer.alloc(WIDTH * HEIGHT, 235);
  for (const [y, row] of rows.entries())
    for (const [x, isDark] of row.entries())
      for (let line = 0; isDark && line < size; line++)
        light.fill(
          16,
          (y * size + line) * WIDTH + x * size,
          (y * size + line) * WIDTH + (x + 1) * size,
        );
  const frame = [Buffer.from('FRAME\n'), light, Buffer.alloc((WIDTH * HEIGHT) / 2, 128)];
  const header = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`);
  return Buffer.concat([header, ...frame, ...frame, ...frame]);
}

/** Remembers each stream that the page gets. */
const watchTracks = (): Promise<void> =>
  page.evaluate(() => {
    const { mediaDevices } = navigator;
    const ask = mediaDevices.getUserMedia.bind(mediaDevices);
    const tracks: MediaStreamTrack[] = [];
    Reflect.set(globalThis, 'cameraTracks', tracks);
    mediaDevices.getUserMedia = async (wanted) => {
      const stream = await ask(wanted);
      tracks.push(...stream.getTracks());
      return stream;
    };
  });
const tracks = (): Promise<string[]> =>
  page.evaluate(() =>
    (Reflect.get(globalThis, 'cameraTracks') as MediaStreamTrack[]).map((one) => one.readyState),
  );

async function openForm(): Promise<void> {
  await openOperation(page, 'create_api_keys');
  await button(page, 'popup.camera').waitFor();
  await watchTracks();
}

test.beforeAll(async ({}, info) => {
  service = await hostService();
  const publicKey = toHex(publicKeyOf('P256', generatePrivateKey('P256')));
  const film = info.outputPath('code.y4m');
  writeFileSync(film, filmOf(deviceCodeOf({ organizationId: service.organizationId, publicKey })));
  args = ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${film}`];
  // Answers the browser's question, which no test can click on.
  keystamp = await launchKeystamp({ args: [...args, '--use-fake-ui-for-media-stream'] });
  page = await setUpByCalls(keystamp, service.url);
});

test.afterAll(async () => {
  await keystamp?.close();
  await service?.stop();
});

test('behavior: it reads the other device’s code, and the camera is off', async () => {
  await openForm();
  await button(page, 'popup.camera').click();
  await page.locator('.comparison-question').waitFor();
  expect(await tracks()).toEqual(['ended']);
});

test('behavior: it is off once Keystamp locks', async () => {
  await page.reload();
  await openForm();
  // Its code would be read first: the picture stays without one.
  await page.evaluate(() => {
    CanvasRenderingContext2D.prototype.drawImage = () => undefined;
    OffscreenCanvasRenderingContext2D.prototype.drawImage = () => undefined;
  });
  await button(page, 'popup.camera').click();
  await expect.poll(tracks).toEqual(['live']);
  await callWorker(page, 'vault_lock');
  await expect.poll(tracks).toEqual(['ended']);
  await unlock(page);
});

test('behavior: the popup opens its form in a tab for it', async () => {
  const popup = await openPopup(keystamp);
  await openOperation(popup, 'create_api_keys');
  const opened = keystamp.context.waitForEvent('page');
  await button(popup, 'popup.camera').click();
  await button(await opened, 'popup.camera').waitFor();
});

test('error: a browser that refuses the camera: the dialog says so', async () => {
  await keystamp.close();
  keystamp = await launchKeystamp({ args });
  page = await setUpByCalls(keystamp, service.url);
  await openForm();
  await button(page, 'popup.camera').click();
  await page.getByText(cameraWords['camera.fault.refused']).waitFor();
  expect(await tracks()).toEqual([]);
});
