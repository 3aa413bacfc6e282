// What follows from what: a chain's links, the deletion of its beginning, its seal, and the records of
// other chains.
import { beforeEach, describe, expect, test } from 'vitest';
import { keyFor } from '../../src/crypto/immediate-digest.ts';
import { createChainCheck, findBreak } from '../../src/history/chain-check.ts';
import { toRow } from '../../src/history/chain-store.ts';
import { nextRecord, NO_DIGEST, type ChainEnd } from '../../src/history/record-digest.ts';
import { readRestoredRecords } from '../../src/history/restore-records.ts';
import { sealEnd, sealKeysOf } from '../../src/history/seal.ts';
import {
  COPY_NUMBER,
  COPY_OF,
  type HistoryEvent,
  type HistoryRecord,
} from '../../src/protocol/history.ts';
import { createHistoryBrowser, KEY, START, tamper, type HistoryBrowser } from './fixture.ts';

const BEGIN: ChainEnd = { sequence: 0, digest: NO_DIGEST };

/** Records that follow each other, of a fact that needs no key. */
function chain(count: number, from: ChainEnd = BEGIN, word = 'id'): HistoryRecord[] {
  const records: HistoryRecord[] = [];
  for (let at = 0; at < count; at += 1) {
    const end = records.at(-1) ?? from;
    records.push(nextRecord(end, { fact: 'declined', id: `${word} ${at}` }, START + at));
  }
  return records;
}
const after = (records: readonly HistoryRecord[], event: HistoryEvent) =>
  nextRecord(records.at(-1) ?? BEGIN, event, START);

let browser: HistoryBrowser;
beforeEach(() => {
  browser = createHistoryBrowser();
});
const stored = async () => (await browser.connect()).getAll('history');

describe('links', () => {
  test('error: a first record that follows another one', () => {
    const first = chain(2, { sequence: 0, digest: '1'.repeat(64) });
    expect(findBreak(first)).toEqual({ sequence: 1, reason: 'unlinked' });
    expect(findBreak(chain(2))).toBeUndefined();
  });

  test('error: a record that follows another one than the one before it', () => {
    const [one, two] = chain(2);
    const other = chain(1, { sequence: 2, digest: '1'.repeat(64) });
    expect(findBreak([one, two, ...other])).toEqual({ sequence: 3, reason: 'unlinked' });
  });

  test('behavior: the order of details changes no digest', () => {
    const digestOf = (details: Readonly<Record<string, number>>) =>
      nextRecord(BEGIN, { fact: 'declined', details }, START).digest;
    expect(digestOf({ a: 1, b: 2 })).toBe(digestOf({ b: 2, a: 1 }));
    expect(digestOf({ a: 1, b: 2 })).not.toBe(digestOf({ a: 2, b: 1 }));
  });

  test('behavior: a beginning is gone only if a later record names its very end', () => {
    const records = chain(4);
    const left = records.slice(2);
    const digest = records[1]?.digest;
    const deletion = (details: Readonly<Record<string, string | number>>) =>
      findBreak([...left, after(left, { fact: 'deleted', details })]);
    expect(deletion({ through: 2, digest: digest ?? '' })).toBeUndefined();
    for (const details of [
      { through: 2, digest: '1'.repeat(64) },
      { through: 1, digest: digest ?? '' },
      { through: 3, digest: digest ?? '' },
      { through: 2 },
      { digest: digest ?? '' },
    ]) {
      expect(deletion(details)).toEqual({ sequence: 1, reason: 'missing' });
    }
    const asOther = after(left, {
      fact: 'declined',
      details: { through: 2, digest: digest ?? '' },
    });
    expect(findBreak([...left, asOther])).toEqual({ sequence: 1, reason: 'missing' });
    const check = createChainCheck();
    expect(check.finish()).toBeUndefined();
  });
});

