import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { withTables } from '../scripts/readme.ts';
import { ERRORS } from '../src/protocol/errors.ts';
import type { Field } from '../src/protocol/fields.ts';
import type { Row } from '../src/protocol/operation-row.ts';
import { listQueryOf, ROWS, rowOf } from '../src/protocol/operations.ts';
import { RULES } from '../src/protocol/rules.ts';
import { QUERIES, SUBMITS } from '../src/service/handlers/table.ts';
import { SERVICE_ERRORS } from '../src/protocol/service-errors.ts';
import { errorTexts, rowTexts, ruleTexts } from '../src/protocol/texts.ts';
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
const placeholders = (text: string) =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
const named = ROWS.map((row) => [row.name, row] as const);

function sourceFiles(): string[] {
  return ['src', 'entrypoints'].flatMap((top) =>
    readdirSync(join(ROOT, top), { recursive: true, encoding: 'utf8' })
      .map((file) => `${top}/${file}`)
      .filter((file) => /\.tsx?$/.test(file)),
  );
}

/** A file without its comments: those may name operations. */
const code = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');

/** A sentence for a person: a capital or a quotation first, a full stop last, no doubled spaces. */
const SENTENCE = /^[A-Z“{](?!.* {2}).*[.)]$/s;

describe('the operations table', () => {
  test('behavior: the ten of the reference pages are marked, and only they', () => {
    expect(ROWS.filter(({ core }) => core).map(({ name }) => name)).toEqual(CORE);
  });

  test.each(named)('behavior: %s has its words', (_, row) => {
    expect(row.about).toMatch(SENTENCE);
    for (const word of [row.title, row.action, row.done]) expect(word).toMatch(/^[A-Z][^.]{1,40}$/);
  });

  test.each(named)('behavior: the summary of %s names fields that exist', (_, row) => {
    const known = fieldsOf(row).map(([name]) => name);
    for (const text of Object.values(row.summary)) {
      expect(text).toMatch(SENTENCE);
      for (const name of placeholders(text)) expect(known).toContain(name);
    }
  });

  test.each(named)(
    'behavior: every field of %s has a label, and what it points to exists',
    (_, row) => {
      const fields = fieldsOf(row);
      const known = fields.map(([name]) => name);
      for (const [, one] of fields) {
        expect(one.label).toMatch(/^[A-Z].{1,39}$/);
        if (one.help) expect(one.help).toMatch(SENTENCE);
        if (one.replaces) expect(known).toContain(one.replaces.pick);
        if (one.control.kind === 'contract-interface') expect(known).toContain(one.control.type);
        if (one.control.kind === 'pick') expect(listQueryOf(one.control.recordKind)).toBeDefined();
      }
    },
  );

  test.each(named)('behavior: the steps of %s before and after exist', (_, row) => {
    if (row.kind !== 'submit') return;
    const known = fieldsOf(row).map(([name]) => name);
    if (row.prerequisite) {
      expect(rowOf(row.prerequisite.operation)?.kind).toBe('submit');
      for (const name of Object.keys(row.prerequisite.fieldsFromResult))
        expect(known).toContain(name);
    }
    if (row.followUp) {
      const asked = rowOf(row.followUp.query);
      expect(asked?.kind).toBe('query');
      const parameters = asked ? fieldsOf(asked).map(([name]) => name) : [];
      for (const name of Object.keys(row.followUp.parametersFromResult))
        expect(parameters).toContain(name);
    }
    if (row.affects) expect(known).toContain(row.affects.idsField);
  });

  test.each(named)('behavior: every version of %s has a vector', (_, row) => {
    const types = vectors.filter(({ operation }) => operation === row.name).map(({ type }) => type);
    const expected = row.kind === 'submit' ? row.versions.map(({ type }) => type) : [null];
    expect(types).toHaveLength(expected.length);
    expect(new Set(types)).toEqual(new Set(expected));
  });

  test.each(named)('behavior: the local service has a handler for %s', (_, row) => {
    const handlers: object = row.kind === 'submit' ? SUBMITS : QUERIES;
    expect(Object.hasOwn(handlers, row.name)).toBe(true);
  });

  test('behavior: an operation is named nowhere below the table', () => {
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
  test('behavior: every error, service error and rule has a sentence', () => {
    const texts = { ...errorTexts(), ...ruleTexts() };
    for (const text of Object.values(texts)) expect(text).toMatch(SENTENCE);
    const count = [ERRORS, SERVICE_ERRORS, RULES].reduce(
      (all, one) => all + Object.keys(one).length,
      0,
    );
    expect(Object.keys(texts)).toHaveLength(count);
  });

  test('behavior: every row has a title, an action and a default summary under its keys', () => {
    const texts = rowTexts();
    for (const { name } of ROWS) {
      for (const key of ['title', 'about', 'action', 'done', 'summary.default']) {
        expect(texts[`op.${name}.${key}`]).toBeTruthy();
      }
    }
  });
});

describe('README.md', () => {
  test('behavior: its tables are the ones that the code gives', () => {
    const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
    const squeezed = (text: string) => text.replace(/[ -]+/g, ' ');
    expect(squeezed(readme)).toBe(squeezed(withTables(readme)));
  });

  test('behavior: every picture and file that it links to exists', () => {
    const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
    for (const [, target] of readme.matchAll(/\]\((?!https?:)([^)#]+)\)/g)) {
      expect(existsSync(join(ROOT, target ?? '')), target).toBe(true);
    }
  });
});
