// Which factors MFA policies demand of a user (docs/policies.md, Several factors).
import * as v from 'valibot';
import { AUTHENTICATION_TYPE } from '../../protocol/enums.ts';
import type { UserRecord } from '../users.ts';
import type { Names } from './evaluate.ts';
import { readClause, valueOf } from './policy.ts';
import type { Expression } from './syntax.ts';

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
 * The policies that a request must satisfy, of a user's in their order: the first one whose condition
 * holds. One before it whose condition errs may hold as well, so it must be satisfied too. What only
 * the root quorum may do skips the conditions that read `activity`.
 */
export function demandedPolicies(
  policies: readonly MfaPolicy[],
  names: Names,
  isRootOnly: boolean,
): readonly MfaPolicy[] {
  const demanded: MfaPolicy[] = [];
  for (const policy of policies) {
    const condition = readClause('condition', policy.condition);
    const holds = isRootOnly && readsActivity(condition) ? false : valueOf(condition, names);
    if (holds !== false) demanded.push(policy);
    if (holds) break;
  }
  return demanded;
}

/** Whether any part of a condition is `activity`. */
function readsActivity(expression: Expression): boolean {
  switch (expression.kind) {
    case 'name':
      return expression.name === 'activity';
    case 'and':
    case 'or':
    case 'in':
    case 'compare':
      return readsActivity(expression.left) || readsActivity(expression.right);
    case 'field':
    case 'not':
      return readsActivity(expression.of);
    case 'index':
      return readsActivity(expression.of) || readsActivity(expression.at);
    case 'slice':
      return [expression.of, expression.from, expression.to].some(readsActivity);
    case 'method':
      return [expression.of, ...expression.args].some(readsActivity);
    case 'call':
    case 'list':
      return (expression.kind === 'call' ? expression.args : expression.items).some(readsActivity);
    case 'struct':
      return expression.members.some(([, value]) => readsActivity(value));
    default:
      return false;
  }
}

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
