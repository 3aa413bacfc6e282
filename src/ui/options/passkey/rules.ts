import { PASSKEY_RULE_ROWS } from '../../../protocol/operations.ts';
import type { StamperKind } from '../../../protocol/passkey.ts';
import type { Profile } from '../../../protocol/profile.ts';

/*
 * Which operations of a profile need its passkey. What they are called, and which ones people guard
 * first, stands in the operations table.
 */

/** Those that people guard first. */
export const GUARDED_OPERATIONS: readonly string[] = PASSKEY_RULE_ROWS.filter(
  ({ sensitive: guarded }) => guarded,
).map(({ name }) => name);

export type RulesDraft = {
  readonly usual: StamperKind;
  readonly passkeyOnly: readonly string[];
};

/** The rules with the guarded operations among them, in the table's order. */
export function withGuarded(draft: RulesDraft): RulesDraft {
  const names = [...draft.passkeyOnly, ...GUARDED_OPERATIONS];
  return {
    ...draft,
    passkeyOnly: PASSKEY_RULE_ROWS.map(({ name }) => name).filter((name) => names.includes(name)),
  };
}

/** Whether two drafts say the same, whatever the order. */
export function areRulesEqual(a: RulesDraft, b: RulesDraft): boolean {
  const names = new Set([...a.passkeyOnly, ...b.passkeyOnly]);
  return (
    a.usual === b.usual &&
    a.passkeyOnly.length === names.size &&
    b.passkeyOnly.length === names.size
  );
}

/** The profile under other rules. Names that no table of this version has stay as they are. */
export function withRules(profile: Profile, { usual, passkeyOnly }: RulesDraft): Profile {
  const known = new Set(PASSKEY_RULE_ROWS.map(({ name }) => name));
  const unknownNames = profile.authorization.passkeyOnly.filter((name) => !known.has(name));
  return { ...profile, authorization: { usual, passkeyOnly: [...passkeyOnly, ...unknownNames] } };
}
