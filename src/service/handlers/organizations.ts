import { and, asc, eq, inArray, or } from 'drizzle-orm';
import type { QueryHandlers, SubmitHandlers } from '../context.ts';
import { readUsersWhoStamp } from '../credentials.ts';
import { lockOrganization, readOrganizationName } from '../organization.ts';
import { readRootQuorum } from '../policies/stored-policies.ts';
import { notFound, Refusal } from '../refusal.ts';
import { organizations, users } from '../schema.ts';
import { listTags, PRIVATE_KEY_TAG, USER_TAG } from '../tags.ts';
import { contractInterfaceQueries } from './contract-interfaces.ts';
import { policyQueries } from './policies.ts';
import { privateKeyQueries } from './private-keys.ts';
import { userQueries } from './users.ts';
import { walletQueries } from './wallets.ts';

type OrganizationQuery = 'get_organization' | 'get_organization_configs';

export const organizationQueries: QueryHandlers<OrganizationQuery> = {
  // No feature can be set here.
  get_organization_configs: async (_values, { db, organizationId }) => {
    const { threshold, userIds } = await readRootQuorum(db, organizationId);
    return { configs: { features: [], quorum: { threshold, userIds: [...userIds] } } };
  },

  get_organization: async (_values, context) => {
    const { db, organizationId } = context;
    const { threshold, userIds } = await readRootQuorum(db, organizationId);
    const tags = [
      ...(await listTags(USER_TAG, context)),
      ...(await listTags(PRIVATE_KEY_TAG, context)),
    ];
    const { smartContractInterfaces } =
      await contractInterfaceQueries.list_smart_contract_interfaces({}, context);
    const organizationData = {
      organizationId,
      name: await readOrganizationName(db, organizationId),
      ...(await userQueries.list_users({}, context)),
      ...(await walletQueries.list_wallets({}, context)),
      ...(await privateKeyQueries.list_private_keys({}, context)),
      tags,
      smartContractInterfaceReferences: smartContractInterfaces.map(
        ({ smartContractInterfaceId, smartContractAddress }) => ({
          smartContractInterfaceId,
          smartContractAddress,
        }),
      ),
      rootQuorum: { threshold, userIds: [...userIds] },
      ...(await policyQueries.list_policies({}, context)),
      invitations: [],
      features: [],
    };
    return { organizationData };
  },
};

type OrganizationSubmit = 'update_root_quorum' | 'update_organization_name';

export const organizationSubmits: SubmitHandlers<OrganizationSubmit> = {
  update_organization_name: {
    prepare: ({ organizationName }, { db, organizationId }) => {
      const renamed = db
        .update(organizations)
        .set({ name: organizationName })
        .where(eq(organizations.id, organizationId))
        .returning({ id: organizations.id });
      return { result: { organizationId, organizationName }, statements: [renamed] };
    },
  },

  update_root_quorum: async ({ threshold, userIds }, context) => {
    const { db, organizationId } = context;
    const ids = userIds.map((id) => id.toLowerCase());
    const own = eq(organizations.id, organizationId);
    // One change after the other, and users in one order, like wallets. The keys of the rows stay: claims don't wait.
    await lockOrganization(db, organizationId);
    const rows = await db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.organizationId, organizationId), or(users.root, inArray(users.id, ids))))
      .orderBy(asc(users.id))
      .for('no key update');
    const known = new Set(rows.map(({ id }) => id));
    const missing = ids.find((id) => !known.has(id));
    if (missing !== undefined) throw notFound('user', missing, organizationId);
    const voters = await readUsersWhoStamp(ids, context);
    if (voters.size < threshold) throw tooFewVoters(threshold, ids, voters);
    const affected = inArray(users.id, [...known]);
    await db
      .update(users)
      .set({ root: inArray(users.id, ids) })
      .where(affected);
    await db.update(organizations).set({ rootThreshold: threshold }).where(own);
    return {};
  },
};

/** A quorum that can't be met would shut everybody out of what it alone may do. */
function tooFewVoters(
  threshold: number,
  ids: readonly string[],
  voters: ReadonlySet<string>,
): Refusal {
  const mute = ids.filter((id) => !voters.has(id)).join(', ');
  const message = `a root quorum of ${threshold} cannot be met: only ${voters.size} of its users can vote; without a credential: ${mute}`;
  return new Refusal({ grpc: 9, message });
}
