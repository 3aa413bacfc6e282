// Who stamped: header, key, signature, expiry, organization, in this order (protocol.md 1, 7.3).
import { and, eq } from 'drizzle-orm';
import type { Bytes } from '../crypto/bytes.ts';
import { decodeStamp, verifyStamp, type Stamp } from '../crypto/stamp.ts';
import { KeystampError } from '../protocol/errors.ts';
import type { Caller } from './context.ts';
import type { Database } from './database.ts';
import { isId } from './ids.ts';
import { invalid, Refusal, unauthenticated } from './refusal.ts';
import { apiKeys, organizations, users } from './schema.ts';

/** A stamped request, as far as it is needed here. */
export type Stamped = {
  readonly headers: Headers;
  readonly body: Bytes;
  /** As the body has it, unchecked. */
  readonly organizationId: unknown;
};

/** The caller and the stamp that proved it. */
export type Authenticated = { readonly caller: Caller; readonly stamp: Stamp };

type Credential = Caller & { readonly curve: string; readonly expiresAt: number };

/** Credentials kept in memory; an organization has few. */
const KEPT = 1000;

/**
 * `authenticate(request)` gives the caller or throws `Refusal`. A credential is read once and kept:
 * a submit reads it again in the transaction that claims its activity (activity.ts), which
 * calls `forget` when it is gone; `fresh` skips what is kept, for queries.
 */
export function createAuthentication(db: Database, clock: () => number) {
  const kept = new Map<string, Credential>();

  async function credentialOf(organizationId: string, publicKey: string, fresh: boolean) {
    const name = `${organizationId} ${publicKey}`;
    const known = fresh ? undefined : kept.get(name);
    if (known) return known;
    const read = await readCredential(db, organizationId, publicKey);
    if (kept.size >= KEPT) kept.clear();
    kept.set(name, read);
    return read;
  }

  async function authenticate(request: Stamped, fresh: boolean): Promise<Authenticated> {
    const { header, stamp } = readStamp(request.headers);
    const organizationId = readOrganizationId(request.organizationId);
    const credential = await credentialOf(organizationId, stamp.publicKey.toLowerCase(), fresh);
    await verify(header, request.body, credential.curve);
    if (clock() >= credential.expiresAt) {
      throw unauthenticated('expired api key', 'API_KEY_EXPIRED');
    }
    return { caller: credential, stamp };
  }

  return {
    authenticate,
    forget: ({ organizationId, publicKey }: Caller) => {
      kept.delete(`${organizationId} ${publicKey}`);
    },
  };
}
export type Authentication = ReturnType<typeof createAuthentication>;

function readStamp(headers: Headers): { header: string; stamp: Stamp } {
  const header = headers.get('X-Stamp');
  if (!header) {
    if (headers.has('X-Stamp-Webauthn')) {
      throw unauthenticated(
        'could not extract webauthn stamp: this service takes API-key stamps (X-Stamp) only, not passkeys',
      );
    }
    throw unauthenticated(
      'cannot authenticate public API activity request without a stamp (X-Stamp/X-Stamp-Webauthn header)',
      'SIGNATURE_MISSING',
    );
  }
  try {
    const stamp = decodeStamp(header);
    if (!/^(?:[0-9a-f]{2}){32,33}$/i.test(stamp.publicKey)) {
      throw unauthenticated('could not extract api key stamp');
    }
    return { header, stamp };
  } catch (error) {
    if (error instanceof KeystampError) throw unauthenticated('malformed activity stamp');
    throw error;
  }
}

/** A well-formed organization id in lower case. */
function readOrganizationId(value: unknown): string {
  if (isId(value)) return value.toLowerCase();
  throw invalid('malformed organization ID provided', 'INVALID_ORGANIZATION_ID');
}

async function readCredential(
  db: Database,
  organizationId: string,
  publicKey: string,
): Promise<Credential> {
  const [row] = await db
    .select({ key: apiKeys, root: users.root })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .where(and(eq(apiKeys.organizationId, organizationId), eq(apiKeys.publicKey, publicKey)));
  if (!row) throw await unknownKey(db, organizationId, publicKey);
  const { key, root } = row;
  const { id: apiKeyId, userId, curve, createdAt, expirationSeconds: life } = key;
  const expiresAt = life === null ? Infinity : createdAt + life * 1000;
  return { organizationId, userId, root, apiKeyId, publicKey, curve, expiresAt };
}

async function unknownKey(db: Database, organizationId: string, publicKey: string) {
  const found = await db.$count(organizations, eq(organizations.id, organizationId));
  if (found === 0) {
    const message = 'no organization found with the given ID';
    return new Refusal({ grpc: 5, message, code: 'ORGANIZATION_NOT_FOUND' });
  }
  return keyNotFound({ organizationId, publicKey });
}

/** 401 in the words of the catalogue; no organization here has a parent. */
export function keyNotFound(of: Pick<Caller, 'organizationId' | 'publicKey'>): Refusal {
  return unauthenticated(
    `could not find public key in organization or its parent organization organizationId=${of.organizationId} publicKey=${of.publicKey} parentOrganizationId=`,
    'PUBLIC_KEY_NOT_FOUND',
  );
}

async function verify(header: string, body: Bytes, curve: string): Promise<void> {
  const refused = unauthenticated('could not verify api key signature', 'SIGNATURE_INVALID');
  try {
    const verified = await verifyStamp(header, body);
    if (verified.curve !== curve) throw refused;
  } catch (error) {
    if (!(error instanceof KeystampError)) throw error;
    throw /scheme is not known/.test(error.message)
      ? unauthenticated('could not extract api key stamp')
      : refused;
  }
}
