import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../../scripts/tool.ts';
import { verifyLog } from '../../scripts/verify-log.ts';
import { nextRecord, NO_DIGEST } from '../../src/history/record-digest.ts';
import { HISTORY_FORMAT, type HistoryRecord } from '../../src/protocol/history.ts';

const COUNT = 8;

function createRecords(): readonly HistoryRecord[] {
  const records: HistoryRecord[] = [];
  let end = { sequence: 0, digest: NO_DIGEST };
  for (let at = 0; at < COUNT; at++) {
    const details = { attempts: at, operations: 'a "b" \u{1F511} é' };
    const record = nextRecord(end, { fact: 'stamped', id: `id-${at}`, details }, 1_800_000_000_000);
    records.push(record);
    end = record;
  }
  return records;
}

const RECORDS = createRecords();
const HEAD = { sequence: COUNT, digest: RECORDS.at(-1)?.digest ?? '' };
const fileOf = (records: readonly unknown[], more: object = {}) =>
  JSON.stringify({ format: HISTORY_FORMAT, exportedAt: 1, head: HEAD, records, ...more });
const WHOLE = fileOf(RECORDS);

describe('verifyLog', () => {
  test('behavior: says whole, and names the digest of the end', async () => {
    const { code, text } = await verifyLog(WHOLE);
    expect(code).toBe(0);
    expect(text).toContain(HEAD.digest);
    expect((await verifyLog(WHOLE, HEAD.digest.toUpperCase())).code).toBe(0);
    const empty = fileOf([], { head: { sequence: 0, digest: NO_DIGEST } });
    expect(await verifyLog(empty)).toEqual({ code: 0, text: 'Whole: an empty history.' });
  });

  test('attack: a flipped bit, a removed, a repeated and a moved record, a cut end', async () => {
    const edit = (act: (records: HistoryRecord[]) => void) => {
      const records = structuredClone([...RECORDS]);
      act(records);
      return verifyLog(fileOf(records));
    };
    expect(await edit((all) => void all.splice(3, 1))).toMatchObject({
      code: 1,
      text: expect.stringContaining('record 4: it’s gone') as string,
    });
    expect((await edit((all) => void all.splice(3, 0, ...all.slice(2, 3)))).text).toContain(
      'record 4',
    );
    expect((await edit((all) => all.reverse())).code).toBe(1);
    expect((await edit((all) => void all.splice(0, 1))).text).toContain('record 1');
    expect((await edit((all) => void all.splice(5))).text).toContain('record 6');
    expect(
      (await edit((all) => Object.assign(all[2] ?? {}, { at: 1_800_000_000_001 }))).text,
    ).toContain('record 3: its content was changed');
  });

  test('attack: a history written anew is found by a digest that was noted', async () => {
    const forged = createRecords().map((record) => ({ ...record }));
    let end = { sequence: 0, digest: NO_DIGEST };
    const rewritten = forged.map(({ fact, id }) => {
      const record = nextRecord(end, { fact, id: `${id}-forged` }, 1);
      end = record;
      return record;
    });
    const file = fileOf(rewritten, { head: { sequence: COUNT, digest: end.digest } });
    expect((await verifyLog(file)).code).toBe(0);
    expect((await verifyLog(file, HEAD.digest)).code).toBe(1);
  });

  test('property: any change of one character of a record is found, or isn’t a file anymore', async () => {
    const start = WHOLE.indexOf('[{') + 1;
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: start, max: WHOLE.length - 3 }),
        fc.constantFrom('0', 'f', '9', 'x', '"', ' ', ','),
        async (at, letter) => {
          if (WHOLE[at] === letter) return;
          const changed = WHOLE.slice(0, at) + letter + WHOLE.slice(at + 1);
          const { code } = await verifyLog(changed);
          // White space between members says the same.
          const isSame = (() => {
            try {
              return JSON.stringify(JSON.parse(changed)) === WHOLE;
            } catch {
              return false;
            }
          })();
          expect(code === 0).toBe(isSame);
        },
      ),
      { numRuns: 1000 },
    );
  });

  test('error: another file is refused in plain words', async () => {
    for (const text of [
      '',
      'x',
      '{}',
      '[]',
      'null',
      '"Number","Time"\r\n',
      fileOf([], { head: 1 }),
    ]) {
      expect((await verifyLog(text)).code, text).toBe(2);
    }
    const other = fileOf(RECORDS, { format: 'keystamp-history/v9' });
    expect((await verifyLog(other)).text).toContain('format');
    expect((await verifyLog(fileOf(RECORDS, { extra: 1 }))).code).toBe(2);
  });

  test('behavior: ends with a code for scripts', () => {
    const folder = mkdtempSync(join(tmpdir(), 'keystamp-log-'));
    try {
      const file = join(folder, 'log.json');
      const run = (...args: string[]) =>
        spawnSync(process.execPath, [join(ROOT, 'scripts/verify-log.ts'), ...args], {
          encoding: 'utf8',
        });
      writeFileSync(file, WHOLE);
      expect(run(file)).toMatchObject({ status: 0, stderr: '' });
      expect(run(file, '--head', 'a'.repeat(64)).status).toBe(1);
      writeFileSync(file, WHOLE.replace('id-3', 'id-4'));
      expect(run(file)).toMatchObject({ status: 1, stdout: '' });
      expect(run(file).stderr).toContain('record 4');
      expect(run(join(folder, 'missing.json')).status).toBe(2);
      expect(run().status).toBe(2);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
