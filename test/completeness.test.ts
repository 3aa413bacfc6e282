import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { DOCUMENTS, withTables } from '../scripts/readme.ts';
import { receivingFields, type Field, type Fields } from '../src/protocol/fields.ts';
import type { Row } from '../src/protocol/operation-row.ts';
import {
  listQueryOf,
  ROWS,
  rowOf,
  showQueryOf,
  verificationOf,
} from '../src/protocol/operations.ts';
import { parse } from '../src/protocol/parse.ts';
import { QUERIES, SUBMITS } from '../src/service/handlers/table.ts';
import { errorWords, reasonWords } from '../src/ui/words/en/errors.ts';
import { ruleWords } from '../src/ui/words/en/rules.ts';
import { serviceErrorWords } from '../src/ui/words/en/service-errors.ts';
import { operationWords } from '../src/ui/words/en/operations.ts';
import { wordsOf, type AnyFieldWords } from '../src/ui/words/operation-words.ts';
import vectors from './vectors/operations.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '..');
const CORE = [
  'get_api_key',
  'import_private_key',
  'init_fiat_on_ramp',
  'create_smart_contract_interface',
  'update_user_phone_number',
  'update_user_email',
  'delete_user_tags',
  'verify_otp',
  'update_user_name',
  'update_wallet',
];

const versionsOf = (row: Row) => (row.kind === 'submit' ? row.versions : [row]);
const fieldsOf = (row: Row): [string, Field][] =>
  versionsOf(row).flatMap((one) => Object.entries(one.fields));
type FieldWords = Readonly<Record<string, AnyFieldWords>>;
/** The words of fields, and of the fields of their lists' records. */
const allWords = (fields: FieldWords): AnyFieldWords[] =>
  Object.values(fields).flatMap((one) => [one, ...allWords(one.fields ?? {})]);
/** Names of fields, `list.name` in the records of a list. */
const namesOf = (fields: Fields): string[] =>
  Object.entries(fields).flatMap(([name, { control }]) => [
    name,
    ...(control.kind === 'record-list' ? namesOf(control.item).map((one) => `${name}.${one}`) : []),
  ]);
const namesInWords = (fields: FieldWords): string[] =>
  Object.entries(fields).flatMap(([name, one]) => [
    name,
    ...namesInWords(one.fields ?? {}).map((member) => `${name}.${member}`),
  ]);
/** Each separate set of fields of a row: a version's, and those of its lists' records. */
const scopesOf = (fields: Fields): Fields[] => [
  fields,
  ...Object.values(fields).flatMap(({ control }) =>
    control.kind === 'record-list' ? scopesOf(control.item) : [],
  ),
];
const placeholders = (text: string) =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
/** What a field picks. */
const recordKindOf = (field: Field | undefined) =>
  field?.control.kind === 'pick' ? field.control.recordKind : undefined;
const named = ROWS.map((row) => [row.name, row] as const);

function sourceFiles(): string[] {
  return ['src', 'entrypoints'].flatMap((top) =>
    readdirSync(join(ROOT, top), { recursive: true, encoding: 'utf8' })
      .map((file) => `${top}/${file}`)
      .filter((file) => /\.tsx?$/.test(file)),
  );
}

/** A file without its comments, which may name operations. */
const code = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');

/**
 * A complete sentence: a capital letter or quotation mark first, a period last, no double spaces.
 */
const SENTENCE = /^[A-Z“{](?!.* {2}).*[.)]$/s;

