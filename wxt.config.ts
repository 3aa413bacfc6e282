import preact from '@preact/preset-vite';
import { defineConfig } from 'wxt';
import { BUILD_FOR } from './scripts/build-folders.ts';
import { manifestOf } from './scripts/manifest.ts';
import { clearModuleReport, moduleReport } from './scripts/module-report.ts';
import { secp256k1OnDemand } from './scripts/secp256k1-on-demand.ts';
import { plainScript } from './scripts/plain-script.ts';
import { writeNotices } from './scripts/release/notices.ts';

/** What the stores get is built into folders of its own; see `scripts/build.ts`. */
const STORE = process.env[BUILD_FOR] === 'store';

/**
 * What every page draws with, in one file: left to itself the bundler cuts it along the pages that
 * happen to share each part, and many small files pack worse (2 KB of 45, gzip, for the popup).
 */
const SHELL =
  /node_modules\/(?:preact|@preact|valibot|@wxt-dev|wxt)\/|\/src\/ui\/(?:i18n|pseudolocale)\.|\/src\/ui\/words\/en\/(?:kit|errors)\.|\/src\/protocol\/errors\.|\/src\/ui\/components\/(?:button|clock|entry-state|errors|field|format|icon|inputs|layout|lazy-screen|own-page|logo|states|surfaces|toasts|unlock|values)\./;

/** What pages say to the worker, with what seals it: lazy parts seal too, and must not cut it. */
const LINE =
  /\/src\/(?:crypto\/hpke|(?:messaging\/wire|client\/(?:send|call-policies|client|own-page-effects)))\.|vite\/preload-helper/;

/** The tables with their words: read together wherever they are read. */
const TABLES =
  /\/src\/protocol\/(?:enums|curve-formats|contract-interface|fields|operation-row|service-records|operations)\.|\/src\/ui\/words\/(?:operation-words|en\/(?:operations|rules|service-errors|choices))\./;

/** What the lazy parts of the options page share with it. */
const FRAME =
  /\/src\/ui\/options\/(?:section|route|store|refusal-causes|service-refusal|profiles-card)\./;

const GROUPS = [
  { name: 'shell', test: SHELL },
  { name: 'line', test: LINE },
  { name: 'tables', test: TABLES },
  { name: 'frame', test: FRAME },
];

export default defineConfig({
  imports: false,
  manifestVersion: 3,
  outDir: '.output',
  outDirTemplate: `{{browser}}-mv{{manifestVersion}}${STORE ? '-store' : ''}`,
  vite: ({ browser }) => ({
    plugins: [
      preact({ devToolsEnabled: false, prefreshEnabled: false }),
      browser === 'firefox' ? [] : secp256k1OnDemand(),
      moduleReport(),
    ],
    worker: { plugins: () => [moduleReport()] },
    build: { modulePreload: { polyfill: false }, target: 'es2022' },
  }),
  hooks: {
    'build:before': ({ config }) => clearModuleReport(config.outDir),
    'build:done': ({ config }) => writeNotices(config.outDir),
    'vite:build:extendConfig': (entrypoints, config) => {
      if (entrypoints.some(({ type }) => type === 'popup')) {
        const options = config.build?.rolldownOptions;
        const codeSplitting = { groups: GROUPS };
        // WXT names the files; it builds one output.
        const [named] = [options?.output ?? {}].flat();
        const output = { ...named, codeSplitting };
        config.build = { ...config.build, rolldownOptions: { ...options, output } };
      }
      if (entrypoints.some(({ type }) => type === 'unlisted-script')) {
        config.plugins?.push(plainScript());
      }
    },
  },
  manifest: ({ browser }) => manifestOf({ browser, store: STORE }),
});
