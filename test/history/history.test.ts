import { beforeEach, describe, expect, test } from 'vitest';
import { findBreak } from '../../src/history/chain-check.ts';
import { toRow } from '../../src/history/chain-store.ts';
import { nextRecord, NO_DIGEST } from '../../src/history/record-digest.ts';
import { sealEnd, sealKeysOf } from '../../src/history/seal.ts';
import { ALL_HISTORY, type HistoryEvent, type HistoryRecord } from '../../src/protocol/history.ts';
import {
  copyDisk,
  createHistoryBrowser,
  DAY_MS,
  KEY,
  START,
  tamper,
  type HistoryBrowser,
} from './fixture.ts';

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

const verify = () => browser.open().verify();
const WHOLE = { kind: 'whole', unsealed: 0, isMarked: true };

/** A chain of the same length that says something else, sealed with a key that isn't the vault's. */
function forgeChain(count: number): readonly HistoryRecord[] {
  const forged: HistoryRecord[] = [];
  let end = { sequence: 0, digest: NO_DIGEST };
  for (let at = 0; at < count; at++) {
    const record = nextRecord(end, stamped(`forged-${at}`), START);
    forged.push(record);
    end = record;
  }
  return forged;
}

describe('append', () => {
  test('behavior: numbers records without gaps, each with the digest of the one before', async () => {
    await write(3);
    const { records, total } = await browser.open().page(ALL_HISTORY, 0, 10);
    expect(total).toBe(3);
    expect(records.map(({ sequence }) => sequence)).toEqual([3, 2, 1]);
    expect(records[2]?.previous).toBe(NO_DIGEST);
    expect(records[0]?.previous).toBe(records[1]?.digest);
    expect(await verify()).toEqual({ ...WHOLE, records: 3 });
  });

  test('behavior: two workers at once leave one chain', async () => {
    const [one, other] = [browser.open(), browser.open()];
    const all = Array.from({ length: 20 }, (_, at) =>
      (at % 2 ? one : other).append(stamped(`id-${at}`)),
    );
    await Promise.all(all);
    await Promise.all([one.settled(), other.settled()]);
    expect(await verify()).toMatchObject({ kind: 'whole', records: 20 });
  });

  test('behavior: a transaction that fails leaves no record', async () => {
    const history = browser.open();
    const appendIn = await history.prepare();
    const db = await browser.connect();
    const transaction = db.transaction(['history', 'historyHead'], 'readwrite');
    const chain = {
      rows: transaction.objectStore('history'),
      head: transaction.objectStore('historyHead'),
      done: transaction.done,
    };
    await appendIn(chain, [stamped('lost')]);
    transaction.abort();
    await expect(transaction.done).rejects.toThrow();
    expect(await verify()).toEqual({ ...WHOLE, records: 0 });
    await write(1);
    expect(await verify()).toEqual({ ...WHOLE, records: 1 });
  });
});

