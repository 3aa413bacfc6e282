import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { expect, test } from 'playwright/test';
import { ROOT } from '../../scripts/tool.ts';
import { tour } from '../../scripts/tour.ts';

/* What `npm start` does without a display: from an empty browser through the ten operations to a page's request. */

test('behavior: the guided tour reaches its end, and its table has no failure', async () => {
  test.setTimeout(600_000);
  await tour();
});

// developer.chrome.com/docs/webstore/images, 2026: one to five screenshots, and the tile.
test('behavior: the stores’ pictures have the sizes that they take', () => {
  const folder = join(ROOT, '.output', 'tour', 'store');
  const sizes = readdirSync(folder)
    .toSorted()
    .map((name) => {
      const { width, height } = PNG.sync.read(readFileSync(join(folder, name)));
      return `${name.replace(/^\d-.*/, 'screenshot')} ${width} × ${height}`;
    });
  const screenshots = Array<string>(5).fill('screenshot 1280 × 800');
  expect(sizes).toEqual([...screenshots, 'tile-440x280.png 440 × 280']);
});
