import * as v from 'valibot';
import { STAMPER_KINDS } from './passkey.ts';
import { time } from './time.ts';

/*
 * The history: what was stamped, sent and decided in this browser, one record per fact, each with
 * the digest of the one before it (docs/history.md).
 */

/**
 * What a record says happened.
 *
 * - of an activity: `stamped` to `reopened`. `accepted`: the service has it and works on it;
 *   `reopened`: the user asked again about an outcome
 * - of a web page's request: `approved` to `pre-approved`. `declined`: the user rejected it
 * - of a site: `connected` to `revoked`
 * - of the history itself: `deleted`
 * - of Keystamp: `restored`, from a backup
 */
export const HISTORY_FACTS = [
  'stamped',
  'sent',
  'accepted',
  'completed',
  'failed',
  'rejected',
  'refused',
  'mismatch',
  'unknown',
  'reopened',
  'approved',
  'declined',
  'withdrawn',
  'pre-approved',
  'connected',
  'disconnected',
  'blocked',
  'unblocked',
  'granted',
  'revoked',
  'deleted',
  'restored',
] as const;
export type HistoryFact = (typeof HISTORY_FACTS)[number];

const text = v.pipe(v.string(), v.maxLength(500));
/** SHA-256, lower-case hex. */
/** SHA-256 in lower-case hex. */
export const digest = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
/** More records than any browser writes; the search holds their numbers in 32 bits. */
const MAX_SEQUENCE = 0xffff_ffff;
/** The last number that a restored chain may have: half of all, so that it can go on here. */
export const MAX_RESTORED_SEQUENCE = 0x7fff_ffff;
export const historySequence = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(1),
  v.maxValue(MAX_SEQUENCE),
);
const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_SEQUENCE));

/** In the details of a record that came from another chain: the digest it has there, and its number. */
export const COPY_OF = 'copyOf';
export const COPY_NUMBER = 'copyNumber';

/** The most characters of one value in `details`. */
export const MAX_DETAIL = 500;

/** One fact. What isn't known or doesn't apply is null. */
export const historyRecord = v.strictObject({
  /** From 1, without gaps. */
  sequence: historySequence,
  /** `digest` of the record before; zeros for the first. */
  previous: digest,
  /** By this computer's clock, in milliseconds since the epoch. */
  at: time,
  fact: v.picklist(HISTORY_FACTS),
  /** Of the outbox entry or the request; what happened to one thing has one ID. */
  id: v.nullable(text),
  operation: v.nullable(text),
  /** Activity type, such as `ACTIVITY_TYPE_UPDATE_WALLET`. */
  type: v.nullable(text),
  /** `popup` for the user, the origin of a web page, or `private` for any page of a private window. */
  origin: v.nullable(text),
  profileId: v.nullable(text),
  organizationId: v.nullable(text),
  /** The API key's ID; null for a passkey. */
  keyId: v.nullable(text),
  /** What signed it. */
  method: v.nullable(v.picklist(STAMPER_KINDS)),
  /** Of the exact body. */
  body: v.nullable(digest),
  /** Of the JSON text of the activity that the service answered with, as the outbox keeps it. */
  reply: v.nullable(digest),
  activityId: v.nullable(text),
  /** More facts by name, such as how often it was sent. */
  details: v.pipe(
    v.unknown(),
    // An empty list would count as an empty record, and leave the same digest.
    v.check((value) => !Array.isArray(value)),
    v.record(
      v.pipe(v.string(), v.regex(/^[a-zA-Z]{1,40}$/)),
      v.union([v.pipe(v.string(), v.maxLength(MAX_DETAIL)), v.pipe(v.number(), v.finite())]),
    ),
  ),
  /** Of everything above (docs/history.md, The bytes of a record). */
  digest,
});
export type HistoryRecord = v.InferOutput<typeof historyRecord>;

/** What a new record says, without its place in the chain. */
export type HistoryEvent = Pick<HistoryRecord, 'fact'> &
  Partial<Omit<HistoryRecord, 'sequence' | 'previous' | 'digest' | 'fact'>>;

