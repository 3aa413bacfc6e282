import { parseArgs } from 'node:util';
import {
  describePageFindings,
  runPageTrials,
  summarizePageTrials,
} from '../../test/e2e/page-trials/run-page-trials.ts';
import { StepError } from '../progress.mjs';
import { readNumber } from './faults.ts';

const OPTIONS = {
  count: { type: 'string', default: '200' },
  seed: { type: 'string', default: '1' },
  from: { type: 'string', default: '0' },
  event: { type: 'string' },
} as const;

/**
 * `npm run trials -- --pages`: requests of pages that navigate, are busy, are reloaded, lose the
 * extension, or have another copy of it around the approval. Fails if a promise stays open, a request was doubled or an approval
 * lost, and if the harness itself failed.
 */
export async function tryPages(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  const report = await runPageTrials({
    seed: readNumber('seed', values.seed, 0),
    from: readNumber('from', values.from, 0),
    count: readNumber('count', values.count, 1),
    event: values.event,
    onResult: (result) => {
      if (result.findings.length > 0) console.log(describePageFindings(result));
    },
  });
  console.log(summarizePageTrials(report));
  const isClean = report.results.every(({ findings }) => findings.length === 0);
  if (!isClean || report.failures.length > 0)
    throw new StepError('The page trials found something, see above.');
}
