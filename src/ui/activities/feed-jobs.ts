import {
  KEY_IMPORT,
  KEY_REGISTRATION,
  KEY_REMOVAL,
  ROWS,
  verificationOf,
  WALLET_IMPORT,
} from '../../protocol/operations.ts';
import { isMembers } from '../../protocol/parse.ts';
import {
  isDone,
  parametersOf,
  proposerOf,
  rowOfItem,
  type ActivityItem,
} from './activity-items.ts';

/*
 * Several activities that people know as one thing: an import begins before it finishes, a contact is
 * verified before it is set, a new key is registered before the old one goes, and votes are on something.
 * Folding hides nothing and proves nothing: each step is a row below its job, with a screen of its own.
 */

/** An activity, and the steps that led to it or the own votes on it, oldest first. */
export type Job = ActivityItem & {
  readonly steps: readonly ActivityItem[];
  /** Its first step registered a key, and it removed another. */
  readonly isRotation: boolean;
};

/** A step belongs to what follows it within this time: as long as votes on it may come. */
const MAX_SPAN_MS = 86_400_000;
/** What follows a step is looked for among as many of the next activities. */
const MAX_LOOKED_AT = 200;

/** By the operation of a step, the operations that it may be a step of. */
const WHOLES: ReadonlyMap<string, readonly string[]> = stepsOfTable();

function stepsOfTable(): ReadonlyMap<string, readonly string[]> {
  const wholes = new Map<string, string[]>();
  const add = (step: string, whole: string) =>
    wholes.set(step, [...(wholes.get(step) ?? []), whole]);
  for (const { begin, finish } of [KEY_IMPORT, WALLET_IMPORT]) add(begin.name, finish.name);
  add(KEY_REGISTRATION.name, KEY_REMOVAL.name);
  for (const row of ROWS) {
    if (row.kind !== 'submit') continue;
    if (row.prerequisite) add(row.prerequisite.operation, row.name);
    if (row.verifies) add(row.verifies.by, row.name);
  }
  return wholes;
}

/**
 * Whether a registration and a removal are the rotation of a key. Only of what was signed here, whose details
 * no service can make up; and where the service says what the removal was signed with, by the new key.
 */
function isRotation(step: ActivityItem, whole: ActivityItem): boolean {
  const { apiKeys } = parametersOf(step);
  if (!step.entry || !whole.entry || !Array.isArray(apiKeys) || apiKeys.length !== 1) return false;
  const signer = whole.activity?.votes?.[0]?.publicKey;
  const added: unknown = apiKeys[0];
  const isByNewKey = isMembers(added) && added['publicKey'] === signer;
  return isDone(whole) && (signer === undefined || isByNewKey);
}

/** Whether both are of one profile that signed here, or else by the person whom the service names. */
function isSamePerson(one: ActivityItem, other: ActivityItem): boolean {
  if (one.entry && other.entry) return one.entry.profileId === other.entry.profileId;
  return proposerOf(one) !== undefined && proposerOf(one) === proposerOf(other);
}

/** Whether the values that both have are the same: the user that an import is for, the request of a code. */
function hasSameSubject(step: ActivityItem, whole: ActivityItem): boolean {
  const [before, after] = [parametersOf(step), parametersOf(whole)];
  const ids: Readonly<Record<string, unknown>> = { ...before, ...step.entry?.result };
  return ['userId', 'otpId'].every(
    (name) => ids[name] === undefined || after[name] === undefined || ids[name] === after[name],
  );
}

function isStepOf(step: ActivityItem, whole: ActivityItem): boolean {
  const [before, after] = [rowOfItem(step), rowOfItem(whole)];
  if (!before || !after || !WHOLES.get(before.name)?.includes(after.name)) return false;
  if (whole.at - step.at > MAX_SPAN_MS || !isSamePerson(step, whole)) return false;
  if (before === KEY_REGISTRATION && !isRotation(step, whole)) return false;
  return hasSameSubject(step, whole);
}

/** The activity that an item shows, by the service's ID; of a vote, the one that it is on. */
const targetOf = ({ entry, activity }: ActivityItem): string | undefined =>
  activity?.id ?? entry?.activity?.id;

/** What an item is a step of, by their places in the list; the nearest later one. */
function wholeOf(
  items: readonly ActivityItem[],
  at: number,
  shown: ReadonlyMap<string, number>,
): number | undefined {
  const item = items[at];
  if (!item) return undefined;
  const row = rowOfItem(item);
  if (row?.vote) return shown.get(targetOf(item) ?? '');
  if (!row || !WHOLES.has(row.name) || !isDone(item)) return undefined;
  for (let later = at - 1; later >= Math.max(0, at - MAX_LOOKED_AT); later -= 1) {
    const whole = items[later];
    if (whole && isStepOf(item, whole)) return later;
  }
  return undefined;
}

/** Whether a code was sent to another contact than the one that was set in the end. */
function isOtherContact(send: ActivityItem, set: ActivityItem): boolean {
  const row = rowOfItem(set);
  const verification = row && verificationOf(row);
  if (!verification || rowOfItem(send) !== verification.send) return false;
  const sentTo = parametersOf(send)[verification.sentTo];
  const contact = parametersOf(set)[verification.contactField];
  return sentTo !== undefined && contact !== undefined && sentTo !== contact;
}

/** Activities newest first, with the steps of one job folded into its last one. */
export function foldJobs(items: readonly ActivityItem[]): readonly Job[] {
  const shown = new Map<string, number>();
  items.forEach((item, at) => {
    const target = targetOf(item);
    if (target !== undefined && !rowOfItem(item)?.vote) shown.set(target, at);
  });
  const wholes = items.map((_, at) => wholeOf(items, at, shown));
  const lastOf = (at: number): number => {
    let last = at;
    // A step comes before its whole, and a vote is on no vote: this ends.
    for (let next = wholes[last]; next !== undefined; next = wholes[last]) last = next;
    return last;
  };
  const steps = new Map<number, ActivityItem[]>();
  const others = new Set<number>();
  items.forEach((item, at) => {
    const last = lastOf(at);
    const whole = items[last];
    if (last === at || !whole || isOtherContact(item, whole)) return;
    others.add(at);
    steps.set(last, [item, ...(steps.get(last) ?? [])]);
  });
  return items.flatMap((item, at) => {
    if (others.has(at)) return [];
    const own = steps.get(at) ?? [];
    const isOwnRotation = own.some((step) => rowOfItem(step) === KEY_REGISTRATION);
    return [{ ...item, steps: own, isRotation: isOwnRotation }];
  });
}
