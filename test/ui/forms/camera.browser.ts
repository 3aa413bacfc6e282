import encodeQR from 'qr';
import { h, render } from 'preact';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../../../src/ui/style.css';
import { startOwnPage } from '../../../src/ui/components/own-page.ts';
import { CameraDialog } from '../../../src/ui/forms/camera-dialog.tsx';
import { addWords, t } from '../../../src/ui/i18n.ts';
import { cameraWords } from '../../../src/ui/words/en/camera.ts';
import { axeFaults } from '../axe.ts';

/*
 * The camera’s dialog with real streams: what the browser’s `captureStream` gives of a canvas. That the extension
 * gets one from a camera, and what becomes of the browser’s question, is in test/e2e/camera.e2e.ts.
 */

const TEXT = 'keystamp-device:1:7c4c8a1e-3a57-4b6e-9a0e-5a7a3b1c2d4f:02'.padEnd(120, '5a');
const SIDE = 480;

let root: HTMLElement;
let canvas: HTMLCanvasElement;
let streams: MediaStream[];
let taken: string[];
let drawn: readonly string[];
let redraw: ReturnType<typeof setInterval>;
let real: MediaDevices['getUserMedia'];

/** What the camera sees from now on. */
const draw = (...texts: readonly string[]) => void (drawn = texts);

/** Draws codes beside one another; a stream has a frame only of what is drawn anew. */
function paint(texts: readonly string[]): void {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = 'black';
  for (const [at, text] of texts.entries()) {
    const rows = encodeQR(text, 'raw', { border: 4 });
    const size = Math.floor(SIDE / rows.length);
    const cells = rows.flatMap((row, y) => row.map((isDark, x) => ({ isDark, x, y })));
    for (const { x, y } of cells.filter(({ isDark }) => isDark))
      context.fillRect(at * SIDE + x * size, y * size, size, size);
  }
}

const isOff = () =>
  streams.flatMap((one) => one.getTracks()).every((one) => one.readyState === 'ended');

function show(refuse?: (text: string) => string | undefined): void {
  render(
    h(CameraDialog, {
      onText: (text: string) => {
        const refusal = refuse?.(text);
        if (refusal === undefined) taken.push(text);
        return refusal;
      },
      onClose: () => render(null, root),
    }),
    root,
  );
}

const says = (text: string) => expect.element(page.getByText(text, { exact: true })).toBeVisible();
const running = () => expect.poll(() => streams.length).toBeGreaterThan(0);

beforeAll(() => {
  startOwnPage({ now: () => 1_000_000, root: document.documentElement });
  addWords(cameraWords);
});

beforeEach(() => {
  root = document.body.appendChild(document.createElement('div'));
  canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [SIDE, SIDE];
  [streams, taken] = [[], []];
  real = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  draw();
  redraw = setInterval(() => paint(drawn), 50);
  navigator.mediaDevices.getUserMedia = () => {
    const stream = canvas.captureStream(10);
    streams.push(stream);
    return Promise.resolve(stream);
  };
});

afterEach(() => {
  clearInterval(redraw);
  navigator.mediaDevices.getUserMedia = real;
  render(null, root);
  root.remove();
});

describe('the camera', () => {
  test('error: two codes that come by turns: one has to be chosen', async () => {
    let frames = 0;
    show();
    await running();
    clearInterval(redraw);
    redraw = setInterval(() => paint([`code ${(frames += 1)}`]), 50);
    const shown = () => {
      // A busy machine may show one frame for two readings: then that one code is taken.
      if (root.childElementCount === 0) show();
      return document.body.innerText;
    };
    await expect.poll(shown, { timeout: 30_000, interval: 20 }).toContain(t('camera.several'));
  });

  test('behavior: a code that it sees is taken, and it is off then', async () => {
    show();
    await running();
    draw(TEXT);
    await expect.poll(() => taken, { timeout: 10_000 }).toEqual([TEXT]);
    expect(isOff()).toBe(true);
  });

  test('behavior: nothing to read: it says what to do, and axe has no complaint', async () => {
    show();
    await running();
    await says(t('camera.what'));
    expect(await axeFaults({ place: root })).toEqual([]);
    expect(isOff()).toBe(false);
  });

  test('error: a code of another kind is refused in words, and is off; another start looks again', async () => {
    show((text) => (text === TEXT ? undefined : t('camera.address.other')));
    await running();
    draw('https://example.com/');
    await expect
      .element(page.getByText(t('camera.address.other')), { timeout: 10_000 })
      .toBeVisible();
    expect([taken, isOff()]).toEqual([[], true]);
    draw(TEXT);
    await userEvent.click(page.getByRole('button', { name: t('camera.again') }));
    await expect.poll(() => taken, { timeout: 10_000 }).toEqual([TEXT]);
    expect(isOff()).toBe(true);
  });

  for (const [what, leave] of [
    ['the window loses the focus', () => window.dispatchEvent(new Event('blur'))],
    ['the page is left', () => window.dispatchEvent(new Event('pagehide'))],
  ] as const)
    test(`behavior: it is off once ${what}`, async () => {
      show();
      await running();
      // Its picture runs: only then is the focus its own.
      await expect.poll(() => root.querySelector('video')?.videoWidth).toBe(SIDE);
      leave();
      expect(isOff()).toBe(true);
      await says(t('camera.left'));
    });

  test('behavior: it is off once the dialog is gone, as when Keystamp locks or the user cancels', async () => {
    show();
    await running();
    render(null, root);
    await expect.poll(isOff).toBe(true);
  });

  test('behavior: a stream that comes after the dialog has gone is ended at once', async () => {
    let give: (stream: MediaStream) => void = () => undefined;
    navigator.mediaDevices.getUserMedia = () => new Promise((resolve) => (give = resolve));
    show();
    const asked = give;
    await expect.poll(() => give !== asked).toBe(true);
    render(null, root);
    const stream = canvas.captureStream(10);
    streams.push(stream);
    give(stream);
    await expect.poll(isOff).toBe(true);
  });

  for (const [name, fault] of [
    ['NotAllowedError', 'refused'],
    ['NotFoundError', 'missing'],
    ['NotReadableError', 'busy'],
  ] as const)
    test(`error: ${name} has a sentence of its own`, async () => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', name));
      show();
      await says(t(`camera.fault.${fault}`));
      await says(t(`camera.fault.${fault}Text`));
      await expect.element(page.getByRole('button', { name: t('camera.again') })).toBeVisible();
    });
});
