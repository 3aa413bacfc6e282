import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { listEntries, readEntry } from '../../scripts/release/archive.ts';
import { launchKeystamp } from '../e2e/browser.ts';
import { launchFirefox } from '../firefox/browser.ts';
import { openSettings } from '../e2e/pages.ts';

/*
 * Archives as the stores get them, in real browsers. Each returns what its own page shows; anything
 * that a development build does beyond that belongs to the e2e tests.
 */

/** What a loaded archive shows about itself. */
export type Loaded = { readonly id: string; readonly version: string; readonly heading: string };

/** Loads an unpacked archive into Chromium; without a key, its id comes from the folder. */
export async function loadInChromium(archive: string): Promise<Loaded> {
  const folder = unpack(archive);
  try {
    const keystamp = await launchKeystamp({ extensionDir: folder });
    try {
      const page = await openSettings(keystamp);
      const heading = await page.getByRole('heading').first().innerText();
      const worker = await keystamp.worker();
      const version = await worker.evaluate(
        // Runs in the worker, where the browser's global name exists.
        () => (globalThis as unknown as WithChrome).chrome.runtime.getManifest().version,
      );
      const faults = keystamp.logs.filter(({ level }) => ['error', 'uncaught'].includes(level));
      if (faults.length > 0) throw new Error(`Chromium: ${JSON.stringify(faults)}`);
      return { id: keystamp.extensionId, version, heading };
    } finally {
      await keystamp.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type WithChrome = {
  readonly chrome: {
    readonly runtime: { readonly getManifest: () => { readonly version: string } };
  };
};

/** Loads the archive itself, not unpacked, into Firefox, for as long as Firefox runs. */
export async function loadInFirefox(archive: string): Promise<Loaded> {
  const folder = unpack(archive);
  try {
    const keystamp = await launchFirefox({ extensionDir: folder });
    try {
      // Replaces the folder that was loaded at the start.
      const answer = await keystamp.marionette.send('Addon:Install', {
        path: archive,
        temporary: true,
      });
      const id = (answer as { readonly value: string }).value;
      const page = await openSettings(keystamp);
      const found = await page.run(async () => {
        const late = Date.now() + 15_000;
        while (!document.querySelector('h1, h2') && Date.now() < late) {
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
        const { chrome } = globalThis as unknown as WithChrome;
        return {
          heading: document.querySelector<HTMLElement>('h1, h2')?.innerText ?? '',
          version: chrome.runtime.getManifest().version,
        };
      }, null);
      return { id, ...found };
    } finally {
      await keystamp.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Unpacks the archive into a temporary folder; the caller removes it. */
export function unpack(archive: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'keystamp-unpacked-'));
  const bytes = readFileSync(archive);
  for (const { name } of listEntries(bytes)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, readEntry(bytes, name));
  }
  return folder;
}
