import type { SubmitHandlers } from '../context.ts';
import { readIdentity } from '../users.ts';
import { createReadSession } from '../read-session.ts';

export const sessionSubmits: SubmitHandlers<'create_read_only_session'> = {
  create_read_only_session: async (_values, context) => {
    const { token, expiresAt } = await createReadSession(context);
    const sessionExpiry = String(expiresAt / 1000);
    return { ...(await readIdentity(context.db, context.caller)), session: token, sessionExpiry };
  },
};
