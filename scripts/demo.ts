import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { PLAIN_BUILD } from './plain-build.ts';
import { ROOT } from './tool.ts';

const SOURCE = join(ROOT, 'src', 'demo');
/** Where the local service looks for the demo. */
const DEMO = join(ROOT, '.output', 'demo');

/** Built file to entry. Each is one file, so the service knows all names up front. */
const SCRIPTS = { demo: 'start.ts', hostile: 'hostile.ts', frame: 'frame.ts' } as const;
const COPIED = ['index.html', 'hostile.html', 'frame.html', 'demo.css'] as const;

/** Builds the demo dApp into .output/demo/. */
export async function buildDemo(): Promise<void> {
  await rm(DEMO, { recursive: true, force: true });
  await mkdir(DEMO, { recursive: true });
  for (const [name, entry] of Object.entries(SCRIPTS)) await buildScript(name, entry);
  for (const file of COPIED) await copyFile(join(SOURCE, file), join(DEMO, file));
}

async function buildScript(name: string, entry: string): Promise<void> {
  await build({
    ...PLAIN_BUILD,
    build: {
      outDir: DEMO,
      emptyOutDir: false,
      target: 'es2022',
      modulePreload: false,
      lib: {
        entry: join(SOURCE, entry),
        formats: ['es'],
        fileName: () => `${name}.js`,
      },
    },
  });
}