describe('the seal', () => {
  test('attack: its keys are those of the vault for this purpose, and no other', () => {
    const other = new Uint8Array(32).fill(8);
    const expected = [KEY, other].map((key) => keyFor(key, 'keystamp/history/seal/v1'));
    expect(sealKeysOf(KEY)).toEqual(expected.slice(0, 1));
    expect(sealKeysOf(new Uint8Array([...KEY, ...other]))).toEqual(expected);
  });

  test('attack: a forged seal isn’t followed by a good one at the next unlock', async () => {
    await browser.open().append({ fact: 'connected', id: 'real' });
    await browser.open().settled();
    const forged = chain(3);
    const strange = sealKeysOf(new Uint8Array(32).fill(1));
    const [first] = forged;
    if (!strange || !first) throw new Error('no keys');
    await tamper(browser, (rows, head) => {
      rows.splice(0, rows.length, ...forged.map(toRow));
      const { sequence, digest } = forged.at(-1) ?? BEGIN;
      Object.assign(head ?? {}, { sequence, digest, seal: sealEnd(strange, first) });
    });
    browser.second.values.clear();
    browser.session.values.clear();
    const history = browser.open();
    await history.onUnlock();
    expect(await history.verify('run')).toMatchObject({ kind: 'unsealed' });
  });

  test('behavior: what was written without a key is sealed at the next unlock', async () => {
    await browser.open().append({ fact: 'connected', id: 'real' });
    browser.restart();
    await browser.open().append({ fact: 'declined', id: 'locked' });
    browser.keys = KEY;
    const history = browser.open();
    expect(await history.verify('run')).toMatchObject({ kind: 'whole', unsealed: 1 });
    await history.onUnlock();
    await history.settled();
    expect(await history.verify('run')).toMatchObject({ kind: 'whole', unsealed: 0 });
  });
});

describe('what only the seal shows', () => {
  const write = async (count: number) => {
    const history = browser.open();
    for (let at = 0; at < count; at += 1) await history.append({ fact: 'stamped', id: `${at}` });
    await history.settled();
  };
  /** Whoever has the disk takes the marks away too. */
  const forgetMarks = () => {
    browser.second.values.clear();
    browser.session.values.clear();
  };
  const sealedAt = async () =>
    ((await (await browser.connect()).get('historyHead', 'head')) as { seal: ChainEnd | null }).seal
      ?.sequence;

  test.each([1, 3])('attack: the last %i of three records are cut off', async (cut) => {
    await write(3);
    await tamper(browser, (rows) => void rows.splice(3 - cut));
    forgetMarks();
    expect(await browser.open().verify('run')).toEqual({ kind: 'behind', known: 3, last: 3 - cut });
  });

  test('attack: the end with its seal is taken away', async () => {
    await write(3);
    await tamper(browser, (_rows, head) => {
      for (const name of Object.keys(head ?? {})) delete head?.[name];
    });
    forgetMarks();
    expect(await browser.open().verify('run')).toEqual({ kind: 'unsealed', sequence: 3 });
  });

  test('attack: a changed tail gets no seal at the next unlock', async () => {
    await write(1);
    browser.restart();
    for (const id of ['one', 'two']) await browser.open().append({ fact: 'declined', id });
    await tamper(browser, (rows) => void Object.assign(rows[1] ?? {}, { id: 'other' }));
    browser.keys = KEY;
    await browser.open().onUnlock();
    expect(await sealedAt()).toBe(1);
  });

  test('behavior: a first record without a key has no seal, and is whole', async () => {
    browser.keys = undefined;
    await browser.open().append({ fact: 'declined', id: 'locked' });
    browser.keys = KEY;
    expect(await browser.open().verify('run')).toMatchObject({ kind: 'whole', unsealed: 1 });
  });

  test('behavior: an unlock with nothing to seal changes nothing', async () => {
    await browser.open().onUnlock();
    await browser.open().deleteBefore(null);
    expect((await browser.open().summary()).last).toBe(0);
    await write(1);
    browser.restart();
    await browser.open().append({ fact: 'declined', id: 'locked' });
    // Locked again before the keys were read.
    await browser.open().onUnlock();
    expect(await sealedAt()).toBe(1);
  });

  test('behavior: a mark of a record that was deleted since is still met', async () => {
    await write(2);
    const marks = new Map(browser.second.values);
    await write(1);
    browser.now = START + 1;
    await write(1);
    await browser.open().deleteBefore(START + 1);
    forgetMarks();
    for (const [name, value] of marks) browser.second.values.set(name, value);
    expect(await browser.open().verify('run')).toMatchObject({ kind: 'whole', records: 2 });
  });

  test('error: a last record whose digest is none is followed all the same', async () => {
    await write(1);
    await tamper(browser, (rows, head) => {
      Object.assign(rows[0] ?? {}, { digest: 7 });
      for (const name of Object.keys(head ?? {})) delete head?.[name];
    });
    await write(1);
    expect((await stored())[1]).toMatchObject({ sequence: 2, previous: NO_DIGEST });
  });
});

