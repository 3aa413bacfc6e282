import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../scripts/tool.ts';
import { ROWS } from '../src/protocol/operations.ts';
import { circlesOf } from './floors/circles.ts';
import { namesOfTwo } from './floors/names.ts';
import * as rules from './floors/rules.ts';
import type { Effect } from './floors/rules.ts';
import { isNode, listFiles, memberName, parseSource, readSources } from './floors/source.ts';
import type { Import, Node, Source } from './floors/source.ts';

const sources = [...readSources('src'), ...readSources('entrypoints')];

/** One fault per line, so that a failure reads as a list of things to fix. */
type Check = (source: Source) => readonly string[];

const direction: Check = (source) =>
  source.imports.flatMap((one) => {
    const fault = directionFault(source.part, one);
    return fault ? [`${source.path} imports ${one.specifier}: ${fault}`] : [];
  });

function directionFault(from: string, { specifier, target }: Import): string | undefined {
  if (target === undefined) {
    const row = rules.PACKAGES.find(({ name }) => name.test(specifier));
    return row && !row.parts.includes(from) ? `only for ${row.parts.join(', ')}` : undefined;
  }
  const to = parseSource(target, '').part;
  if (to === from) return undefined;
  const isApart = from === 'src/service' && to === 'src/policies';
  if (isApart && !rules.SHARED_POLICY_FILES.includes(target)) {
    return 'the service has an evaluator of its own';
  }
  const allowedParts = rules.ROOMS[from]?.imports;
  if (allowedParts)
    return allowedParts.includes(to)
      ? undefined
      : `${from} reaches only ${allowedParts.join(', ')}`;
  const [high, low] = [rules.ROOMS[from]?.floor ?? null, rules.ROOMS[to]?.floor ?? null];
  if (high === null || low === null) return 'one of the two is on no floor';
  return high > low ? undefined : `floor ${high} may not import floor ${low}`;
}

const endings: Check = ({ path, imports }) =>
  imports
    .filter(({ target }) => target !== undefined && !/\.(tsx?|css|json|svg)$/.test(target))
    .map(({ specifier }) => `${path}: ${specifier} has no ending .ts or .tsx`);

const barrels: Check = ({ path, nodes }) => {
  const body = nodes.find(({ type }) => type === 'Program')?.['body'];
  const statements = Array.isArray(body) ? body.filter(isNode) : [];
  const reexports = statements.filter(
    ({ type, source }) => type.startsWith('Export') && isNode(source),
  );
  const all = reexports.some(({ type }) => type === 'ExportAllDeclaration');
  const onlyReexports = reexports.length > 0 && reexports.length === statements.length;
  return all || onlyReexports ? [`${path} passes on what others export`] : [];
};

const lengths: Check = ({ path, part, text }) => {
  if (Object.hasOwn(rules.LONG_TABLES, path) || rules.WORD_FILES.test(path)) return [];
  const limit = part === 'entrypoints' ? rules.MAX_ENTRYPOINT_LINES : rules.MAX_LINES;
  const lines = text.trimEnd().split('\n').length;
  return lines > limit ? [`${path} has ${lines} lines, ${limit} are the limit`] : [];
};

const classes: Check = ({ path, nodes }) => {
  const declared = nodes.filter(({ type }) => /^Class(Declaration|Expression)$/.test(type));
  const parentOf = ({ superClass }: Node): string => (isNode(superClass) ? nameOf(superClass) : '');
  // In source order, since an error's own kinds come below it.
  const errors = new Set<string>();
  return declared.flatMap((node) => {
    const name = nameOf(node['id']);
    const isError = parentOf(node).endsWith('Error') || errors.has(parentOf(node));
    if (isError) errors.add(name);
    return isError ? [] : [`${path}: class ${name} is not an error`];
  });
};

const nameOf = (value: unknown): string => (isNode(value) ? String(value['name']) : '');

