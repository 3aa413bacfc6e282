import { eq, and } from 'drizzle-orm';
import type { Context, QueryHandlers, SubmitHandlers, SubmitValues } from '../context.ts';
import {
  demandOwnAddress,
  normalCidr,
  ofScope,
  parseRules,
  type AllowlistRow,
  type AllowlistRule,
} from '../ip-allowlist.ts';
import { notFound } from '../refusal.ts';
import { apiKeys, ipAllowlists } from '../schema.ts';

export const ipAllowlistQueries: QueryHandlers<'get_ip_allowlist'> = {
  // Without one, its rules are empty.
  get_ip_allowlist: async ({ publicKey }, { db, organizationId }) => {
    const [row] = await db.select().from(ipAllowlists).where(ofScope(organizationId, publicKey));
    return { allowlist: wireAllowlist(organizationId, publicKey?.toLowerCase(), row) };
  },
};

function wireAllowlist(
  organizationId: string,
  publicKey: string | undefined,
  row: AllowlistRow | undefined,
) {
  return {
    organizationId,
    ...(publicKey === undefined ? { enabled: row?.enabled ?? false } : { publicKey }),
    rules: row ? [...parseRules(row.rules)] : [],
    onEvaluationError: row?.onEvaluationError ?? 'DENY',
  };
}

export const ipAllowlistSubmits: SubmitHandlers<'set_ip_allowlist' | 'remove_ip_allowlist'> = {
  // All of an allowlist at once: nothing of an earlier one stays.
  set_ip_allowlist: async (values, context) => {
    const { db, organizationId, caller, address } = context;
    const publicKey = values.publicKey?.toLowerCase();
    if (publicKey !== undefined) await demandApiKey(publicKey, context);
    const allowlist = {
      // That of a key counts wherever the organization's does.
      enabled: publicKey === undefined ? (values.enabled ?? false) : true,
      rules: JSON.stringify(rulesOf(values, context)),
      onEvaluationError: values.onEvaluationError ?? 'DENY',
    };
    const { organizationId: organization, publicKey: key } = ipAllowlists;
    await db
      .insert(ipAllowlists)
      .values({ organizationId, publicKey: publicKey ?? null, ...allowlist })
      .onConflictDoUpdate({ target: [organization, key], set: allowlist });
    await demandOwnAddress(db, caller, address);
    return {};
  },

  remove_ip_allowlist: async ({ publicKey }, context) => {
    const { db, organizationId, caller, address } = context;
    const gone = await db
      .delete(ipAllowlists)
      .where(ofScope(organizationId, publicKey))
      .returning({ rules: ipAllowlists.rules });
    if (gone.length === 0) {
      throw notFound('ip allowlist', publicKey ?? 'of all requests', organizationId);
    }
    // Without its own, a key is under that of the organization.
    await demandOwnAddress(db, caller, address);
    return {};
  },
};

/** The ranges in their normal form, each once, with the label of the first. */
function rulesOf(
  { rules }: SubmitValues<'set_ip_allowlist'>,
  { now }: Context,
): readonly AllowlistRule[] {
  const byRange = new Map<string, AllowlistRule>();
  for (const { cidr: text, label = '' } of rules) {
    const cidr = normalCidr(text);
    if (!byRange.has(cidr)) byRange.set(cidr, { cidr, label, createdAt: String(now) });
  }
  return [...byRange.values()];
}

/** Keeps the key until the transaction ends. */
async function demandApiKey(publicKey: string, { db, organizationId }: Context): Promise<void> {
  const own = and(eq(apiKeys.organizationId, organizationId), eq(apiKeys.publicKey, publicKey));
  const [found] = await db.select({ id: apiKeys.id }).from(apiKeys).where(own).for('key share');
  if (!found) throw notFound('api key', publicKey, organizationId);
}
