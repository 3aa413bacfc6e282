import { join } from 'node:path';
import preact from '@preact/preset-vite';
import { build, preview } from 'vite';
import { fail, step } from './progress.mjs';
import { ROOT, runToolShown } from './tool.ts';

const HELP = `npm run gallery [-- --update]

Builds .output/gallery, a page with every scene of test/gallery in both themes, in German and with large text, and serves it on this
computer until you end it. With --update takes the pictures anew that npm test compares the scenes with.`;

const SOURCE = join(ROOT, 'test', 'gallery');
const TARGET = join(ROOT, '.output', 'gallery');

async function buildGallery(): Promise<void> {
  await build({
    configFile: false,
    root: SOURCE,
    base: './',
    logLevel: 'error',
    plugins: [preact({ devToolsEnabled: false, prefreshEnabled: false })],
    build: {
      outDir: TARGET,
      emptyOutDir: true,
      rolldownOptions: {
        input: ['index', 'popup', 'tab'].map((page) => join(SOURCE, `${page}.html`)),
      },
    },
  });
}

async function main(args: readonly string[]): Promise<void> {
  if (args.includes('--update')) {
    process.exitCode = await runToolShown(
      'vitest',
      ['run', '--update', '--project', 'screens', 'test/gallery'],
      {},
    );
    return;
  }
  await step('building the gallery', buildGallery);
  const server = await preview({
    configFile: false,
    root: SOURCE,
    build: { outDir: TARGET },
    preview: { host: '127.0.0.1' },
  });
  server.printUrls();
}

if (process.argv.includes('--help')) console.log(HELP);
else await main(process.argv.slice(2)).catch(fail);
