import preact from '@preact/preset-vite';
import { defineConfig } from 'wxt';
import { BUILD_FOR } from './scripts/build-folders.ts';
import { manifestOf } from './scripts/manifest.ts';
import { clearModuleReport, moduleReport } from './scripts/module-report.ts';
import { onDemand } from './scripts/on-demand.ts';
import { plainScript } from './scripts/plain-script.ts';
import { writeNotices } from './scripts/release/notices.ts';
import { wordless } from './scripts/wordless.ts';

/** What the stores get is built into folders of its own; see `scripts/build.ts`. */
const STORE = process.env[BUILD_FOR] === 'store';

/**
 * What every page draws with, in one file: left to itself the bundler cuts it along the pages that
 * happen to share each part, and many small files pack worse (2 KB of 45, gzip, for the popup).
 */
const SHELL =
  /node_modules\/(?:preact|@preact|valibot|@wxt-dev|wxt)\/|\/src\/ui\/(?:i18n|pseudo)\.|\/src\/ui\/messages\/en\/kit\.|\/src\/protocol\/errors\.|\/src\/ui\/kit\/(?:button|clock|entry-state|errors|field|format|icon|inputs|layout|lazy|page|stamp|states|surfaces|toasts|unlock|values)\./;

/** What pages say to the worker, with what seals it: lazy parts seal too, and must not cut it. */
const LINE =
  /\/src\/(?:crypto\/hpke|messaging\/(?:wire|line|manners|client|page))\.|vite\/preload-helper/;

/** The tables with their words: read together wherever they are read. */
const TABLES =
  /\/src\/protocol\/(?:enums|curves|contract-interface|fields|operation|records|operations|service-errors|texts)\./;

/** What the lazy parts of the options page share with it. */
const FRAME = /\/src\/ui\/options\/(?:section|route|store|causes|refusal|profiles-card)\./;

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
      browser === 'firefox' ? [] : onDemand(),
      moduleReport(),
    ],
    worker: { plugins: () => [wordless(), moduleReport()] },
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
      if (entrypoints.some(({ type }) => type === 'background')) config.plugins?.push(wordless());
      if (entrypoints.some(({ type }) => type === 'unlisted-script')) {
        config.plugins?.push(plainScript());
      }
    },
  },
  manifest: ({ browser }) => manifestOf({ browser, store: STORE }),
});
