import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../scripts/tool.ts';
import { isThere, titlesIn, type NamedTest } from './named-test.ts';
import { TRIAL_FILES } from './trial-tag.ts';

/*
 * docs/threats.md names a defense and tests for each threat. Every named test must exist, or the page
 * promises what nothing checks.
 */

type Threat = {
  readonly threat: number;
  readonly name: string;
  readonly defenses: readonly string[];
  readonly tests: readonly NamedTest[];
  /** Why there is no test. */
  readonly untested: readonly string[];
  /** Lines that are neither a test nor a reason. */
  readonly unreadable: readonly string[];
};

/** One threat for each heading: `## 7. Extension pages in a frame`. */
function threatsOf(markdown: string): readonly Threat[] {
  const [, ...sections] = markdown.split(/^## /m);
  return sections.map(parseThreat);
}

function parseThreat(section: string): Threat {
  const [heading = '', ...lines] = section.split('\n');
  const [, number, name = ''] = /^(\d+)\. (\S.*)$/.exec(heading) ?? [];
  const [before, defenses, after] = splitAt(lines.filter(Boolean), 'Defense:', 'Tests:');
  const parsedDefenses = defenses.map((line) => /^- (\S.*)$/.exec(line)?.[1]);
  const { tests, untested, unreadable } = parseTests(after);
  return {
    threat: Number(number),
    name,
    defenses: parsedDefenses.filter((defense) => defense !== undefined),
    tests,
    untested,
    unreadable: [
      ...before,
      ...defenses.filter((_, at) => parsedDefenses[at] === undefined),
      ...unreadable,
    ],
  };
}

/** The lines before, between and after two given lines. */
function splitAt(lines: readonly string[], first: string, second: string) {
  const [start, end] = [lines.indexOf(first), lines.indexOf(second)];
  if (start < 0 || end < start) return [lines, [], []] as const;
  return [lines.slice(0, start), lines.slice(start + 1, end), lines.slice(end + 1)] as const;
}

/** A file, then the names of its tests, until the next file. */
function parseTests(lines: readonly string[]): Pick<Threat, 'tests' | 'untested' | 'unreadable'> {
  const tests: NamedTest[] = [];
  const untested: string[] = [];
  const unreadable: string[] = [];
  let file = '';
  for (const line of lines) {
    const path = /^- `([^`]+)`$/.exec(line)?.[1];
    const name = /^ {2}- “([^”]+)”$/.exec(line)?.[1];
    const reason = /^- Not covered by a test: (\S.*)$/.exec(line)?.[1];
    if (path) file = path;
    else if (name) tests.push({ file, name });
    else if (reason) untested.push(reason);
    else unreadable.push(line);
  }
  return { tests, untested, unreadable };
}

/** Whether `npm test` has it: test/trial-tag.ts leaves others to the trials. */
function isUsual({ file, name }: NamedTest): boolean {
  if (file.replace(/^test\//, '') in TRIAL_FILES) return false;
  const [, details = ''] = titlesIn(readFileSync(join(ROOT, file), 'utf8')).split(`'${name}',`);
  return !/^\s*(?:shownBy\(|trialUnless\(false\))/.test(details);
}

/** The numbers of a group: `- backups: 4, 5, 9 to 11` gives 4, 5, 9, 10, 11. */
const numbersIn = (group: string): readonly number[] =>
  [...group.matchAll(/(\d+)(?: to (\d+))?/g)].flatMap(([, first, last]) => {
    const start = Number(first);
    return Array.from({ length: Number(last ?? first) - start + 1 }, (_, at) => start + at);
  });

const ALL = threatsOf(readFileSync(join(ROOT, 'docs/threats.md'), 'utf8'));
/** What SECURITY.md says of the list, between its heading and the next. */
const [, SUMMARY = ''] =
  /^## Threats\n([^]*?)^## /m.exec(readFileSync(join(ROOT, 'SECURITY.md'), 'utf8')) ?? [];

describe('docs/threats.md', () => {
  test('behavior: has every threat once', () => {
    expect(ALL.map(({ threat }) => threat)).toEqual(ALL.map((_, at) => at + 1));
  });

  test('behavior: SECURITY.md has each threat in one of its groups, and counts them', () => {
    const groups = SUMMARY.split('\n').filter((line) => line.startsWith('- '));
    const grouped = groups.flatMap((group) => numbersIn(group.slice(group.indexOf(':'))));
    expect(grouped.sort((one, other) => one - other)).toEqual(ALL.map(({ threat }) => threat));
    expect(SUMMARY).toContain(`lists the ${ALL.length} threats`);
  });

  test('behavior: names a test for each, or says why there is none', () => {
    const without = ALL.filter(({ tests }) => tests.length === 0);
    expect(without.filter(({ untested }) => untested.length === 0)).toEqual([]);
    expect(without.map(({ threat }) => threat)).toEqual([17, 24]);
    expect(SUMMARY).toContain('All but two have tests.');
  });

  test.each(ALL)('behavior: $threat has a name, a defense and nothing else to read', (threat) => {
    expect(threat.name).not.toBe('');
    expect(threat.defenses).not.toEqual([]);
    expect(threat.unreadable).toEqual([]);
  });

  test.each(ALL)('behavior: the tests of $threat exist', ({ tests }) => {
    expect(tests.filter((named) => !isThere(named))).toEqual([]);
  });

  test('behavior: of each threat that has tests, `npm test` runs one', () => {
    const tested = ALL.filter(({ tests }) => tests.length > 0);
    expect(tested.filter(({ tests }) => !tests.some(isUsual)).map(({ name }) => name)).toEqual([]);
  });

  test('error: a test that doesn’t exist is detected', () => {
    expect(isThere({ file: 'test/threats.test.ts', name: 'behavior: of nobody'.slice(1) })).toBe(
      false,
    );
    expect(isThere({ file: 'test/nowhere.test.ts', name: 'behavior: has every threat once' })).toBe(
      false,
    );
  });

  test.each([
    ['a paragraph', 'Defense:\n\n- One.\n\nMore.\n\nTests:\n\n- `a.ts`\n  - “b”\n', ['More.']],
    ['a test without quotes', 'Defense:\n\n- One.\n\nTests:\n\n- `a.ts`\n  - b\n', ['  - b']],
    ['no list of tests', 'Defense:\n\n- One.\n', ['Defense:', '- One.']],
  ])('error: %s is detected', (_, body, unreadable) => {
    expect(threatsOf(`# Threats\n\n## 1. Any\n\n${body}`)).toMatchObject([{ unreadable }]);
  });
});
