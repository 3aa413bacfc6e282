import { expect } from 'playwright/test';
import { openFile, OWN_FILES } from '../e2e/pages.ts';
import { trySinks } from '../e2e/script-sinks.ts';
import { useFirefox } from './firefox-setup.ts';
import { test } from './firefox-test.ts';

/*
 * Texts that would become scripts or markup, in Keystamp's own pages in a real Firefox (threat 73).
 * The set-up before has started the key derivation's Worker.
 */

/** What Marionette runs may do this in every page: its own world has no content policy. */
const OUT_OF_REACH = ['eval', 'newFunction', 'sunk'];

const setup = useFirefox({ typed: true });

for (const file of OWN_FILES) {
  test(`error: ${file}: a text never becomes a script or markup (threat 73)`, async () => {
    const page = await openFile(setup, file);
    const results = await page.evaluate(trySinks, null);
    expect(Object.keys(results).length).toBeGreaterThan(12);
    const done = Object.entries(results).filter(([, what]) => !what.startsWith('refused'));
    expect(done.filter(([name]) => !OUT_OF_REACH.includes(name))).toEqual([]);
  });
}
