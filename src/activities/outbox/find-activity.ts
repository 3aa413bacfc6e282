import { KeystampError } from '../../protocol/errors.ts';
import { BUILT_IN_QUERIES } from '../../protocol/operations.ts';
import { millisecondsOf, type Activity } from '../../protocol/service-records.ts';
import { WAITING_STATUSES } from '../../protocol/voting-window.ts';
import type { OutboxRecord } from './record.ts';
import type { Queries, QueryTarget } from '../queries.ts';

/**
 * The largest page (docs/protocol.md, Supporting operations). This many pages hold an hour of any
 * organization's activities.
 */
const PAGE_SIZE = '100';
const MAX_PAGES = 20;
/** An activity that is older than the entry by this much can't be the one. */
const AGE_SLACK_MS = 600_000;

export type ActivityFinder = ReturnType<typeof createActivityFinder>;

/** Finds activities submitted before: by id, or by fingerprint if no id ever came. */
export function createActivityFinder({ ask }: Pick<Queries, 'ask'>) {
  /** Looks an activity up by id. Errors: those of a query. */
  async function poll(record: OutboxRecord, activityId: string): Promise<{ activity: Activity }> {
    return ask(targetOfEntry(record), BUILT_IN_QUERIES.activity, { activityId }, 'background');
  }

  /**
   * Searches the list for the fingerprint, newest first. Undefined once it has seen every part of
   * the list that could hold it. There is no filter by fingerprint (docs/protocol.md, Supporting
   * operations).
   * @throws `outcome_unknown` if it couldn't see the whole list, and the errors of a query
   */
  function findByFingerprint(record: OutboxRecord) {
    const { type, fingerprint, timestampMs } = record;
    const isTooOld = (activity: Activity) => isOlder(activity, timestampMs);
    return search(targetOfEntry(record), { filterByType: [type] }, fingerprint, isTooOld);
  }

  /**
   * The same for the activity that a vote is about: of any type, and of any age, because an activity
   * waits for votes as long as it takes.
   */
  function findTarget(record: OutboxRecord, fingerprint: string) {
    return search(targetOfEntry(record), {}, fingerprint, () => false);
  }

  /** The same among the activities that wait for somebody's vote. */
  function findWaiting(target: QueryTarget, fingerprint: string) {
    return search(target, { filterByStatus: WAITING_STATUSES }, fingerprint, () => false);
  }

  async function search(
    target: QueryTarget,
    filter: {
      readonly filterByType?: readonly string[];
      readonly filterByStatus?: readonly string[];
    },
    fingerprint: string,
    isTooOld: (activity: Activity) => boolean,
  ): Promise<{ activity: Activity } | undefined> {
    let after: string | undefined;
    for (let pageIndex = 0; pageIndex < MAX_PAGES; pageIndex++) {
      const paginationOptions = { limit: PAGE_SIZE, ...(after !== undefined && { after }) };
      const parameters = { ...filter, paginationOptions };
      const { activities } = await ask(target, BUILT_IN_QUERIES.activities, parameters);
      const found = activities.find((activity) => activity.fingerprint === fingerprint);
      if (found) return { activity: found };
      const last = activities.at(-1);
      if (!last || activities.length < Number(PAGE_SIZE)) return undefined;
      if (isTooOld(last)) return undefined;
      // A page that doesn't advance would look like the end of the list.
      if (last.id === after) break;
      after = last.id;
    }
    throw new KeystampError('outcome_unknown');
  }

  return { poll, findByFingerprint, findTarget, findWaiting };
}

/** Where to look up an entry. */
export function targetOfEntry({
  profileId,
  baseUrl,
  organizationId,
  keyId,
}: OutboxRecord): QueryTarget {
  return { profileId, baseUrl, organizationId, keyId };
}

function isOlder(activity: Activity, timestampMs: number): boolean {
  const created = millisecondsOf(activity.createdAt);
  return created !== undefined && created < timestampMs - AGE_SLACK_MS;
}
