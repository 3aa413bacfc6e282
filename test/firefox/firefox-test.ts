import { test as base, type TestInfo } from 'playwright/test';
import { running, type KeystampInFirefox } from './browser.ts';

/** What every tab shows, and what Firefox says about Keystamp. */
async function attachState(testInfo: TestInfo, { tabs, logs }: KeystampInFirefox): Promise<void> {
  const addresses: string[] = [];
  for (const tab of await tabs()) {
    const name = `tab ${addresses.push(tab.url)}`;
    const path = testInfo.outputPath(`${name}.png`);
    await tab.screenshot(path);
    await testInfo.attach(name, { path, contentType: 'image/png' });
  }
  const lines = ['Tabs:', ...addresses, '', 'Errors and warnings:', ...(await logs())];
  await testInfo.attach('consoles', { body: lines.join('\n'), contentType: 'text/plain' });
}

/** As Playwright does for its own browsers: each failed test leaves pictures and consoles. */
export const test = base.extend<{ state: void }>({
  state: [
    async ({}, use, testInfo) => {
      await use();
      if (testInfo.status === testInfo.expectedStatus) return;
      for (const firefox of running) {
        // One that hangs, or that the test has ended, has nothing more to show.
        await attachState(testInfo, firefox).catch((error: unknown) =>
          testInfo.attach('consoles', { body: String(error), contentType: 'text/plain' }),
        );
      }
    },
    { auto: true },
  ],
});
