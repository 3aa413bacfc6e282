import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { domainToASCII } from 'node:url';
import { fail, StepError } from './progress.mjs';
import { ROOT } from './tool.ts';

/*
 * Makes public/site-suffixes.txt from the Public Suffix List: `node scripts/site-suffixes.ts
 * [FILE]`, from a copy of the list or, without one, from its published address.
 */

const LIST = 'https://publicsuffix.org/list/public_suffix_list.dat';
const TARGET = join(ROOT, 'public', 'site-suffixes.txt');
/** The list has grown for twenty years: with fewer rules than this, it isn't complete. */
const MIN_RULES = 9000;

/** The list's rules, ICANN's and private ones, in the form that hosts are compared in. */
function rulesOf(list: string): readonly string[] {
  const lines = list.split(/\r?\n/).map((line) => line.split(/\s/)[0] ?? '');
  return lines.filter((line) => line !== '' && !line.startsWith('//')).map(inAscii);
}

function inAscii(rule: string): string {
  const [, mark = '', name = ''] = /^(!|\*\.)?(.*)$/.exec(rule) ?? [];
  return mark + domainToASCII(name);
}

/** Labels in reverse order: rules under the same name are next to each other, and pack well. */
const reverseLabels = (name: string): string => name.split('.').toReversed().join('.');

/**
 * One line per last label, with the rest of each of its rules. A rule that is only that label is
 * left out: if no rule matches a name, its last label is the suffix anyway.
 */
function linesOf(rules: readonly string[]): readonly string[] {
  const lines = new Map<string, string[]>();
  for (const rule of rules) {
    const lastDot = rule.lastIndexOf('.');
    if (lastDot === -1) continue;
    const line = lines.get(rule.slice(lastDot + 1)) ?? [];
    lines.set(rule.slice(lastDot + 1), line);
    line.push(rule.slice(0, lastDot));
  }
  const order = (a: string, b: string): number => (reverseLabels(a) < reverseLabels(b) ? -1 : 1);
  return [...lines]
    .map(([last, prefixes]) => [last, ...[...new Set(prefixes)].toSorted(order)].join(' '))
    .toSorted();
}

async function main([file]: readonly string[]): Promise<void> {
  const list = file ? await readFile(file, 'utf8') : await (await fetch(LIST)).text();
  const rules = rulesOf(list);
  if (rules.length < MIN_RULES) throw new StepError(`Only ${rules.length} rules: no suffix list.`);
  const version = /^\/\/ VERSION: (.+)$/m.exec(list)?.[1] ?? 'unknown';
  const head = [
    '# Public Suffix List of publicsuffix.org, all sections; Mozilla Public License 2.0.',
    `# Version: ${version}. Made by scripts/site-suffixes.ts: last label, then what stands before it.`,
  ];
  await writeFile(TARGET, `${[...head, ...linesOf(rules)].join('\n')}\n`);
  console.log(`  ${rules.length} rules in public/site-suffixes.txt`);
}

await main(process.argv.slice(2)).catch(fail);
