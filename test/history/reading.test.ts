import { beforeEach, describe, expect, test } from 'vitest';
import { ALL_HISTORY, type HistoryEvent } from '../../src/protocol/history.ts';
import { createHistoryBrowser, DAY_MS, START, tamper, type HistoryBrowser } from './fixture.ts';

let browser: HistoryBrowser;
beforeEach(() => {
  browser = createHistoryBrowser();
});

const stamped = (id: string, more: Partial<HistoryEvent> = {}): HistoryEvent => ({
  fact: 'stamped',
  id,
  operation: 'update_wallet',
  origin: 'https://app.example.com',
  ...more,
});

/** A history of some records, each by its own call. */
async function write(count: number, more: Partial<HistoryEvent> = {}): Promise<void> {
  const history = browser.open();
  for (let at = 0; at < count; at++) await history.append(stamped(`id-${at}`, more));
  await history.settled();
}

const verify = () => browser.open().verify('run');
const WHOLE = { kind: 'whole', unsealed: 0, isMarked: true };

describe('deleteBefore', () => {
  test('behavior: the deletion is a record, and the rest stays whole', async () => {
    await write(3, { at: START - 10 * DAY_MS });
    await write(2);
    const history = browser.open();
    await history.deleteBefore(START - DAY_MS);
    await history.settled();
    const { records } = await history.page(ALL_HISTORY, 0, 10);
    expect(records.map(({ sequence }) => sequence)).toEqual([6, 5, 4]);
    expect(records[0]).toMatchObject({ fact: 'deleted', details: { through: 3, count: 3 } });
    expect(await verify()).toEqual({ ...WHOLE, records: 3 });
    // Again: the earlier deletion's record stays until it is old itself.
    await history.deleteBefore(START + 1);
    await history.settled();
    expect(await verify()).toMatchObject({ kind: 'whole' });
  });

  test('behavior: a record that is newer than a later one keeps everything after it', async () => {
    await write(1, { at: START });
    await write(1, { at: START - 10 * DAY_MS });
    await browser.open().deleteBefore(START - DAY_MS);
    expect((await browser.open().page(ALL_HISTORY, 0, 9)).total).toBe(2);
  });

  test('behavior: deleting everything begins anew, and says how it was before', async () => {
    await write(3);
    await tamper(browser, (rows) => void rows.splice(1, 1));
    const history = browser.open();
    await history.deleteBefore(null);
    await history.append(stamped('next'));
    await history.settled();
    const { records } = await history.page(ALL_HISTORY, 0, 10);
    expect(records.map(({ fact, sequence }) => [fact, sequence])).toEqual([
      ['stamped', 5],
      ['deleted', 4],
    ]);
    expect(records[1]?.details).toMatchObject({ through: 3, verdict: 'broken' });
    expect(await verify()).toEqual({ ...WHOLE, records: 2 });
  });

  test('attack: a deletion’s record doesn’t cover more than it says', async () => {
    await write(4, { at: START - 10 * DAY_MS });
    await write(2);
    await browser.open().deleteBefore(START - DAY_MS);
    await tamper(browser, (rows) => void rows.splice(0, 1));
    expect(await verify()).toEqual({ kind: 'broken', sequence: 1, reason: 'missing' });
  });
});

describe('onUnlock', () => {
  test('behavior: deletes what the user keeps no longer, and records it', async () => {
    await write(2, { at: START - 40 * DAY_MS });
    await write(1);
    const history = browser.open();
    await history.retain(30);
    await history.onUnlock();
    await history.settled();
    const { records } = await history.page(ALL_HISTORY, 0, 10);
    expect(records[0]).toMatchObject({ fact: 'deleted', details: { by: 'retention', count: 2 } });
    expect(await verify()).toMatchObject({ kind: 'whole', records: 2 });
  });

  test('attack: a clock that is years ahead deletes nothing', async () => {
    await write(3);
    browser.now = START + 20 * 365 * DAY_MS;
    const history = browser.open();
    await history.retain(30);
    await history.onUnlock();
    expect((await history.page(ALL_HISTORY, 0, 10)).total).toBe(3);
  });

  test('behavior: keeps everything unless the user says otherwise', async () => {
    await write(2, { at: START - 4000 * DAY_MS });
    const history = browser.open();
    await history.onUnlock();
    expect((await history.page(ALL_HISTORY, 0, 10)).total).toBe(2);
  });
});

