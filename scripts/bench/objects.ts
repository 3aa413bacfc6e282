import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Page } from 'playwright';
import { openDatabase } from '../../src/service/database.ts';
import { launchKeystamp } from '../../test/e2e/browser.ts';
import { FROM_SOURCES, startService, TEST_ENV } from '../../test/e2e/service.ts';
import { setUp, textFor } from '../../test/e2e/user-actions.ts';
import { growWallets } from './copy-rows.ts';
import { figure, type Figure } from './figures.ts';

/*
 * The manager with a large organization: what a person waits for while they open, scroll and search
 * ten thousand wallets, and how much memory that takes.
 */

const WALLETS = 10_000;
const ACCOUNTS_EACH = 3;
const GROUP = `Popup, ${WALLETS.toLocaleString('en')} wallets with ${ACCOUNTS_EACH} accounts each`;
const FRAMES = 240;
/** Pixels from one frame to the next: a fast flick. */
const STEP = 120;
const TYPED = 'grown 77';

/** Copies of the demo's first wallet and its accounts, each with an address and ids of its own. */
async function growFolder(folder: string): Promise<void> {
  const { db, close } = await openDatabase(join(folder, 'database'));
  await growWallets(db, { from: 1, to: WALLETS });
  await db.execute(sql`insert into wallet_accounts
      (id, organization_id, wallet_id, curve, path, address_format, address, public_key, created_at, updated_at)
    select gen_random_uuid(), w.organization_id, w.id, 'CURVE_SECP256K1', 'm/44''/60''/0''/0/' || g,
      'ADDRESS_FORMAT_ETHEREUM', '0x' || substr(md5(w.id::text || g::text) || md5(g::text || w.name), 1, 40),
      '02' || md5(w.id::text || g::text) || md5(g::text || w.name), w.created_at, w.updated_at
    from wallets w, generate_series(1, ${ACCOUNTS_EACH}::int) g where w.name like 'Grown %'`);
  await close();
}

/** Milliseconds from navigation until the first wallet is on screen. */
async function firstPaint(open: () => Promise<Page>): Promise<number> {
  const page = await open();
  const row = page.locator('.row').first();
  await row.waitFor();
  const at = await page.evaluate(
    () => performance.getEntriesByName('keystamp:interactive')[0]?.startTime ?? Number.NaN,
  );
  await page.close();
  return at;
}

/** Milliseconds between frames while the list is scrolled. */
async function scrollFrames(page: Page): Promise<number[]> {
  return page.evaluate(
    async ({ frames, step }) => {
      const body = document.querySelector('.screen-body');
      const times: number[] = [];
      let last = performance.now();
      for (let frame = 0; frame < frames; frame += 1) {
        const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
        times.push(now - last);
        last = now;
        body?.scrollBy(0, step);
      }
      return times.slice(1);
    },
    { frames: FRAMES, step: STEP },
  );
}

/** Milliseconds that the page works on each key of a search. */
async function keystrokes(page: Page): Promise<number[]> {
  return page.evaluate(async (typed) => {
    const field = document.querySelector<HTMLInputElement>('input[type=search]');
    const times: number[] = [];
    for (let length = 1; field && length <= typed.length; length += 1) {
      const started = performance.now();
      field.value = typed.slice(0, length);
      field.dispatchEvent(new Event('input', { bubbles: true }));
      // The screen is drawn in a microtask.
      await Promise.resolve();
      await Promise.resolve();
      document.body.getBoundingClientRect();
      times.push(performance.now() - started);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return times;
  }, TYPED);
}

/** Megabytes of the page's heap, after a collection. */
async function heapMegabytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = (await session.send('Runtime.getHeapUsage')) as { usedSize: number };
  await session.detach();
  return usedSize / 1_000_000;
}

async function figuresOf(open: (hash: string) => Promise<Page>, quick: boolean): Promise<Figure[]> {
  const paints: number[] = [];
  for (let round = 0; round < (quick ? 5 : 15); round += 1) {
    paints.push(await firstPaint(() => open('#/')));
  }
  const list = await open('#/list/wallet');
  await list
    .getByRole('link', { name: /^Grown/ })
    .first()
    .waitFor({ timeout: 60_000 });
  const frames = await scrollFrames(list);
  await list.close();
  const search = await open('#/search');
  // Until everything is read, page after page.
  await search.getByText(textFor('app.loading')).first().waitFor();
  await search
    .getByText(textFor('app.loading'))
    .first()
    .waitFor({ state: 'detached', timeout: 300_000 });
  const keys = [...(await keystrokes(search)), ...(await keystrokes(search))];
  const heap = await heapMegabytes(search);
  await search.close();
  return [
    figure(GROUP, 'first paint from memory', 'ms', paints, 'largePaint'),
    figure(GROUP, 'a frame while the list scrolls', 'ms', frames, 'frame'),
    figure(GROUP, 'a key typed into the search', 'ms', keys, 'largeSearch'),
    figure(GROUP, 'memory with everything read', 'MB', [heap], 'largeMemory'),
  ];
}

/** Times and memory of the popup with a large organization. */
export async function objectFigures(quick: boolean): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'keystamp-bench-'));
  const start = { command: FROM_SOURCES, args: ['--port', '0', '--data', folder], env: TEST_ENV };
  try {
    await (await startService(start)).stop();
    await growFolder(folder);
    const service = await startService(start);
    const keystamp = await launchKeystamp();
    try {
      await (await setUp(keystamp, service.url)).close();
      const open = async (hash: string) => {
        const page = await keystamp.openPage(`popup.html${hash}`);
        await page.setViewportSize({ width: 380, height: 600 });
        return page;
      };
      const first = await open('#/');
      await first
        .getByText(/^(?:Main wallet|Grown \d+)$/)
        .first()
        .waitFor();
      await first.close();
      return await figuresOf(open, quick);
    } finally {
      await keystamp.close();
      await service.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
