import { relative, sep } from 'node:path';
import { parseSync, Visitor, type ESTree, type Plugin } from 'vite';
import { ROOT } from './tool.ts';

const FIELD_WORDS = [
  'label',
  'control',
  'example',
  'help',
  'replaces',
  'initial',
  'prefillsOwnUser',
  'advanced',
  'automatic',
];

const ROW_WORDS = [
  'core',
  'title',
  'about',
  'summary',
  'variant',
  'action',
  'done',
  'risk',
  'affects',
  'linkMember',
  'followUp',
  'lists',
];

type MemberNames = ReadonlyMap<string, readonly string[]>;
/** A part to leave out, and what replaces it. */
type Cut = { readonly start: number; readonly end: number; readonly replacement?: string };

/** Names left out of the objects passed to these calls. */
const WORDS_BY_CALL: MemberNames = new Map([
  ['submit', ROW_WORDS],
  ['query', ROW_WORDS],
  ['field', FIELD_WORDS],
  ['line', FIELD_WORDS],
  ['userId', FIELD_WORDS],
]);

/** Names left out of the objects in these members. */
const WORDS_BY_MEMBER: MemberNames = new Map([['prerequisite', ['explanation']]]);

/** All those names: only pages read them, which `test/bundle.test.ts` checks. */
export const PAGE_ONLY_MEMBERS: readonly string[] = [
  ...WORDS_BY_CALL.values(),
  ...WORDS_BY_MEMBER.values(),
].flat();

/** What a build leaves out of each module that contains words. */
const CUTS_BY_FILE: Readonly<Record<string, (program: ESTree.Program) => readonly Cut[]>> = {
  'src/protocol/operations.ts': cutRowWords,
  'src/protocol/errors.ts': cutSentences,
  'src/protocol/rules.ts': cutTexts,
};

/**
 * Vite plugin for the build of the worker and of the pages' own Worker: leaves the words of forms,
 * lists and errors to the pages, which saves 6 KB of every cold start (docs/platform.md, Bundle
 * size and start of the worker). Blanks replace them, so that every position stays and a source map
 * needs no change.
 */
export function stripWords(): Plugin {
  return {
    name: 'keystamp:wordless',
    transform(code, id) {
      const [path = ''] = id.split('?');
      const name = relative(ROOT, path).split(sep).join('/');
      return Object.hasOwn(CUTS_BY_FILE, name)
        ? { code: textWithoutWords(name, code), map: null }
        : null;
    },
  };
}

/** A table's text, TypeScript or JavaScript, with blanks for its words. `name` as in a report. */
export function textWithoutWords(name: string, code: string): string {
  const { program, errors } = parseSync(name, code);
  if (errors.length > 0) throw new Error(`${name} does not parse.`);
  let text = code;
  for (const { start, end, replacement = '' } of CUTS_BY_FILE[name]?.(program) ?? []) {
    // A removed part takes its comma along: alone at the head of a list it would be a syntax error.
    const comma = replacement ? 0 : (/^\s*,/.exec(code.slice(end))?.[0].length ?? 0);
    const blank = code.slice(start + replacement.length, end + comma).replace(/\S/g, ' ');
    text = text.slice(0, start) + replacement + blank + text.slice(end + comma);
  }
  return text;
}

/** The members of {@link PAGE_ONLY_MEMBERS}. */
function cutRowWords(program: ESTree.Program): readonly Cut[] {
  const found: Cut[] = [];
  const collect = (holder: ESTree.Node, names: readonly string[]): void => {
    if (holder.type !== 'ObjectExpression') return;
    found.push(...holder.properties.filter((one) => names.includes(nameOf(one) ?? '')));
  };
  new Visitor({
    CallExpression: ({ callee, arguments: given }) => {
      const names = callee.type === 'Identifier' ? WORDS_BY_CALL.get(callee.name) : undefined;
      for (const one of names ? given : []) collect(one, names ?? []);
    },
    Property: (property) => {
      const names = WORDS_BY_MEMBER.get(nameOf(property) ?? '');
      if (names) collect(property.value, names);
    },
  }).visit(program);
  return found;
}

/** Keeps the facts of every error; its sentence becomes an empty text. */
function cutSentences(program: ESTree.Program): readonly Cut[] {
  const found: Cut[] = [];
  new Visitor({
    CallExpression: ({ callee, arguments: given }) => {
      const [first, last] = [given[0], given.at(-1)];
      if (callee.type !== 'Identifier' || callee.name !== 'facts' || !first || !last) return;
      found.push({ start: first.start, end: last.end, replacement: "''" });
    },
  }).visit(program);
  return found;
}

/** Every text in a member becomes an empty one. */
function cutTexts(program: ESTree.Program): readonly Cut[] {
  const found: Cut[] = [];
  new Visitor({
    Property: ({ value }) => {
      if (value.type === 'Literal' && typeof value.value === 'string') {
        found.push({ start: value.start, end: value.end, replacement: "''" });
      }
    },
  }).visit(program);
  return found;
}

function nameOf(property: ESTree.Node): string | undefined {
  if (property.type !== 'Property' || property.computed) return undefined;
  return property.key.type === 'Identifier' ? property.key.name : undefined;
}

/** Names of the members that a module reads, by access or by destructuring. */
export function membersRead(code: string): readonly string[] {
  const names: string[] = [];
  new Visitor({
    MemberExpression: ({ property }) => {
      if (property.type === 'Identifier') names.push(property.name);
      if (property.type === 'Literal') names.push(String(property.value));
    },
    ObjectPattern: ({ properties }) => {
      for (const one of properties)
        names.push(...[nameOf(one)].filter((name) => name !== undefined));
    },
  }).visit(parseSync('module.ts', code).program);
  return names;
}
