import { CALLS, type CallName } from '../messaging/calls.ts';
import type { Call } from '../messaging/define-call.ts';

/** What a page does where a call gets no answer. */
type CallPolicy = Pick<Call, 'retry' | 'timeoutMs'>;

/**
 * Of each row that says something about it. A build puts the values in place of this module
 * (scripts/call-policies.ts): the schemas, which only the worker needs, would add 3.3 KB to each
 * page's first load (gzip).
 */
export const CALL_POLICIES: { readonly [N in CallName]?: CallPolicy } = Object.fromEntries(
  Object.entries<CallPolicy>(CALLS)
    .filter(([, { retry, timeoutMs }]) => retry ?? timeoutMs)
    .map(([name, { retry, timeoutMs }]) => [name, { retry, timeoutMs }]),
);
