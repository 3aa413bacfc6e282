// One-time codes (protocol.md 6): making, comparing, counting.
import { and, count, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { equal, fromHex, toHex, type RandomBytes } from '../crypto/bytes.ts';
import type { Context } from './context.ts';
import type { Enclave } from './enclave.ts';
import { Refusal } from './refusal.ts';
import { otps } from './schema.ts';

const DEFAULT_LENGTH = 9;
const DEFAULT_SECONDS = 300;
/** Wrong tries after which a code opens no more. */
export const MAX_FAILURES = 3;
const MAX_LIVE = 3;
/** Requests per rate-limit group (`userIdentifier`) and window. */
const MAX_REQUESTS = 3;
const REQUEST_WINDOW_MS = 180_000;

/** Crockford's alphabet: no I, L, O, U. Its first ten are the digits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** What a code is asked with. */
export type CodeRequest = {
  readonly contact: string;
  readonly otpLength?: number | undefined;
  readonly alphanumeric?: boolean | undefined;
  readonly expirationSeconds?: string | undefined;
  readonly userIdentifier?: string | undefined;
};

/** E-mail addresses as they are, phone numbers without spaces and dashes. */
export function normaliseContact(contact: string): string {
  return contact.includes('@') ? contact : contact.replace(/[\s-]/g, '');
}

const SANDBOX = new Set(['user@example.com', '+19999999999']);

/** A uniform code; six zeros for a six-digit code to a sandbox contact. */
export function createCode(request: CodeRequest, random: RandomBytes): string {
  const { otpLength: length = DEFAULT_LENGTH, alphanumeric = true, contact } = request;
  if (SANDBOX.has(normaliseContact(contact)) && length === 6 && !alphanumeric) return '000000';
  const letters = alphanumeric ? 32 : 10;
  // The largest multiple of `letters` in a byte: what is above would favour the first letters.
  const bound = 256 - (256 % letters);
  const code: string[] = [];
  while (code.length < length) {
    const byte = random(1)[0] ?? 0;
    if (byte < bound) code.push(ALPHABET.charAt(byte % letters));
  }
  return code.join('');
}

/** Milliseconds that a code lives. */
export function lifeOf({ expirationSeconds }: CodeRequest): number {
  return Number(expirationSeconds ?? DEFAULT_SECONDS) * 1000;
}

/** The code as hashed: upper case, and Crockford's readings of O, I and L. */
function canonical(code: string): string {
  return code.toUpperCase().replace(/O/g, '0').replace(/[IL]/g, '1');
}

/** Keyed hash of a code, hex; the id is in it, so equal codes have different hashes. */
export function hashCode(enclave: Enclave, otpId: string, code: string): string {
  return toHex(enclave.mac('one-time code', `${otpId} ${canonical(code)}`));
}

/** Whether a code is the one that was hashed, in a time that does not depend on it. */
export function matchesCode(enclave: Enclave, otpId: string, code: string, hash: string): boolean {
  return equal(fromHex(hashCode(enclave, otpId, code)), fromHex(hash));
}

/**
 * Refuses a fourth live code of a contact, or a fourth request of a group in three minutes. Others
 * who ask for the same contact wait until this transaction ends, so that two cannot both be third.
 */
export async function demandRoom(request: CodeRequest, context: Context): Promise<void> {
  const { db, organizationId, now } = context;
  const contact = normaliseContact(request.contact);
  const name = `${organizationId} ${contact}`;
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
  const [live] = await db
    .select({ count: count() })
    .from(otps)
    .where(
      and(
        eq(otps.organizationId, organizationId),
        eq(otps.contact, contact),
        isNull(otps.usedAt),
        gt(otps.expiresAt, now),
        lt(otps.failures, MAX_FAILURES),
      ),
    );
  if ((live?.count ?? 0) >= MAX_LIVE) throw tooMany();
  if (request.userIdentifier === undefined) return;
  const [asked] = await db
    .select({ count: count() })
    .from(otps)
    .where(
      and(
        eq(otps.organizationId, organizationId),
        eq(otps.userIdentifier, request.userIdentifier),
        gt(otps.createdAt, now - REQUEST_WINDOW_MS),
      ),
    );
  if ((asked?.count ?? 0) >= MAX_REQUESTS) throw tooMany();
}

function tooMany(): Refusal {
  return new Refusal({
    grpc: 8,
    message: 'Max number of OTPs have been initiated please wait and try again',
    code: 'MAX_OTP_INITIATED',
  });
}
