import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../../scripts/tool.ts';
import { readArguments } from '../../src/service/arguments.ts';
import { helpText, SETTINGS, variableOf } from '../../src/service/settings.ts';

const RUNNING = readFileSync(join(ROOT, 'docs', 'running.md'), 'utf8');

/** The cells of the table's rows in docs/running.md, without the last one, which is prose. */
const documented = RUNNING.split('\n')
  .filter((line) => line.startsWith('| `--'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -2)
      .map((cell) => cell.trim().replaceAll('`', '')),
  );

describe('settings', () => {
  test('behavior: docs/running.md has each with its variable, default and bounds', () => {
    const rows = SETTINGS.filter(({ isCommand }) => !isCommand).map(
      ({ flag, hint, initial, takes }) => [
        `--${flag}${hint === undefined ? '' : ` ${hint}`}`,
        variableOf(flag),
        initial,
        takes?.words ?? '1 or 0',
      ],
    );
    expect(documented).toEqual(rows);
  });

  test('behavior: --help names each, in lines that fit', () => {
    const lines = helpText().split('\n');
    for (const { flag } of SETTINGS) {
      expect(lines.some((line) => line.startsWith(`  --${flag}`))).toBe(true);
    }
    expect(lines.filter((line) => line.length > 100)).toEqual([]);
  });

  test('behavior: each default is what the parser takes for a setting that is left out', () => {
    const inWords = new Set([
      'allowed-host',
      'public-url',
      'trusted-proxy',
      'demo',
      'people',
      'origin',
      'grace',
    ]);
    const stated = SETTINGS.filter(
      ({ flag, takes, initial }) => !inWords.has(flag) && takes?.isValid(initial),
    );
    expect(stated.length).toBeGreaterThan(8);
    const args = stated.map(({ flag, initial }) => `--${flag}=${initial}`);
    expect(readArguments(args)).toEqual(readArguments([]));
  });
});
