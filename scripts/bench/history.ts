import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import { nextRecord, NO_DIGEST, type ChainEnd } from '../../src/history/record-digest.ts';
import { searchTermsOf } from '../../src/history/search-terms.ts';
import type { HistoryEvent } from '../../src/protocol/history.ts';
import { launchKeystamp } from '../../test/e2e/browser.ts';
import { call as send } from '../../test/e2e/extension-internals.ts';
import { FROM_SOURCES, startService } from '../../test/e2e/service.ts';
import { setUp } from '../../test/e2e/user-actions.ts';
import { figure, type Figure } from './figures.ts';

/*
 * The history with a hundred records and with a hundred thousand: what a person waits for while they
 * open, scroll and search it, and what a record costs the signature that it is of.
 */

const SIZES = [100, 100_000] as const;
const PART = 5000;
const FRAMES = 240;
/** Pixels from one frame to the next: a fast flick. */
const STEP = 120;
const OPERATIONS = ['update_wallet', 'create_user_tag', 'delete_user_tags', 'update_user_name'];
const FACTS = ['stamped', 'sent', 'completed', 'approved', 'declined'] as const;

/** A fact like those of an ordinary day, some of them of a site that is searched for. */
function eventOf(n: number, now: number): HistoryEvent {
  return {
    fact: FACTS[n % FACTS.length] ?? 'stamped',
    at: now - (SIZES[1] - n) * 25_000,
    id: randomUUID(),
    operation: OPERATIONS[n % OPERATIONS.length] ?? null,
    type: 'ACTIVITY_TYPE_UPDATE_WALLET',
    origin: n % 50 === 0 ? 'https://rare-site.example' : `https://app-${n % 40}.example`,
    profileId: '00000000-0000-4000-8000-000000000001',
    organizationId: '00000000-0000-4000-8000-000000000002',
    method: 'key',
    body: randomUUID().replaceAll('-', '').repeat(2),
    activityId: randomUUID(),
    details: { attempts: 1 },
  };
}

/** Fills the store up to a number of records, as a chain, behind the worker's back. */
async function fill(page: Page, count: number, before: ChainEnd): Promise<ChainEnd> {
  let end = before;
  while (end.sequence < count) {
    const rows: object[] = [];
    while (rows.length < PART && end.sequence < count) {
      const record = nextRecord(end, eventOf(end.sequence, Date.now()), Date.now());
      rows.push({ ...record, terms: searchTermsOf(record) });
      end = record;
    }
    const { sequence, digest } = end;
    await page.evaluate(
      ({ all, head }) =>
        new Promise<void>((resolve, reject) => {
          const opening = indexedDB.open('keystamp');
          opening.addEventListener('error', () => reject(new Error('the database does not open')));
          opening.addEventListener('success', () => {
            const db = opening.result;
            const transaction = db.transaction(['history', 'historyHead'], 'readwrite');
            for (const row of all) transaction.objectStore('history').put(row);
            transaction.objectStore('historyHead').put(head, 'head');
            transaction.addEventListener('complete', () => {
              db.close();
              resolve();
            });
          });
        }),
      { all: rows, head: { sequence, digest, seal: null } },
    );
  }
  return end;
}

/** Milliseconds from navigation until the newest record is on screen. */
async function opening(open: () => Promise<Page>): Promise<number> {
  const page = await open();
  const at = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = () =>
          document.querySelector('.history-row a')
            ? resolve(performance.now())
            : requestAnimationFrame(look);
        look();
      }),
  );
  await page.close();
  return at;
}

