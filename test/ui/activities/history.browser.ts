import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../../../src/ui/style.css';
import { findBreak } from '../../../src/history/chain-check.ts';
import { NO_DIGEST } from '../../../src/history/record-digest.ts';
import { KeystampError } from '../../../src/protocol/errors.ts';
import type {
  HistoryEvent,
  HistoryChecked,
  HistoryFilter,
  HistoryRecord,
  HistoryVerdict,
} from '../../../src/protocol/history.ts';
import { applySettings, startOwnPage } from '../../../src/ui/components/own-page.ts';
import { startPopup } from '../../../src/ui/page/popup.tsx';
import { startTab } from '../../../src/ui/page/tab.tsx';
import { appWords } from '../../../src/ui/words/en/app.ts';
import { filterWords } from '../../../src/ui/words/en/filter.ts';
import { historyWords } from '../../../src/ui/words/en/history.ts';
import { historyWordsDe } from '../../../src/ui/words/de/history.ts';
import { axeFaults, rulesIn } from '../axe.ts';
import { takePicture } from '../picture.ts';
import { readCsv } from '../records/csv-reader.ts';
import { tabEffects } from '../page/tab-effects.ts';
import { chainOf, signedRename } from './history-records.ts';
import { home, id, popupWorld, profile, unlocked } from '../page/world.ts';

/*
 * The history, drawn by a real Chromium: full, empty, filtered to nothing, broken, one record of it;
 * no fault that axe-core knows in either scheme, nothing wider than its place, and only the rows in view
 * of a hundred thousand.
 */

const NOW = Date.UTC(2027, 0, 31, 12);
const DAY_MS = 86_400_000;
const MANY = 100_000;
const LONG_SITE = `https://${'a-very-long-name.'.repeat(9)}example`;

const EVENTS: readonly HistoryEvent[] = [
  {
    fact: 'connected',
    origin: LONG_SITE,
    profileId: profile.id,
    details: { operations: 'whoami' },
  },
  { fact: 'approved', ...signedRename },
  { fact: 'stamped', ...signedRename },
  { fact: 'sent', ...signedRename, details: { attempts: 1 } },
  {
    fact: 'completed',
    ...signedRename,
    reply: 'b'.repeat(64),
    activityId: id(71),
    details: { attempts: 1 },
  },
  { fact: 'stamped', ...signedRename, id: id(72), operation: 'delete_user_tags', origin: 'popup' },
  { fact: 'refused', ...signedRename, id: id(72), operation: 'delete_user_tags', origin: 'popup' },
  {
    fact: 'declined',
    ...signedRename,
    id: id(73),
    operation: '=HYPERLINK("x")',
    origin: LONG_SITE,
  },
  { fact: 'stamped', ...signedRename, id: id(74), origin: 'private' },
  { fact: 'deleted', details: { through: 3, digest: 'c'.repeat(64), count: 3, by: 'retention' } },
];

const dailyChain = (events: readonly HistoryEvent[]) =>
  chainOf(events, (at) => NOW - (events.length - at) * DAY_MS);
const RECORDS = dailyChain(EVENTS);
const WHOLE: HistoryVerdict = { kind: 'whole', records: 10, unsealed: 0, isMarked: true };

let root: HTMLElement;

beforeAll(() => {
  startOwnPage({ now: () => NOW, root: document.documentElement });
  document.documentElement.classList.add('popup');
  document.title = 'Keystamp';
});

afterEach(() => {
  document.documentElement.style.fontSize = '';
  applySettings(unlocked.settings);
  root.remove();
});

const shownText = () => root.innerText.replace(/\s+/g, ' ');
const button = (name: RegExp | string) => page.getByRole('button', { name });

type HistoryCase = {
  readonly at?: string;
  readonly records?: readonly HistoryRecord[];
  readonly total?: number;
  readonly verdict?: HistoryVerdict;
  /** In place of that: how far the worker is, and what it answers next. */
  readonly parts?: readonly (HistoryChecked | Promise<HistoryChecked | HistoryVerdict>)[];
  readonly says: string;
  readonly wide?: boolean;
  readonly locale?: string;
};

