import { and, asc, eq } from 'drizzle-orm';
import { readContractInterface } from '../../protocol/contract-interface.ts';
import { RULE_MESSAGES } from '../rule-messages.ts';
import type { QueryHandlers, SubmitHandlers } from '../context.ts';
import { randomId } from '../ids.ts';
import { badRequest, notFound } from '../refusal.ts';
import { contractInterfaces } from '../schema.ts';
import { wireContractInterface } from '../wire-records.ts';

type ContractInterfaceQuery = 'list_smart_contract_interfaces' | 'get_smart_contract_interface';

export const contractInterfaceQueries: QueryHandlers<ContractInterfaceQuery> = {
  list_smart_contract_interfaces: async (_values, { db, organizationId }) => {
    const rows = await db
      .select()
      .from(contractInterfaces)
      .where(eq(contractInterfaces.organizationId, organizationId))
      .orderBy(asc(contractInterfaces.createdAt), asc(contractInterfaces.id));
    return { smartContractInterfaces: rows.map(wireContractInterface) };
  },

  get_smart_contract_interface: async ({ smartContractInterfaceId: id }, context) => {
    const { db, organizationId } = context;
    const [row] = await db.select().from(contractInterfaces).where(own(id, organizationId));
    if (!row) throw notFound('smart contract interface', id, organizationId);
    return { smartContractInterface: wireContractInterface(row) };
  },
};

type ContractInterfaceSubmit =
  'create_smart_contract_interface' | 'delete_smart_contract_interface';

export const contractInterfaceSubmits: SubmitHandlers<ContractInterfaceSubmit> = {
  create_smart_contract_interface: {
    prepare: (values, { db, organizationId, now, random }) => {
      const { smartContractAddress, smartContractInterface, type, label, notes } = values;
      const parsed = readContractInterface(smartContractInterface, type);
      if (!parsed.ok) {
        throw badRequest(
          `invalid request body: parameters.smartContractInterface: ${RULE_MESSAGES[parsed.rule]}`,
        );
      }
      const id = randomId(random);
      const row = {
        id,
        organizationId,
        address: smartContractAddress,
        definition: smartContractInterface,
        type,
        label,
        notes: notes ?? null,
        createdAt: now,
        updatedAt: now,
      };
      const inserted = db
        .insert(contractInterfaces)
        .values(row)
        .returning({ id: contractInterfaces.id });
      return { result: { smartContractInterfaceId: id }, statements: [inserted] };
    },
  },

  delete_smart_contract_interface: {
    prepare: ({ smartContractInterfaceId: requestedId }, { db, organizationId }) => {
      const deleted = db
        .delete(contractInterfaces)
        .where(own(requestedId, organizationId))
        .returning({ id: contractInterfaces.id });
      return {
        result: { smartContractInterfaceId: requestedId.toLowerCase() },
        statements: [deleted],
        refusal: () => notFound('smart contract interface', requestedId, organizationId),
      };
    },
  },
};

const own = (id: string, organizationId: string) =>
  and(eq(contractInterfaces.organizationId, organizationId), eq(contractInterfaces.id, id));
