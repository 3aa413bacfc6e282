import { evaluateClause, type ClauseTruth } from './evaluate-clause.ts';
import type { Facts } from './facts.ts';
import { readClause } from './read-clause.ts';

/*
 * What else a user must sign with, by their MFA policies, once a request is stamped (docs/policies.md,
 * Several factors).
 */

type Method = { readonly type: string; readonly id?: string | undefined };

/** An MFA policy as the service lists it. */
export type MfaPolicyText = {
  readonly condition: string;
  /** In each step any one of its methods. */
  readonly requiredAuthenticationMethods: readonly { readonly any: readonly Method[] }[];
  readonly order?: number | string | undefined;
};

/** The credential that stamps. `id` undefined: it isn't known. */
export type StampedFactor = { readonly type: string; readonly id: string | undefined };

/** A step that the stamp doesn't fill. */
export type MissingFactor = {
  readonly methods: readonly Method[];
  /** False: only some values of what isn't known lead to it. */
  readonly isCertain: boolean;
};

type Demanded = { readonly policy: MfaPolicyText; readonly isCertain: boolean };

/** A condition that can't be read here means something to the service, which stored it. */
const ANYTHING: Omit<ClauseTruth, 'causes'> = { mayBeTrue: true, mayBeFalse: true, mayErr: true };

function truthOf({ condition }: MfaPolicyText, facts: Facts) {
  const { clause } = readClause('condition', condition);
  return clause ? evaluateClause(clause, facts, undefined) : ANYTHING;
}

const orderOf = ({ order }: MfaPolicyText): number => Number(order ?? 0);

/**
 * The first policy whose condition holds, or may. That an error skips a condition isn't said anywhere,
 * though three of the publisher's own sets need it: what errs may be demanded.
 */
function demandedPolicies(policies: readonly MfaPolicyText[], facts: Facts): readonly Demanded[] {
  const demanded: Demanded[] = [];
  let isReached = true;
  for (const policy of policies.toSorted((a, b) => orderOf(a) - orderOf(b))) {
    const { mayBeTrue, mayBeFalse, mayErr } = truthOf(policy, facts);
    const isCertain = mayBeTrue && !mayBeFalse && !mayErr;
    // What only the root quorum may do has no activity to read, and there an error is said to skip.
    const isSkipped = !Object.hasOwn(facts, 'activity') && !mayBeTrue;
    if ((mayBeTrue || mayErr) && !isSkipped)
      demanded.push({ policy, isCertain: isReached && isCertain });
    if (isCertain) break;
    if (mayBeTrue) isReached = false;
  }
  return demanded;
}

type Filled = 'no' | 'maybe' | 'yes';

function filledBy(methods: readonly Method[], { type, id }: StampedFactor): Filled {
  const ofType = methods.filter((method) => method.type === type);
  if (ofType.some((one) => one.id === undefined || one.id.toLowerCase() === id)) return 'yes';
  return id === undefined && ofType.length > 0 ? 'maybe' : 'no';
}

/** The steps that a stamp with this credential leaves open; those with the same methods once. */
export function missingFactors(
  policies: readonly MfaPolicyText[],
  facts: Facts,
  stamped: StampedFactor,
): readonly MissingFactor[] {
  const found = new Map<string, MissingFactor>();
  for (const { policy, isCertain } of demandedPolicies(policies, facts)) {
    for (const { any: methods } of policy.requiredAuthenticationMethods) {
      const filled = filledBy(methods, stamped);
      if (filled === 'yes') continue;
      const key = JSON.stringify(methods);
      const certainly = isCertain && filled === 'no';
      found.set(key, { methods, isCertain: certainly || found.get(key)?.isCertain === true });
    }
  }
  return [...found.values()];
}
