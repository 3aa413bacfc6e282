import { literalsOf, reads } from './clause-literals.ts';
import type { StepsLeft } from './evaluate-clause.ts';
import type { Facts } from './facts.ts';
import { clauseOf, UNREADABLE, type ReadPolicy } from './policy.ts';
import { needsNoMore } from './policy-reach.ts';
import {
  mayHold,
  payloadProbes,
  surelyHolds,
  transactionProbes,
  WHATEVER,
  type HashFunction,
} from './probes.ts';

/*
 * What goes around an organization's rules on transactions and messages: bytes that are signed raw, which may be
 * any of them, and delegations, which no condition sees (docs/policies.md, What conditions leave open).
 */

export type RawWarning =
  /** An ALLOW of raw signing beside rules that it goes around; a rule that an ALLOW goes around. */
  | {
      readonly kind: 'raw_allowed' | 'raw_around';
      readonly policies: readonly string[];
      readonly offer: string;
    }
  /** An ALLOW of transactions that may bring delegations. */
  | { readonly kind: 'delegations'; readonly offer: string };

/** A DENY's condition that refuses raw signing; the second one also typed data that conditions don't see. */
const NO_RAW =
  "(activity.kind == 'SIGN_RAW_PAYLOAD' || activity.kind == 'SIGN_RAW_PAYLOADS') && activity.params.encoding != 'PAYLOAD_ENCODING_EIP712'";
const NO_UNSEEN =
  "activity.kind == 'SIGN_RAW_PAYLOADS' || (activity.kind == 'SIGN_RAW_PAYLOAD' && activity.params.encoding != 'PAYLOAD_ENCODING_EIP712')";
const NO_DELEGATIONS = "eth.tx.type == 'TYPE_4'";

type Family = {
  /** What a rule reads. */
  readonly path: string;
  /** How the same is signed raw: its hash, or the bytes of which it is the hash. */
  readonly hashes: readonly HashFunction[];
  readonly isEthereum?: boolean;
};

const FAMILIES: readonly Family[] = [
  { path: 'eth.tx', hashes: ['NO_OP', 'KECCAK256'], isEthereum: true },
  { path: 'eth.eip_712', hashes: ['NO_OP', 'KECCAK256'], isEthereum: true },
  { path: 'tempo.tx', hashes: ['NO_OP', 'KECCAK256'] },
  { path: 'solana.tx', hashes: ['NOT_APPLICABLE'] },
  { path: 'tron.tx', hashes: ['NO_OP', 'SHA256'] },
  { path: 'bitcoin.tx', hashes: ['NO_OP', 'SHA256'] },
];

function rawProbes({ path, hashes, isEthereum }: Family): readonly Facts[] {
  const plain = hashes.flatMap((hash) => [
    ...payloadProbes('HEXADECIMAL', hash),
    ...payloadProbes('TEXT_UTF8', hash),
  ]);
  // An authorization hands the account over: its code may then do anything.
  const authorization = isEthereum ? payloadProbes('EIP7702_AUTHORIZATION', 'NO_OP') : [];
  const several =
    path === 'eth.eip_712' ? payloadProbes('EIP712', 'NO_OP', ['SIGN_RAW_PAYLOADS']) : [];
  return [...plain, ...authorization, ...several];
}

const TARGETS = [
  ['wallet.id', 'wallet', 'id'],
  ['wallet_account.address', 'wallet_account', 'address'],
  ['private_key.id', 'private_key', 'id'],
] as const;
const MAX_TARGETS = 8;

/** What a policy may sign with: each target that it names, or any. */
function targetsOf(policy: ReadPolicy): readonly Facts[] {
  const condition = clauseOf(policy, 'condition');
  const literals = condition ? literalsOf(condition.tree) : [];
  const named = TARGETS.flatMap(([path, name, member]) =>
    literals
      .filter((one) => one.path === path)
      .map(({ text }) => ({ [name]: { tags: WHATEVER, label: WHATEVER, [member]: text } })),
  );
  return named.length > 0 ? named.slice(0, MAX_TARGETS) : [{}];
}

const isRead = (policy: ReadPolicy): boolean => !Object.values(policy.clauses).includes(UNREADABLE);

function readsFamily(policy: ReadPolicy, path: string): boolean {
  const condition = clauseOf(policy, 'condition');
  return condition !== undefined && reads(condition.tree, path);
}

/** Whether a DENY refuses it whoever asks, and whenever. */
const isClosed = (all: readonly ReadPolicy[], facts: Facts, steps: StepsLeft): boolean =>
  all.some(
    (one) =>
      one.effect === 'deny' &&
      one.clauses.consensus === undefined &&
      one.clauses.time === undefined &&
      isRead(one) &&
      surelyHolds(clauseOf(one, 'condition'), facts, steps),
  );