const loopholes: Check = ({ path, nodes, comments }) => [
  ...nodes.filter(({ type }) => type === 'TSAnyKeyword').map(() => `${path}: any`),
  ...nodes.filter(({ type }) => type === 'TSNonNullExpression').map(() => `${path}: !`),
  ...nodes.filter(({ type }) => type === 'TSEnumDeclaration').map(() => `${path}: enum`),
  ...(rules.ASSERTIONS.includes(path) ? [] : nodes.filter(throughUnknown)).map(
    () => `${path}: as unknown as`,
  ),
  ...comments
    .filter((text) => /@ts-|(oxlint|eslint)-disable/.test(text))
    .map((text) => `${path}: ${text.trim()}`),
];

function throughUnknown({ type, expression }: Node): boolean {
  if (type !== 'TSAsExpression' || !isNode(expression)) return false;
  const inner = expression['typeAnnotation'];
  return expression.type === 'TSAsExpression' && isNode(inner) && inner.type === 'TSUnknownKeyword';
}

const GLOBALS = /^(globalThis|self|window)\./;

const EFFECTS: Readonly<Record<Effect, (node: Node) => boolean>> = {
  clock: (node) =>
    memberName(node) === 'Date.now' ||
    (node.type === 'NewExpression' && names(node['callee'], 'Date') && isEmpty(node['arguments'])),
  random: (node) => /^(Math\.random|crypto\.(getRandomValues|randomUUID))$/.test(bare(node)),
  network: (node) =>
    (node.type === 'CallExpression' && names(node['callee'], 'fetch')) ||
    /^(fetch|navigator\.sendBeacon)$/.test(bare(node)) ||
    (node.type === 'NewExpression' &&
      ['WebSocket', 'EventSource', 'XMLHttpRequest'].some((name) => names(node['callee'], name))),
  browser: (node) => /^(chrome|browser)\./.test(bare(node)),
};

const bare = (node: Node): string => memberName(node)?.replace(GLOBALS, '') ?? '';
const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0;
const names = (value: unknown, name: string): boolean =>
  isNode(value) && value.type === 'Identifier' && value['name'] === name;

const effects: Check = (source) => {
  if (rules.EFFECT_BUILDERS.test(source.path)) return [];
  const allowed: readonly Effect[] = rules.ADAPTERS[source.path]?.effects ?? [];
  // A parameter may be called `fetch` or `browser`, too: names bound in the file aren't the global
  // effect.
  const bound = boundNames(source);
  return (Object.keys(EFFECTS) as Effect[])
    .filter((effect) => !allowed.includes(effect))
    .filter((effect) => source.nodes.some((node) => EFFECTS[effect](node) && !isBound(node, bound)))
    .map((effect) => `${source.path} names the real ${effect}: take it as a parameter`)
    .concat(importsBrowser(source, allowed));
};

/** The browser's API: the polyfill, WXT's version of it, and our adapter. */
const BROWSER_MODULES =
  /^wxt\/|^webextension-polyfill$|\/(?:messaging\/|native-)browser\.ts$|^\.\/browser\.ts$/;

function importsBrowser({ path, imports }: Source, allowed: readonly Effect[]): string[] {
  if (allowed.includes('browser')) return [];
  return imports
    .filter(({ specifier, typeOnly }) => BROWSER_MODULES.test(specifier) && !typeOnly)
    .map(({ specifier }) => `${path} imports ${specifier}: only entrypoints and adapters do`);
}

/** Names that the file's own patterns and parameters bind. */
function boundNames({ nodes }: Source): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (value: unknown): void => {
    if (isNode(value) && value.type === 'Identifier') found.add(String(value['name']));
    if (isNode(value) && value.type === 'AssignmentPattern') add(value['left']);
    if (isNode(value) && value.type === 'ObjectPattern') each(value['properties'], 'value');
  };
  const each = (list: unknown, member?: string): void => {
    if (!Array.isArray(list)) return;
    list.filter(isNode).forEach((item) => add(member ? item[member] : item));
  };
  for (const node of nodes) {
    if (/Function/.test(node.type)) each(node['params']);
    if (node.type === 'VariableDeclarator') add(node['id']);
  }
  return found;
}

