import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'playwright/test';
import { isIconPinned, pinIcon } from '../../scripts/toolbar-icon.ts';
import { CHROME_BUILD, launchKeystamp, type Keystamp } from './browser.ts';
import { test } from './environment.ts';
import { openSettings } from './pages.ts';
import { trialUnless } from '../trial-tag.ts';

/* Where a Chromium of `npm start` has Keystamp's icon, as Chromium itself says. */

const isPinned = async (keystamp: Keystamp): Promise<boolean> =>
  isIconPinned(await openSettings(keystamp));

test.describe('the toolbar’s icon', () => {
  let profileDir: string;
  test.beforeEach(() => {
    profileDir = mkdtempSync(join(tmpdir(), 'keystamp-pinned-'));
  });
  test.afterEach(() => {
    rmSync(profileDir, { recursive: true, force: true, maxRetries: 5 });
  });

  test('behavior: a new profile has it in the toolbar', async () => {
    pinIcon(profileDir, CHROME_BUILD);
    const keystamp = await launchKeystamp({ profileDir });
    expect(await isPinned(keystamp)).toBe(true);
    await keystamp.close();
  });

  test(
    'behavior: a profile that was used before is left as it is',
    trialUnless(false),
    async () => {
      const before = await launchKeystamp({ profileDir });
      expect(await isPinned(before)).toBe(false);
      await before.close();
      pinIcon(profileDir, CHROME_BUILD);
      const keystamp = await launchKeystamp({ profileDir });
      expect(await isPinned(keystamp)).toBe(false);
      await keystamp.close();
    },
  );
});
