import { copyFile, cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, mergeConfig, type InlineConfig } from 'vite';
import packageJson from '../package.json' with { type: 'json' };
import { moduleReport } from './module-report.ts';
import { PLAIN_BUILD } from './plain-build.ts';
import { fail, step } from './progress.mjs';
import { writeNotices } from './release/notices.ts';
import { packageFields, readPublisher } from './release/publisher.ts';
import { ROOT } from './tool.ts';

/** Where `npm run build:service` leaves the service: a folder to copy to where it runs. */
const SERVICE = join(ROOT, '.output', 'service');
/** The file in it that Node starts. */
export const SERVICE_PROGRAM = 'keystamp-service.js';

/** The oldest Node that the service runs on: the embedded lock and the types of its source need it. */
const MIN_NODE = 24;

const SOURCE = join(ROOT, 'src', 'service');
const PGLITE = join(ROOT, 'node_modules', '@electric-sql', 'pglite', 'dist');
/** PGlite reads them from beside its own code: the engine, what makes a cluster, and the cluster's files. */
const PGLITE_FILES = ['pglite.wasm', 'initdb.wasm', 'pglite.data'] as const;

const HEAD = `Keystamp's service is under the license in LICENSE.
It contains code of the packages below, each under its own license.
`;

/**
 * Builds the service alone into a folder: plain JavaScript with the code of every package that it uses,
 * its migrations, and the files of the embedded database. The folder needs Node and nothing else, and
 * nothing writes into it. Its bytes depend on the sources alone.
 */
export async function buildService(folder: string = SERVICE): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await buildCode(folder);
  for (const file of PGLITE_FILES) await copyFile(join(PGLITE, file), join(folder, file));
  await cp(join(SOURCE, 'migrations'), join(folder, 'migrations'), { recursive: true });
  await copyFile(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
  await writeFile(join(folder, SERVICE_PROGRAM), starter());
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
  writeNotices(folder, HEAD);
}

async function buildCode(folder: string): Promise<void> {
  const program = { find: './program.ts', replacement: join(SOURCE, 'bundled-program.ts') };
  const own = { plugins: [moduleReport()], resolve: { alias: [program] } };
  await build(mergeConfig(serviceCode(folder, join(SOURCE, 'main.ts')), own));
}

/** How its code becomes one file in a folder, `service.js`, with those that are loaded later beside it. */
export function serviceCode(folder: string, entry: string): InlineConfig {
  return {
    ...PLAIN_BUILD,
    ssr: { noExternal: true },
    build: {
      ssr: entry,
      outDir: folder,
      emptyOutDir: false,
      target: `node${MIN_NODE}`,
      // Whoever runs it may want to read it, and the log names its lines.
      minify: false,
      rolldownOptions: {
        // A native driver that pg loads only if it is asked for: the service never asks.
        external: ['pg-native'],
        output: {
          // One folder for all, because code finds the files beside it.
          entryFileNames: 'service.js',
          chunkFileNames: '[name].js',
          // Else a CommonJS module runs after the modules that its importer imports later: the library for
          // passkeys has a polyfill that must come first.
          strictExecutionOrder: true,
        },
        // PGlite comes with it; nothing in it is from outside.
        checks: { eval: false },
      },
    },
  };
}

/** An older Node would only say that it has no module of some name. */
const starter = () => `#!/usr/bin/env node
if (Number(process.versions.node.split('.')[0]) < ${MIN_NODE}) {
  console.error(\`Keystamp's service needs Node ${MIN_NODE} or later; this is \${process.version}.\`);
  process.exit(1);
}
await import('./service.js');
`;

const manifest = () => ({
  name: 'keystamp-service',
  version: packageJson.version,
  private: true,
  description: 'The local service of Keystamp, built to run by itself.',
  license: packageJson.license,
  ...packageFields(readPublisher(ROOT).known),
  type: 'module',
  engines: { node: `>=${MIN_NODE}` },
});

if (import.meta.main) {
  try {
    await step('building the service', () => buildService());
    console.log(`  .output/service holds it: node .output/service/${SERVICE_PROGRAM} --help`);
  } catch (error) {
    fail(error);
  }
}
