import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { GUIDE_SOURCE, type GuideLanguage } from '../../scripts/guide.ts';
import type { GuidePage } from '../../src/ui/page/guide-pages.ts';
import { appWordsDe } from '../../src/ui/words/de/app.ts';
import { appWords } from '../../src/ui/words/en/app.ts';
import { test } from './environment.ts';
import { callWorker } from './extension-internals.ts';
import { atGuide, openHome, openPopup, openSection } from './pages.ts';

const HELP = { en: appWords['app.help'], de: appWordsDe['app.help'] };

/** Opens the only help of a page by the keyboard, and looks at what the new tab has. */
async function demandGuide(page: Page, language: GuideLanguage, name: GuidePage): Promise<void> {
  const help = page.getByRole('link', { name: HELP[language], exact: true });
  await expect(help).toHaveCount(1);
  const opened = page.context().waitForEvent('page');
  await help.focus();
  await page.keyboard.press('Enter');
  const guide = await opened;
  await expect(guide).toHaveURL(atGuide(language, name));
  await expect(guide.locator('html')).toHaveAttribute('lang', language);
  const [first = ''] = readFileSync(join(GUIDE_SOURCE, language, `${name}.md`), 'utf8').split('\n');
  await expect(guide.getByRole('heading', { level: 1 })).toHaveText(first.replace('# ', ''));
  // The extension's policy for content lets the style sheet in.
  await expect(guide.locator('body')).toHaveCSS('max-width', '672px');
  await guide.close();
}

test('behavior: “?” opens the guide’s page about the place, in the language of the screens', async ({
  environments,
}) => {
  const { keystamp, options } = await environments.start();
  const popup = await openPopup(keystamp);
  for (const language of ['en', 'de'] as const) {
    const { settings } = await callWorker<{ settings: object }>(options, 'state');
    await callWorker(options, 'settings_save', { ...settings, locale: language });
    for (const page of [popup, options])
      await expect(page.locator('html')).toHaveAttribute('lang', language);
    await openHome(popup);
    await demandGuide(popup, language, 'wallets');
    await openSection(options, 'backup');
    await demandGuide(options, language, 'backup');
    await openHome(options);
    await demandGuide(options, language, 'wallets');
  }
});
