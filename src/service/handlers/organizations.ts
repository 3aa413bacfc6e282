import { eq } from 'drizzle-orm';
import type { QueryHandlers } from '../context.ts';
import { readRootQuorum } from '../policies/stored-policies.ts';
import { organizations } from '../schema.ts';
import { contractInterfaceQueries } from './contract-interfaces.ts';
import { policyQueries } from './policies.ts';
import { privateKeyQueries } from './private-keys.ts';
import { tagQueries } from './tags.ts';
import { userQueries } from './users.ts';
import { walletQueries } from './wallets.ts';

export const organizationQueries: QueryHandlers<'get_organization'> = {
  get_organization: async (_values, context) => {
    const { db, organizationId } = context;
    const [organization] = await db
      .select({ name: organizations.name })
      .from(organizations)
      .where(eq(organizations.id, organizationId));
    const { threshold, userIds } = await readRootQuorum(db, organizationId);
    const { userTags: tags } = await tagQueries.list_user_tags({}, context);
    const { smartContractInterfaces } =
      await contractInterfaceQueries.list_smart_contract_interfaces({}, context);
    const organizationData = {
      organizationId,
      name: organization?.name,
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
