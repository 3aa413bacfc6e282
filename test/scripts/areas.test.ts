import { globSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { AREAS, areaOf } from '../../scripts/trials/areas.ts';
import { ROOT } from '../../scripts/tool.ts';

describe('areas of the mutation tests', () => {
  test.for(Object.entries(AREAS))('behavior: %s: each pattern finds files', ([, area]) => {
    for (const pattern of [...area.mutate, ...area.tests]) {
      expect(globSync(pattern, { cwd: ROOT }), pattern).not.toEqual([]);
    }
  });

  test('error: an unknown area is refused by name', () => {
    expect(() => areaOf('moon')).toThrow('no area moon: there are crypto, vault');
  });
});