/** With what an ALLOW lets one of them through, and no DENY refuses it. */
function throughs(
  allow: ReadPolicy,
  all: readonly ReadPolicy[],
  probes: readonly Facts[],
  steps: StepsLeft,
): readonly Facts[] {
  const condition = clauseOf(allow, 'condition');
  return targetsOf(allow).flatMap((target) => {
    const isOpen = probes.some((probe) => {
      const facts = { ...probe, ...target };
      return mayHold(condition, [facts], steps) && !isClosed(all, facts, steps);
    });
    return isOpen ? [target] : [];
  });
}

/** Whether a rule limits whoever an ALLOW allows, with what it allows it. */
function isLimited(
  allow: ReadPolicy,
  rule: ReadPolicy,
  { path }: Family,
  targets: readonly Facts[],
  steps: StepsLeft,
): boolean {
  if (rule.id === allow.id || !isRead(rule) || !readsFamily(rule, path)) return false;
  const [chain = ''] = path.split('.');
  const whatever = { wallet: WHATEVER, wallet_account: WHATEVER, private_key: WHATEVER };
  const facts = targets.map((target) => ({
    ...whatever,
    ...target,
    activity: WHATEVER,
    [chain]: WHATEVER,
  }));
  if (!mayHold(clauseOf(rule, 'condition'), facts, steps)) return false;
  if (rule.effect === 'deny') return true;
  // Another ALLOW is no limit for others than its own people, and for those who may sign any transaction.
  const isBroad = targets.every((target) => allowsAll(allow, target, steps));
  return rule.effect === 'allow' && needsNoMore(allow, rule) && !isBroad;
}

/** Whether an ALLOW is of every transaction, whatever it is. */
const allowsAll = (allow: ReadPolicy, target: Facts, steps: StepsLeft): boolean =>
  transactionProbes({}).every((facts) =>
    surelyHolds(clauseOf(allow, 'condition'), { ...facts, ...target }, steps),
  );

const FOR_TYPED_DATA = 'eth.eip_712';

type Hole = { readonly allow: ReadPolicy; readonly rule: ReadPolicy; readonly family: Family };

function holesIn(
  policy: ReadPolicy,
  all: readonly ReadPolicy[],
  steps: StepsLeft,
): readonly Hole[] {
  const families = FAMILIES.filter(({ path }) => all.some((one) => readsFamily(one, path)));
  return families.flatMap((family) => {
    const rules = all.filter((one) => readsFamily(one, family.path));
    const isRule = rules.includes(policy);
    const probes = rawProbes(family);
    const allows = all.filter(
      (one) => one.effect === 'allow' && isRead(one) && (isRule || one === policy),
    );
    return allows.flatMap((allow) => {
      const found = throughs(allow, all, probes, steps);
      if (found.length === 0) return [];
      return rules
        .filter((rule) => rule === policy || allow === policy)
        .filter((rule) => isLimited(allow, rule, family, found, steps))
        .map((rule) => ({ allow, rule, family }));
    });
  });
}

/** Whether an ALLOW lets transactions with delegations through that it, or a DENY, means to limit. */
function letsDelegate(policy: ReadPolicy, all: readonly ReadPolicy[], steps: StepsLeft): boolean {
  if (policy.effect !== 'allow' || !isRead(policy)) return false;
  const family = { path: 'eth.tx', hashes: [] };
  const probes = transactionProbes({ type: 'TYPE_4' }, false);
  const found = throughs(policy, all, probes, steps);
  if (found.length === 0) return false;
  const denies = all.filter(({ effect }) => effect === 'deny');
  return (
    readsFamily(policy, 'eth.tx') ||
    denies.some((rule) => isLimited(policy, rule, family, found, steps))
  );
}

/** What goes around the rules of an organization, of which `policy` is one. */
export function rawWarnings(
  policy: ReadPolicy,
  others: readonly ReadPolicy[],
  steps: StepsLeft,
): readonly RawWarning[] {
  const all = [policy, ...others];
  const holes = holesIn(policy, all, steps);
  const isDelegating = letsDelegate(policy, all, steps);
  // What was left out may be what closes it.
  if (steps.left <= 0) return [];
  const warningOf = (kind: 'raw_allowed' | 'raw_around', found: readonly Hole[]): RawWarning[] => {
    const names = found.map((hole) => (kind === 'raw_allowed' ? hole.rule : hole.allow).name);
    if (names.length === 0) return [];
    const isOfMessages = found.some(({ family }) => family.path === FOR_TYPED_DATA);
    return [{ kind, policies: [...new Set(names)], offer: isOfMessages ? NO_UNSEEN : NO_RAW }];
  };
  return [
    ...warningOf(
      'raw_allowed',
      holes.filter(({ allow }) => allow === policy),
    ),
    ...warningOf(
      'raw_around',
      holes.filter(({ rule }) => rule === policy),
    ),
    ...(isDelegating ? [{ kind: 'delegations', offer: NO_DELEGATIONS } as const] : []),
  ];
}
