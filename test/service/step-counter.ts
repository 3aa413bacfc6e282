// Counts what a service does for worst bodies, in a process of its own: counters must be there
// before the code is.
import { Session } from 'node:inspector';
import { MAX_BODY_BYTES } from '../../src/protocol/envelope.ts';
import { ROWS } from '../../src/protocol/operations.ts';

/*
 * A step is one entry into a block of code, as V8's precise coverage counts them
 * (chromedevtools.github.io/devtools-protocol, Profiler.startPreciseCoverage): of the service, the
 * protocol and the library of schemas. Curves and hashes are left out: their work doesn't grow with
 * a body.
 */
const COUNTED = /\/src\/(?:service|protocol)\/|\/node_modules\/(?:valibot|hono)\//;

export type Counted = {
  readonly what: string;
  readonly bytes: number;
  readonly status: number;
  readonly steps: number;
};

/** Few enough values for a schema to see them. */
const SEEN_BYTES = 65_536;

const [count = '200', seed = '1'] = process.argv.slice(2);

const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

function takeSteps(): number {
  let steps = 0;
  session.post('Profiler.takePreciseCoverage', (error, taken) => {
    if (error) throw error;
    for (const { url, functions } of taken.result) {
      if (!COUNTED.test(url)) continue;
      for (const { ranges } of functions) for (const range of ranges) steps += range.count;
    }
  });
  return steps;
}

const { openDatabase } = await import('../../src/service/database.ts');
const { enrol, freshService } = await import('./harness.ts');
const { worstCases } = await import('./worst-shapes.ts');
const { createSeededRandom } = await import('../worker/faults.ts');

// Not one that the tests of a thread share: that would keep this process alive.
const database = await openDatabase('memory');
const service = await freshService(database);
const root = await enrol(service);
const cases = ROWS.flatMap((row) => worstCases(row).map((one) => ({ row, ...one })));
const random = createSeededRandom(Number(seed));
const most = cases.filter(({ isListOfRecords }) => isListOfRecords);
const others = Array.from({ length: Number(count) - most.length }, (_, at) => {
  // Each row in turn, so that a few bodies reach all of them.
  const row = ROWS[at % ROWS.length];
  const ofRow = cases.filter((one) => one.row === row);
  return ofRow[Math.floor(random() * ofRow.length)];
});
for (const [at, one] of [...most, ...others].entries()) {
  if (!one) continue;
  service.time.now += 1;
  const body = one.body(
    service.info.organizationId,
    service.time.now,
    at < most.length || at % 2 === 0 ? SEEN_BYTES : MAX_BODY_BYTES,
  );
  takeSteps();
  const { status } = await root.post(one.row.path, body);
  const counted: Counted = { what: one.what, bytes: body.length, status, steps: takeSteps() };
  console.log(JSON.stringify(counted));
}
await service.close();
