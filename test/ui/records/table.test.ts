import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Item } from '../../../src/ui/records/pickable-records.ts';
import { columnsOf, type Column, type Related } from '../../../src/ui/records/columns.ts';
import { csvOf, fileNameOf } from '../../../src/ui/records/csv.ts';
import {
  fileRowsOf,
  idsBetween,
  matchingRows,
  searchTextsOf,
  sortedRows,
} from '../../../src/ui/records/table-rows.ts';
import { readCsv } from './csv-reader.ts';

const NOTHING_RELATED: Related = { tags: undefined, accounts: undefined };
const record = (id: string, name: string, members: object = {}): Item => ({
  id,
  name,
  record: { ...members },
});

/** Text with what matters in a file: quotes, separators, line ends, formulas, other scripts. */
const cellText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc
    .array(
      fc.constantFrom(
        '=',
        '+',
        '-',
        '@',
        '\t',
        '\r',
        '\n',
        '"',
        ',',
        ';',
        "'",
        'a',
        'محفظة',
        '\u{202E}',
      ),
      {
        maxLength: 12,
      },
    )
    .map((parts) => parts.join('')),
);
const tableOf = fc
  .integer({ min: 1, max: 6 })
  .chain((width) => fc.array(fc.array(cellText, { minLength: width, maxLength: width })));

/** The cells as a spreadsheet reads them: quotes count at a cell's start, and are text after it. */
function splitBy(text: string, separator: string): readonly string[] {
  const cells: string[] = [];
  let cell = '';
  let isStart = true;
  let isQuoted = false;
  for (let at = 1; at < text.length; at += 1) {
    const one = text.charAt(at);
    if (isQuoted && one === '"' && text[at + 1] === '"') {
      cell += one;
      at += 1;
    } else if (one === '"' && (isQuoted || isStart)) {
      isQuoted = !isQuoted;
    } else if (!isQuoted && [separator, '\r', '\n'].includes(one)) {
      cells.push(cell);
      cell = '';
      isStart = true;
      continue;
    } else {
      cell += one;
    }
    isStart = false;
  }
  return [...cells, cell];
}

describe('csvOf', () => {
  test('behavior: any reader gets each cell back, but for apostrophes before formulas', () => {
    fc.assert(
      fc.property(tableOf, (rows) => {
        const read = readCsv(csvOf(rows));
        expect(read.length).toBe(rows.length);
        for (const [y, row] of rows.entries()) {
          expect(read[y]?.length).toBe(row.length);
          for (const [x, cell] of row.entries()) {
            expect(read[y]?.[x]?.replaceAll("'", '')).toBe(cell.replaceAll("'", ''));
          }
        }
      }),
    );
  });

  test('error: no cell begins as a formula does (threat 50)', () => {
    fc.assert(
      fc.property(tableOf, (rows) => {
        const cells = readCsv(csvOf(rows)).flat();
        expect(cells.filter((cell) => /^[=+\-@\t\r\n]/.test(cell))).toEqual([]);
      }),
    );
    const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\0=1', '＝1', ' =1', '"=1"'];
    expect(readCsv(csvOf([formulas]))).toEqual([formulas.map((one) => `'${one}`)]);
    expect(readCsv(csvOf([['\t=1', '\ra']]))).toEqual([["'\t'=1", "'\ra"]]);
    expect(readCsv(csvOf([['Payroll', "O'Neill", '1-2', '']]))).toEqual([
      ['Payroll', "O'Neill", '1-2', ''],
    ]);
  });

  test.each([';', '\t', '|'])(
    'error: nor does one where %j separates cells, which takes our quotes for text (threat 50)',
    (separator) => {
      fc.assert(
        fc.property(tableOf, (rows) => {
          const cells = splitBy(csvOf(rows), separator);
          expect(cells.filter((cell) => /^[\s"]*[=+\-@]/.test(cell))).toEqual([]);
        }),
        { numRuns: 1000 },
      );
      const hostile = [`x${separator}=1`, `x${separator}"=1"`, 'x\n=1', `x${separator} @SUM(A1)`];
      const cells = splitBy(csvOf([['name', ...hostile]]), separator);
      expect(cells.filter((cell) => cell.includes("'"))).toHaveLength(hostile.length);
      expect(readCsv(csvOf([['a; b', 'c; 1 - 2', 'd|e']]))).toEqual([['a; b', 'c; 1 - 2', 'd|e']]);
    },
  );

  test('behavior: begins with the mark of UTF-8, and ends each line as the standard says', () => {
    expect(
      csvOf([
        ['a"b', 'ü'],
        ['', 'c'],
      ]),
    ).toBe('\u{FEFF}"a""b","ü"\r\n"","c"\r\n');
  });
});

describe('fileNameOf', () => {
  const at = new Date(2027, 0, 31, 12).getTime();

  test('behavior: organization, kind and day', () => {
    expect(fileNameOf('Demo organization', 'API keys', at)).toBe(
      'Keystamp-Demo-organization-API-keys-2027-01-31.csv',
    );
  });

  test('error: a name has no say in where the file goes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
        const file = fileNameOf(name, 'Users', at);
        expect(file).toMatch(/^Keystamp-(?:[\p{L}\p{M}\p{N}-]+-)?Users-2027-01-31\.csv$/u);
        expect(file.length).toBeLessThan(110);
      }),
    );
    expect(fileNameOf('../../\u{202E}', 'Users', at)).toBe('Keystamp-Users-2027-01-31.csv');
  });
});

