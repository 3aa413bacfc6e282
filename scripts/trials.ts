import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from './build.ts';
import { fail, StepError } from './progress.mjs';
import { ROOT, runToolShown } from './tool.ts';
import { AREAS } from './trials/areas.ts';
import { readNumber, tryFaults } from './trials/faults.ts';
import { tryMutants } from './trials/mutants.ts';
import { tryPages } from './trials/pages.ts';
import { tryRegistry } from './trials/registry.ts';
import { tryRelease } from './trials/release.ts';
import { tryRunning } from './trials/running.ts';
import { trySteady } from './trials/steady.ts';

const HELP = `npm run trials [-- N | --faults … | --pages … | --registry PATH … | --signatures … | --running |
                   --mutants [AREA…] | --steady …]

Trials that take longer than npm test has time for, most of them at random. N activities (1,000 when left out) go
through a network that breaks at random, to a worker that is stopped at random: none may be lost and
none done twice. A hundred times as many random messages, 100,000 at least, come to the border with
web pages: each gets a coded answer or none, nobody is asked, and nothing of the platform changes.
N times clocks are set wrong at random, this computer's and the service's, by an hour, a day and to
2099: once they are right nothing is held up beyond one click, and nothing was done twice. 2 N vaults
are damaged, one of their two stores each: no key is lost, no former right restored, and the right
password is never refused. N honest and N hostile backups are restored: none leaves a right that the screens could not give. N requests of pages meet a worker that is stopped anywhere: each page
hears the end. 10 N random phrases of each scheme are read: none is taken for another's without a warning. Two evaluators of policies, the extension's and the service's, agree on 10 N random
organizations. Two libraries verify 10 N random signatures of the service (--signatures). 10,000 N sequences of events in a confirm window show that nothing approves but a deliberate press, from a
seed that is printed. KEYSTAMP_SEED is that seed, and the first seed of the damaged vaults. The service's database goes away
under twenty writers, ten times in each of six ways, and ten times a standby is promoted in
its place: nothing is lost, nothing doubled. A row that is locked
for 12 seconds leaves changes of another under 100 ms. 5 N bodies of up to 1 MB, made to be slow, leave another client's
requests under 50 ms. A service is ended under load ten times in memory, in a folder and on PostgreSQL: no
connection is reset, no answer lost. A restore is stopped at fifty points. Then all browser tests run, also those that npm test leaves out because they show for more
operations, moments, storages or files what others show for one (test/trial-tag.ts); every code point is drawn: what
is blank must be shown as an escape; a site asks from a hundred subdomains: three windows open at most; three pages take
turns at one request a second. docs/running.md is walked. At last the release of the checked-out commit is
made in two folders and from its own source archive, must come out the same each time, and is loaded
into both browsers (alone: node scripts/trials/release.ts).

--faults [--count N] [--seed S] [--from I] [--lanes L] runs N activities (1,000) in the built extension
in a real Chromium, against the real service: each meets a fault of the network, the service or a clock
and is stopped at one point, by the end of its worker, of the extension or of the whole browser. None may
be lost, done twice, or open a minute after its faults. Everything follows from the seed; I is the number
of the first one, L how many browsers run at a time (2). Takes about an hour.

--pages [--count N] [--seed S] [--from I] [--event E] runs N requests of web pages (200) in the built extension in a
real Chromium, against the real service: around the approval the page navigates, writes its document anew, is
busy, is reloaded, closed, discarded or put into the back/forward cache, or the worker or the extension ends
or is updated, or another copy of Keystamp comes, is asked the same, or goes. Every promise must settle, nothing be done twice, no approval be lost. E is part of an event's name:
the other trials are left out.

--registry PATH [--mutants N] [--seed S] reads a checkout of the public registry of descriptors (ERC-7730): each case of version 2
is described, beside what the renderer gives alone; N calls (10,000) that are changed at random have no wrong intent;
each attestation (ERC-8176) is verified, and ten forgeries of each refused. Takes two minutes.

--signatures [--count N] [--seed S] has the local service sign N random requests (10,000), as many of each kind: digests, bytes, texts,
messages (EIP-191), typed data (EIP-712), authorizations (EIP-7702) and transactions of types 0, 1 and 2. viem and ethers
must both find the account that signed. Takes five minutes.

--running walks docs/running.md: its commands, as they stand there, with a PostgreSQL of its own and nginx.

--mutants changes the code that guards keys and decides who may do what, one small change at a time, and
demands that tests fail for 90 of 100, or 92. Areas: ${Object.keys(AREAS).join(', ')}.
Of large areas it tries 200 changes, drawn by KEYSTAMP_SEED (1). It prints those that no test notices.
.output/mutants/AREA.json keeps what it found: the next run tries only what has changed since.

--steady [--whole N] [--loaded M] [FILTER…] runs npm test N times (3), then its tests without a browser M times (5)
beside eight processes that keep the processor busy. Fails if a test failed or needed a second try. .output/steady.json keeps
what each run found; the next start for the same commit goes on where this one stopped.`;

