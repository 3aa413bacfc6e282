import { isUnknown, type Fact, type UnknownCause } from './facts.ts';
import {
  possibleOutcomes,
  type PolicyOutcome,
  type PossibleOutcomes,
  type Question,
} from './policy-outcome.ts';
import { MAX_DECISION_STEPS } from './limits.ts';
import { isUnreadable, type ReadPolicy } from './policy.ts';

/*
 * What becomes of a request (docs/policies.md, Order): one answer if every value of what isn't known
 * leads to it. Where only policies that can't be read could change it, the answer of the others, and
 * which could change it. Otherwise none.
 */

/** How many of which users must approve what no policy allows. */
export type RootQuorum = { readonly threshold: number; readonly userIds: readonly string[] };

export type OrganizationRules = {
  /** Undefined: the list couldn't be read. */
  readonly policies: readonly ReadPolicy[] | undefined;
  readonly rootQuorum: RootQuorum | undefined;
};

export type RequestQuestion = Question & {
  /** Only the root quorum may do it: no policy is asked. */
  readonly isRootOnly?: boolean;
  /** It changes credentials of the one who asks. Undefined if that isn't known. */
  readonly isOwnCredential: boolean | undefined;
};

export type PolicyName = { readonly id: string; readonly name: string };

/** What a policy that can't be read might do about an answer. */
export type UnreadablePolicy = {
  readonly policy: PolicyName;
  readonly mightDo: readonly ('allow' | 'ask_approval' | 'deny')[];
};

type Unless = {
  /** Policies that can't be read, each of which could change this answer. Mostly none. */
  readonly unless: readonly UnreadablePolicy[];
};

export type PolicyPrediction =
  | (Unless & {
      readonly kind: 'allowed';
      /** `several`: one of them, without telling which. */
      readonly by: 'root_quorum' | 'policies' | 'own_credential' | 'several';
      readonly policies: readonly PolicyName[];
    })
  | (Unless & {
      readonly kind: 'consensus';
      readonly by: 'root_quorum' | 'policies' | 'several';
      readonly policies: readonly PolicyName[];
    })
  | (Unless & {
      readonly kind: 'refused';
      /** Those that deny it for certain; none if no policy allows it. */
      readonly policies: readonly PolicyName[];
      /** Those that err on this request, and so do nothing. */
      readonly erring: readonly PolicyName[];
    })
  | { readonly kind: 'unknown'; readonly causes: readonly UnknownCause[] };

/** Whether something is so: both, where it isn't known. */
type Maybe = { readonly mayBe: boolean; readonly mayNot: boolean };

const maybe = (known: boolean | undefined): Maybe => ({
  mayBe: known !== false,
  mayNot: known !== true,
});

/** The ids of the users who voted; an id that isn't known is left out, and said to be. */
function voterIds({ votes }: Question): { ids: ReadonlySet<string>; isWhole: boolean } {
  const ids = votes.map(({ user }) => idOf(user));
  const known = ids.filter((id) => id !== undefined);
  return { ids: new Set(known), isWhole: known.length === ids.length };
}

function idOf(user: Fact): string | undefined {
  if (typeof user !== 'object' || isUnknown(user) || !('id' in user)) return undefined;
  return typeof user.id === 'string' ? user.id : undefined;
}

type RootVotes = { readonly isMet: Maybe; readonly hasVote: Maybe };

function rootVotes(quorum: RootQuorum | undefined, question: Question): RootVotes {
  const { ids, isWhole } = voterIds(question);
  if (!quorum) return { isMet: maybe(undefined), hasVote: maybe(undefined) };
  const { threshold, userIds } = quorum;
  const count = userIds.filter((id) => ids.has(id)).length;
  const orUnknown = (isKnown: boolean) => maybe(isKnown || (isWhole ? false : undefined));
  return { isMet: orUnknown(count > 0 && count >= threshold), hasVote: orUnknown(count > 0) };
}

type PolicyFinding = { readonly policy: ReadPolicy; readonly found: PossibleOutcomes };

/** Whether some policy comes to an outcome: for certain if one can come to nothing else. */
function comesTo(findings: readonly PolicyFinding[], outcome: PolicyOutcome): Maybe {
  const isCertain = findings.some(
    ({ found }) => found.outcomes.size === 1 && found.outcomes.has(outcome),
  );
  return { mayBe: findings.some(({ found }) => found.outcomes.has(outcome)), mayNot: !isCertain };
}

function certainly(
  findings: readonly PolicyFinding[],
  outcome: PolicyOutcome,
): readonly PolicyName[] {
  return findings
    .filter(({ found }) => found.outcomes.size === 1 && found.outcomes.has(outcome))
    .map(({ policy: { id, name } }) => ({ id, name }));
}

type Step = {
  readonly kind: 'allowed' | 'consensus' | 'refused';
  readonly by: 'root_quorum' | 'policies' | 'own_credential';
  readonly holds: Maybe;
};

const ALWAYS = maybe(true);
const NEVER = maybe(false);

