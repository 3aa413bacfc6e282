import { KeystampError } from '../../protocol/errors.ts';
import { BUILT_IN_QUERIES } from '../../protocol/operations.ts';
import { millisecondsOf, type Activity } from '../../protocol/service-records.ts';
import type { OutboxRecord } from './record.ts';
import type { Queries, QueryTarget } from '../queries.ts';

/**
 * The largest page (docs/protocol.md, Supporting operations); so many pages hold every activity of an
 * hour of any organization.
 */
const PAGE_SIZE = '100';
const MAX_PAGES = 20;
/** Activities older than the entry by this much cannot be it. */
const AGE_SLACK_MS = 600_000;

export type ActivityFinder = ReturnType<typeof createActivityFinder>;

/** Finds activities that were submitted before: by id, or by fingerprint once the id never came. */
export function createActivityFinder({ ask }: Queries) {
  /** The answer of a look-up by id; errors as of a query. */
  async function poll(record: OutboxRecord, activityId: string): Promise<{ activity: Activity }> {
    return ask(targetOfEntry(record), BUILT_IN_QUERIES.activity, { activityId }, 'background');
  }

  /**
   * Looks through the list for the fingerprint, newest first; undefined when all of the list that can
   * hold it has been seen. There is no filter by fingerprint (docs/protocol.md, Supporting operations).
   * @throws `outcome_unknown` when the list could not be seen in whole, and as of a query
   */
  async function findByFingerprint(
    record: OutboxRecord,
  ): Promise<{ activity: Activity } | undefined> {
    let after: string | undefined;
    for (let pageIndex = 0; pageIndex < MAX_PAGES; pageIndex++) {
      const paginationOptions = { limit: PAGE_SIZE, ...(after !== undefined && { after }) };
      const parameters = { filterByType: [record.type], paginationOptions };
      const { activities } = await ask(
        targetOfEntry(record),
        BUILT_IN_QUERIES.activities,
        parameters,
      );
      const found = activities.find((activity) => activity.fingerprint === record.fingerprint);
      if (found) return { activity: found };
      const last = activities.at(-1);
      if (!last || activities.length < Number(PAGE_SIZE)) return undefined;
      if (isOlder(last, record.timestampMs)) return undefined;
      // A page that does not move on would be taken for the end of the list.
      if (last.id === after) break;
      after = last.id;
    }
    throw new KeystampError('outcome_unknown');
  }

  return { poll, findByFingerprint };
}

/** Whom to ask about an entry. */
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
