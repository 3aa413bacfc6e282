// One policy: its clauses, and what it says of a request (docs/policies.md, Outcomes).
import type { ClauseName } from '../../policies/published-names.ts';
import { UndecidedRefusal } from '../refusal.ts';
import { tryClause, type Clause } from './clause.ts';
import {
  EvaluationError,
  evaluate,
  StepLimitError,
  type Names,
  type StepsLeft,
  type Value,
} from './evaluate.ts';
import { PolicyTextError } from './policy-text-error.ts';
import { countsIn, type Approval } from './vote-counts.ts';

export type Effect = 'EFFECT_ALLOW' | 'EFFECT_DENY';

export type EvaluationOutcome =
  | 'OUTCOME_ALLOW'
  | 'OUTCOME_DENY_EXPLICIT'
  | 'OUTCOME_DENY_IMPLICIT'
  | 'OUTCOME_REQUIRES_CONSENSUS'
  | 'OUTCOME_ERROR'
  | 'OUTCOME_TIME_INACTIVE';

/** A clause that is left out holds always: null. */
export type PolicyTexts = { readonly [K in ClauseName]: string | null };

type Clauses = { readonly [K in ClauseName]: Clause | null };

export type Policy = {
  readonly id: string;
  readonly name: string;
  readonly effect: Effect;
  /** Or why they can't be read: what was stored before may be more than is read now. */
  readonly clauses: Clauses | PolicyTextError;
};

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

type Named = Pick<Policy, 'id' | 'name' | 'effect'>;

/** @param readText reads a clause, or says why it can't be read */
export function readPolicy(
  { id, name, effect }: Named,
  texts: PolicyTexts,
  readText: typeof tryClause = tryClause,
): Policy {
  const read = (clause: ClauseName) => {
    const text = texts[clause];
    return text === null ? null : readText(clause, text);
  };
  const [consensus, condition, time] = [read('consensus'), read('condition'), read('time')];
  const faulty = [consensus, condition, time].find((one) => one instanceof PolicyTextError);
  if (faulty instanceof PolicyTextError) return { id, name, effect, clauses: faulty };
  return { id, name, effect, clauses: { consensus, condition, time } as Clauses };
}

/** Asks a policy; `what` it is, for the refusal when it can't be asked. @throws UndecidedRefusal */
export function demandDecided<T>(what: string, name: string, ask: () => T): T {
  try {
    return ask();
  } catch (error) {
    if (error instanceof PolicyTextError) {
      throw new UndecidedRefusal(what, name, `can't be read (${error.message})`);
    }
    if (!(error instanceof StepLimitError)) throw error;
    throw new UndecidedRefusal(what, name, 'takes more steps than one decision may');
  }
}

/** True, false, or undefined for an error. @throws StepLimitError */
export function valueOf(
  clause: Clause | null,
  names: Names,
  together: StepsLeft,
): boolean | undefined {
  try {
    return clause === null || evaluate(clause, names, together);
  } catch (error) {
    if (error instanceof EvaluationError) return undefined;
    throw error;
  }
}

/** Runs with a policy's clauses. @throws UndecidedRefusal */
function withClauses<T>({ clauses, name }: Policy, ask: (clauses: Clauses) => T): T {
  return demandDecided('policy', name, () => {
    if (clauses instanceof PolicyTextError) throw clauses;
    return ask(clauses);
  });
}

/** The outcome; null for a DENY that doesn't match, which has none. @throws UndecidedRefusal */
export function outcomeOf(
  policy: Policy,
  question: PolicyQuestion,
  together: StepsLeft,
): EvaluationOutcome | null {
  return withClauses(policy, (clauses) => outcome(policy.effect, clauses, question, together));
}

function outcome(
  effect: Effect,
  clauses: Clauses,
  { approvals, furtherCredentials, condition, now }: PolicyQuestion,
  together: StepsLeft,
): EvaluationOutcome | null {
  const isActive = valueOf(clauses.time, { time: { now: { timestamp: now } } }, together);
  if (isActive === undefined) return 'OUTCOME_ERROR';
  if (!isActive) return 'OUTCOME_TIME_INACTIVE';
  const isMeant = valueOf(clauses.condition, condition, together);
  const isAgreed = valueOf(clauses.consensus, votersIn(approvals, furtherCredentials), together);
  if (isMeant === undefined || isAgreed === undefined) return 'OUTCOME_ERROR';
  if (effect === 'EFFECT_DENY') return isMeant && isAgreed ? 'OUTCOME_DENY_EXPLICIT' : null;
  if (!isMeant) return 'OUTCOME_DENY_IMPLICIT';
  if (isAgreed) return 'OUTCOME_ALLOW';
  const isPending = approvals.some((approval) => counts(clauses, approval, together));
  return isPending ? 'OUTCOME_REQUIRES_CONSENSUS' : 'OUTCOME_DENY_IMPLICIT';
}

function votersIn(approvals: readonly Approval[], further: readonly Value[] = []): Names {
  return {
    approvers: approvals.map(({ user }) => user),
    credentials: [...approvals.map(({ credential }) => credential), ...further],
  };
}

/** Whether a vote fills part of the policy's consensus. */
function counts({ consensus }: Clauses, approval: Approval, together: StepsLeft): boolean {
  return consensus !== null && countsIn(consensus, approval, together);
}

/**
 * Whether the policy would allow the request with more votes, and a further vote is one of them.
 * @throws UndecidedRefusal
 */
export function takesVote(
  policy: Policy,
  question: PolicyQuestion,
  vote: Approval,
  together: StepsLeft,
): boolean {
  const withVote = { ...question, approvals: [...question.approvals, vote] };
  const found = outcomeOf(policy, withVote, together);
  const isOpen = found === 'OUTCOME_ALLOW' || found === 'OUTCOME_REQUIRES_CONSENSUS';
  if (policy.effect !== 'EFFECT_ALLOW' || !isOpen) return false;
  return withClauses(policy, (clauses) => counts(clauses, vote, together));
}