describe('verify', () => {
  test('attack: one changed member of any record is found, and that record named', async () => {
    await write(5);
    const changes: readonly Partial<Record<keyof HistoryRecord, unknown>>[] = [
      { operation: 'delete_wallet' },
      { at: START + 1 },
      { fact: 'completed' },
      { origin: null },
      { body: 'a'.repeat(64) },
      { details: { attempts: 2 } },
      { previous: 'b'.repeat(64) },
      { digest: 'c'.repeat(64) },
      { surprise: 1 } as object,
    ];
    const before = await copyDisk(browser);
    for (const change of changes) {
      for (const at of [0, 2, 4]) {
        await tamper(browser, (rows) => {
          rows.splice(0, rows.length, ...before.rows.map((row) => ({ ...row })));
          Object.assign(rows[at] ?? {}, change);
        });
        expect(await verify(), JSON.stringify([change, at])).toMatchObject({
          kind: 'broken',
          sequence: at + 1,
        });
      }
    }
  });

  test('attack: a single flipped bit of a digest', async () => {
    await write(3);
    await tamper(browser, (rows) => {
      const row = rows[1];
      if (row) row['body'] = null;
      if (row) row['id'] = 'id-0';
    });
    expect(await verify()).toEqual({ kind: 'broken', sequence: 2, reason: 'changed' });
  });

  test('attack: what a search finds can’t be changed either', async () => {
    await write(3);
    await tamper(browser, (rows) => {
      Object.assign(rows[1] ?? {}, { terms: ['other.example'] });
    });
    expect(await verify()).toEqual({ kind: 'broken', sequence: 2, reason: 'changed' });
  });

  test('attack: a removed record', async () => {
    await write(5);
    await tamper(browser, (rows) => void rows.splice(2, 1));
    expect(await verify()).toEqual({ kind: 'broken', sequence: 3, reason: 'missing' });
  });

  test('attack: two records in each other’s place', async () => {
    await write(5);
    await tamper(browser, (rows) => {
      const [second, third] = [rows[1], rows[2]];
      if (second && third) [second.sequence, third.sequence] = [3, 2];
    });
    expect(await verify()).toMatchObject({ kind: 'broken', sequence: 2 });
  });

  test('attack: a beginning that was removed, without a record of it', async () => {
    await write(5);
    await tamper(browser, (rows) => void rows.splice(0, 2));
    expect(await verify()).toEqual({ kind: 'broken', sequence: 1, reason: 'missing' });
  });

  test('attack: a cut tail', async () => {
    await write(5);
    await tamper(browser, (rows) => void rows.splice(3, 2));
    expect(await verify()).toMatchObject({ kind: 'behind', known: 5, last: 3 });
  });

  test('attack: a cut tail, with the stored end moved back', async () => {
    await write(5);
    await tamper(browser, (rows, head) => {
      rows.splice(3, 2);
      Object.assign(head ?? {}, { sequence: 3, digest: rows[2]?.['digest'], seal: null });
    });
    expect(await verify()).toEqual({ kind: 'behind', known: 5, last: 3 });
    browser.second.values.clear();
    browser.session.values.clear();
    // Without any mark, the seal is missing.
    expect(await verify()).toEqual({ kind: 'unsealed', sequence: 1 });
  });

  test.for(['none', 'kept', 'forged'] as const)(
    'attack: a whole chain written anew, its seal %s',
    async (kind) => {
      await write(4);
      const forged = forgeChain(4);
      await tamper(browser, (rows, head) => {
        rows.splice(0, rows.length, ...forged.map(toRow));
        const end = { sequence: 4, digest: forged[3]?.digest ?? '' };
        const keys = sealKeysOf(new Uint8Array(32).fill(1));
        const seal = kind === 'forged' && keys ? sealEnd(keys, end) : null;
        Object.assign(head ?? {}, end, kind === 'kept' ? {} : { seal });
      });
      expect(await verify()).toMatchObject({ kind: 'behind', known: 4, last: 4 });
      browser.second.values.clear();
      browser.session.values.clear();
      expect(await verify()).toMatchObject({ kind: 'unsealed' });
      // Nothing that is written later makes it good, nor does an unlock.
      const history = browser.open();
      await history.onUnlock();
      await history.append(stamped('later'));
      await history.settled();
      expect((await verify()).kind).toMatch(/^(unsealed|behind)$/);
    },
  );

  test('attack: records after the end', async () => {
    await write(3);
    const forged = forgeChain(5);
    await tamper(browser, (rows) => {
      rows.push(...forged.slice(3).map(toRow));
    });
    expect((await verify()).kind).not.toBe('whole');
  });

  test('attack: an emptied store, also after more was written', async () => {
    await write(4);
    await tamper(browser, (rows, head) => {
      rows.length = 0;
      for (const name of Object.keys(head ?? {})) Reflect.deleteProperty(head ?? {}, name);
    });
    expect(await verify()).toEqual({ kind: 'behind', known: 4, last: 0 });
    await write(2);
    expect(await verify()).toEqual({ kind: 'behind', known: 4, last: 2 });
    await write(6);
    expect(await verify()).toMatchObject({ kind: 'behind', known: 4 });
  });

  test('attack: an older copy of the database, in the same browser session and after a restart', async () => {
    await write(3);
    const older = await copyDisk(browser);
    await write(3);
    await tamper(browser, (rows, head) => {
      rows.splice(0, rows.length, ...older.rows.map((row) => ({ ...row })));
      Object.assign(head ?? {}, older.head);
    });
    expect(await verify()).toEqual({ kind: 'behind', known: 6, last: 3 });
    browser.restart();
    browser.keys = KEY;
    expect(await verify()).toEqual({ kind: 'behind', known: 6, last: 3 });
    await write(9, { operation: 'delete_user_tags' });
    expect(await verify()).toMatchObject({ kind: 'behind', known: 6 });
  });

  test('attack: an older copy of everything on the disk is noticed while the browser runs', async () => {
    await write(3);
    const older = await copyDisk(browser);
    await write(3);
    await tamper(browser, (rows, head) => {
      rows.splice(0, rows.length, ...older.rows.map((row) => ({ ...row })));
      Object.assign(head ?? {}, older.head);
    });
    browser.second.values.clear();
    for (const [key, value] of older.marks) browser.second.values.set(key, value);
    expect(await verify()).toEqual({ kind: 'behind', known: 6, last: 3 });
  });

  test('attack: a removed mark is said, and a forged one counts as removed', async () => {
    await write(3);
    browser.session.values.clear();
    browser.second.values.set(
      'history.mark',
      JSON.stringify({ sequence: 1, digest: 'a'.repeat(64), mac: 'b'.repeat(64) }),
    );
    expect(await verify()).toEqual({ ...WHOLE, records: 3, isMarked: false });
  });

  test('attack: a lost end stops nothing, overwrites nothing, and is found', async () => {
    await write(3);
    await tamper(browser, (_rows, head) => {
      for (const name of Object.keys(head ?? {})) Reflect.deleteProperty(head ?? {}, name);
    });
    await write(1);
    const { total } = await browser.open().page(ALL_HISTORY, 0, 10);
    expect(total).toBe(4);
    expect(await verify()).toMatchObject({ kind: 'unsealed' });
  });

  test('error: without a key in memory nothing can be verified', async () => {
    await write(1);
    browser.restart();
    await expect(verify()).rejects.toMatchObject({ code: 'vault_locked' });
  });

  test('behavior: a vault key that was replaced still counts, one of another vault doesn’t', async () => {
    await write(2);
    const next = new Uint8Array(32).fill(4);
    browser.keys = Uint8Array.from([...next, ...KEY]);
    await write(2);
    expect(await verify()).toEqual({ ...WHOLE, records: 4 });
    browser.keys = next;
    expect(await verify()).toEqual({ ...WHOLE, records: 4 });
    browser.keys = new Uint8Array(32).fill(5);
    expect(await verify()).toMatchObject({ kind: 'unsealed' });
  });
});

