import type { HistoryRecord } from '../protocol/history.ts';

/** Hosts have few labels; whoever has more is found by the last ones. */
const MAX_LABELS = 5;

/** `https://app.example.com` by its host, and by what is left without its first labels. */
function hostTerms(origin: string | null): readonly string[] {
  if (origin === null || !URL.canParse(origin)) return [];
  const labels = new URL(origin).host.split('.').slice(-MAX_LABELS);
  return labels.map((_, at) => labels.slice(at).join('.'));
}

/** The texts of which a search types the beginning: IDs, digests and hosts, in lower case. */
export function searchTermsOf(
  record: Pick<HistoryRecord, 'id' | 'origin' | 'profileId' | 'body' | 'reply' | 'activityId'>,
): string[] {
  const { id, origin, profileId, body, reply, activityId } = record;
  const ids = [id, profileId, body, reply, activityId].filter((one) => one !== null);
  return [...new Set([...ids, ...hostTerms(origin)])].map((term) => term.toLowerCase());
}
