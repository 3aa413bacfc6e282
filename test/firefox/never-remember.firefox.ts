import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFirefox } from '../../scripts/firefox.mjs';
import { NO_FIREFOX } from '../../scripts/system.mjs';
import { SCREENSHOTS } from '../e2e/screenshots.ts';
import { errorWords } from '../../src/ui/words/en/errors.ts';
import { launchFirefox, type KeystampInFirefox } from './browser.ts';
import { pageOfTab } from './firefox-page.ts';
import { test } from './firefox-test.ts';

/*
 * A Firefox that never remembers history opens no database for extensions. That can't be mended from
 * inside, so Keystamp says what it is.
 */

test.describe.configure({ mode: 'serial' });
test.skip(!findFirefox(), NO_FIREFOX);

let profileDir = '';
let keystamp: KeystampInFirefox;

test.beforeAll(async () => {
  profileDir = mkdtempSync(join(tmpdir(), 'keystamp-private-'));
  writeFileSync(
    join(profileDir, 'prefs.js'),
    'user_pref("browser.privatebrowsing.autostart", true);\n',
  );
  keystamp = await launchFirefox({ profileDir });
});
test.afterAll(async () => {
  await keystamp?.kill();
  rmSync(profileDir, { recursive: true, force: true, maxRetries: 5 });
});

for (const name of ['options', 'popup']) {
  test(`behavior: ${name}: says that this browser keeps nothing, and what to do`, async () => {
    const page = pageOfTab(await keystamp.openPage(`${name}.html`));
    await page.getByText(errorWords.storage_private).first().waitFor({ timeout: 30_000 });
    await page.screenshot({ path: join(SCREENSHOTS, 'never-remember', `${name}.png`) });
    await page.close();
  });
}