describe('the operations table', () => {
  test('behavior: the ten of the reference pages are marked, and no others', () => {
    expect(ROWS.filter(({ core }) => core).map(({ name }) => name)).toEqual(CORE);
  });

  test('behavior: pages may ask for the ten of the reference pages, and for no others', () => {
    const asked = ROWS.filter(({ pageAccess }) => pageAccess !== 'never').map(({ name }) => name);
    expect(asked).toEqual(CORE);
  });

  test.each(named)('behavior: the words of %s have the right form', (name) => {
    const { title, about, action, done, fields } = wordsOf(operationWords, name);
    expect(about).toMatch(SENTENCE);
    for (const word of [title, action, done]) expect(word).toMatch(/^[A-Z][^.]{1,40}$/);
    for (const { label, help, item, remove } of allWords(fields)) {
      expect(label).toMatch(/^[A-Z].{1,39}$/);
      if (remove !== undefined) expect(remove).toMatch(/^Remove [^.]{1,30}$/);
      if (help !== undefined) expect(help).toMatch(SENTENCE);
      if (item !== undefined) expect(item).toMatch(/^[A-Za-z][^.]{1,29}$/);
    }
  });

  test.each(named)('behavior: the words of %s belong to its fields', (name, row) => {
    const known = new Set(fieldsOf(row).map(([field]) => field));
    const words = wordsOf(operationWords, name);
    const all = versionsOf(row).flatMap(({ fields }) => namesOf(fields));
    expect(new Set(namesInWords(words.fields))).toEqual(new Set(all));
    for (const text of Object.values(words.summary)) {
      expect(text).toMatch(SENTENCE);
      for (const field of placeholders(text)) expect(known).toContain(field);
    }
  });

  test.each(named)('behavior: everything that the fields of %s refer to exists', (_, row) => {
    for (const fields of versionsOf(row).flatMap((version) => scopesOf(version.fields))) {
      const known = Object.keys(fields);
      for (const one of Object.values(fields)) {
        if (one.replaces) expect(known).toContain(one.replaces.pick);
        // Only an empty text can take a value away.
        if (one.removable) expect(parse(one.schema, '').ok).toBe(true);
        if (one.control.kind === 'contract-interface') expect(known).toContain(one.control.type);
        if (one.control.kind === 'pick') expect(listQueryOf(one.control.recordKind)).toBeDefined();
        if (one.address) expect(known).toContain(one.address.network);
        if (one.unique) expect(listQueryOf(one.unique)).toBeDefined();
      }
    }
  });

  test.each(named)('behavior: what %s lists or shows is a member of its result', (_, row) => {
    if (row.kind !== 'query') return;
    const { lists, shows } = row;
    const { entries: members } = row.result as v.ObjectSchema<v.ObjectEntries, undefined>;
    if (lists) {
      const list = members[lists.member] as v.ArraySchema<typeof row.result, undefined>;
      const { entries: record } = list.item as v.ObjectSchema<v.ObjectEntries, undefined>;
      expect(Object.keys(record)).toEqual(expect.arrayContaining([lists.id, lists.name]));
      expect(lists.paged).toBe('paginationOptions' in row.fields ? true : undefined);
      if (lists.within)
        expect(recordKindOf(row.fields[lists.within.field])).toBe(lists.within.recordKind);
    }
    if (shows) {
      expect(members).toHaveProperty(shows.member);
      expect(recordKindOf(row.fields[shows.id])).toBe(shows.recordKind);
      expect(listQueryOf(shows.recordKind)?.lists?.id).toBeDefined();
      expect(showQueryOf(shows.recordKind)).toBe(row);
    }
  });

  // A grant would stamp it unseen, and the worker can't check an address (docs/threats.md, 46).
  test.each(named)(
    'behavior: if %s sends something to an address, no grant covers it',
    (_, row) => {
      const sends = versionsOf(row).some(({ fields }) => receivingFields(fields).length > 0);
      expect(sends && row.pageAccess === 'grant').toBe(false);
    },
  );

  test.each(named)('behavior: the prerequisites and follow-ups of %s exist', (_, row) => {
    if (row.kind !== 'submit') return;
    const known = fieldsOf(row).map(([name]) => name);
    if (row.prerequisite) {
      expect(rowOf(row.prerequisite.operation)?.kind).toBe('submit');
      for (const name of Object.keys(row.prerequisite.fieldsFromResult))
        expect(known).toContain(name);
    }
    if (row.followUp) {
      const query = rowOf(row.followUp.query);
      expect(query?.kind).toBe('query');
      const parameters = query ? fieldsOf(query).map(([name]) => name) : [];
      const { parameters: fixed, parametersFromResult } = row.followUp;
      expect(Object.values(row.followUp.states)).toEqual(
        expect.arrayContaining(['open', 'success', 'failure']),
      );
      for (const name of Object.keys({ ...fixed, ...parametersFromResult }))
        expect(parameters).toContain(name);
    }
    if (row.affects) expect(known).toContain(row.affects.idsField);
  });

  test.each(named)('behavior: what %s verifies, other rows send a code for and check', (_, row) => {
    if (row.kind !== 'submit' || !row.verifies) return;
    const steps = verificationOf(row);
    if (!steps) throw new Error('its steps do not exist');
    const names = (of: Row) => fieldsOf(of).map(([name]) => name);
    expect(names(row)).toEqual(
      expect.arrayContaining([steps.contactField, ...Object.keys(steps.fieldsFromResult)]),
    );
    expect(fieldsOf(row).find(([name]) => name === steps.contactField)?.[1].replaces).toBeDefined();
    expect(names(steps.send)).toEqual(
      expect.arrayContaining([steps.sentTo, ...Object.keys(steps.request)]),
    );
    for (const { secretResult } of steps.check.versions)
      expect(secretResult).toEqual(Object.values(steps.fieldsFromResult));
  });

  test.each(named)('behavior: %s says whether what it takes expires', (_, row) => {
    if (row.kind !== 'submit') return;
    for (const { fields, prepare, takesExpiring } of row.versions) {
      const takesToken = Object.hasOwn(fields, 'verificationToken');
      expect(takesExpiring).toBe(takesToken || prepare?.how === 'seal-code');
    }
  });

  test.each(named)('behavior: every version of %s has a vector', (_, row) => {
    const types = vectors.filter(({ operation }) => operation === row.name).map(({ type }) => type);
    const expected = row.kind === 'submit' ? row.versions.map(({ type }) => type) : [null];
    expect(types).toHaveLength(expected.length);
    expect(new Set(types)).toEqual(new Set(expected));
  });

  test.each(named)('behavior: the local service has a handler for %s', (_, row) => {
    const handlers: object = row.kind === 'submit' ? SUBMITS : QUERIES;
    // A vote has none: src/service/consensus.ts casts all of them.
    const isVote = row.kind === 'submit' && row.vote !== undefined;
    expect(Object.hasOwn(handlers, row.name)).toBe(!isVote);
  });

  test('behavior: no code below the table names an operation', () => {
    // The form, the worker and the router get rows; a name in their code is a special case.
    const allowed = new Set(['src/protocol/operations.ts']);
    const names = new RegExp(`['"\`](?:${ROWS.map(({ name }) => name).join('|')})['"\`]`);
    const offenders = sourceFiles()
      .filter((file) => !allowed.has(file) && !file.startsWith('src/service/'))
      .filter((file) => names.test(code(readFileSync(join(ROOT, file), 'utf8'))));
    expect(offenders).toEqual([]);
  });
});

