import { basename } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/*
 * vitest starts large files first while it knows no durations, as in a fresh clone. These take long
 * for their size: begun last, one of them would run alone at the end while a core stands still.
 */
const LONGEST = [
  'worker-stop.e2e.ts',
  'page-durability.e2e.ts',
  'page-threats.e2e.ts',
  'page-clicks.e2e.ts',
  'page-operations.e2e.ts',
  'popup-screens.e2e.ts',
  'vault.e2e.ts',
  'faults.e2e.ts',
  'demo.e2e.ts',
  'import.e2e.ts',
  'options.e2e.ts',
  'import-proof.e2e.ts',
  'import-page.e2e.ts',
  'exactly-once.test.ts',
  'main.test.ts',
];

const rank = ({ moduleId }: TestSpecification): number => {
  const at = LONGEST.indexOf(basename(moduleId));
  return at < 0 ? LONGEST.length : at;
};

/** Starts the files that take longest first, the others as vitest thinks best. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files);
    return others.toSorted((one, other) => rank(one) - rank(other));
  }
}
