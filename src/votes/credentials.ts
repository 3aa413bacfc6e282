import type { Forgery, Uncheckable } from '../protocol/vote-verdict.ts';
import type { UserRecord, Vote } from '../protocol/service-records.ts';

/** Whether a user's record has a public key: hex in any case, or a passkey's base64url as it is. */
function hasKey({ apiKeys, authenticators }: UserRecord, publicKey: string): boolean {
  const hex = publicKey.toLowerCase();
  return (
    apiKeys.some(({ credential }) => credential.publicKey.toLowerCase() === hex) ||
    authenticators.some(({ credential }) => credential.publicKey === publicKey)
  );
}

/**
 * Why a vote's key isn't known to be its user's. `users` is the organization's list as it is now, if it is
 * known: a key in it decides. The record in the vote is from when it was cast, and explains a key that was
 * removed since.
 */
export function findKeyFault(
  { userId, user, publicKey }: Pick<Vote, 'userId' | 'user' | 'publicKey'>,
  users: readonly UserRecord[] | undefined,
): Forgery | Uncheckable | undefined {
  const owners = users?.filter((one) => hasKey(one, publicKey)) ?? [];
  if (owners.some((one) => one.userId === userId)) return undefined;
  if (owners.length > 0) return 'key_of_other';
  const isInVote = user !== undefined && user !== null && hasKey(user, publicKey);
  const isListed = users?.some((one) => one.userId === userId) === true;
  if (isInVote) return isListed ? 'key_removed' : undefined;
  return isListed || user ? 'key_of_nobody' : 'user_unknown';
}
