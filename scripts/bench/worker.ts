import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { ROOT } from '../tool.ts';

/**
 * Builds an extension that is nothing but a service worker to measure in, from `<name>-worker.ts`
 * next to this file. Returns its folder.
 */
export async function buildWorker(name: string): Promise<string> {
  const folder = join(ROOT, '.output', 'bench', name);
  await build({
    configFile: false,
    // Chromium refuses an extension with texts in _locales and no default locale.
    publicDir: false,
    logLevel: 'error',
    define: { 'process.env': '{}', global: 'globalThis' },
    build: {
      outDir: folder,
      emptyOutDir: true,
      minify: true,
      lib: {
        entry: join(import.meta.dirname, `${name}-worker.ts`),
        formats: ['es'],
        fileName: () => 'background.js',
      },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  mkdirSync(folder, { recursive: true });
  const manifest = {
    manifest_version: 3,
    name: `Bench of ${name}`,
    version: '1',
    background: { service_worker: 'background.js', type: 'module' },
  };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
  return folder;
}
