import { randomBytes } from '../../src/crypto/bytes.ts';
import { randomId } from '../../src/service/ids.ts';
import { policies } from '../../src/service/schema.ts';
import {
  enrol,
  openMemory,
  serviceOver,
  type Caller,
  type TestService,
} from '../../test/service/harness.ts';
import { addUser } from '../../test/service/new-user.ts';
import { figure, type Figure } from './figures.ts';

/*
 * What others wait for while policies are asked that cost as much as they may, or that an earlier version
 * stored beyond the limits (docs/policies.md, Limits).
 */

const GROUP = 'Local service, whoami while policies decide another request';

const numbers = (count: number) => `[${'1,'.repeat(count)}1]`;
const NESTED = Array.from({ length: 20 }).reduce<string>(
  (inner, _, depth) => `[1, 2, 3].any(a${String(depth)}, ${inner})`,
  'false',
);
/** Texts that no limit held back once: now none of them is read. */
const BEYOND = [
  `'abc'${'[0..1]'.repeat(22)} == 'a'`,
  NESTED,
  Array.from({ length: 2700 }, () => 'true').join('||'),
];
/** Just within the limits, five of them: as many steps as one decision takes. */
const WITHIN = Array.from(
  { length: 5 },
  (_, at) => `${numbers(100)}.all(a, a in ${numbers(80 + at)})`,
);
/** Seven days that never fire, in a zone whose clocks change. */
const TIME = Array.from(
  { length: 9 },
  (_, at) => `CronSpan('${String(at)} 0 30 2 *', '7d', 'America/New_York')`,
).join(' || ');

type Stored = { readonly condition?: string; readonly time?: string };

async function store(service: TestService, { organizationId }: Caller, stored: readonly Stored[]) {
  await service.database.db.delete(policies);
  for (const [at, { condition = null, time = null }] of stored.entries()) {
    await service.database.db.insert(policies).values({
      id: randomId(randomBytes),
      organizationId,
      name: `Policy ${String(at)}`,
      effect: 'EFFECT_ALLOW',
      notes: '',
      consensus: null,
      condition,
      time,
      createdAt: at,
      updatedAt: at,
    });
  }
}

async function measure(root: Caller, tester: Caller, samples: number): Promise<readonly number[]> {
  const times: number[] = [];
  for (let at = 0; at < samples; at += 1) {
    const asked = tester.submit('create_user_tag', {
      userTagName: `Tag ${String(at)}`,
      userIds: [],
    });
    const started = performance.now();
    await root.query('whoami');
    times.push(performance.now() - started);
    await asked;
  }
  return times;
}

/** Times of whoami, each beside a request that policies decide. */
export async function policyFigures(quick: boolean): Promise<Figure[]> {
  const database = await openMemory();
  const service = await serviceOver(database);
  try {
    const root = await enrol(service);
    const tester = await addUser(service, root, { userName: 'Tester' });
    const sets: Readonly<Record<string, readonly Stored[]>> = {
      'no policy': [],
      'texts beyond the limits, stored before': BEYOND.map((condition) => ({ condition })),
      'conditions just within the limits': WITHIN.map((condition) => ({ condition })),
      'times just within the limits': Array.from({ length: 5 }, () => ({ time: TIME })),
    };
    const figures: Figure[] = [];
    for (const [name, stored] of Object.entries(sets)) {
      await store(service, root, stored);
      await measure(root, tester, 5);
      figures.push(
        figure(
          GROUP,
          name,
          'ms',
          await measure(root, tester, quick ? 100 : 300),
          'readsBesidePolicies',
        ),
      );
    }
    return figures;
  } finally {
    await database.close();
  }
}