describe('texts', () => {
  test('behavior: every error, reason, rule and code of the service has a sentence', () => {
    const { missing, ...rules } = ruleWords;
    expect(missing).toBe('Required');
    const texts = [errorWords, reasonWords, rules, serviceErrorWords].flatMap((words) =>
      Object.values(words),
    );
    expect(texts.length).toBeGreaterThan(150);
    for (const text of texts) expect(text).toMatch(SENTENCE);
  });

  test('behavior: a row says what it affects and why it has a prerequisite, if it does', () => {
    for (const row of ROWS) {
      const { affects, prerequisite } = wordsOf(operationWords, row.name);
      const needed = row.kind === 'submit' ? row : undefined;
      expect([row.name, affects !== undefined, prerequisite !== undefined]).toEqual([
        row.name,
        needed?.affects !== undefined,
        needed?.prerequisite !== undefined,
      ]);
      for (const text of [...Object.values(affects ?? {}), prerequisite ?? 'No.'])
        expect(text).toMatch(SENTENCE);
    }
  });
});

/** Every document that a reader of the repository finds, by its path. */
const documents = [
  ...globSync('*.md', { cwd: ROOT }),
  ...globSync('{docs,store,src}/**/*.md', { cwd: ROOT }),
];

const SCRIPTS: Readonly<Record<string, string>> = packageJson.scripts;
const sources = (pattern: string) =>
  globSync(pattern, { cwd: ROOT }).map((path) => readFileSync(join(ROOT, path), 'utf8'));