function isBound(node: Node, bound: ReadonlySet<string>): boolean {
  const head = node.type === 'CallExpression' ? node['callee'] : node['object'];
  return isNode(head) && head.type === 'Identifier' && bound.has(String(head['name']));
}

const consoles: Check = ({ path, part, nodes }) =>
  part === 'src/service' || !nodes.some((node) => bare(node).startsWith('console.'))
    ? []
    : [`${path} writes to the console`];

const operationNames: ReadonlySet<string> = new Set(ROWS.map(({ name }) => name));

/** Behavior depends on a row's data: nothing compares operation names. */
const comparedNames: Check = ({ path, nodes }) => {
  const compared = nodes.flatMap(({ type, test: label, left, right, operator }) => {
    if (type === 'SwitchCase') return [label];
    return type === 'BinaryExpression' && /^[!=]==?$/.test(String(operator)) ? [left, right] : [];
  });
  return compared
    .filter(isNode)
    .filter(({ value }) => typeof value === 'string' && operationNames.has(value))
    .map(({ value }) => `${path} compares with the operation name ${String(value)}`);
};

/** A case by the browser's language, and a key that an input method may be using. */
const typing: Check = ({ path, part, nodes }) => {
  const faults = nodes.flatMap((node) => {
    const member = memberName(node) ?? '';
    if (/\.toLocale(Lower|Upper)Case$/.test(member) || isLocaleCase(node))
      return [`${path} changes the case by the browser's language`];
    const isKey = part === 'src/ui' && member === 'event.key';
    return isKey ? [`${path} reads a key: take keyOf, which knows input methods`] : [];
  });
  return Object.hasOwn(rules.TYPING, path) ? [] : [...new Set(faults)];
};

/** A member of any expression, not only of a name. */
const isLocaleCase = ({ type, property }: Node): boolean =>
  type === 'MemberExpression' &&
  isNode(property) &&
  /^toLocale(Lower|Upper)Case$/.test(String(property['name']));

