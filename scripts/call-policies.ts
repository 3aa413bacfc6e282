import type { Plugin } from 'vite';
import { CALL_POLICIES } from '../src/client/call-policies.ts';

/** Vite plugin for pages: they load what the calls table says to them, and not the table. */
export function callPolicies(): Plugin {
  return {
    name: 'keystamp:call-policies',
    apply: 'build',
    transform: (_code, id) =>
      id.endsWith('/src/client/call-policies.ts')
        ? { code: `export const CALL_POLICIES = ${JSON.stringify(CALL_POLICIES)};`, map: null }
        : null,
  };
}
