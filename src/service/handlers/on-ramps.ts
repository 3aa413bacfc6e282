import { base64 } from '@scure/base';
import { and, eq } from 'drizzle-orm';
import { RULE_MESSAGES } from '../rule-messages.ts';
import type { QueryHandlers, SubmitHandlers } from '../context.ts';
import { isId, randomId } from '../ids.ts';
import { badRequest, notFound } from '../refusal.ts';
import { onRamps } from '../schema.ts';

export const onRampQueries: QueryHandlers<'get_onramp_transaction_status'> = {
  // `refresh` changes nothing: the provider is this service's own page.
  get_onramp_transaction_status: async ({ transactionId }, { db, organizationId }) => {
    const [row] = isId(transactionId)
      ? await db
          .select({ status: onRamps.status })
          .from(onRamps)
          .where(and(eq(onRamps.organizationId, organizationId), eq(onRamps.id, transactionId)))
      : [];
    if (!row) throw notFound('on-ramp transaction', transactionId, organizationId);
    return { transactionStatus: row.status };
  },
};

export const onRampSubmits: SubmitHandlers<'init_fiat_on_ramp'> = {
  // The deployed service needs a stored credential of the provider (docs/protocol.md, The ten
  // operations). Here the checkout is a page of this service, so every purchase is a sandbox
  // purchase and needs none.
  init_fiat_on_ramp: {
    prepare: (values, { db, organizationId, now, random, enclave, origin }) => {
      const { urlForSignature } = values;
      if (urlForSignature !== undefined && !URL.canParse(urlForSignature)) {
        throw badRequest(`invalid request body: parameters.urlForSignature: ${RULE_MESSAGES.url}`);
      }
      const id = randomId(random);
      const details = JSON.stringify(values);
      const timestamps = { createdAt: now, updatedAt: now };
      const insertion = db
        .insert(onRamps)
        .values({ id, organizationId, status: 'PENDING', details, ...timestamps })
        .returning({ id: onRamps.id });
      const result = {
        onRampUrl: `${origin}/checkout/${id}`,
        onRampTransactionId: id,
        ...(urlForSignature !== undefined && {
          onRampUrlSignature: base64.encode(
            enclave.mac('on-ramp url', new URL(urlForSignature).search),
          ),
        }),
      };
      return { result, statements: [insertion] };
    },
  },
};
