/*
 * What a clause may cost (docs/policies.md, Limits). Extension and service have the same limits: what
 * one can't read, the other refuses. All but the steps of a decision are checked when a policy is stored.
 */

/** Characters of a clause: the operations table sends no more. */
export const MAX_LENGTH = 16_384;

/** Brackets within brackets, and members of members. The publisher's deepest example has 6. */
export const MAX_DEPTH = 20;

/** Nodes of a clause's tree. The publisher's longest example has about 60. */
export const MAX_PARTS = 2_000;

/** Steps of one clause for one request: a step is a node evaluated, or an element compared. */
export const MAX_STEPS = 20_000;

/** So many elements a list of the request is taken to have when a clause is stored. */
export const ASSUMED_LENGTH = 8;

/** Steps of all clauses that one decision asks. */
export const MAX_DECISION_STEPS = 100_000;

/** What `CronSpan` costs: it looks at up to seven days of minutes. */
export const CRON_STEPS = 2_000;

/** Steps of all clauses for the warnings about one policy. */
export const MAX_WARNING_STEPS = 500_000;
