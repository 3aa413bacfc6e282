// Sign counts of passkeys (WebAuthn 3, 6.1.1): a count that doesn't grow comes from a copy, or from
// a used stamp. Authenticators that keep no count always report 0.
import type { Authenticated } from './context.ts';
import { and, eq, lt, or } from 'drizzle-orm';
import { toHex, utf8 } from '../crypto/bytes.ts';
import { sha256 } from '../crypto/fingerprint.ts';
import { keyNotFound } from './api-key-stamp.ts';
import type { Database } from './database.ts';
import { credentialNotFound } from './passkey-stamp.ts';
import { unauthenticated, type Refusal } from './refusal.ts';
import { authenticators } from './schema.ts';

/**
 * Counts the use of a passkey. It's one statement, so of two stamps with the same count one is
 * accepted, wherever they arrive. The stamp that was counted last may come again, as the same bytes
 * do after a lost answer. False when the count hasn't grown, or the passkey is gone.
 */
export async function recordUse(db: Database, { caller, proof }: Authenticated): Promise<boolean> {
  if (!proof.passkeyUse) return true;
  const { signCount } = proof.passkeyUse;
  const lastStamp = toHex(await sha256(utf8(proof.signature)));
  const { id, signCount: storedCount } = authenticators;
  const withoutCount = signCount === 0 ? eq(storedCount, 0) : undefined;
  const counted = await db
    .update(authenticators)
    .set({ signCount, lastStamp })
    .where(
      and(
        eq(id, caller.credential.id),
        or(lt(storedCount, signCount), withoutCount, eq(authenticators.lastStamp, lastStamp)),
      ),
    )
    .returning({ id });
  return counted.length > 0;
}

/** {@link recordUse}, or throws 401. */
export async function demandUse(db: Database, authenticated: Authenticated): Promise<void> {
  if (!(await recordUse(db, authenticated))) throw await explainRefusedUse(db, authenticated);
}

/** Why a credential that was read a moment ago can't stamp anymore. */
export async function explainRefusedUse(
  db: Database,
  { caller: { organizationId, credential }, proof }: Authenticated,
): Promise<Refusal> {
  const { id, publicKey } = credential;
  if (!proof.passkeyUse) return keyNotFound(organizationId, publicKey);
  const { credentialId, signCount } = proof.passkeyUse;
  const [passkey] = await db.select().from(authenticators).where(eq(authenticators.id, id));
  if (!passkey) return credentialNotFound(organizationId, credentialId);
  return unauthenticated(
    `could not verify WebAuthN signature: the sign count ${signCount} has not grown since ${passkey.signCount}: the stamp was used already, or the credential has a copy`,
    'SIGNATURE_INVALID',
  );
}
