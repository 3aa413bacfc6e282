// One policy: its clauses, read and checked, and what it says of a request (docs/policies.md,
// Outcomes).
import { EvaluationError, evaluate, type Names, type Value } from './evaluate.ts';
import { CLAUSES, type ClauseName } from './keywords.ts';
import { parseClause, PolicyTextError, type Expression } from './syntax.ts';
import { BOOL, typeOf } from './check-clause.ts';
import { countsIn } from './vote-counts.ts';

export type Effect = 'EFFECT_ALLOW' | 'EFFECT_DENY';

export type Outcome =
  | 'OUTCOME_ALLOW'
  | 'OUTCOME_DENY_EXPLICIT'
  | 'OUTCOME_DENY_IMPLICIT'
  | 'OUTCOME_REQUIRES_CONSENSUS'
  | 'OUTCOME_ERROR'
  | 'OUTCOME_TIME_INACTIVE';

/** A clause that is left out holds always: null. */
export type PolicyTexts = { readonly [K in ClauseName]: string | null };

export type Policy = {
  readonly id: string;
  readonly effect: Effect;
  readonly clauses: { readonly [K in ClauseName]: Expression | null };
};

/** One approving vote: who, and with which credential. */
export type Approval = { readonly user: Value; readonly credential: Value };

/** What policies are asked about. */
export type PolicyQuestion = {
  /** The approving votes so far, one a user; the submitter's first. */
  readonly approvals: readonly Approval[];
  /** What the same users approved with besides. */
  readonly furtherCredentials?: readonly Value[];
  /** `activity`, and what it acts on: a name that doesn't apply is absent. */
  readonly condition: Names;
  /** Milliseconds since the epoch, one moment for all policies. */
  readonly now: number;
};

/** Reads and checks a clause. @throws PolicyTextError */
export function readClause(name: ClauseName, text: string): Expression {
  const expression = parseClause(text);
  if (typeOf(expression, CLAUSES[name]).kind !== 'bool') {
    throw new PolicyTextError(`type mismatch: a ${name} is a ${BOOL.kind}`);
  }
  return expression;
}

/** @throws PolicyTextError */
export function readPolicy(id: string, effect: Effect, texts: PolicyTexts): Policy {
  const read = (name: ClauseName) => {
    const text = texts[name];
    return text === null ? null : readClause(name, text);
  };
  const clauses = {
    consensus: read('consensus'),
    condition: read('condition'),
    time: read('time'),
  };
  return { id, effect, clauses };
}

/** True, false, or undefined for an error. */
export function valueOf(clause: Expression | null, names: Names): boolean | undefined {
  try {
    return clause === null || evaluate(clause, names) === true;
  } catch (error) {
    if (error instanceof EvaluationError) return undefined;
    throw error;
  }
}

/** The outcome; null for a DENY that doesn't match, which has none. */
export function outcomeOf(policy: Policy, question: PolicyQuestion): Outcome | null {
  const { clauses, effect } = policy;
  const { approvals, furtherCredentials, condition, now } = question;
  const isActive = valueOf(clauses.time, { time: { now: { timestamp: now } } });
  if (isActive === false) return 'OUTCOME_TIME_INACTIVE';
  const voters = votersIn(approvals, furtherCredentials);
  const isMeant = valueOf(clauses.condition, condition);
  const isAgreed = valueOf(clauses.consensus, voters);
  if ([isActive, isMeant, isAgreed].includes(undefined)) return 'OUTCOME_ERROR';
  if (effect === 'EFFECT_DENY') return isMeant && isAgreed ? 'OUTCOME_DENY_EXPLICIT' : null;
  if (!isMeant) return 'OUTCOME_DENY_IMPLICIT';
  if (isAgreed) return 'OUTCOME_ALLOW';
  const isPending = approvals.some((approval) => counts(policy, approval));
  return isPending ? 'OUTCOME_REQUIRES_CONSENSUS' : 'OUTCOME_DENY_IMPLICIT';
}

function votersIn(approvals: readonly Approval[], further: readonly Value[] = []): Names {
  return {
    approvers: approvals.map(({ user }) => user),
    credentials: [...approvals.map(({ credential }) => credential), ...further],
  };
}

/** Whether a vote fills part of the policy's consensus. */
function counts({ clauses }: Policy, approval: Approval): boolean {
  return clauses.consensus !== null && countsIn(clauses.consensus, approval);
}

/** Whether the policy would allow the request with more votes, and a further vote is one of them. */
export function takesVote(policy: Policy, question: PolicyQuestion, vote: Approval): boolean {
  const withVote = { ...question, approvals: [...question.approvals, vote] };
  const outcome = outcomeOf(policy, withVote);
  const isOpen = outcome === 'OUTCOME_ALLOW' || outcome === 'OUTCOME_REQUIRES_CONSENSUS';
  return policy.effect === 'EFFECT_ALLOW' && isOpen && counts(policy, vote);
}