/** What reads options of the command line and of the environment. */
const READERS = sources('{scripts/**,test/*/**,src/service}/*.{ts,mjs}').join('\n');

/** What a document names that isn't there: files in backticks, npm scripts, their options, variables. */
function strayNames(text: string): readonly string[] {
  const files = [
    ...text.matchAll(/`((?:src|test|scripts|entrypoints|docs|store|public)\/[^`\s]+)`/g),
  ]
    .map(([, path = '']) => path)
    .filter((path) => globSync(path.replace(/<\w+>/, '*'), { cwd: ROOT }).length === 0);
  const commands = [...text.matchAll(/\bnpm (?:run |(?=start|test))([a-z][\w:-]*)([^\n`|#]*)/g)];
  const stray = commands.flatMap(([, name = '', rest = '']) => {
    const command = SCRIPTS[name];
    if (command === undefined) return [`npm run ${name}`];
    const options = rest.includes(' -- ') ? (rest.match(/--[a-z][\w-]*/g) ?? []) : [];
    const unread = options.filter(
      (option) => !new RegExp(`${option}\\b|'${option.slice(2)}'`).test(READERS),
    );
    return unread.map((option) => `npm run ${name} ${option}`);
  });
  const variables = (text.match(/\bKEYSTAMP_(?!SERVICE_)[A-Z_]*[A-Z]\b/g) ?? []).filter(
    (name) => !new RegExp(`\\b${name}\\b`).test(READERS),
  );
  return [...files, ...stray, ...variables];
}

describe('documents', () => {
  test.for(Object.keys(DOCUMENTS))(
    'behavior: the tables of %s are generated from the code',
    (path) => {
      const document = readFileSync(join(ROOT, path), 'utf8');
      expect(document).toBe(withTables(path, document));
    },
  );

  test.for(documents)('behavior: what %s links to exists', (path) => {
    const document = readFileSync(join(ROOT, path), 'utf8');
    const links = document.matchAll(/\]\((?!https?:|mailto:)([^)#\s]+)|<img src="([^"]+)"/g);
    for (const [, link, picture] of links) {
      expect(existsSync(join(ROOT, dirname(path), link ?? picture ?? '')), link).toBe(true);
    }
  });

  test.for(documents)('behavior: each file, command and option that %s names is there', (path) => {
    expect(strayNames(readFileSync(join(ROOT, path), 'utf8'))).toEqual([]);
  });

  test.each([
    ['`src/nowhere/none.ts`', 'src/nowhere/none.ts'],
    ['`npm run nothing`', 'npm run nothing'],
    ['`npm run trials -- --no-such`', 'npm run trials --no-such'],
    ['`KEYSTAMP_NOTHING`', 'KEYSTAMP_NOTHING'],
  ])('error: %s is detected', (text, stray) => {
    expect(strayNames(text)).toEqual([stray]);
  });

  test('behavior: the README is read in a few minutes', () => {
    const words = readFileSync(join(ROOT, 'README.md'), 'utf8').match(/\S+/g) ?? [];
    expect(words.length).toBeLessThanOrEqual(900);
  });
});
