// Which factors MFA policies demand of a user (docs/policies.md, Several factors).
import * as v from 'valibot';
import { MAX_DECISION_STEPS } from '../../policies/limits.ts';
import { allOf } from '../../policies/syntax-tree.ts';
import { AUTHENTICATION_TYPE } from '../../protocol/enums.ts';
import type { UserRecord } from '../users.ts';
import { storedClause, type Clause } from './clause.ts';
import type { Names } from './evaluate.ts';
import { demandDecided, valueOf } from './policy.ts';
import { PolicyTextError } from './policy-text-error.ts';

const Steps = v.array(
  v.object({
    any: v.array(v.object({ type: v.picklist(AUTHENTICATION_TYPE), id: v.optional(v.string()) })),
  }),
);
/** What a user must show: in each step any one of its methods. One credential may fill several steps. */
export type Steps = v.InferOutput<typeof Steps>;
export type Step = Steps[number];
export type Method = Step['any'][number];

/** Parses steps as the database has them. */
export const parseSteps = (text: string): Steps => v.parse(Steps, JSON.parse(text));

type MfaPolicy = UserRecord['mfaPolicies'][number];

/**
 * The policy that a request must satisfy, of a user's in their order: the first one whose condition
 * holds. A condition that errs is skipped, and so is one that reads `activity` of what only the root
 * quorum may do (docs/policies.md, Several factors).
 * @throws UndecidedRefusal where one before it can't be asked
 */
export function demandedPolicies(
  organizationId: string,
  policies: readonly MfaPolicy[],
  names: Names,
  isRootOnly: boolean,
): readonly MfaPolicy[] {
  const together = { left: MAX_DECISION_STEPS };
  const found = policies.find(({ name, condition: text }) =>
    demandDecided('MFA policy', name, () => {
      const condition = storedClause(organizationId, 'condition', text);
      if (condition instanceof PolicyTextError) throw condition;
      if (isRootOnly && readsActivity(condition)) return false;
      return valueOf(condition, names, together) ?? false;
    }),
  );
  return found ? [found] : [];
}

/** Whether any part of a condition is `activity`. */
const readsActivity = ({ tree }: Clause): boolean =>
  allOf(tree).some((part) => part.kind === 'name' && part.name === 'activity');

/** A credential as a factor: its type, and the id of its record. */
export type Factor = { readonly type: Method['type']; readonly id: string };

/** The factor that a user shows with a public key; undefined if it isn't (or no longer) the user's. */
export function factorOf(user: UserRecord | undefined, publicKey: string): Factor | undefined {
  const key = user?.apiKeys.find((one) => one.publicKey === publicKey);
  if (key) return { type: 'AUTHENTICATION_TYPE_API_KEY', id: key.id };
  const passkey = user?.authenticators.find((one) => one.publicKey === publicKey);
  return passkey && { type: 'AUTHENTICATION_TYPE_PASSKEY', id: passkey.id };
}

/** Whether a factor is what a method asks for: without an id, any of its type. */
export function isShownBy({ type, id }: Method, factor: Factor): boolean {
  return type === factor.type && (id === undefined || id.toLowerCase() === factor.id);
}

/** Whether one of the factors fills the step. */
export function isFilledBy({ any }: Step, factors: readonly Factor[]): boolean {
  return any.some((method) => factors.some((factor) => isShownBy(method, factor)));
}

/**
 * The first step that a user has no way to fill, from what they have now: undefined if they can fill
 * all. A session can always be begun.
 */
export function impossibleStep(steps: Steps, user: UserRecord): Step | undefined {
  return steps.find(({ any }) => !any.some((method) => isWithin(method, user)));
}

function isWithin({ type, id }: Method, user: UserRecord): boolean {
  const isMeant = (one: { readonly id: string }) => id === undefined || id.toLowerCase() === one.id;
  switch (type) {
    case 'AUTHENTICATION_TYPE_PASSKEY':
      return user.authenticators.some(isMeant);
    case 'AUTHENTICATION_TYPE_API_KEY':
      return user.apiKeys.some((key) => key.expirationSeconds === null && isMeant(key));
    case 'AUTHENTICATION_TYPE_EMAIL_OTP':
      return user.email !== null && id === undefined;
    case 'AUTHENTICATION_TYPE_SMS_OTP':
      return user.phone !== null && id === undefined;
    case 'AUTHENTICATION_TYPE_SESSION':
      // There are no session profiles here but the default one.
      return id === undefined || id === DEFAULT_SESSION_PROFILE;
    case 'AUTHENTICATION_TYPE_OAUTH':
      return false;
  }
}

const DEFAULT_SESSION_PROFILE = '00000000-0000-0000-0000-000000000000';