/** The exported file. */
export const HISTORY_FORMAT = 'keystamp-history/v1';
export const historyFile = v.strictObject({
  format: v.literal(HISTORY_FORMAT),
  /** Milliseconds since the epoch. */
  exportedAt: time,
  /** The last record when it was exported; zeros for an empty history. */
  head: v.strictObject({ sequence: count, digest }),
  records: v.array(v.unknown()),
});
export type HistoryFile = v.InferOutput<typeof historyFile>;

/**
 * Why a record is broken:
 *
 * - `form`: it isn't a record
 * - `changed`: its content doesn't have its digest
 * - `order`: another record stands in its place
 * - `unlinked`: it doesn't follow from the one before
 * - `missing`: nothing is left of it, and no record says that it was deleted
 */
const BREAKS = ['form', 'changed', 'order', 'unlinked', 'missing'] as const;
export type ChainBreak = {
  /** The sequence number of the first broken record. */
  readonly sequence: number;
  readonly reason: (typeof BREAKS)[number];
};

/**
 * What a verification in the extension found:
 *
 * - `whole`: every record is as Keystamp wrote it
 * - `broken`: the first broken record
 * - `unsealed`: the records fit together, but Keystamp's seal on them is gone or isn't its own:
 *   somebody wrote the history anew
 * - `behind`: up to `known`, more or other records were here before: an older copy was put back, or
 *   the end was cut off or written anew
 */
export type HistoryVerdict =
  | {
      readonly kind: 'whole';
      readonly records: number;
      /** How many at the end have no seal yet: written while no key was in memory. */
      readonly unsealed: number;
      /** Whether the mark outside of the database confirms it. */
      readonly isMarked: boolean;
    }
  | ({ readonly kind: 'broken' } & ChainBreak)
  | { readonly kind: 'unsealed'; readonly sequence: number }
  | { readonly kind: 'behind'; readonly known: number; readonly last: number };

/** How far a verification is: it has found nothing wrong up to this record. */
export type HistoryChecked = {
  readonly kind: 'checked';
  readonly sequence: number;
  readonly last: number;
};

/** A word of a search: the beginning of an ID or a host, or what the page knows it by. */
const searchWord = v.strictObject({
  prefix: v.pipe(v.string(), v.maxLength(100)),
  operations: v.pipe(v.array(text), v.maxLength(500)),
  profiles: v.pipe(v.array(text), v.maxLength(100)),
});

/** Which records: those that match everything that isn't null. */
export const historyFilter = v.strictObject({
  operation: v.nullable(text),
  origin: v.nullable(text),
  fact: v.nullable(v.picklist(HISTORY_FACTS)),
  /** From this moment on, before the other one, in milliseconds since the epoch. */
  from: v.nullable(time),
  until: v.nullable(time),
  /** All of them. */
  words: v.pipe(v.array(searchWord), v.maxLength(8)),
});
export type HistoryFilter = v.InferOutput<typeof historyFilter>;

export const ALL_HISTORY: HistoryFilter = {
  operation: null,
  origin: null,
  fact: null,
  from: null,
  until: null,
  words: [],
};

/** The most records in one answer. */
export const MAX_HISTORY_PAGE = 1000;

/** A part of the matching records, newest first. */
export type HistoryPage = { readonly total: number; readonly records: readonly HistoryRecord[] };

/** Days to keep records; null keeps them until they are deleted. */
export const historyRetention = v.nullable(v.picklist([30, 90, 365, 1825]));
export type HistoryRetention = v.InferOutput<typeof historyRetention>;

/** What there is, and what can be filtered by. */
export type HistorySummary = {
  /** 0 for an empty history. */
  readonly first: number;
  readonly last: number;
  /** The digest of the last record. */
  readonly head: string;
  /** The last record that Keystamp knows of and that isn't there any more; null if all are. */
  readonly missingThrough: number | null;
  /** When the first one was written; null for an empty history. */
  readonly since: number | null;
  readonly operations: readonly string[];
  readonly origins: readonly string[];
  readonly retention: HistoryRetention;
};