const isShown =
  ({ operation, fact, origin, words }: HistoryFilter) =>
  (one: HistoryRecord): boolean =>
    (operation === null || one.operation === operation) &&
    (fact === null || one.fact === fact) &&
    (origin === null || one.origin === origin) &&
    words.every(
      ({ prefix, operations }) =>
        operations.includes(one.operation ?? '') || (one.id ?? '').startsWith(prefix),
    );

/** A popup whose worker has these records; with `total`, so many like the last one. */
async function show(one: HistoryCase) {
  const { at = '#/history', records = RECORDS, total, verdict = WHOLE, says, wide = false } = one;
  const parts = [...(one.parts ?? [])];
  root = document.createElement('div');
  root.id = 'app';
  document.body.append(root);
  const settings = { ...unlocked.settings, locale: one.locale ?? 'en' };
  const last = records.at(-1);
  const world = popupWorld({
    state: () => ({ ...unlocked, settings }),
    home: () => home,
    keys_list: () => [],
    history_summary: () => ({
      first: records[0]?.sequence ?? 0,
      last: total ?? last?.sequence ?? 0,
      head: last?.digest ?? NO_DIGEST,
      since: records[0]?.at ?? null,
      operations: ['delete_user_tags', 'update_wallet'],
      origins: ['https://app.example.com', 'popup', LONG_SITE],
      retention: null,
    }),
    history_page: ({
      filter,
      skip,
      limit,
    }: {
      filter: HistoryFilter;
      skip: number;
      limit: number;
    }) => {
      if (total !== undefined && last) {
        const length = Math.max(0, Math.min(limit, total - skip));
        const part = Array.from({ length }, (_, n) => ({ ...last, sequence: total - skip - n }));
        return { total, records: part };
      }
      const found = records.filter(isShown(filter)).toReversed();
      return { total: found.length, records: found.slice(skip, skip + limit) };
    },
    history_range: ({ first, limit }: { first: number; limit: number }) =>
      records.filter(({ sequence }) => sequence >= first).slice(0, limit),
    history_timeline: ({ id: of }: { id: string }) => records.filter((record) => record.id === of),
    history_days: ({ moments }: { moments: number[] }) =>
      moments
        .slice(1)
        .map(
          (end, n) =>
            records.filter(
              ({ fact, at: when }) => fact === 'stamped' && when >= (moments[n] ?? 0) && when < end,
            ).length,
        ),
    history_verify: () => parts.shift() ?? verdict,
    activities_get: () => {
      throw new KeystampError('activity_unknown');
    },
  });
  world.advanceClock(NOW - world.effects.now());
  world.setWide(wide);
  world.effects.hash.set(at);
  if (wide) startTab(tabEffects(world.effects), root);
  else startPopup(world.effects, root);
  applySettings(settings);
  await expect.poll(shownText, { timeout: 10_000 }).toContain(says);
  return world;
}

