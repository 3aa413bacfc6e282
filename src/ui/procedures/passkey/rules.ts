import { PASSKEY_RULE_ROWS } from '../../../protocol/operations.ts';
import type { StamperKind } from '../../../protocol/passkey.ts';
import type { Profile } from '../../../protocol/profile.ts';

/*
 * Which operations of a profile need its passkey. The operations table has their names and says
 * which ones are sensitive.
 */

/** The sensitive operations, which the preset protects. */
export const GUARDED_OPERATIONS: readonly string[] = PASSKEY_RULE_ROWS.filter(
  ({ sensitive: guarded }) => guarded,
).map(({ name }) => name);

export type RulesDraft = {
  readonly usual: StamperKind;
  readonly passkeyOnly: readonly string[];
};

/** The rules with the sensitive operations added, in the table's order. */
export function withGuarded(draft: RulesDraft): RulesDraft {
  const names = [...draft.passkeyOnly, ...GUARDED_OPERATIONS];
  return {
    ...draft,
    passkeyOnly: PASSKEY_RULE_ROWS.map(({ name }) => name).filter((name) => names.includes(name)),
  };
}

/** Whether two drafts are the same, regardless of order. */
export function areRulesEqual(a: RulesDraft, b: RulesDraft): boolean {
  const names = new Set([...a.passkeyOnly, ...b.passkeyOnly]);
  return (
    a.usual === b.usual &&
    a.passkeyOnly.length === names.size &&
    b.passkeyOnly.length === names.size
  );
}

/** The profile with other rules. Keeps names that this version's table doesn't have. */
export function withRules(profile: Profile, { usual, passkeyOnly }: RulesDraft): Profile {
  const known = new Set(PASSKEY_RULE_ROWS.map(({ name }) => name));
  const unknownNames = profile.authorization.passkeyOnly.filter((name) => !known.has(name));
  return { ...profile, authorization: { usual, passkeyOnly: [...passkeyOnly, ...unknownNames] } };
}
