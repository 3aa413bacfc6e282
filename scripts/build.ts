import { join } from 'node:path';
import { buildDemo } from './demo.ts';
import { withLock } from './lock.mjs';
import { clearModuleReport } from './module-report.ts';
import { fail, step } from './progress.mjs';
import { ROOT, tool } from './tool.ts';

const BROWSERS = ['chrome', 'firefox'] as const;

/**
 * Builds the extension for Chromium and Firefox, and the demo dApp, into .output/. Waits for another
 * build of this folder, because each one empties its output first.
 */
export async function build(command: 'build' | 'zip' = 'build'): Promise<void> {
  const waiting = (pid: number) => console.log(`  … waiting for another build (process ${pid})`);
  await withLock(join(ROOT, '.keystamp', 'build.lock'), waiting, async () => {
    for (const browser of BROWSERS) {
      const label = command === 'zip' ? 'packing' : 'building';
      clearModuleReport(`.output/${browser}-mv3`);
      await step(`${label} the extension for ${browser}`, () =>
        tool('wxt', command, '-b', browser),
      );
    }
    if (command === 'build') await step('building the demo dApp', buildDemo);
  });
}

if (import.meta.main) {
  try {
    await build(process.argv.includes('--zip') ? 'zip' : 'build');
    console.log('  .output/chrome-mv3 and .output/firefox-mv3 hold the extension');
  } catch (error) {
    fail(error);
  }
}
