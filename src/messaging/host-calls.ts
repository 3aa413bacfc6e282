import * as v from 'valibot';
import type { AppState } from '../protocol/app-state.ts';
import { defineCall } from './define-call.ts';

/** A name or an address as the browser writes it, without a port; IPv6 in brackets. */
const hostName = v.pipe(v.string(), v.regex(/^(?:[a-z0-9._-]{1,253}|\[[0-9a-f:]{2,39}\])$/));

/** Calls about hosts, rows of the calls table (calls.ts). */
export const HOST_CALLS = {
  /** Whether the user has allowed a host by name, where the browser doesn't ask about it. */
  hosts_check: defineCall<{ host: string }, boolean>(
    'unlocked',
    v.strictObject({ host: hostName }),
  ),
  hosts_allow: defineCall<{ host: string }, AppState>(
    'unlocked',
    v.strictObject({ host: hostName }),
  ),
} as const;
