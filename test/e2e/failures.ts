import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { afterAll, afterEach } from 'vitest';
import type { Page } from 'playwright';
import { ROOT } from '../../scripts/tool.ts';
import { live, type Live } from './browser.ts';

/*
 * What the screen showed when a test failed. A set-up file of the e2e project, so its hooks stand
 * before those of the specs and find the browsers still open (vitest.config.ts, `sequence.hooks`).
 */

const FOLDER = join(ROOT, '.output', 'test', 'failures');
/** A page that hangs may be what failed the test; it must not hold up the rest. */
const PATIENCE_MS = 5000;
const NAME_LENGTH = 140;

const fileName = (text: string): string =>
  text
    .replace(/[^\w.]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, NAME_LENGTH);

async function inTime<T>(work: Promise<T>, otherwise: T): Promise<T> {
  const late = new Promise<T>((resolve) => setTimeout(() => resolve(otherwise), PATIENCE_MS));
  return Promise.race([work.catch(() => otherwise), late]);
}

async function describePage(page: Page, path: string): Promise<string> {
  const picture = page.screenshot({ path: `${path}.png`, timeout: PATIENCE_MS });
  await inTime(
    picture.then(() => true),
    false,
  );
  const text = await inTime(
    page.evaluate(() => document.body?.innerText ?? ''),
    '(the page does not answer)',
  );
  return `${page.url()}\n\n${text}\n`;
}

async function describeBrowser({ context, logs }: Live, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const [at, page] of context.pages().entries()) {
    const path = join(folder, `page-${at}`);
    writeFileSync(`${path}.txt`, await describePage(page, path));
  }
  const lines = logs.map(({ from, level, text }) => `${level} ${from}: ${text}`);
  writeFileSync(join(folder, 'console.txt'), `${lines.join('\n')}\n`);
}

async function describeAll(file: string, name: string, errors: readonly string[]): Promise<void> {
  const folder = join(FOLDER, `${basename(file, '.e2e.ts')}-${fileName(name)}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'errors.txt'), `${errors.join('\n\n')}\n`);
  for (const [at, browser] of [...live].entries()) {
    await describeBrowser(browser, join(folder, `browser-${at}`));
  }
  console.error(`What the failed test showed: ${relative(ROOT, folder)}`);
}

type Failure = { readonly stack?: string; readonly message: string; readonly diff?: string };
const texts = (errors: readonly Failure[] = []) =>
  errors.map(({ stack, message, diff = '' }) => `${stack ?? message}\n${diff}`.trim());

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  await describeAll(task.file.filepath, task.fullTestName, texts(task.result.errors));
});

// A failed beforeAll fails its file, and no test of it runs.
// oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures from the pattern
afterAll(async ({}, { result, file }) => {
  if (!result?.errors?.length) return;
  await describeAll(file.filepath, 'set-up', texts(result.errors));
});
