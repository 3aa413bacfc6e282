import { describe, test } from 'vitest';
import { useWorkerFixture } from '../worker-fixture.ts';
import { checkPageBorder } from './border.ts';

// `npm run trials` asks for 100,000.
const CASES = Number(process.env['KEYSTAMP_BORDER_CASES'] ?? 2000);
/** Far more than a case takes on a slow machine. */
const CASE_MS = 60;

const fixture = useWorkerFixture();

describe('the border to web pages', () => {
  test(
    'behavior: any message gets a coded answer or none, and changes nothing',
    async () => {
      await checkPageBorder(fixture.browser, CASES);
    },
    CASES * CASE_MS,
  );
});