/** The order of the decision; the first step that holds decides. */
function stepsOf(
  findings: readonly PolicyFinding[],
  { isMet, hasVote }: RootVotes,
  { isRootOnly = false, isOwnCredential }: RequestQuestion,
  rules: OrganizationRules,
): readonly Step[] {
  const isListed = rules.policies !== undefined;
  const some = (outcome: PolicyOutcome): Maybe =>
    isRootOnly ? NEVER : isListed ? comesTo(findings, outcome) : maybe(undefined);
  return [
    { kind: 'allowed', by: 'root_quorum', holds: isMet },
    { kind: 'refused', by: 'policies', holds: some('deny_explicit') },
    { kind: 'allowed', by: 'policies', holds: some('allow') },
    { kind: 'consensus', by: 'policies', holds: some('requires_consensus') },
    { kind: 'allowed', by: 'own_credential', holds: isRootOnly ? NEVER : maybe(isOwnCredential) },
    { kind: 'consensus', by: 'root_quorum', holds: hasVote },
    { kind: 'refused', by: 'policies', holds: ALWAYS },
  ];
}

/** The steps that may decide. */
function deciding(steps: readonly Step[]): readonly Step[] {
  const end = steps.findIndex(({ holds }) => !holds.mayNot);
  return steps.slice(0, end + 1).filter(({ holds }) => holds.mayBe);
}

function causesOf(
  findings: readonly PolicyFinding[],
  rules: OrganizationRules,
  question: RequestQuestion,
) {
  const causes = new Set<UnknownCause>(findings.flatMap(({ found }) => found.causes));
  if (!rules.policies && !question.isRootOnly) causes.add('policies_unread');
  if (!rules.rootQuorum) causes.add('root_quorum_unread');
  if (question.isOwnCredential === undefined) causes.add('parameters_later');
  if (!voterIds(question).isWhole) causes.add('submitter_unread');
  return [...causes];
}

/** What each policy may come to, in the order of the list. */
function askPolicies(
  policies: readonly ReadPolicy[],
  question: Question,
): readonly PolicyFinding[] {
  const together = { left: MAX_DECISION_STEPS };
  return policies.map((policy) => ({
    policy,
    found: possibleOutcomes(policy, { together, ...question }),
  }));
}

function predictByOrder(
  findings: readonly PolicyFinding[],
  rules: OrganizationRules,
  question: RequestQuestion,
): PolicyPrediction {
  const steps = deciding(stepsOf(findings, rootVotes(rules.rootQuorum, question), question, rules));
  const [first] = steps;
  if (!first || steps.some(({ kind }) => kind !== first.kind)) {
    return { kind: 'unknown', causes: causesOf(findings, rules, question) };
  }
  const by = steps.every((step) => step.by === first.by) ? first.by : 'several';
  const unless: readonly UnreadablePolicy[] = [];
  switch (first.kind) {
    case 'allowed':
      return {
        kind: 'allowed',
        by,
        policies: by === 'policies' ? certainly(findings, 'allow') : [],
        unless,
      };
    case 'consensus': {
      const policies = certainly(findings, 'requires_consensus');
      return { kind: 'consensus', by: by === 'own_credential' ? 'several' : by, policies, unless };
    }
    case 'refused':
      return {
        kind: 'refused',
        policies: certainly(findings, 'deny_explicit'),
        erring: certainly(findings, 'error'),
        unless,
      };
  }
}

/** What each outcome leads to, if nothing before it in the order of the decision holds. */
const EFFECT_OF: Readonly<Partial<Record<PolicyOutcome, UnreadablePolicy['mightDo'][number]>>> = {
  allow: 'allow',
  requires_consensus: 'ask_approval',
  deny_explicit: 'deny',
};

/** What a policy that isn't among those asked could do about their prediction: each outcome is tried. */
function unreadableEffects(
  { policy, found }: PolicyFinding,
  others: readonly PolicyFinding[],
  answer: PolicyPrediction['kind'],
  predictFrom: (findings: readonly PolicyFinding[]) => PolicyPrediction,
): UnreadablePolicy | undefined {
  const mightDo = [...found.outcomes].flatMap((outcome) => {
    const effect = EFFECT_OF[outcome];
    const settled = { policy, found: { outcomes: new Set([outcome]), causes: [] } };
    return effect && predictFrom([...others, settled]).kind !== answer ? [effect] : [];
  });
  const { id, name } = policy;
  return mightDo.length > 0 ? { policy: { id, name }, mightDo } : undefined;
}

/** What becomes of a request, or why that can't be told. */
export function predict(rules: OrganizationRules, question: RequestQuestion): PolicyPrediction {
  const findings = question.isRootOnly ? [] : askPolicies(rules.policies ?? [], question);
  const predictFrom = (some: readonly PolicyFinding[]) => predictByOrder(some, rules, question);
  const whole = predictFrom(findings);
  if (whole.kind !== 'unknown') return whole;
  const [unread, readable] = [true, false].map((isUnread) =>
    findings.filter(({ policy }) => isUnreadable(policy) === isUnread),
  );
  const answer = predictFrom(readable ?? []);
  if (answer.kind === 'unknown') return whole;
  const unless = (unread ?? []).flatMap(
    (one) => unreadableEffects(one, readable ?? [], answer.kind, predictFrom) ?? [],
  );
  return { ...answer, unless };
}