describe('page', () => {
  const search = (prefix: string) => ({
    ...ALL_HISTORY,
    words: [{ prefix, operations: [], profiles: [] }],
  });

  test('behavior: parts of the list, newest first', async () => {
    await write(25);
    const history = browser.open();
    const { total, records } = await history.page(ALL_HISTORY, 10, 5);
    expect(total).toBe(25);
    expect(records.map(({ sequence }) => sequence)).toEqual([15, 14, 13, 12, 11]);
    expect((await history.page(ALL_HISTORY, 25, 5)).records).toEqual([]);
  });

  test('behavior: every condition narrows it', async () => {
    await write(2, { at: START - 5 * DAY_MS });
    await write(2, { operation: 'delete_user_tags' });
    await write(1, { fact: 'completed', origin: 'popup' });
    const history = browser.open();
    const total = async (more: object) =>
      (await history.page({ ...ALL_HISTORY, ...more }, 0, 10)).total;
    expect(await total({ operation: 'update_wallet' })).toBe(3);
    expect(await total({ origin: 'popup' })).toBe(1);
    expect(await total({ fact: 'stamped' })).toBe(4);
    expect(await total({ from: START - DAY_MS })).toBe(3);
    expect(await total({ until: START - DAY_MS })).toBe(2);
    expect(await total({ fact: 'stamped', from: START - DAY_MS })).toBe(2);
    expect(await total({ fact: 'stamped', operation: 'update_wallet' })).toBe(2);
    expect(await total({ operation: 'nothing' })).toBe(0);
    await write(1, { operation: 'delete_user_tags' });
    expect(await total({ operation: 'delete_user_tags' })).toBe(3);
    const deletions = await history.page({ ...ALL_HISTORY, operation: 'delete_user_tags' }, 0, 2);
    expect(deletions.records.map(({ sequence }) => sequence)).toEqual([6, 4]);
    await history.append({ fact: 'declined', id: 'of no site' });
    const { records } = await history.page({ ...ALL_HISTORY, fact: 'declined' }, 0, 10);
    expect(records.map(({ id }) => id)).toEqual(['of no site']);
  });

  test('behavior: finds beginnings of IDs and hosts, and what the page knows by name', async () => {
    await write(2);
    await write(1, { id: 'ABC-1', origin: 'https://wallet.example.org:8443', profileId: 'p-1' });
    const history = browser.open();
    const found = async (filter: typeof ALL_HISTORY) => (await history.page(filter, 0, 9)).total;
    expect(await found(search('app.exa'))).toBe(2);
    expect(await found(search('example'))).toBe(3);
    await write(1, { origin: 'https://a.b.c.d.e.f.test' });
    expect(await found(search('b.c.d'))).toBe(0);
    expect(await found(search('c.d.e'))).toBe(1);
    expect(await found(search('abc'))).toBe(1);
    expect(await found(search('pp.example'))).toBe(0);
    const byName = [{ prefix: 'main', operations: [], profiles: ['p-1'] }];
    expect(await found({ ...ALL_HISTORY, words: byName })).toBe(1);
    const both = [...search('example').words, ...byName];
    expect(await found({ ...ALL_HISTORY, words: both })).toBe(1);
  });

  test('behavior: counts what was stamped by day', async () => {
    await write(2, { at: START - DAY_MS });
    await write(3);
    await write(1, { fact: 'sent' });
    const days = [START - 2 * DAY_MS, START - DAY_MS, START, START + DAY_MS];
    expect(await browser.open().countStamped(days)).toEqual([0, 2, 3]);
  });

  test('behavior: says what there is', async () => {
    await write(2);
    await write(1, { operation: 'delete_user_tags', origin: 'popup' });
    expect(await browser.open().summary()).toMatchObject({
      first: 1,
      last: 3,
      since: START,
      operations: ['delete_user_tags', 'update_wallet'],
      origins: ['https://app.example.com', 'popup'],
      retention: null,
    });
  });
});