describe('records of a backup', () => {
  const broken = { code: 'backup_invalid', detail: { reason: 'backup_history_broken' } };

  test('error: a part whose records don’t follow each other', () => {
    const records = chain(3);
    const [one, two, three] = records;
    expect(readRestoredRecords(records)).toEqual(records);
    expect(readRestoredRecords([three], two)).toEqual([three]);
    for (const part of [[one, three], [two, one], [one, one], [one, { ...two, id: 'x' }], [null]]) {
      expect(() => readRestoredRecords(part)).toThrow(expect.objectContaining(broken));
    }
    expect(() => readRestoredRecords([three], one)).toThrow(expect.objectContaining(broken));
    const elsewhere = chain(1, { sequence: 1, digest: '1'.repeat(64) });
    const later = chain(1, { sequence: 5, digest: one?.digest ?? '' });
    for (const other of [elsewhere, later]) {
      expect(() => readRestoredRecords([one, ...other])).toThrow(expect.objectContaining(broken));
    }
  });

  test('behavior: one that has the next number but another past is a copy', async () => {
    const history = browser.open();
    await history.append({ fact: 'connected', id: 'here' });
    const [, other] = chain(2, BEGIN, 'other');
    if (!other) throw new Error('no record');
    expect(await history.lookAt([other], null)).toMatchObject({ appended: 0, copied: 1 });
    expect(await history.restore([other])).toBe(1);
    const [, copy] = await stored();
    expect(copy).toMatchObject({
      sequence: 2,
      id: 'other 1',
      details: { [COPY_OF]: other.digest, [COPY_NUMBER]: 2 },
    });
    expect(copy?.['digest']).not.toBe(other.digest);
    expect(await history.verify('run')).toMatchObject({ kind: 'whole' });
    // Its end is marked: it can't be cut off unnoticed.
    await history.settled();
    browser.session.values.clear();
    await tamper(browser, (rows, head) => {
      rows.pop();
      const [first] = rows;
      Object.assign(head ?? {}, { sequence: 1, digest: first?.['digest'], seal: null });
    });
    expect(await browser.open().verify('run')).toEqual({ kind: 'behind', known: 2, last: 1 });
  });

  test('behavior: a copy of a copy is still called by what it was at first', async () => {
    const [first] = chain(1, BEGIN, 'first');
    if (!first) throw new Error('no record');
    const there = browser.open();
    await there.append({ fact: 'connected', id: 'there' });
    await there.restore([first]);
    const copies = (await stored()).map(({ terms: _terms, ...record }) => record);
    browser = createHistoryBrowser();
    const here = browser.open();
    await here.append({ fact: 'connected', id: 'here' });
    expect(await here.restore(copies)).toBe(2);
    const [, , again] = await stored();
    expect(again).toMatchObject({
      id: 'first 0',
      details: { [COPY_OF]: first.digest, [COPY_NUMBER]: 1 },
    });
    // Neither the first record nor its copy comes a second time.
    expect(await here.restore(copies)).toBe(0);
    expect(await here.restore([first])).toBe(0);
  });
});