const DEFAULT_TRIALS = 1000;
const SIGNATURES_FILE = 'test/service/random-signatures.test.ts';
const FILES = [
  'test/worker/exactly-once.test.ts',
  'test/worker/page/border.test.ts',
  'test/worker/clock-trials.test.ts',
  'test/requests/worker-stops.test.ts',
  'test/vault/damage-trials.test.ts',
  'test/backup/restore.test.ts',
  'test/backup/hostile-backups.test.ts',
  'test/service/outage.test.ts',
  'test/service/failover.test.ts',
  'test/service/shared-database.test.ts',
  'test/service/worst-bodies.test.ts',
  'test/service/drain.test.ts',
  SIGNATURES_FILE,
  'test/service/sender-faults.test.ts',
  'test/policies/agreement.test.ts',
  'test/policies/built-policy.test.ts',
  'test/policies/demanded-factors.test.ts',
  'test/ui/forms/policy-truth.test.ts',
  'test/ui/review/arming.test.ts',
  'test/keys/phrase/random-schemes.test.ts',
];
/** Random signatures that viem and ethers verify, for each activity. */
const SIGNATURES = 10;
/** How often to take the service's database away, in each possible way. */
const OUTAGES = 10;
/** How often to end a service under load, in each of its modes. */
const DRAINS = 10;
/** At how many points to stop a restore. */
const RESTORE_STOPS = 50;
/** Random organizations for each activity, whose policies two evaluators read. */
const POLICY_TRIALS = 200;
/** How long a row stays locked while others are changed. */
const LOCKED_MS = 12_000;
/** Bodies that make the service work, for each activity. */
const WORST_BODIES = 5;
/** Sequences of events in a confirm window for each activity. */
const ARMING_SEQUENCES = 10_000;
/** Random phrases of each scheme, for each activity. */
const PHRASES = 10;
/** Page messages for each activity, and their minimum. */
const MESSAGES_PER_TRIAL = 100;
const MIN_MESSAGES = 100_000;

function parseCount(args: readonly string[]): number {
  const trials = Number(args[0] ?? DEFAULT_TRIALS);
  if (Number.isInteger(trials) && trials > 0) return trials;
  throw new StepError(`npm run trials takes a whole number, not ${args[0]}.`);
}

async function requireSuccess(code: Promise<number>): Promise<void> {
  const exitCode = await code;
  if (exitCode !== 0) throw new StepError(`The trials ended with ${exitCode}.`);
}

async function trySignatures(args: readonly string[]): Promise<void> {
  const { count, seed } = parseArgs({
    args: [...args],
    options: {
      count: { type: 'string', default: String(SIGNATURES * DEFAULT_TRIALS) },
      seed: { type: 'string', default: '1' },
    },
  }).values;
  await requireSuccess(
    runToolShown('vitest', ['run', '--project', 'unit', SIGNATURES_FILE], {
      KEYSTAMP_SIGNATURES: String(readNumber('count', count, 1)),
      KEYSTAMP_SEED: String(readNumber('seed', seed, 0)),
    }),
  );
}

/** The files without a browser that have tests which `npm test` leaves out. */
const filesWithTrials = (): readonly string[] =>
  globSync('test/**/*.test.ts', { cwd: ROOT }).filter((path) =>
    readFileSync(join(ROOT, path), 'utf8').includes('shownBy('),
  );

/** Tries each, also after one that failed or could not be tried, and then throws what they said. */
async function tryEach(...trials: readonly (() => Promise<void>)[]): Promise<void> {
  const failures: string[] = [];
  for (const trial of trials) {
    try {
      await trial();
    } catch (error) {
      if (!(error instanceof StepError)) throw error;
      failures.push(error.message);
    }
  }
  if (failures.length > 0) throw new StepError(failures.join('\n\n'));
}

async function main(args: readonly string[]): Promise<void> {
  if (args.includes('--help')) return console.log(HELP);
  if (args[0] === '--faults') {
    await build();
    return tryFaults(args.slice(1));
  }
  if (args[0] === '--pages') {
    await build();
    return tryPages(args.slice(1));
  }
  if (args[0] === '--registry') return tryRegistry(args);
  if (args[0] === '--signatures') return trySignatures(args.slice(1));
  if (args[0] === '--running') return tryRunning();
  if (args[0] === '--steady') return trySteady(args.slice(1));
  if (args[0] === '--mutants') return tryMutants(args.slice(1));
  const trials = parseCount(args);
  const messages = Math.max(MIN_MESSAGES, trials * MESSAGES_PER_TRIAL);
  console.log(
    `${trials} activities, ${messages} messages of web pages, ${trials} times clocks that jump, ` +
      `${2 * trials} damaged vaults, and each damaged file of a browser`,
  );
  await requireSuccess(
    runToolShown('vitest', ['run', ...FILES, ...filesWithTrials()], {
      KEYSTAMP_ALL_TESTS: 'yes',
      KEYSTAMP_TRIALS: String(trials),
      KEYSTAMP_CLOCK_TRIALS: String(trials),
      KEYSTAMP_NEWS_TRIALS: String(trials),
      KEYSTAMP_DAMAGE_TRIALS: String(2 * trials),
      KEYSTAMP_BORDER_CASES: String(messages),
      KEYSTAMP_BACKUPS: String(trials),
      KEYSTAMP_SIGNATURES: String(SIGNATURES * trials),
      KEYSTAMP_SENDS: String(trials),
      KEYSTAMP_POLICY_TRIALS: String(POLICY_TRIALS * trials),
      KEYSTAMP_ARMING_SEQUENCES: String(ARMING_SEQUENCES * trials),
      KEYSTAMP_PHRASE_TRIALS: String(PHRASES * trials),
      KEYSTAMP_OUTAGES: String(OUTAGES),
      KEYSTAMP_LOCKED_MS: String(LOCKED_MS),
      KEYSTAMP_WORST_BODIES: String(WORST_BODIES * trials),
      KEYSTAMP_DRAINS: String(DRAINS),
      KEYSTAMP_RESTORE_STOPS: String(RESTORE_STOPS),
    }),
  );
  await build();
  await requireSuccess(
    runToolShown('playwright', ['test'], {
      KEYSTAMP_ALL_TESTS: 'yes',
      KEYSTAMP_GLYPHS: 'all',
      KEYSTAMP_SUBDOMAINS: '10',
      KEYSTAMP_PACED: '20',
    }),
  );
  await tryEach(tryRunning, tryRelease);
}

await main(process.argv.slice(2)).catch(fail);
