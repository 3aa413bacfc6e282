import { join } from 'node:path';
import { BROWSERS, BUILD_FOR } from './build-folders.ts';
import type { Browser, Purpose } from './build-folders.ts';
import { buildDemo } from './demo.ts';
import { withLock } from './lock.mjs';
import { fail, step } from './progress.mjs';
import { ROOT, runBuildTool } from './tool.ts';

/**
 * Builds the extension for Chromium and Firefox into .output/, for development together with the
 * demo dApp. Waits for another build of this folder, because each one first empties its output.
 */
export async function build(
  purpose: Purpose = 'development',
  browsers: readonly Browser[] = BROWSERS,
): Promise<void> {
  const waiting = (pid: number) => console.log(`  … waiting for another build (process ${pid})`);
  await withLock(join(ROOT, '.keystamp', 'build.lock'), waiting, async () => {
    for (const browser of browsers) {
      const label = purpose === 'store' ? `${browser}, as the store gets it` : browser;
      await step(`building the extension for ${label}`, () =>
        runBuildTool({ [BUILD_FOR]: purpose }, 'wxt', 'build', '-b', browser),
      );
    }
    if (purpose === 'development') await step('building the demo dApp', buildDemo);
  });
}

if (import.meta.main) {
  try {
    await build();
    console.log('  .output/chrome-mv3 and .output/firefox-mv3 hold the extension');
  } catch (error) {
    fail(error);
  }
}
