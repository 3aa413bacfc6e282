import type { QueryHandlers, SubmitHandlers } from '../context.ts';
import { badRequest } from '../refusal.ts';

export const authenticatorQueries: QueryHandlers<'get_authenticators'> = {
  get_authenticators: () => Promise.reject(badRequest('not done yet')),
};

type AuthenticatorSubmit = 'create_authenticators' | 'delete_authenticators';

export const authenticatorSubmits: SubmitHandlers<AuthenticatorSubmit> = {
  create_authenticators: () => Promise.reject(badRequest('not done yet')),
  delete_authenticators: () => Promise.reject(badRequest('not done yet')),
};
