import { beforeEach, expect, test } from 'vitest';
import { readHistoryVerdict } from '../../src/client/history-verdict.ts';
import type { History } from '../../src/history/history.ts';
import type { HistoryChecked } from '../../src/protocol/history.ts';
import { createHistoryBrowser, DAY_MS, START, tamper, type HistoryBrowser } from './fixture.ts';

/*
 * A long history is verified in parts, so that a page can say how far it is and stop. Nothing of what
 * is verified may depend on where a part ends.
 */

const COUNT = 4400;
const FIRST = { kind: 'checked', sequence: 2000, last: COUNT };
const SECOND = { ...FIRST, sequence: 4000 };

let browser: HistoryBrowser;
let history: History;

beforeEach(async () => {
  browser = createHistoryBrowser();
  history = browser.open();
  const events = Array.from({ length: COUNT }, (_, at) => ({
    fact: 'stamped' as const,
    id: `id-${at}`,
    at: START + (at - COUNT) * 1000 - (at < 100 ? DAY_MS : 0),
  }));
  await history.append(...events);
  await history.settled();
});

/** As a page asks for it. */
const asPage = () => ({
  call: (_name: string, { run }: { readonly run: string }) => history.verify(run),
});
type Page = Parameters<typeof readHistoryVerdict>[0];

test('behavior: says how far it is, and then what it found', async () => {
  const seen: HistoryChecked[] = [];
  const verdict = await readHistoryVerdict(asPage() as Page, 'a run', (one) => seen.push(one));
  expect(seen).toEqual([FIRST, SECOND]);
  expect(verdict).toMatchObject({ kind: 'whole', records: COUNT });
});

test('behavior: a page that cancels asks no more', async () => {
  const stop = new AbortController();
  let asked = 0;
  const verdict = await readHistoryVerdict(
    asPage() as Page,
    'a run',
    () => ++asked && stop.abort(),
    stop.signal,
  );
  expect([verdict, asked]).toEqual([undefined, 1]);
  // The next one begins, wherever that one was.
  expect(await history.verify('another')).toEqual(FIRST);
});

test('behavior: what is changed between two parts is found', async () => {
  expect(await history.verify('run')).toEqual(FIRST);
  await tamper(browser, (rows) => {
    for (const row of rows) if (row.sequence === 4200) row['at'] = START;
  });
  expect(await history.verify('run')).toEqual(SECOND);
  expect(await history.verify('run')).toEqual({
    kind: 'broken',
    sequence: 4200,
    reason: 'changed',
  });
});

test('behavior: what is written meanwhile waits for the next one', async () => {
  expect(await history.verify('run')).toEqual(FIRST);
  await history.append({ fact: 'sent', id: 'later' });
  expect(await history.verify('run')).toEqual(SECOND);
  expect(await history.verify('run')).toMatchObject({ kind: 'whole', records: COUNT });
});

test('behavior: begins again after a deletion, so that it misses no record that the user deleted', async () => {
  expect(await history.verify('run')).toEqual(FIRST);
  await history.deleteBefore(START - DAY_MS);
  expect(await history.verify('run')).toMatchObject({ kind: 'checked', last: COUNT + 1 });
  expect(await readHistoryVerdict(asPage() as Page, 'a run')).toMatchObject({
    kind: 'whole',
    records: COUNT - 99,
  });
});

test('behavior: begins again after a lock, whose end the seal’s keys don’t outlive', async () => {
  expect(await history.verify('run')).toEqual(FIRST);
  history.forget();
  expect(await history.verify('run')).toEqual(FIRST);
});
