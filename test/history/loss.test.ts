import { describe, expect, test } from 'vitest';
import { ALL_HISTORY } from '../../src/protocol/history.ts';
import { createHistoryBrowser, KEY, START, type HistoryBrowser } from './fixture.ts';

describe('a database that the browser took away', () => {
  async function takeAway(browser: HistoryBrowser): Promise<void> {
    const db = await browser.connect();
    const transaction = db.transaction(['history', 'historyHead'], 'readwrite');
    await transaction.objectStore('history').clear();
    await transaction.objectStore('historyHead').clear();
    await transaction.done;
  }

  test('behavior: an empty history says which records are missing', async () => {
    const browser = createHistoryBrowser();
    const before = browser.open();
    expect((await before.summary()).missingThrough).toBeNull();
    for (let at = 0; at < 3; at++) await before.append({ fact: 'declined', at: START });
    await before.settled();
    expect((await before.summary()).missingThrough).toBeNull();
    await takeAway(browser);
    browser.session.values.clear();
    expect(await browser.open().summary()).toMatchObject({ last: 0, missingThrough: 3 });
  });

  test('behavior: once the user knows, the new chain says it and is whole', async () => {
    const browser = createHistoryBrowser();
    const before = browser.open();
    for (let at = 0; at < 3; at++) await before.append({ fact: 'stamped', at: START });
    await before.settled();
    await takeAway(browser);
    const history = browser.open();
    // Written before anybody had seen it.
    browser.keys = undefined;
    await history.append({ fact: 'declined', at: START });
    browser.keys = KEY;
    await history.onUnlock();
    expect((await history.verify('run')).kind).toBe('behind');
    await history.acceptLoss();
    await history.acceptLoss();
    const { records } = await history.page(ALL_HISTORY, 0, 10);
    expect(records.map(({ fact }) => fact)).toEqual(['deleted', 'declined']);
    expect(records[0]?.details).toMatchObject({ by: 'browser', through: 3 });
    expect(await history.verify('run')).toMatchObject({ kind: 'whole', records: 2, unsealed: 0 });
    expect((await history.summary()).missingThrough).toBeNull();
    await history.append({ fact: 'stamped', at: START });
    await history.settled();
    expect(await browser.open().verify('run')).toMatchObject({ kind: 'whole', records: 3 });
  });

  test('error: a chain that somebody wrote in its place gets no seal by that', async () => {
    const browser = createHistoryBrowser();
    const before = browser.open();
    for (let at = 0; at < 3; at++) await before.append({ fact: 'stamped', at: START });
    await before.settled();
    await takeAway(browser);
    browser.session.values.clear();
    browser.keys = undefined;
    // What only Keystamp writes, with a key in memory.
    await browser.open().append({ fact: 'stamped', at: START });
    browser.keys = KEY;
    const history = browser.open();
    await history.acceptLoss();
    expect((await history.verify('run')).kind).toBe('behind');
  });
});
