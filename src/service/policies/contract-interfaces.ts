// The interfaces that an organization stored for a contract, for conditions on its calls.
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { readFunctions, type AbiFunction } from '../../protocol/contract-interface.ts';
import type { Database } from '../database.ts';
import { createFairCache } from '../fair-cache.ts';
import { contractInterfaces } from '../schema.ts';

/** Of one contract. What has more has no reading that conditions could rely on. */
const MAX_INTERFACES = 10;

/** Characters of interfaces whose functions are kept. An interface never changes: it is stored and deleted. */
const MAX_KNOWN = 2_000_000;
const known = createFairCache<readonly AbiFunction[]>(MAX_KNOWN);

/**
 * The functions of each interface of an Ethereum contract, whatever chain it is on: an interface names
 * none. Only the organization's own count, the oldest first.
 * @param contract in any case
 */
export async function readInterfaces(
  db: Database,
  organizationId: string,
  contract: string,
): Promise<readonly (readonly AbiFunction[])[]> {
  const { id, address, definition, type, createdAt } = contractInterfaces;
  const rows = await db
    .select({ id })
    .from(contractInterfaces)
    .where(
      and(
        eq(contractInterfaces.organizationId, organizationId),
        eq(type, 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM'),
        eq(sql`lower(${address})`, contract.toLowerCase()),
      ),
    )
    .orderBy(asc(createdAt), asc(id))
    .limit(MAX_INTERFACES + 1);
  if (rows.length > MAX_INTERFACES) return [];
  const read = new Map(rows.map((row) => [row.id, known.get(organizationId, row.id)]));
  const missing = rows.filter((row) => !read.get(row.id)).map((row) => row.id);
  const texts =
    missing.length === 0
      ? []
      : await db.select({ id, definition }).from(contractInterfaces).where(inArray(id, missing));
  for (const one of texts) {
    const functions = readFunctions(one.definition);
    read.set(one.id, functions);
    known.set(organizationId, one.id, functions, one.definition.length);
  }
  // One that was deleted meanwhile says nothing any more.
  return [...read.values()].filter((functions) => functions !== undefined);
}
