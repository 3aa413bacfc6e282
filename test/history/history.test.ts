import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { findBreak } from '../../src/history/chain-check.ts';
import { toRow } from '../../src/history/chain-store.ts';
import { nextRecord, NO_DIGEST } from '../../src/history/record-digest.ts';
import { sealEnd, sealKeysOf } from '../../src/history/seal.ts';
import { ALL_HISTORY, type HistoryEvent, type HistoryRecord } from '../../src/protocol/history.ts';
import {
  copyDisk,
  createHistoryBrowser,
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

const verify = () => browser.open().verify('run');
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

  test('property: no edit of the disk goes unnoticed', async () => {
    await write(8);
    const before = await copyDisk(browser);
    const place = fc.integer({ min: 0, max: 7 });
    const edit = fc.oneof(
      fc.record({ kind: fc.constant('remove' as const), at: place }),
      fc.record({ kind: fc.constant('swap' as const), at: place, other: place }),
      fc.record({ kind: fc.constant('copy' as const), at: place, other: place }),
      fc.record({
        kind: fc.constant('set' as const),
        at: place,
        member: fc.constantFrom('at', 'fact', 'id', 'origin', 'body', 'details', 'terms', 'digest'),
        value: fc.constantFrom(null, 0, 'stamped', 'sent', 'a'.repeat(64), {}, [], START + 5),
      }),
    );
    const edits = fc.array(edit, { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(edits, async (all) => {
        const original = before.rows.map((row) => ({ ...row }));
        let changed = '';
        await tamper(browser, (rows, head) => {
          rows.splice(0, rows.length, ...original);
          Object.assign(head ?? {}, before.head);
          for (const one of all) {
            const row = rows[one.at];
            if (one.kind === 'remove') rows.splice(one.at, 1);
            else if (row && one.kind === 'set') Object.assign(row, { [one.member]: one.value });
            else if (row && 'other' in one) {
              const target = rows[one.other];
              if (!target) continue;
              const [content, others] = [{ ...row }, { ...target }];
              Object.assign(target, content, { sequence: target.sequence });
              if (one.kind === 'swap') Object.assign(row, others, { sequence: row.sequence });
            }
          }
          changed = JSON.stringify(rows);
        });
        const isSame = changed === JSON.stringify(before.rows);
        expect((await verify()).kind === 'whole').toBe(isSame);
      }),
      { numRuns: 150 },
    );
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
