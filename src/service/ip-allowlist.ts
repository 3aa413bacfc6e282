// From which addresses requests may come (docs/protocol.md, Supporting operations).
import { BlockList, isIP, isIPv4 } from 'node:net';
import { and, eq, isNull, or } from 'drizzle-orm';
import * as v from 'valibot';
import { readCidr } from '../protocol/ip-range.ts';
import type { Caller } from './context.ts';
import type { Database } from './database.ts';
import { Refusal } from './refusal.ts';
import { ipAllowlists } from './schema.ts';

/** What counts of an allowlist, as the database gives it. */
export const Allowlist = v.object({
  /** Of an API key; null for all requests to the organization. */
  publicKey: v.nullable(v.string()),
  enabled: v.boolean(),
  rules: v.string(),
  onEvaluationError: v.string(),
});
export type AllowlistRow = v.InferOutput<typeof Allowlist>;

const Rules = v.array(v.object({ cidr: v.string(), label: v.string(), createdAt: v.string() }));
export type AllowlistRule = v.InferOutput<typeof Rules>[number];

/** Parses rules as the database has them. */
export const parseRules = (text: string): readonly AllowlistRule[] =>
  v.parse(Rules, JSON.parse(text));

/** The allowlist of an organization, or of one of its API keys. */
export const ofScope = (organizationId: string, publicKey: string | undefined) =>
  and(
    eq(ipAllowlists.organizationId, organizationId),
    publicKey === undefined
      ? isNull(ipAllowlists.publicKey)
      : eq(ipAllowlists.publicKey, publicKey.toLowerCase()),
  );

/** 403 for a request from an address that the caller's allowlist leaves out. */
export async function demandAllowedAddress(
  db: Database,
  caller: Caller,
  address: string,
): Promise<void> {
  if (!(await isAllowed(db, caller, address))) throw notAdmitted(address);
}

/** 403 for an address that an allowlist leaves out. */
export function notAdmitted(address: string): Refusal {
  return new Refusal({
    grpc: 7,
    message: `request not authorized: the IP allowlist of this organization does not admit ${named(address)}`,
    code: 'REQUEST_NOT_AUTHORIZED',
  });
}

/** 400 if what the transaction just changed would shut out the request that changes it. */
export async function demandOwnAddress(
  db: Database,
  caller: Caller,
  address: string,
): Promise<void> {
  if (await isAllowed(db, caller, address)) return;
  const message = `this IP allowlist would shut out its own author: it does not admit ${named(address)}, where this request comes from`;
  throw new Refusal({ grpc: 9, message });
}

const named = (address: string) => (isIP(address) === 0 ? 'an unknown address' : address);

async function isAllowed(db: Database, caller: Caller, address: string): Promise<boolean> {
  const { organizationId, credential } = caller;
  const rows = await db
    .select()
    .from(ipAllowlists)
    .where(
      and(
        eq(ipAllowlists.organizationId, organizationId),
        or(isNull(ipAllowlists.publicKey), eq(ipAllowlists.publicKey, credential.publicKey)),
      ),
    );
  return isAdmitted(rows, caller, address);
}

/**
 * Allowlists count once the organization's own is enabled. A key's own then stands in for it.
 * @param rows allowlists of the organization, with those of the caller
 */
export function isAdmitted(
  rows: readonly AllowlistRow[],
  { credential }: Pick<Caller, 'credential'>,
  address: string,
): boolean {
  const whole = rows.find(({ publicKey }) => publicKey === null);
  if (!whole?.enabled) return true;
  const { rules, onEvaluationError } =
    rows.find(({ publicKey }) => publicKey === credential.publicKey) ?? whole;
  if (isIP(address) === 0) return onEvaluationError === 'ALLOW';
  return isWithin(parseRules(rules), address);
}

function isWithin(rules: readonly AllowlistRule[], address: string): boolean {
  const list = new BlockList();
  for (const { cidr } of rules) {
    const range = readCidr(cidr);
    if (range) list.addSubnet(range.address, range.bits, range.isV6 ? 'ipv6' : 'ipv4');
  }
  // It knows addresses of IPv4 as a socket of both families names them, too: `::ffff:127.0.0.1`.
  return list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}

/** The text that every spelling of a range has: `192.168.1.100/24` is `192.168.1.0/24`. */
export function normalCidr(text: string): string {
  const range = readCidr(text);
  if (!range) throw new Error('the row checks ranges');
  const { address, bits, isV6 } = range;
  const parts = isV6 ? partsOfV6(address) : address.split('.').map(Number);
  const width = isV6 ? 16 : 8;
  const masked = parts.map((part, at) => {
    const kept = Math.min(width, Math.max(0, bits - at * width));
    return part & ~((1 << (width - kept)) - 1);
  });
  const base = isV6
    ? canonicalV6(masked.map((part) => part.toString(16)).join(':'))
    : masked.join('.');
  return `${base}/${bits}`;
}

/** As browsers write it (RFC 5952). */
const canonicalV6 = (address: string) => new URL(`http://[${address}]`).hostname.slice(1, -1);

function partsOfV6(address: string): readonly number[] {
  const [head = '', tail] = canonicalV6(address).split('::');
  const read = (text: string) =>
    text === '' ? [] : text.split(':').map((part) => Number.parseInt(part, 16));
  const [before, after] = [read(head), read(tail ?? '')];
  const gap = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array.from({ length: gap }, () => 0), ...after];
}
