import { describe, test } from 'vitest';
import { useDesk } from './desk.ts';
import { checkPageBorder } from './page-border.ts';

const desk = useDesk();

describe('the border to web pages', () => {
  test('behavior: any message gets a coded answer or none, and changes nothing', async () => {
    await checkPageBorder(desk.rig, 2000);
  }, 120_000);
});
