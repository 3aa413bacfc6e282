import type { Decision } from '../../protocol/approval.ts';

export type Refusal = Extract<Decision, { kind: 'refuse' }>;

export const ONE: Refusal = { kind: 'refuse', scope: 'one', quietMs: 0, block: false };
/** Everything that waits of the site. */
export const ALL_OF_SITE: Refusal = { kind: 'refuse', scope: 'site', quietMs: 0, block: false };
