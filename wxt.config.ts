import preact from '@preact/preset-vite';
import { defineConfig } from 'wxt';
import { BUILD_FOR } from './scripts/build-folders.ts';
import { writeGuide } from './scripts/guide.ts';
import { manifestOf, OLDEST } from './scripts/manifest.ts';
import { callPolicies } from './scripts/call-policies.ts';
import { clearModuleReport, moduleReport } from './scripts/module-report.ts';
import { pageChunks } from './scripts/page-chunks.ts';
import { readPublisher } from './scripts/release/publisher.ts';
import { plainScript } from './scripts/plain-script.ts';
import { workerParts } from './scripts/worker-parts.ts';
import { writeNotices } from './scripts/release/notices.ts';

/** What the stores get is built into folders of its own; see `scripts/build.ts`. */
const STORE = process.env[BUILD_FOR] === 'store';

export default defineConfig({
  imports: false,
  manifestVersion: 3,
  outDir: '.output',
  // `npm run dev` has folders of its own: what it builds runs with a server beside it.
  outDirTemplate: `{{browser}}-mv{{manifestVersion}}{{modeSuffix}}${STORE ? '-store' : ''}`,
  webExt: { disabled: true },
  vite: ({ browser }) => ({
    // Neither an .env file nor a folder above this one has a say in what is built.
    envDir: false,
    css: { postcss: {} },
    plugins: [
      preact({ devToolsEnabled: false, prefreshEnabled: false }),
      callPolicies(),
      moduleReport(),
      workerParts(browser),
    ],
    worker: { plugins: () => [moduleReport()] },
    build: {
      modulePreload: { polyfill: false },
      target: 'es2022',
      // Otherwise `light-dark()` is written out for browsers that don't run Keystamp.
      cssTarget: browser === 'firefox' ? `firefox${OLDEST.firefox}` : `chrome${OLDEST.chrome}`,
    },
  }),
  hooks: {
    'build:before': ({ config }) => clearModuleReport(config.outDir),
    'build:done': ({ config }) => {
      writeGuide(config.outDir);
      // What WXT and Vite add while they watch goes to nobody.
      if (config.command === 'build') writeNotices(config.outDir);
    },
    'vite:build:extendConfig': (entrypoints, config) => {
      if (entrypoints.some(({ type }) => type === 'unlisted-script')) {
        config.plugins?.push(plainScript());
      }
      if (entrypoints.some(({ type }) => type === 'popup')) config.plugins?.push(pageChunks());
    },
  },
  manifest: ({ browser, command }) =>
    manifestOf({
      browser,
      store: STORE,
      watched: command === 'serve',
      homepage: readPublisher(import.meta.dirname).known.homepage,
    }),
});
