// ES256 JWTs in the two forms of docs/protocol.md, Verification tokens.
import { and, eq, isNull } from 'drizzle-orm';
import { CompactSign, compactVerify } from 'jose';
import * as v from 'valibot';
import { fromUtf8, utf8 } from '../crypto/bytes.ts';
import { KeystampError } from '../protocol/errors.ts';
import type { OtpType } from '../protocol/enums.ts';
import type { Generation } from '../protocol/operation-row.ts';
import type { Context } from './context.ts';
import type { Enclave } from './enclave.ts';
import { randomId } from './ids.ts';
import { normaliseContact } from './otp.ts';
import { conflict, invalid } from './refusal.ts';
import { verificationTokens } from './schema.ts';

/** What a token attests. */
export type TokenContent = {
  readonly type: string;
  readonly contact: string;
  /** Compressed P-256 hex; only the enclave generation always has one. */
  readonly publicKey: string | undefined;
  readonly lifeSeconds: number;
};

const tokenKey = (enclave: Enclave, generation: Generation) =>
  generation === 'enclave' ? enclave.otp : enclave.legacyToken;

/** Signs a token and stores its id, which is how we know a legacy token's organization. */
export async function issueToken(
  generation: Generation,
  { type, contact, publicKey, lifeSeconds }: TokenContent,
  { db, organizationId, now, random, enclave }: Context,
): Promise<string> {
  const id = randomId(random);
  const expiresAt = now + lifeSeconds * 1000;
  await db.insert(verificationTokens).values({ id, organizationId, expiresAt });
  const keyClaim = publicKey === undefined ? {} : { public_key: publicKey };
  const enclaveClaims = {
    exp: String(expiresAt),
    id,
    organization_id: organizationId,
    verification_type: type,
    contact,
  };
  const legacyClaims = { contact, exp: Math.floor(expiresAt / 1000), id, verification_type: type };
  const claims = generation === 'enclave' ? enclaveClaims : legacyClaims;
  // Member order as in the captured tokens of each generation.
  const header =
    generation === 'enclave' ? { typ: 'JWT', alg: 'ES256' } : { alg: 'ES256', typ: 'JWT' };
  return new CompactSign(utf8(JSON.stringify({ ...claims, ...keyClaim })))
    .setProtectedHeader(header)
    .sign(tokenKey(enclave, generation).key);
}

const Claims = v.object({
  /** Milliseconds as text, or seconds as a number. */
  exp: v.union([v.pipe(v.string(), v.regex(/^\d{1,16}$/)), v.number()]),
  id: v.pipe(v.string(), v.uuid()),
  organization_id: v.optional(v.string()),
  verification_type: v.string(),
  contact: v.string(),
});

/**
 * Uses a token of this service that attests `contact`. It checks signature, expiry, organization,
 * type and contact, in this order. 400 that names what's wrong, 409 for a used token
 * (docs/protocol.md, Choices of the local service). A refusal later in the transaction leaves the
 * token unused.
 */
export async function redeemToken(
  token: string,
  contact: string,
  type: OtpType,
  context: Context,
): Promise<void> {
  const { db, organizationId, now, enclave } = context;
  const claims = await readClaims(token, enclave);
  if (!claims) throw tokenRefusal('its signature does not hold');
  const expiresAt = typeof claims.exp === 'string' ? Number(claims.exp) : claims.exp * 1000;
  if (now >= expiresAt) throw tokenRefusal('it has expired');
  const [issued] = await db
    .select({ organizationId: verificationTokens.organizationId })
    .from(verificationTokens)
    .where(eq(verificationTokens.id, claims.id));
  const claimedOrganizationId = claims.organization_id ?? organizationId;
  if (issued?.organizationId !== organizationId || claimedOrganizationId !== organizationId) {
    throw tokenRefusal('it is of another organization');
  }
  if (claims.verification_type !== type) throw tokenRefusal('it attests another kind of contact');
  if (normaliseContact(claims.contact) !== normaliseContact(contact)) {
    throw tokenRefusal('it attests another contact than the new one');
  }
  const used = await db
    .update(verificationTokens)
    .set({ usedAt: now })
    .where(and(eq(verificationTokens.id, claims.id), isNull(verificationTokens.usedAt)))
    .returning({ id: verificationTokens.id });
  if (used.length === 0) throw conflict('invalid verification token: it was used already');
}

function tokenRefusal(reason: string) {
  return invalid(`invalid verification token: ${reason}`, 'REQUEST_INVALID');
}

async function readClaims(token: string, enclave: Enclave) {
  for (const { verifyKey } of [enclave.otp, enclave.legacyToken]) {
    const payload = await compactVerify(token, verifyKey, { algorithms: ['ES256'] }).then(
      (verified) => verified.payload,
      () => undefined,
    );
    if (payload) return parseClaims(payload);
  }
  return undefined;
}

function parseClaims(payload: Uint8Array) {
  try {
    const claims = v.safeParse(Claims, JSON.parse(fromUtf8(payload)));
    return claims.success ? claims.output : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof KeystampError) return undefined;
    throw error;
  }
}
