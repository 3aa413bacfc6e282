import { inject } from 'vitest';
import { page } from 'vitest/browser';

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface adds to Vitest's
  interface ProvidedContext {
    /** By vitest.config.ts: false in a whole `npm test`, which nobody looks through. */
    readonly takesPictures: boolean;
  }
}

/** Saves what is on screen, for people. For tests in a folder of test/ui. */
export async function takePicture(name: string): Promise<void> {
  if (!inject('takesPictures')) return;
  await page.screenshot({ path: `../../../.output/screenshots/${name}.png` });
}
