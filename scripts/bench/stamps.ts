import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { launchKeystamp } from '../../test/e2e/browser.ts';
import { ROOT } from '../tool.ts';
import { against, figure, type Figure } from './figures.ts';

const GROUP = 'Stamps in an extension service worker';
const DIR = join(ROOT, '.output', 'bench', 'stamps');

async function buildWorker(): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env': '{}', global: 'globalThis' },
    build: {
      outDir: DIR,
      emptyOutDir: true,
      minify: true,
      lib: {
        entry: join(import.meta.dirname, 'stamps-worker.ts'),
        formats: ['es'],
        fileName: () => 'background.js',
      },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  mkdirSync(DIR, { recursive: true });
  const manifest = {
    manifest_version: 3,
    name: 'Stamp bench',
    version: '1',
    background: { service_worker: 'background.js', type: 'module' },
  };
  writeFileSync(join(DIR, 'manifest.json'), JSON.stringify(manifest));
}

/** Stamps per second of ours, the vendor's, noble and the bare native signature, in one worker. */
export async function stampFigures(rounds: number, ms: number): Promise<Figure[]> {
  await buildWorker();
  const browser = await launchKeystamp({ extensionDir: DIR });
  try {
    const worker = await browser.worker();
    const results = await worker.evaluate(
      ([r, m]) =>
        (
          Reflect.get(globalThis, 'bench') as (
            r: number,
            m: number,
          ) => Promise<Record<string, number[]>>
        )(r, m),
      [rounds, ms] as const,
    );
    const ours = { words: '≥ 10,000/s', holds: ({ median }: Figure) => median >= 10_000 };
    const figures = Object.entries(results).map(([name, rates]) =>
      figure(GROUP, name, 'stamps/s', rates, name === 'Keystamp' ? ours : undefined),
    );
    return against('@turnkey/api-key-stamper', figures);
  } finally {
    await browser.close();
  }
}
