import * as v from 'valibot';
import type { EntryView } from './outbox-entry.ts';
import { time } from './time.ts';

/*
 * Sites, and what the user pre-approved for them.
 */

/** A value that a grant requires of a parameter. */
const limit = v.union([
  v.pipe(v.string(), v.maxLength(500)),
  v.pipe(v.number(), v.finite()),
  v.boolean(),
]);

/**
 * Limits by parameter name. Valibot silently skips some names, and losing a limit would widen a
 * grant. So a name like that invalidates the whole record.
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

const id = v.pipe(v.string(), v.maxLength(100));
const operationName = v.pipe(v.string(), v.maxLength(64));
const originText = v.pipe(v.string(), v.maxLength(300));

/** The most uses that a grant can allow. */
export const MAX_USES = 1000;
const uses = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_USES));

/** Proves that Keystamp wrote what a row allows, and not someone else who can write to the disk. */
const mac = v.optional(v.pipe(v.string(), v.maxLength(100)));
export const MAX_GRANT_MS = 30 * 86_400_000;

/** What the user may allow, wherever it is said: by a call, in a row, in a backup. */
const terms = {
  /** Parameters that must have exactly these values. Others are free. */
  limits: limitsSchema(operationName),
  /** Uses in total. */
  most: uses,
  /** Uses in any 60 minutes. Null if there is no such limit. */
  perHour: v.nullable(uses),
};
/** How long it lasts, in milliseconds. */
const lastsMs = v.pipe(v.number(), v.integer(), v.minValue(60_000), v.maxValue(MAX_GRANT_MS));

/** What the user allows beyond one request. */
export const grantTerms = v.strictObject({ ...terms, lastsMs });
export type GrantTerms = v.InferOutput<typeof grantTerms>;

/** How many uses to note at once: more than are ever in progress. */
export const MAX_STARTED = 100;

/** The members of a grant's row. */
export const grantRow = {
  id,
  origin: originText,
  profileId: id,
  operation: operationName,
  ...terms,
  used: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_USES)),
  /** When it was used in the last 60 minutes. Only kept if `perHour` needs it. */
  recent: v.pipe(v.array(time), v.maxLength(MAX_USES)),
  createdAt: time,
  /** A stored deadline. */
  expiresAt: time,
  lastUsedAt: v.nullable(time),
  /** Counted uses whose activities haven't been seen in the outbox yet, by outbox id. */
  started: v.optional(v.pipe(v.array(v.strictObject({ id, at: time })), v.maxLength(MAX_STARTED))),
  mac,
};

/** A pre-approval for one operation of one site in one profile. It lasts as long as its terms may. */
export const grant = v.pipe(
  v.strictObject(grantRow),
  v.check(({ createdAt, expiresAt }) => v.is(lastsMs, expiresAt - createdAt)),
);
export type Grant = v.InferOutput<typeof grant>;

/** Marks a group in place of an origin. No origin starts with it. */
const WILDCARD_PREFIX = '*.';

/** How a whole site group is listed: `*.app.example`. */
export const wildcardOf = (group: string): string => WILDCARD_PREFIX + group;

/** The group of such a wildcard. Undefined for an origin. */
export function readWildcardGroup(origin: string): string | undefined {
  return origin.startsWith(WILDCARD_PREFIX) ? origin.slice(WILDCARD_PREFIX.length) : undefined;
}

/** A site that was connected or blocked. */
export const site = v.strictObject({
  /** According to the browser, such as `https://app.example`. For a whole group, its wildcard. */
  origin: originText,
  /** The profile it's connected to. Null for a site that's only blocked. */
  profileId: v.nullable(id),
  /** What it may ask for. */
  operations: v.pipe(v.array(operationName), v.maxLength(200)),
  connectedAt: v.nullable(time),
  lastUsedAt: v.nullable(time),
  blocked: v.boolean(),
  mac,
});
export type Site = v.InferOutput<typeof site>;

/** A site as the options page lists it. */
export type SiteView = Site & {
  /** True if the organization doesn't let it ask, whatever the user chose. */
  readonly managed: boolean;
  /** False if the browser doesn't let Keystamp into its pages: the user has taken that back. */
  readonly reached: boolean;
  readonly grants: readonly Grant[];
  /** Until when nothing from it is shown. Null if it isn't muted. */
  readonly cooldownUntil: number | null;
  /** The activities it asked for that were stamped, newest first, 20 at most. */
  readonly history: readonly EntryView[];
};