/** Milliseconds between frames while the list is scrolled. */
async function scrollFrames(page: Page): Promise<number[]> {
  return page.evaluate(
    async ({ frames, step }) => {
      const body = document.querySelector('.history-scroll');
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

/** Milliseconds from a typed text until what it found is on screen. */
async function search(page: Page, text: string): Promise<number> {
  return page.evaluate(async (typed) => {
    const field = document.querySelector<HTMLInputElement>('input[type=search]');
    const count = () => document.querySelector('.history-count')?.textContent ?? '';
    const type = async (value: string) => {
      const before = count();
      const started = performance.now();
      if (field) field.value = value;
      field?.dispatchEvent(new Event('input', { bubbles: true }));
      while (count() === before || count() === '')
        await new Promise((resolve) => setTimeout(resolve, 1));
      return performance.now() - started;
    };
    const took = await type(typed);
    await type('');
    return took;
  }, text);
}

/** The answer of a call to the worker, as it is. */
async function call(page: Page, name: string, input: unknown): Promise<unknown> {
  const reply = (await send(page, name, input)) as {
    readonly ok: boolean;
    readonly answer: unknown;
  };
  if (!reply.ok) throw new Error(`${name}: ${JSON.stringify(reply)}`);
  return reply.answer;
}

/** Milliseconds of a call to the worker. */
async function timed(act: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await act();
  return performance.now() - started;
}

/** Asks until there is a verdict, as the screen does. */
async function verifyAll(page: Page): Promise<void> {
  const run = randomUUID();
  for (;;) {
    const { kind } = (await call(page, 'history_verify', { run })) as { readonly kind: string };
    // Its seal isn't Keystamp's: nobody here has the key. That is said after every record was read.
    if (kind === 'whole' || kind === 'unsealed') return;
    if (kind !== 'checked') throw new Error(`the history is ${kind}`);
  }
}

type Open = (hash: string) => Promise<Page>;

async function figuresOf(open: Open, size: number, rounds: number): Promise<Figure[]> {
  const group = `Popup, history of ${size.toLocaleString('en')} records`;
  const openings: number[] = [];
  for (let round = 0; round < rounds; round += 1)
    openings.push(await opening(() => open('#/history')));
  const page = await open('#/history');
  await page.locator('.history-row a').first().waitFor();
  const frames = await scrollFrames(page);
  const searches: number[] = [];
  for (let round = 0; round < rounds; round += 1) searches.push(await search(page, 'rare-site'));
  const filter = { operation: 'update_wallet', origin: null, fact: 'completed', from: null };
  const input = { filter: { ...filter, until: null, words: [] }, skip: 0, limit: 100 };
  const filtering = [await timed(() => call(page, 'history_page', input))];
  const verifying = [await timed(() => verifyAll(page))];
  await page.close();
  return [
    figure(group, 'opens with its newest record', 'ms', openings, 'historyOpens'),
    figure(group, 'a frame while the list scrolls', 'ms', frames, 'frame'),
    figure(group, 'a search by a site until its result', 'ms', searches, 'historySearch'),
    figure(group, 'two filters at once, the first time', 'ms', filtering),
    figure(
      group,
      'every record verified',
      'ms',
      verifying,
      size === SIZES[1] ? 'historyVerified' : undefined,
    ),
  ];
}

/** Milliseconds until an activity is stamped, recorded and on disk. */
async function submitTimes(page: Page, profileId: string, rounds: number): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const id = randomUUID();
    const parameters = { userTagName: `Bench ${id.slice(0, 18)}`, userIds: [] };
    const input = { id, profileId, operation: 'create_user_tag', parameters };
    times.push(await timed(() => call(page, 'activities_submit', input)));
    await page.waitForTimeout(150);
  }
  return times;
}

/** Times of the history by its size. */
export async function historyFigures(quick: boolean): Promise<Figure[]> {
  const rounds = quick ? 5 : 15;
  const service = await startService({ command: FROM_SOURCES });
  const keystamp = await launchKeystamp();
  try {
    await (await setUp(keystamp, service.url)).close();
    const open = async (hash: string) => {
      const page = await keystamp.openPage(`popup.html${hash}`);
      await page.setViewportSize({ width: 380, height: 600 });
      return page;
    };
    const page = await open('#/');
    await page.getByText('Main wallet').waitFor();
    const { activeProfileId } = (await call(page, 'state', {})) as { activeProfileId: string };
    const figures: Figure[] = [];
    let end: ChainEnd = { sequence: 0, digest: NO_DIGEST };
    for (const size of SIZES) {
      end = await fill(page, size, end);
      figures.push(...(await figuresOf(open, size, rounds)));
      const group = `Popup, history of ${size.toLocaleString('en')} records`;
      const times = await submitTimes(page, activeProfileId, rounds * 2);
      figures.push(figure(group, 'an activity stamped, recorded, on disk', 'ms', times));
      const last = (await call(page, 'history_range', {
        first: end.sequence,
        limit: 1000,
      })) as readonly ChainEnd[];
      end = last.at(-1) ?? end;
    }
    return figures;
  } finally {
    await keystamp.close();
    await service.stop();
  }
}
