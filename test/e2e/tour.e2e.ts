import { test } from 'playwright/test';
import { tour } from '../../scripts/tour.ts';

/* What `npm start` does without a display: from an empty browser through the ten operations to a page's request. */

test('behavior: the guided tour reaches its end, and its table has no failure', async () => {
  test.setTimeout(600_000);
  await tour();
});
