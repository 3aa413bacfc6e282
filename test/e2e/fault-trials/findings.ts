import { isSettled } from '../../../src/activities/outbox/transitions.ts';
import type { EntryView } from '../../../src/protocol/outbox-entry.ts';
import type { Outcome } from '../dapp.ts';
import type { SeenRequest } from '../fault-proxy.ts';
import type { ServiceCount } from './service-with-clock.ts';
import { isAbout, type Subject, type Trial } from './trial.ts';

/**
 * - `lost`: what Keystamp tells isn't what the service did: it knows of nothing, calls something done
 *   that wasn't, or something refused that was done
 * - `duplicated`: done more than once, or as more than one activity
 * - `stuck`: not settled a minute after the last fault
 * - `rule`: a rule of exactly once was broken, whether or not the service saved us from it
 */
export type Finding = {
  readonly kind: 'lost' | 'duplicated' | 'stuck' | 'rule';
  readonly text: string;
};

/** One activity to its end. */
export type Followed = {
  readonly subject: Subject;
  /** In its first final state, or as it was when patience ended. Undefined: there is none. */
  readonly first: EntryView | undefined;
  /** What the service had done by then. */
  readonly counted: ServiceCount;
  /** After the user asked once more, if that was to be done. */
  readonly last: EntryView | undefined;
};

const describeCount = ({ effects, activities }: ServiceCount) =>
  `${effects} effects of ${activities} activities`;

/** What Keystamp told at a moment, against what the service had done by then. */
function judgeState(entry: EntryView | undefined, counted: ServiceCount): readonly Finding[] {
  const told = entry ? entry.state : 'no entry';
  const text = `${told}, and the service has ${describeCount(counted)}`;
  if (!entry) return [{ kind: 'lost', text }];
  const error = entry.error ? ` (${entry.error.code})` : '';
  if (!isSettled(entry.state)) return [{ kind: 'stuck', text: `${text}${error}` }];
  const wasDone = counted.effects > 0;
  if (wasDone === (entry.state === 'completed')) return [];
  return [{ kind: 'lost', text: `${text}${error}` }];
}

function judgeSends({ stoppedAt }: Trial, sends: readonly SeenRequest[]): readonly Finding[] {
  const findings: Finding[] = [];
  const texts = new Set(sends.map(({ stamp, body }) => `${stamp} ${body}`));
  if (texts.size > 1) findings.push({ kind: 'rule', text: `${texts.size} different bodies sent` });
  const overlapping = sends.some((first, at) =>
    sends.slice(at + 1).some((second) => {
      const oneLife = first.at > stoppedAt || second.at <= stoppedAt;
      return oneLife && (first.endedAt ?? Infinity) > second.at;
    }),
  );
  if (overlapping) findings.push({ kind: 'rule', text: 'the same activity sent twice at a time' });
  return findings;
}

async function judgeOne(trial: Trial, followed: Followed): Promise<readonly Finding[]> {
  const { subject, first, counted, last } = followed;
  const { lane } = trial;
  const final = await lane.service.count(lane.type, subject.name);
  const sends = lane.proxy.seen.filter(
    (request) => request.path.endsWith(lane.path) && isAbout(request, [subject]),
  );
  const findings = [
    ...judgeState(first, counted),
    ...(last === first ? [] : judgeState(last, final)),
    ...judgeSends(trial, sends),
  ];
  if (final.effects > 1 || final.activities > 1)
    findings.push({ kind: 'duplicated', text: describeCount(final) });
  if (last && last.state !== 'completed' && isSettled(last.state) && isCurrent(sends)) {
    const error = last.error ? ` (${last.error.code})` : '';
    findings.push({ kind: 'lost', text: `${last.state} after the user asked again${error}` });
  }
  return findings;
}

/** Clocks that differ by less are a reason for no refusal. */
const CURRENT_MS = 300_000;

/**
 * Whether the service, its clock right again, should take the bytes. Those that were stamped by a
 * clock which was wrong at the time it rightly refuses.
 */
function isCurrent(sends: readonly SeenRequest[]): boolean {
  const [first] = sends;
  if (!first) return true;
  const { timestampMs } = JSON.parse(first.body) as { readonly timestampMs: string };
  return Math.abs(Number(timestampMs) - first.at) < CURRENT_MS;
}

/** Everything that is wrong with a trial. */
export async function judge(
  trial: Trial,
  followed: readonly Followed[],
  pageOutcome: Outcome | undefined,
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const one of followed) findings.push(...(await judgeOne(trial, one)));
  const told = pageOutcome?.ok ? pageOutcome.value?.['kind'] : pageOutcome?.code;
  const isDone = followed.every(({ last }) => last?.state === 'completed');
  if (pageOutcome && isDone !== (told === 'completed'))
    findings.push({ kind: 'lost', text: `the page was told ${String(told)}` });
  return findings;
}
