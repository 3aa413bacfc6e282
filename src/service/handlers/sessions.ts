import type { SubmitHandlers } from '../context.ts';
import { badRequest } from '../refusal.ts';

export const sessionSubmits: SubmitHandlers<'create_read_only_session'> = {
  create_read_only_session: () => Promise.reject(badRequest('not done yet')),
};
