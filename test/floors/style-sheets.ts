import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../scripts/tool.ts';
import { listFiles } from './source.ts';

/** The extension's style sheets. */
export const SHEETS = listFiles('src/ui').filter((path) => path.endsWith('.css'));

const withoutComments = (sheet: string): string => sheet.replaceAll(/\/\*[\s\S]*?\*\//g, '');

/** The classes that its selectors name; what stands between braces, in a comment or a text is none. */
function classesIn(sheet: string): ReadonlySet<string> {
  const bare = withoutComments(sheet).replaceAll(/'[^']*'/g, '');
  const selectors = [...bare.matchAll(/[^{};]*(?=\{)/g)].join(' ');
  return new Set([...selectors.matchAll(/\.(-?[a-z_][\w-]*)/gi)].map(([, name = '']) => name));
}

/** The first sheet of each class, and the classes that another one names too. */
export function readClasses() {
  const owners = new Map<string, string>();
  const shared: string[] = [];
  for (const sheet of SHEETS) {
    for (const name of classesIn(readFileSync(join(ROOT, sheet), 'utf8'))) {
      const owner = owners.get(name) ?? sheet;
      owners.set(name, owner);
      if (owner !== sheet) shared.push(`.${name}: ${owner}, ${sheet}`);
    }
  }
  return { owners, shared };
}

type Declaration = { readonly sheet: string; readonly property: string; readonly value: string };

/** What a sheet declares, of each property every value. */
function declarationsIn(sheet: string, text: string): readonly Declaration[] {
  return [...withoutComments(text).matchAll(/(?<=[{;]\s*)([\w-]+):\s*([^;{}]+);/g)].map(
    ([, property = '', value = '']) => ({ sheet, property, value: value.replaceAll(/\s+/g, ' ') }),
  );
}

/** The scales' only place: the first rule of this sheet. */
const TOKENS = 'src/ui/components/base.css';
/** What a size is taken from: the properties themselves; what they read is found below. */
const SIZED =
  /^(?:font(?:-size)?|(?:padding|margin)(?:-[a-z-]+)?|(?:row-|column-)?gap|border(?:-[a-z]+)*-radius|box-shadow|text-shadow)$/;
/** A length that is no scale's. */
const RAW = /(?<![\w-])(?:\d*\.)?\d+(?:px|r?em|ch|ex|vh|vw|pt|%)/;
/** What goes with letters or undoes a size beside it, and so is none of a scale. */
const EXCEPTIONS = [
  // The gap between the groups of an address is part of its text.
  ['gap', '0 0.4em'],
  // Beside a check mark that stands in the text's size.
  ['padding-inline', '2em var(--space-12)'],
  // Takes back the one pixel that is the size of what only screen readers have.
  ['margin', '-1px'],
  // Borders are lines; a margin takes one back.
  ['--border', '2px'],
  // A sheet's place in the window goes with the window's height.
  ['--sheet-end', 'max(var(--space-12), 25vh - 150px)'],
  // Four tabs share the popup's width, however large its letters.
  ['font-size', 'min(var(--type-12), 4.4vw)'],
];

/** The custom properties that a value reads. */
const readIn = (value: string): readonly string[] =>
  [...value.matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => name);

/** Sizes of text, space, rounding and shadow that sheets write themselves instead of taking a scale's. */
export function sizesOffScale(sheets: Readonly<Record<string, string>>): readonly string[] {
  const tokens = sheets[TOKENS]?.indexOf('}') ?? 0;
  const all = Object.entries(sheets).flatMap(([sheet, text]) =>
    declarationsIn(sheet, sheet === TOKENS ? text.slice(tokens) : text),
  );
  const sized = new Set<string>();
  let before = -1;
  // What a size reads is a size as well, and what that reads.
  while (before !== sized.size) {
    before = sized.size;
    for (const { property, value } of all) {
      if (SIZED.test(property) || sized.has(property)) readIn(value).forEach((n) => sized.add(n));
    }
  }
  const isException = ({ property, value }: Declaration) =>
    EXCEPTIONS.some(([name, allowed]) => name === property && allowed === value);
  return all
    .filter(({ property }) => SIZED.test(property) || sized.has(property))
    .filter((one) => RAW.test(one.value) && !isException(one))
    .map(({ sheet, property, value }) => `${sheet}: ${property}: ${value}`);
}
