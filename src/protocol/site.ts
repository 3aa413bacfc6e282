import * as v from 'valibot';
import type { EntryView } from './outbox-entry.ts';

/*
 * Sites and what the user allowed them in advance.
 */

/** A value that a grant holds a parameter to. */
const limit = v.union([v.pipe(v.string(), v.maxLength(500)), v.number(), v.boolean()]);

/**
 * Limits by the name of their parameter. Valibot passes over some names without a word, and a limit
 * that is lost makes a grant wider: with such a name the whole is refused.
 */
const limitsSchema = <N extends v.GenericSchema<string, string>>(name: N) =>
  v.pipe(
    v.custom<object>(
      (value) =>
        typeof value === 'object' &&
        value !== null &&
        ['__proto__', 'prototype', 'constructor'].every(
          (forbidden) => !Object.hasOwn(value, forbidden),
        ),
    ),
    v.record(name, limit),
  );

/** The most that a grant may allow. */
export const MAX_USES = 1000;
const uses = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_USES));

/** Says that Keystamp wrote what a row allows, and not somebody else who can write to the disk. */
const mac = v.optional(v.pipe(v.string(), v.maxLength(100)));
export const MAX_GRANT_MS = 30 * 86_400_000;

/** What the user allows beyond one request. */
export const grantTerms = v.strictObject({
  /** Parameters that must have exactly these values; others are free. */
  limits: limitsSchema(v.pipe(v.string(), v.maxLength(64))),
  /** Uses in all. */
  most: uses,
  /** Uses in any 60 minutes; null without such a limit. */
  perHour: v.nullable(uses),
  /** How long it holds, in milliseconds. */
  lastsMs: v.pipe(v.number(), v.integer(), v.minValue(60_000), v.maxValue(MAX_GRANT_MS)),
});
export type GrantTerms = v.InferOutput<typeof grantTerms>;

/** An advance permission of one site for one operation in one profile. */
export const grant = v.strictObject({
  id: v.string(),
  origin: v.string(),
  profileId: v.string(),
  operation: v.string(),
  limits: limitsSchema(v.string()),
  most: uses,
  used: v.pipe(v.number(), v.integer(), v.minValue(0)),
  perHour: v.nullable(uses),
  /** When it was used in the last 60 minutes; kept only where `perHour` needs it. */
  recent: v.array(v.number()),
  createdAt: v.number(),
  /** Milliseconds since the epoch: a stored deadline. */
  expiresAt: v.number(),
  lastUsedAt: v.nullable(v.number()),
  /** Uses that are counted, and whose activities have not been seen in the outbox yet, by its ids. */
  started: v.optional(v.array(v.strictObject({ id: v.string(), at: v.number() }))),
  mac,
});
export type Grant = v.InferOutput<typeof grant>;

/** Stands before a group where an origin stands otherwise: no origin begins with it. */
const WILDCARD_PREFIX = '*.';

/** How a whole site group is listed: `*.app.example`. */
export const wildcardOf = (group: string): string => WILDCARD_PREFIX + group;

/** The group of such a mark; undefined for an origin. */
export function readWildcardGroup(origin: string): string | undefined {
  return origin.startsWith(WILDCARD_PREFIX) ? origin.slice(WILDCARD_PREFIX.length) : undefined;
}

/** A site that was connected or blocked. */
export const site = v.strictObject({
  /** As the browser says, such as `https://app.example`; for a whole group its mark. */
  origin: v.string(),
  /** The profile it is connected to; null for a site that is only blocked. */
  profileId: v.nullable(v.string()),
  /** What it may ask for. */
  operations: v.array(v.string()),
  connectedAt: v.nullable(v.number()),
  lastUsedAt: v.nullable(v.number()),
  blocked: v.boolean(),
  mac,
});
export type Site = v.InferOutput<typeof site>;

/** A site as the options page lists it. */
export type SiteView = Site & {
  /** True where the organization does not let it ask, whatever the user chose. */
  readonly managed: boolean;
  readonly grants: readonly Grant[];
  /** Until when nothing of it is shown; null when it may be. */
  readonly cooldownUntil: number | null;
  /** What it asked for and was stamped, newest first, 20 at most. */
  readonly history: readonly EntryView[];
};
