// Reads and verifies stamps (docs/protocol.md, Stamps by API keys).
import { and, eq, sql } from 'drizzle-orm';
import type { Bytes } from '../crypto/bytes.ts';
import { parsePublicKey } from '../crypto/keys.ts';
import type { ApiKeyCurve } from '../crypto/schemes.ts';
import { decodeStamp, isStampOf, type Stamp, type StampKey } from '../crypto/stamp.ts';
import { KeystampError } from '../protocol/errors.ts';
import type { Authenticated, Caller } from './context.ts';
import { actsAlone } from './credentials.ts';
import type { Database } from './database.ts';
import { expiryOf } from './api-key-expiry.ts';
import { demandOrganization } from './organization.ts';
import { verifyP256 } from './p256.ts';
import { unauthenticated, type Refusal } from './refusal.ts';
import { apiKeys, organizations, users } from './schema.ts';
import { parseUserRecord, userRecordJson } from './users.ts';

/** Reads the value of `X-Stamp`, or throws 401. */
export function parseApiKeyStamp(value: string): Stamp {
  try {
    const stamp = decodeStamp(value);
    if (!/^(?:[0-9a-f]{2}){32,33}$/i.test(stamp.publicKey)) {
      throw unauthenticated('could not extract api key stamp');
    }
    return stamp;
  } catch (error) {
    if (error instanceof KeystampError) throw unauthenticated('malformed activity stamp');
    throw error;
  }
}

type StampRequest = {
  readonly organizationId: string;
  readonly body: Bytes;
  /** Whether to read the credential from the database again, as queries do. */
  readonly fresh: boolean;
};

type CachedCredential = { readonly caller: Caller; readonly key: StampKey };

/** Credentials kept in memory; an organization has only a few. */
const MAX_CACHED = 1000;

/**
 * `verify` returns the caller or throws `Refusal`. A submit's credential is read once and cached: the claim
 * of its activity (activity.ts) knows whether it and its user are as they were; `forget` when they aren't.
 */
export function createApiKeyVerifier(db: Database, clock: () => number) {
  const cache = new Map<string, CachedCredential>();
  const cacheKeyOf = (organizationId: string, publicKey: string) =>
    `${organizationId} ${publicKey}`;

  async function cachedCredential(organizationId: string, publicKey: string, fresh: boolean) {
    const cacheKey = cacheKeyOf(organizationId, publicKey);
    const known = fresh ? undefined : cache.get(cacheKey);
    // An expired one may have been removed and added again.
    if (known && clock() < known.caller.credential.expiresAt) return known;
    const loaded = await loadCredential(db, organizationId, publicKey, fresh);
    if (fresh) return loaded;
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(cacheKey, loaded);
    return loaded;
  }

  return {
    verify: async (
      stamp: Stamp,
      { organizationId, body, fresh }: StampRequest,
    ): Promise<Authenticated> => {
      const publicKey = stamp.publicKey.toLowerCase();
      const { caller, key } = await cachedCredential(organizationId, publicKey, fresh);
      await verifySignature(stamp, body, key);
      if (clock() >= caller.credential.expiresAt) {
        throw unauthenticated('expired api key', 'API_KEY_EXPIRED');
      }
      const signature = stamp.signature.toLowerCase();
      return { caller, proof: { scheme: stamp.scheme, signature } };
    },
    forget: ({ organizationId, credential }: Caller) => {
      cache.delete(cacheKeyOf(organizationId, credential.publicKey));
    },
  };
}

async function loadCredential(
  db: Database,
  organizationId: string,
  publicKey: string,
  fresh: boolean,
): Promise<CachedCredential> {
  const [row] = await db
    .select({
      key: apiKeys,
      actsAlone,
      isRoot: users.root,
      revision: users.revision,
      organizationRevision: organizations.revision,
      text: fresh ? sql<null>`null` : userRecordJson,
    })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .innerJoin(organizations, eq(organizations.id, apiKeys.organizationId))
    .where(and(eq(apiKeys.organizationId, organizationId), eq(apiKeys.publicKey, publicKey)));
  if (!row) {
    await demandOrganization(db, organizationId);
    throw keyNotFound(organizationId, publicKey);
  }
  const { key, actsAlone: isAlone, text, ...seen } = row;
  const { id, userId, curve: curveName } = key;
  const credential = { kind: 'api-key', id, publicKey, expiresAt: expiryOf(key) } as const;
  const caller = {
    organizationId,
    userId,
    actsAlone: isAlone,
    credential,
    ...(text !== null && { seen: { ...seen, text, record: parseUserRecord(text) } }),
  };
  const curve = curveName as ApiKeyCurve;
  return { caller, key: { curve, bytes: parsePublicKey(curve, publicKey) } };
}

/** 401 with the wording of the catalog; no organization here has a parent. */
export function keyNotFound(organizationId: string, publicKey: string): Refusal {
  return unauthenticated(
    `could not find public key in organization or its parent organization organizationId=${organizationId} publicKey=${publicKey} parentOrganizationId=`,
    'PUBLIC_KEY_NOT_FOUND',
  );
}

async function verifySignature(stamp: Stamp, body: Bytes, key: StampKey): Promise<void> {
  try {
    if (await isStampOf(key, stamp, body, verifyP256)) return;
  } catch (error) {
    if (!(error instanceof KeystampError)) throw error;
    if (/scheme is not known/.test(error.message)) {
      throw unauthenticated('could not extract api key stamp');
    }
  }
  throw unauthenticated('could not verify api key signature', 'SIGNATURE_INVALID');
}
