import { join } from 'node:path';
import { ROOT } from './tool.ts';

export const BROWSERS = ['chrome', 'firefox'] as const;
export type Browser = (typeof BROWSERS)[number];

/**
 * What a build is for. Both have the same files, except for the key in Chromium's manifest that
 * fixes the id of a development build.
 */
export type Purpose = 'development' | 'store';

/** The variable that tells `wxt.config.ts`; WXT's own modes would change the code as well. */
export const BUILD_FOR = 'KEYSTAMP_BUILD_FOR';

const SUFFIXES = { development: '', store: '-store', watched: '-dev' } as const;

/** `watched` is what `npm run dev` keeps up to date. */
export const buildFolder = (browser: Browser, kind: Purpose | 'watched' = 'development'): string =>
  join(ROOT, '.output', `${browser}-mv3${SUFFIXES[kind]}`);
