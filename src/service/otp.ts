// One-time codes (docs/protocol.md, One-time codes): creating, comparing, counting.
import { and, desc, eq, gt, inArray, isNull, type SQL } from 'drizzle-orm';
import { equal, fromHex, toHex, type RandomBytes } from '../crypto/bytes.ts';
import type { Context } from './context.ts';
import type { Enclave } from './enclave.ts';
import { lockOrganization } from './organization.ts';
import { Refusal } from './refusal.ts';
import { otps } from './schema.ts';

const DEFAULT_LENGTH = 9;
const DEFAULT_SECONDS = 300;
/** Wrong tries after which a code stops working. */
export const MAX_FAILURES = 3;
/** Codes of one contact that work at the same time. */
const MAX_OPEN = 3;
/**
 * Codes for one contact per hour, this service's choice: with three tries each, the chance to guess
 * a six-digit code in that time is one in ten thousand.
 */
const MAX_HOURLY = 30;
const HOUR_MS = 3_600_000;
/** Requests per rate-limit group (`userIdentifier`) and window. */
const MAX_REQUESTS = 3;
const REQUEST_WINDOW_MS = 180_000;

/** Crockford's alphabet: no I, L, O, U. Its first ten are the digits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The parameters of a request for a code. */
export type CodeRequest = {
  readonly contact: string;
  readonly otpLength?: number | undefined;
  readonly alphanumeric?: boolean | undefined;
  readonly expirationSeconds?: string | undefined;
  readonly userIdentifier?: string | undefined;
};

/** E-mail addresses unchanged, phone numbers without spaces and dashes. */
export function normaliseContact(contact: string): string {
  return contact.includes('@') ? contact : contact.replace(/[\s-]/g, '');
}

const SANDBOX_CONTACTS = new Set(['user@example.com', '+19999999999']);

/** A uniform code; six zeros for a six-digit code to a sandbox contact. */
export function createCode(request: CodeRequest, random: RandomBytes): string {
  const { otpLength: length = DEFAULT_LENGTH, alphanumeric = true, contact } = request;
  if (SANDBOX_CONTACTS.has(normaliseContact(contact)) && length === 6 && !alphanumeric)
    return '000000';
  const letters = alphanumeric ? 32 : 10;
  // The largest multiple of `letters` in a byte: bytes above it would favor the first letters.
  const bound = 256 - (256 % letters);
  const code: string[] = [];
  while (code.length < length) {
    const byte = random(1)[0] ?? 0;
    if (byte < bound) code.push(ALPHABET.charAt(byte % letters));
  }
  return code.join('');
}

/** How long a code lives, milliseconds. */
export function lifetimeOf({ expirationSeconds }: CodeRequest): number {
  return Number(expirationSeconds ?? DEFAULT_SECONDS) * 1000;
}

/** The code as hashed: upper case, with O, I and L read as in Crockford's alphabet. */
function canonicalCode(code: string): string {
  return code.toUpperCase().replace(/O/g, '0').replace(/[IL]/g, '1');
}

/** Keyed hash of a code, hex; it includes the id, so equal codes have different hashes. */
export function hashCode(enclave: Enclave, otpId: string, code: string): string {
  return toHex(enclave.mac('one-time code', `${otpId} ${canonicalCode(code)}`));
}

/** Whether a code matches the hash, in a time that doesn't depend on the code. */
export function isCode(enclave: Enclave, otpId: string, code: string, hash: string): boolean {
  return equal(fromHex(hashCode(enclave, otpId, code)), fromHex(hash));
}

/**
 * Makes room for another code of a contact: above {@link MAX_OPEN} the oldest codes end, even if
 * wrong tries have locked them. Refuses more codes than a contact may get in an hour, and a group's
 * fourth request in three minutes. Other requests for codes wait until this transaction ends, so that
 * two can't both be the last.
 */
export async function admitCode(request: CodeRequest, context: Context): Promise<void> {
  const { db, organizationId, now } = context;
  const contact = normaliseContact(request.contact);
  await lockOrganization(db, organizationId);
  const countSince = (at: number, condition: SQL) =>
    db.$count(
      otps,
      and(eq(otps.organizationId, organizationId), gt(otps.createdAt, at), condition),
    );
  const ofContact = eq(otps.contact, contact);
  if ((await countSince(now - HOUR_MS, ofContact)) >= MAX_HOURLY) throw tooManyCodes();
  const { userIdentifier } = request;
  if (userIdentifier !== undefined) {
    const ofGroup = eq(otps.userIdentifier, userIdentifier);
    if ((await countSince(now - REQUEST_WINDOW_MS, ofGroup)) >= MAX_REQUESTS) throw tooManyCodes();
  }
  await expireOldest(contact, context);
}

/** Ends all but the newest codes, to make room for one more. */
async function expireOldest(contact: string, { db, organizationId, now }: Context): Promise<void> {
  const openCodes = await db
    .select({ id: otps.id })
    .from(otps)
    .where(
      and(
        eq(otps.organizationId, organizationId),
        eq(otps.contact, contact),
        isNull(otps.usedAt),
        gt(otps.expiresAt, now),
      ),
    )
    .orderBy(desc(otps.createdAt), desc(otps.id));
  const excess = openCodes.slice(MAX_OPEN - 1).map(({ id }) => id);
  if (excess.length > 0)
    await db.update(otps).set({ expiresAt: now }).where(inArray(otps.id, excess));
}

function tooManyCodes(): Refusal {
  return new Refusal({
    grpc: 8,
    message: 'Max number of OTPs have been initiated please wait and try again',
    code: 'MAX_OTP_INITIATED',
  });
}
