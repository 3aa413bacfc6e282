// What decides about an organization's requests besides who asks for what, kept from one to the next.
import { eq, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { allOf } from '../../policies/syntax-tree.ts';
import type { Database } from '../database.ts';
import { createFairCache } from '../fair-cache.ts';
import { Allowlist, type AllowlistRow } from '../ip-allowlist.ts';
import { organizations } from '../schema.ts';
import type { Effect, Policy } from './policy.ts';
import { storedPolicy } from './stored-policies.ts';
import { TARGET_NAMES } from './targets.ts';

/** All of it at one moment. */
export type Rules = {
  /** Of the organization: another one, other rules (functions.sql). */
  readonly revision: string;
  /** Of the root quorum. */
  readonly threshold: number;
  /** Oldest first. */
  readonly policies: readonly Policy[];
  /** The organization's own, and those of its API keys. */
  readonly allowlists: readonly AllowlistRow[];
  /** Whether a policy's condition names what a request acts on. */
  readonly askTarget: boolean;
};

const clauseText = v.nullable(v.string());
const Stored = v.object({
  policies: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      effect: v.string(),
      consensus: clauseText,
      condition: clauseText,
      time: clauseText,
    }),
  ),
  allowlists: v.array(Allowlist),
});

/** Characters of rules that are kept. */
const MAX_KNOWN = 2_000_000;
const known = createFairCache<Rules>(MAX_KNOWN);
const KEY = 'rules';

/** As they were when they were read: {@link readRules} and the claim know whether they still are. */
export const knownRules = (organizationId: string): Rules | undefined =>
  known.get(organizationId, KEY);

/** As they are, in one statement, which leaves out what is known. */
export async function readRules(db: Database, organizationId: string): Promise<Rules> {
  const before = knownRules(organizationId);
  const isKnown = sql`${organizations.revision} = ${before?.revision ?? null}`;
  const [row] = await db
    .select({
      revision: organizations.revision,
      threshold: organizations.rootThreshold,
      stored: sql<
        string | null
      >`case when ${isKnown} then null else rules_json(${organizationId}) end`,
    })
    .from(organizations)
    .where(eq(organizations.id, organizationId));
  if (!row) throw new Error('the organization is gone');
  const { stored, ...read } = row;
  if (stored === null && before) return before;
  const { policies: texts, allowlists } = v.parse(Stored, JSON.parse(stored ?? ''));
  const policies = texts.map((one) =>
    storedPolicy(organizationId, { ...one, effect: one.effect as Effect }),
  );
  const rules = { ...read, policies, allowlists, askTarget: policies.some(asksTarget) };
  known.set(organizationId, KEY, rules, (stored ?? '').length);
  return rules;
}

function asksTarget({ clauses }: Policy): boolean {
  if (clauses instanceof Error || clauses.condition === null) return false;
  return allOf(clauses.condition.tree).some(
    (part) => part.kind === 'name' && TARGET_NAMES.has(part.name),
  );
}
