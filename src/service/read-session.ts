// An opaque token that queries, for an hour (docs/protocol.md, Read-only sessions).
import { eq } from 'drizzle-orm';
import * as base64url from '../crypto/base64url.ts';
import { toHex, utf8 } from '../crypto/bytes.ts';
import { sha256 } from '../crypto/fingerprint.ts';
import type { Caller, Context } from './context.ts';
import type { Database } from './database.ts';
import { expiryOf } from './api-key-expiry.ts';
import { invalid, unauthenticated } from './refusal.ts';
import { apiKeys, authenticators, readSessions, users } from './schema.ts';

const LIFETIME_MS = 3_600_000;
const TOKEN_BYTES = 32;

const digestOf = async (token: string) => toHex(await sha256(utf8(token)));

/** A new session of the caller; `expiresAt` in milliseconds since the epoch, a whole second. */
export async function createReadSession({ db, caller, now, random }: Context) {
  const token = base64url.encode(random(TOKEN_BYTES));
  const { organizationId, userId, credential } = caller;
  const end = Math.min(now + LIFETIME_MS, credential.expiresAt);
  const expiresAt = Math.floor(end / 1000) * 1000;
  const credentialColumn = credential.kind === 'api-key' ? 'apiKeyId' : 'authenticatorId';
  const digest = await digestOf(token);
  await db
    .insert(readSessions)
    .values({ digest, organizationId, userId, expiresAt, [credentialColumn]: credential.id });
  return { token, expiresAt };
}

/**
 * The user whose session token this is, or throws `Refusal`. A session ends with its credential.
 */
export async function authenticateReadSession(
  db: Database,
  token: string,
  organizationId: string,
  now: number,
): Promise<Caller> {
  const [row] = await db
    .select({ session: readSessions, key: apiKeys, passkey: authenticators })
    .from(readSessions)
    .innerJoin(users, eq(users.id, readSessions.userId))
    .leftJoin(apiKeys, eq(apiKeys.id, readSessions.apiKeyId))
    .leftJoin(authenticators, eq(authenticators.id, readSessions.authenticatorId))
    .where(eq(readSessions.digest, await digestOf(token)));
  const credentialRow = row?.key ?? row?.passkey;
  if (!row || !credentialRow)
    throw sessionRefusal('it is not known, or its credential was removed');
  const { session, key } = row;
  if (now >= session.expiresAt) throw sessionRefusal('it has expired');
  if (session.organizationId !== organizationId) {
    throw invalid(
      `organization mismatch: request is targeting organization ("${organizationId}"), but voters are in organization ("${session.organizationId}")`,
      'ORGANIZATION_MISMATCH',
    );
  }
  const { id, publicKey } = credentialRow;
  const kind = key ? 'api-key' : 'passkey';
  const expiresAt = key ? expiryOf(key) : Infinity;
  const credential = { kind, id, publicKey, expiresAt } as const;
  // A session only reads.
  return { organizationId, userId: session.userId, actsAlone: false, credential };
}

function sessionRefusal(reason: string) {
  return unauthenticated(`authentication failed: read-only session: ${reason}`, 'UNAUTHENTICATED');
}
