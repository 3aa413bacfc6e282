import type { Page } from 'playwright';
import { describeContentWorld } from '../content-world/checks.ts';
import type { TestBrowser, TestTab } from '../content-world/test-browser.ts';
import { CHROME_BUILD, launchKeystamp, newTab } from './browser.ts';

const tab = (page: Page): TestTab => ({
  run: async <A, R>(act: (argument: A) => R | Promise<R>, argument: A) =>
    (await page.evaluate(`(${act.toString()})(${JSON.stringify(argument)})`)) as R,
});

async function open(extensionDir: string): Promise<TestBrowser> {
  const keystamp = await launchKeystamp({ extensionDir });
  return {
    browser: 'chromium',
    openOwn: async (path) => tab(await keystamp.openPage(path)),
    openWeb: async (url) => {
      const page = await newTab(keystamp.context);
      await page.goto(url);
      return tab(page);
    },
    stopBackground: keystamp.stopWorker,
    close: keystamp.close,
  };
}

describeContentWorld(CHROME_BUILD, open);
