import { originOutside } from '../protocol/container.ts';
import { COPY_OF, type HistoryRecord } from '../protocol/history.ts';

/** Hosts have few labels; whoever has more is found by the last ones. */
const MAX_LABELS = 5;

/** `https://app.example.com` by its host, and by what is left without its first labels. */
export function hostTerms(site: string | null): readonly string[] {
  const origin = site && originOutside(site);
  if (origin === null || !URL.canParse(origin)) return [];
  const labels = new URL(origin).host.split('.').slice(-MAX_LABELS);
  return labels.map((_, at) => labels.slice(at).join('.'));
}

/**
 * The texts of which a search types the beginning: IDs, digests and hosts, in lower case. Whoever asks for many
 * records remembers the terms of a host.
 */
export function searchTermsOf(
  record: Pick<
    HistoryRecord,
    'id' | 'origin' | 'profileId' | 'body' | 'reply' | 'activityId' | 'details'
  >,
  termsOfHost = hostTerms,
): string[] {
  const { id, origin, profileId, body, reply, activityId, details } = record;
  // What a record was copied from is found by its digest (restore-records.ts).
  const copyOf = typeof details[COPY_OF] === 'string' ? details[COPY_OF] : null;
  const ids = [id, profileId, body, reply, activityId, copyOf].filter((one) => one !== null);
  return [...new Set([...ids, ...termsOfHost(origin)])].map((term) => term.toLowerCase());
}