const [NAME] = columnsOf('user');
const CREATED = columnsOf('user').find(({ name }) => name === 'createdAt');
const sorted = (items: readonly Item[], column: Column | undefined, isDescending = false) =>
  sortedRows(items, column, NOTHING_RELATED, { isDescending, locale: 'sv' }).map(({ id }) => id);

describe('sortedRows', () => {
  test('behavior: names as the language has them, numbers in them by value', () => {
    const items = ['z', 'ä', 'a10', 'a9', 'A'].map((name) => record(name, name));
    expect(sorted(items, NAME)).toEqual(['A', 'a9', 'a10', 'z', 'ä']);
    expect(sorted(items, NAME, true)).toEqual(['ä', 'z', 'a10', 'a9', 'A']);
  });

  test('behavior: equal ones stay in their order and missing ones come last, both ways', () => {
    const createdAt = (seconds: string) => ({ createdAt: { seconds, nanos: '0' } });
    const items = [
      record('none', ''),
      record('b', '', createdAt('100')),
      record('a', '', createdAt('20')),
      record('c', '', createdAt('100')),
    ];
    expect(sorted(items, CREATED)).toEqual(['a', 'b', 'c', 'none']);
    expect(sorted(items, CREATED, true)).toEqual(['b', 'c', 'a', 'none']);
    expect(sorted(items, undefined)).toEqual(['none', 'b', 'a', 'c']);
  });
});

describe('rows', () => {
  const items = ['Alice', 'Bob', 'Carol', 'Dave'].map((name) =>
    record(name.toLowerCase(), name, { userEmail: `${name}@demo.example` }),
  );

  test('behavior: each word that was typed is in what the row shows', () => {
    const texts = searchTextsOf(items, columnsOf('user'), NOTHING_RELATED);
    const found = (typed: string) => matchingRows(items, texts, typed).map(({ id }) => id);
    expect(found('  ')).toHaveLength(4);
    expect(found('DEMO bo')).toEqual(['bob']);
    expect(found('bob carol')).toEqual([]);
  });

  test('behavior: a range goes both ways, and from nowhere is one row', () => {
    expect(idsBetween(items, 'alice', 'carol')).toEqual(['alice', 'bob', 'carol']);
    expect(idsBetween(items, 'dave', 'carol')).toEqual(['carol', 'dave']);
    expect(idsBetween(items, undefined, 'bob')).toEqual(['bob']);
    expect(idsBetween(items, 'gone', 'bob')).toEqual(['bob']);
  });

  test('behavior: a file leaves out columns of what was not read yet', () => {
    const wallets = [record('w', 'Payroll')];
    const account = record('a', '', {
      walletId: 'w',
      addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
      address: '0x52908400098527886E0F7030069857D2E4169EE7',
    });
    const columns = columnsOf('wallet');
    const [before] = fileRowsOf(wallets, columns, NOTHING_RELATED);
    const accounts = new Map([['w', [account]]]);
    const [after, row] = fileRowsOf(wallets, columns, { tags: undefined, accounts });
    expect(after?.length).toBe((before?.length ?? 0) + 3);
    expect(row?.join()).toContain('0x52908400098527886E0F7030069857D2E4169EE7');
  });
});