/** An error in what runs after the import would read as a missing file. */
const loadings: Check = ({ path, text }) =>
  /\bloadPart\((?!\s*\(\) =>\s*(?:Promise\.all\(\[)?import\()/.test(text)
    ? [`${path} gives loadPart more than an import()`]
    : [];

/** What waits for real time: `settled` and clocks of `test/test-clock.ts` wait for what ends. */
const WAITS = /^(expect\.poll|vi\.wait(For|Until))$/;

const realTime: Check = ({ path, nodes }) =>
  nodes.some(
    (node) =>
      names(node, 'setTimeout') || names(node, 'setInterval') || WAITS.test(memberName(node) ?? ''),
  )
    ? [`${path} waits for real time: take a clock of test/test-clock.ts`]
    : [];

/** Browsers and their pages have no other time than the real one. */
const IN_BROWSERS =
  /^test\/(e2e|firefox|content-world|release\/load-release\.ts$)|\.(browser|e2e|firefox)\.ts$/;

const CHECKS: Readonly<Record<string, Check>> = {
  'imports go down the floors only': direction,
  'relative imports name the whole file': endings,
  'no file only passes on what others export': barrels,
  'files stay short, entrypoints thin': lengths,
  'only errors are classes': classes,
  'the type system has no holes': loopholes,
  'effects come in as parameters': effects,
  'the extension writes nothing to the console': consoles,
  'no operation name is compared': comparedNames,
  'what a person types is read in one place': typing,
  'only an import is reported as a missing part': loadings,
};

describe('the source of the extension and the service', () => {
  test('behavior: there is something to check', () => {
    expect(sources.length).toBeGreaterThan(10);
    expect(operationNames.size).toBeGreaterThanOrEqual(24);
  });

  test.for(Object.entries(CHECKS))('behavior: %s', ([, check]) => {
    expect(sources.flatMap(check)).toEqual([]);
  });

  test('behavior: no files import each other in a circle, types included', () => {
    expect(circlesOf(sources)).toEqual([]);
  });

  test('behavior: a component or an exported type of the screens has a name of its own', () => {
    expect(namesOfTwo(sources)).toEqual([]);
  });

  test('behavior: folders and files are named after what they contain', () => {
    const paths = ['src', 'entrypoints', 'test', 'scripts'].flatMap(listFiles);
    const refused = paths.filter((path) =>
      path.split('/').some((part) => rules.REFUSED_NAME.test(part.replace(/\..*$/, ''))),
    );
    expect(refused).toEqual([]);
  });

  test('behavior: what test files share sets nothing up when it is loaded', () => {
    // A thread loads it once (vitest.config.ts): a second file that imports it would get nothing.
    const shared = listFiles('test').filter((path) => !/\.(test|browser|e2e|firefox)\./.test(path));
    const hook = /^(before|after)(All|Each)\(/m;
    expect(shared.filter((path) => hook.test(readFileSync(join(ROOT, path), 'utf8')))).toEqual([]);
  });

  test('behavior: no unit test waits for real time, but those with a reason', () => {
    const waiting = listFiles('test').filter((path) => {
      if (!/\.tsx?$/.test(path) || IN_BROWSERS.test(path)) return false;
      const text = readFileSync(join(ROOT, path), 'utf8');
      // To parse all of them takes seconds.
      return (
        /setTimeout|setInterval|poll|wait/.test(text) &&
        realTime(parseSource(path, text)).length > 0
      );
    });
    expect(waiting.toSorted()).toEqual(Object.keys(rules.REAL_TIME).toSorted());
  });

  test('behavior: every exception names a file that exists', () => {
    const named = [rules.LONG_TABLES, rules.ADAPTERS, rules.TYPING].flatMap((table) =>
      Object.keys(table),
    );
    const missing = [...named, ...rules.ASSERTIONS].filter((path) => !existsSync(join(ROOT, path)));
    expect(missing).toEqual([]);
  });
});

/**
 * Each check gets a file that breaks its rule, so that a check that misses everything is noticed.
 */
const BREAKERS: readonly (readonly [keyof typeof CHECKS, string, string])[] = [
  ['imports go down the floors only', 'src/crypto/x.ts', `import '../vault/header.ts';`],
  ['imports go down the floors only', 'src/crypto/x.ts', `export { a } from '../storage/x.ts';`],
  ['imports go down the floors only', 'src/ui/x.ts', `await import('../vault/header.ts');`],
  ['imports go down the floors only', 'src/service/x.ts', `import '../vault/header.ts';`],
  ['imports go down the floors only', 'src/protocol/x.ts', `import type { A } from '../ui/a.tsx';`],
  ['imports go down the floors only', 'src/activities/x.ts', `import '../permissions/a.ts';`],
  ['imports go down the floors only', 'src/vault/x.ts', `import 'node:fs';`],
  ['imports go down the floors only', 'src/vault/x.ts', `import 'hono/cors';`],
  ['relative imports name the whole file', 'src/vault/x.ts', `import './header';`],
  ['no file only passes on what others export', 'src/vault/index.ts', `export * from './a.ts';`],
  ['no file only passes on what others export', 'src/vault/a.ts', `export { a } from './b.ts';`],
  ['files stay short, entrypoints thin', 'entrypoints/background.ts', `a();\n`.repeat(61)],
  ['files stay short, entrypoints thin', 'src/vault/x.ts', `a();\n`.repeat(401)],
  ['only errors are classes', 'src/vault/x.ts', `export class Vault {}`],
  ['the type system has no holes', 'src/vault/x.ts', `export const a = (x: any) => x;`],
  ['the type system has no holes', 'src/vault/x.ts', `export const a = b as unknown as string;`],
  ['the type system has no holes', 'src/vault/x.ts', `export const a = b!;`],
  [
    'the type system has no holes',
    'src/vault/x.ts',
    `// @ts-expect-error later\nexport const a = 1;`,
  ],
  ['effects come in as parameters', 'src/vault/x.ts', `export const a = () => Date.now();`],
  ['effects come in as parameters', 'src/vault/x.ts', `export const a = () => new Date();`],
  ['effects come in as parameters', 'src/vault/x.ts', `export const a = () => Math.random();`],
  ['effects come in as parameters', 'src/vault/x.ts', `export const a = () => fetch('/');`],
  ['effects come in as parameters', 'src/vault/x.ts', `export const a = globalThis.fetch;`],
  ['effects come in as parameters', 'src/vault/x.ts', `import { browser } from 'wxt/browser';`],
  ['effects come in as parameters', 'src/vault/x.ts', `import b from 'webextension-polyfill';`],
  [
    'effects come in as parameters',
    'src/ui/x.ts',
    `import { browser } from '../messaging/browser.ts';`,
  ],
  [
    'effects come in as parameters',
    'src/worker/x.ts',
    `import { browser } from './native-browser.ts';`,
  ],
  ['effects come in as parameters', 'src/vault/x.ts', `export const a = chrome.storage;`],
  ['the extension writes nothing to the console', 'src/vault/x.ts', `console.log(1);`],
  ['no operation name is compared', 'src/vault/x.ts', `switch (a) { case 'verify_otp': b(); }`],
  ['what a person types is read in one place', 'src/ui/x.ts', `a.trim().toLocaleLowerCase();`],
  ['what a person types is read in one place', 'src/ui/x.ts', `if (event.key === 'Enter') b();`],
  [
    'only an import is reported as a missing part',
    'src/vault/x.ts',
    `loadPart(async () => (await import('./a.ts')).create());`,
  ],
  ['no operation name is compared', 'src/ui/x.ts', `if (row.name === 'verify_otp') b();`],
];

describe('the checks themselves', () => {
  test.for(BREAKERS)('error: %s: %s', ([name, path, text]) => {
    expect(CHECKS[name]?.(parseSource(path, text))).not.toEqual([]);
  });

  test.each([
    `await new Promise((done) => setTimeout(done, 5));`,
    `import { setTimeout as sleep } from 'node:timers/promises';`,
    `const timer = setInterval(act, 5);`,
    `await expect.poll(() => one).toBe(2);`,
    `await expect\n  .poll(() => one)\n  .toBe(2);`,
    `await vi.waitFor(() => expect(one).toBe(2));`,
  ])('error: a unit test waits for real time: %s', (text) => {
    expect(realTime(parseSource('test/x.test.ts', text))).not.toEqual([]);
  });

  test('error: files import each other in a circle, by a type', () => {
    const two = [
      parseSource('src/vault/a.ts', `import { b } from './b.ts';`),
      parseSource('src/vault/b.ts', `import type { A } from './a.ts';`),
    ];
    expect(circlesOf(two)).toEqual([['src/vault/a.ts', 'src/vault/b.ts']]);
  });

  test('error: two components, or an exported type and another, have one name', () => {
    const two = [
      parseSource('src/ui/a.tsx', `export function Row() {}\nexport type Step = 1;\ntype Own = 1;`),
      parseSource('src/ui/b.tsx', `function Row() {}\ntype Step = 2;\ntype Own = 2;`),
    ];
    expect(namesOfTwo(two)).toEqual([
      'component Row: src/ui/a.tsx, src/ui/b.tsx',
      'type Step: src/ui/a.tsx, src/ui/b.tsx',
    ]);
  });

  test('behavior: a late import makes no circle', () => {
    const two = [
      parseSource('src/vault/a.ts', `const load = () => import('./b.ts');`),
      parseSource('src/vault/b.ts', `import type { A } from './a.ts';`),
    ];
    expect(circlesOf(two)).toEqual([]);
  });

  test('behavior: a parameter called fetch isn’t the network', () => {
    const text = `export const create = ({ fetch }: Effects) => () => fetch('/');`;
    expect(effects(parseSource('src/activities/x.ts', text))).toEqual([]);
  });

  test('behavior: every check gets something that breaks it', () => {
    expect(new Set(BREAKERS.map(([name]) => name))).toEqual(new Set(Object.keys(CHECKS)));
  });
});