function wider(): number {
  const places = [document.documentElement, ...document.querySelectorAll('.screen-body, .pane')];
  return Math.max(...places.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
}

type PictureCase = HistoryCase & { readonly act?: () => Promise<unknown> };

const typeNothing = async () => {
  await userEvent.fill(page.getByRole('searchbox'), 'nothing-like-this');
  await expect.poll(shownText).toContain(historyWords['history.noMatch']);
};
const verify = async (says: string) => {
  await button(historyWords['history.verify']).click();
  await expect.poll(shownText).toContain(says);
};

const askForAudit = async (
  words: Pick<typeof historyWordsDe, 'history.audit' | 'history.auditTitle'>,
) => {
  await button(words['history.audit']).click();
  await expect.poll(shownText).toContain(words['history.auditTitle']);
};

const CASES: Readonly<Record<string, PictureCase>> = {
  full: { says: 'https://app.example.com' },
  empty: { says: historyWords['history.none'], records: [] },
  'filtered-to-nothing': { says: '10 records', act: typeNothing },
  filters: {
    says: '10 records',
    act: () => page.getByText(filterWords['filter.title'], { exact: true }).click(),
  },
  whole: { says: '10 records', act: () => verify('All 10 records are intact') },
  unmarked: {
    says: '10 records',
    verdict: { ...WHOLE, isMarked: false },
    act: () => verify('second mark'),
  },
  broken: {
    says: '10 records',
    verdict: { kind: 'broken', sequence: 4, reason: 'changed' },
    act: () => verify('Record 4 is broken'),
  },
  behind: {
    says: '10 records',
    verdict: { kind: 'behind', known: 12, last: 10 },
    act: () => verify('Records are missing or replaced'),
  },
  unsealed: {
    says: '10 records',
    verdict: { kind: 'unsealed', sequence: 10 },
    act: () => verify('The seal is broken from record 10 on'),
  },
  emptied: {
    says: historyWords['history.none'],
    records: [],
    verdict: { kind: 'behind', known: 12, last: 0 },
    act: () => verify('Records are missing or replaced'),
  },
  verifying: {
    says: '10 records',
    parts: [
      { kind: 'checked', sequence: 4000, last: 100_000 },
      Promise.withResolvers<never>().promise,
    ],
    act: () => verify('Record 4,000 of 100,000 verified…'),
  },
  record: { at: '#/history/5', says: 'What happened' },
  deletion: { at: '#/history/10', says: 'Last deleted record' },
  'missing-record': { at: '#/history/99', says: historyWords['history.notFound'] },
  audit: { says: '10 records', act: () => askForAudit(historyWords) },
  'audit-german': { says: '10 Einträge', locale: 'de', act: () => askForAudit(historyWordsDe) },
  german: { says: historyWordsDe['history.list'].slice(0, 0), locale: 'de' },
};

describe('the history', () => {
  for (const [name, state] of Object.entries(CASES)) {
    for (const theme of ['light', 'dark'] as const) {
      test(`behavior: ${name}, ${theme}`, async () => {
        await page.viewport(380, 600);
        await show(state);
        await state.act?.();
        applySettings({ ...unlocked.settings, theme, locale: state.locale ?? 'en' });
        await expect.poll(() => root.querySelector('h1')).not.toBeNull();
        expect(await axeFaults({ rules: rulesIn(theme) })).toEqual([]);
        expect(wider()).toBeLessThanOrEqual(0);
        await takePicture(`history/${name}-${theme}`);
        document.documentElement.style.fontSize = '200%';
        expect(wider(), 'text of twice the size').toBeLessThanOrEqual(0);
      });
    }
  }

  test('behavior: beside a record on a wide page', async () => {
    await page.viewport(1280, 800);
    await show({ at: '#/history/5', says: 'What happened', wide: true });
    await expect.poll(shownText).toContain('10 records');
    expect(root.querySelector('.pane-list [aria-current]')).not.toBeNull();
    expect(wider()).toBeLessThanOrEqual(0);
    await takePicture('history/wide');
  });

  test('behavior: draws what is in view of a hundred thousand, and reads only that', async () => {
    await page.viewport(380, 600);
    const world = await show({ total: MANY, says: '100,000 records' });
    const rows = () => root.querySelectorAll('.history-row').length;
    await expect.poll(rows).toBeGreaterThan(5);
    expect(rows()).toBeLessThan(60);
    root.querySelector('.history-scroll')?.scrollTo(0, 3_000_000);
    await expect
      .poll(() => root.querySelector('.history-row a')?.getAttribute('href'))
      .toMatch(/^#\/history\/[34]\d{4}$/);
    expect(rows()).toBeLessThan(60);
    expect(world.calls('history_page').length).toBeLessThan(8);
  });

  test('behavior: asks the worker for what is typed and chosen, by the names on screen', async () => {
    await page.viewport(380, 600);
    const world = await show({ says: '10 records' });
    await userEvent.fill(page.getByRole('searchbox'), 'wallet');
    await expect.poll(shownText).toContain('5 records');
    const input = world.calls('history_page').at(-1)?.input as { filter: HistoryFilter };
    expect(input.filter.words[0]).toMatchObject({
      prefix: 'wallet',
      operations: ['update_wallet'],
    });
    await page.getByText(filterWords['filter.title'], { exact: true }).click();
    await page.getByLabelText(historyWords['history.fact']).selectOptions('completed');
    await expect.poll(shownText).toContain('1 record');
    await button(filterWords['filter.clear']).click();
    await expect.poll(shownText).toContain('5 records');
  });

  test('behavior: says how far a verification is, and stops it', async () => {
    await page.viewport(380, 600);
    const { promise, resolve } = Promise.withResolvers<HistoryVerdict>();
    const checked = { kind: 'checked', sequence: 4000, last: 100_000 } as const;
    const world = await show({ says: '10 records', parts: [checked, promise] });
    await verify('Record 4,000 of 100,000 verified…');
    await button(appWords['app.cancel']).click();
    resolve({ kind: 'broken', sequence: 4, reason: 'changed' });
    // What a part found is said, although nobody waits for the whole: a break is a break.
    await expect.poll(shownText).toContain('Record 4 is broken');
    const runs = world.calls('history_verify').map(({ input }) => (input as { run: string }).run);
    expect([runs.length, new Set(runs).size]).toEqual([2, 1]);
  });

  test('behavior: a verification that was cancelled says nothing of the whole', async () => {
    await page.viewport(380, 600);
    const { promise, resolve } = Promise.withResolvers<HistoryChecked>();
    const world = await show({ says: '10 records', parts: [promise] });
    await verify(historyWords['history.verifying']);
    await button(appWords['app.cancel']).click();
    resolve({ kind: 'checked', sequence: 4000, last: 100_000 });
    await expect.poll(() => button(historyWords['history.verify']).query()).toBeEnabled();
    expect(shownText()).not.toContain('intact');
    expect(world.calls('history_verify')).toHaveLength(1);
  });

  test('behavior: saves what is shown as a table without formulas, and everything to be verified', async () => {
    await page.viewport(380, 600);
    const signed = {
      fact: 'completed',
      ...signedRename,
      operation: 'sign_raw_payload',
      type: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2',
      reply: 'd'.repeat(64),
      activityId: id(75),
    } as const;
    const records = dailyChain([...EVENTS, signed]);
    const world = await show({ says: '11 records', records });
    await button('CSV').click();
    await expect.poll(() => world.saved.length).toBe(1);
    const rows = readCsv(world.saved[0]?.text ?? '');
    expect(rows).toHaveLength(12);
    expect(rows.flat().filter((cell) => /^[=+\-@]/.test(cell))).toEqual([]);
    await button('JSON').click();
    await expect.poll(() => world.saved.length).toBe(2);
    const file = JSON.parse(world.saved[1]?.text ?? '') as { records: unknown[]; head: unknown };
    expect(findBreak(file.records)).toBeUndefined();
    expect(file.head).toEqual({ sequence: 11, digest: records.at(-1)?.digest });
    await askForAudit(historyWords);
    expect(world.saved).toHaveLength(2);
    await button(historyWords['history.auditAction']).click();
    await expect.poll(() => world.saved.length).toBe(3);
    const audit = JSON.parse(world.saved[2]?.text ?? '') as typeof file & { signings: unknown };
    expect(audit.records).toEqual(file.records);
    expect(audit.signings).toEqual([
      { sequence: 11, body: null, reply: null, signatures: [], service: null },
    ]);
    await expect.poll(shownText).not.toContain(historyWords['history.auditTitle']);
    expect(world.saved.map(({ name }) => name.slice(0, 19))).toEqual([
      'Keystamp-Sealed-log',
      'Keystamp-Sealed-log',
      'Keystamp-Sealed-log',
    ]);
  });
});
