import { writeFileSync } from 'node:fs';
import type { Reporter } from 'vitest/node';

/** An error that no test caught, and the test file that ran then; null when vitest does not know. */
export type Stray = { readonly message: string; readonly file: string | null };

/** vitest's JSON report leaves out errors that no test caught; this reporter writes those to `file`. */
export function strayErrors(file: string): Reporter {
  return {
    onTestRunEnd: (_, errors) => {
      const strays = errors.map((error): Stray => {
        const path: unknown = Reflect.get(error, 'VITEST_TEST_PATH');
        return { message: error.message, file: typeof path === 'string' ? path : null };
      });
      writeFileSync(file, JSON.stringify(strays));
    },
  };
}
