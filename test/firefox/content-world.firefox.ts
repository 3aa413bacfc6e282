import { findFirefox } from '../../scripts/firefox.mjs';
import { NO_FIREFOX } from '../../scripts/system.mjs';
import { describeContentWorld } from '../content-world/checks.ts';
import type { TestBrowser } from '../content-world/test-browser.ts';
import { FIREFOX_BUILD, launchFirefox } from './browser.ts';
import { test } from './firefox-test.ts';

async function open(extensionDir: string): Promise<TestBrowser> {
  const keystamp = await launchFirefox({ extensionDir });
  return {
    browser: 'firefox',
    openOwn: keystamp.openPage,
    openWeb: keystamp.openWeb,
    stopBackground: keystamp.stopBackground,
    close: keystamp.close,
  };
}

if (findFirefox()) describeContentWorld(FIREFOX_BUILD, open);
else test.skip(NO_FIREFOX, () => undefined);
