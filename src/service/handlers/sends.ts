import type { QueryHandlers, SubmitHandlers } from '../context.ts';
import { timeOrderedId } from '../ids.ts';
import { invalid, notFound } from '../refusal.ts';
import { checkSend, findSend, readAsked, sendStatus } from '../sends.ts';
import { sends } from '../send-table.ts';
import { demandSigner, formatOf } from '../signer.ts';

export const sendSubmits: SubmitHandlers<'eth_send_transaction'> = {
  eth_send_transaction: {
    check: checkSend,
    // No node is asked in a transaction of the database: sender.ts signs and sends what is written here.
    effect: async (values, context) => {
      const { db, organizationId, now, random } = context;
      const { from, caip2 } = values;
      const signer = await demandSigner(context, from);
      if (formatOf(signer, from) !== 'ADDRESS_FORMAT_ETHEREUM') {
        throw invalid('from: this is no address of Ethereum, whose key could send');
      }
      const id = timeOrderedId(now, random);
      await db.insert(sends).values({
        id,
        organizationId,
        chain: caip2,
        address: from,
        asked: readAsked(values),
        status: 'INITIALIZED',
        dueAt: now,
        createdAt: now,
        updatedAt: now,
      });
      return { sendTransactionStatusId: id };
    },
  },
};

export const sendQueries: QueryHandlers<'get_send_transaction_status'> = {
  get_send_transaction_status: async ({ sendTransactionStatusId }, { db, organizationId }) => {
    const send = await findSend(db, organizationId, sendTransactionStatusId);
    if (!send) throw notFound('send transaction status', sendTransactionStatusId, organizationId);
    return sendStatus(send);
  },
};
