import type { InlineConfig } from 'vite';
import { ROOT } from './tool.ts';

/** For what Vite builds without WXT: nothing from a config file, the environment or `public/`. */
export const PLAIN_BUILD = {
  configFile: false,
  envDir: false,
  root: ROOT,
  publicDir: false,
  logLevel: 'error',
} as const satisfies InlineConfig;
