import { join } from 'node:path';
import preact from '@preact/preset-vite';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { findChromium } from './scripts/chromium.mjs';
import { WITHOUT_FEATURES } from './test/chromium-features.ts';

/** The tests wait some of their time, for timers and for Web Crypto's threads: three keep two cores busy. */
const WORKERS = 3;

/** What the gallery's screens are compared with. */
const PICTURES = join(import.meta.dirname, 'test/gallery/pictures');
/** Where a test shows what is different. */
const DIFFERENCES = join(import.meta.dirname, '.output/test/pictures');

/** Where scripts/test.ts wants the report, when it is who runs this. */
const { KEYSTAMP_RESULTS: results } = process.env;

const chromiumFound = findChromium().found;
const chromium = playwright({
  launchOptions: {
    executablePath: chromiumFound?.path ?? '',
    // Root has no sandbox; everyone else keeps it.
    chromiumSandbox: process.getuid?.() !== 0,
    args: [WITHOUT_FEATURES],
  },
  // Times and words in pictures are the same on every machine.
  contextOptions: { timezoneId: 'UTC', locale: 'en-US' },
});

/** Tests without a browser; the few that read what `npm run build` made last are a project of their own. */
const UNIT = ['test/**/*.test.{ts,tsx}'];
/** The rules of names and contacts, which no test may get only by the file that ran before it. */
const RULES = join(import.meta.dirname, 'src/protocol/text-rules.ts');
const BUILT = ['test/bundle.test.ts', 'test/release/{notices,sbom,store,verify}.test.ts'];

const node = {
  // Threads are a tenth faster, but V8 keeps one list of code pages for all of them, and two that free
  // compiled WebAssembly at once end the whole run: "Check failed: jit_page.has_value()", seen once in
  // some fifty runs (https://github.com/nodejs/node/issues/64500).
  pool: 'forks',
  // A process loads a module once, not once for each file that imports it: that took half of the
  // processor time. What one file spied on Vitest restores before the next.
  isolate: false,
  environment: 'node',
  testTimeout: 60_000,
  // In a fresh clone the first databases are made from nothing while everything is compiled and linted.
  hookTimeout: 240_000,
  sequence: { groupOrder: 0 },
} as const;

/** Tests of code and of screens without the extension around them; those with it are playwright.config.ts. */
export default defineConfig({
  // Tests see the environment they were started in, never a stray .env file.
  envDir: false,
  test: {
    maxWorkers: WORKERS,
    // What `pool` says of V8 can happen in one process as well, when code that fell idle is freed.
    execArgv: ['--no-wasm-code-gc'],
    ...(results ? { reporters: ['default', ['json', { outputFile: results }]] } : {}),
    projects: [
      {
        extends: true,
        // As the service and every page with a form have them; test/protocol/late-rules.test.ts is without.
        test: { ...node, name: 'unit', include: UNIT, exclude: BUILT, setupFiles: [RULES] },
      },
      { extends: true, test: { ...node, name: 'built', include: BUILT } },
      {
        extends: true,
        plugins: [preact({ devToolsEnabled: false, prefreshEnabled: false })],
        test: {
          name: 'screens',
          include: ['test/**/*.browser.ts'],
          // As in playwright.config.ts; scripts/test.ts names what passed only then. A unit test has no
          // second try.
          retry: process.env['CI'] ? 1 : 0,
          provide: {
            takesPictures: process.env['KEYSTAMP_PICTURES'] !== 'none',
            mustCompare: Boolean(process.env['CI']) && /Debian/.test(chromiumFound?.version ?? ''),
          },
          testTimeout: 60_000,
          // A screen's code is loaded when it is first shown; on a busy machine that takes seconds.
          expect: { poll: { timeout: 10_000 } },
          sequence: { groupOrder: 1 },
          browser: {
            enabled: true,
            provider: chromium,
            headless: true,
            instances: [{ browser: 'chromium' }],
            expect: {
              toMatchScreenshot: {
                comparatorName: 'pixelmatch',
                comparatorOptions: { threshold: 0.1, allowedMismatchedPixels: 40 },
                resolveScreenshotPath: ({ arg, ext }) => join(PICTURES, `${arg}${ext}`),
                resolveDiffPath: ({ arg, ext }) => join(DIFFERENCES, `${arg}${ext}`),
              },
            },
          },
        },
      },
    ],
  },
});
