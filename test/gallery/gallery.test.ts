import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../scripts/tool.ts';
import { SCENES, themesOf } from './scenes.ts';

const PICTURES = join(import.meta.dirname, 'pictures');

/** Of all pictures together: each change of one stays in the history of the repository. */
const MAX_BYTES = 3_400_000;

test('behavior: the pictures are those of the scenes', () => {
  const names = Object.entries(SCENES).flatMap(([name, scene]) =>
    themesOf(scene).map((theme) => `${name}-${theme}.png`),
  );
  expect(readdirSync(PICTURES).toSorted()).toEqual([...names, 'letters.png'].toSorted());
});

test('behavior: the pictures stay small enough for the repository', () => {
  const bytes = readdirSync(PICTURES).map((name) => statSync(join(PICTURES, name)).size);
  expect(bytes.reduce((all, one) => all + one, 0)).toBeLessThan(MAX_BYTES);
});

test('behavior: no archive for a store has the pictures', () => {
  const attributes = readFileSync(join(ROOT, '.gitattributes'), 'utf8');
  expect(attributes.split('\n')).toContain('test/gallery/pictures export-ignore');
});