describe('before the first unlock after a browser start', () => {
  const declined: HistoryEvent = { fact: 'declined', id: 'request', origin: 'https://a.example' };

  test('behavior: records have no seal until the unlock', async () => {
    await write(2);
    browser.restart();
    const history = browser.open();
    await history.append(declined);
    browser.keys = KEY;
    expect(await verify()).toEqual({ ...WHOLE, records: 3, unsealed: 1 });
    await history.onUnlock();
    await history.settled();
    expect(await verify()).toEqual({ ...WHOLE, records: 3 });
  });

  test('behavior: the very first records may have none', async () => {
    browser.keys = undefined;
    const history = browser.open();
    await history.append(declined);
    await history.append(declined);
    browser.keys = KEY;
    await history.onUnlock();
    await history.settled();
    expect(await verify()).toEqual({ ...WHOLE, records: 2 });
  });

  test('attack: nothing that needs a key is taken for written then', async () => {
    await write(2);
    browser.restart();
    const history = browser.open();
    await history.append(stamped('forged'));
    browser.keys = KEY;
    await history.onUnlock();
    await history.settled();
    expect(await verify()).toEqual({ kind: 'unsealed', sequence: 3 });
  });

  test('attack: a tail that was cut then is found at the unlock', async () => {
    await write(4);
    browser.restart();
    await tamper(browser, (rows, head) => {
      rows.splice(2, 2);
      Object.assign(head ?? {}, { sequence: 2, digest: rows[1]?.['digest'], seal: null });
    });
    const history = browser.open();
    await history.append(declined);
    browser.keys = KEY;
    await history.onUnlock();
    await history.settled();
    expect(await verify()).toEqual({ kind: 'behind', known: 4, last: 3 });
  });
});

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
  });

  test('behavior: finds beginnings of IDs and hosts, and what the page knows by name', async () => {
    await write(2);
    await write(1, { id: 'ABC-1', origin: 'https://wallet.example.org:8443', profileId: 'p-1' });
    const history = browser.open();
    const found = async (filter: typeof ALL_HISTORY) => (await history.page(filter, 0, 9)).total;
    expect(await found(search('app.exa'))).toBe(2);
    expect(await found(search('example'))).toBe(3);
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

describe('findBreak', () => {
  test('behavior: needs no key', async () => {
    await write(3);
    const rows = await browser.open().range(1, 10);
    expect(findBreak(rows)).toBeUndefined();
    expect(findBreak(rows.slice(0, 2))).toBeUndefined();
    expect(findBreak([rows[0], rows[2]])).toEqual({ sequence: 2, reason: 'missing' });
    expect(findBreak([rows[0], 'x'])).toEqual({ sequence: 2, reason: 'form' });
    expect(findBreak([])).toBeUndefined();
  });
});
