import { KeystampError } from '../protocol/errors.ts';
import { QUERY_FOR } from '../protocol/operations.ts';
import { millisecondsOf, type Activity } from '../protocol/records.ts';
import type { OutboxRecord } from './outbox-record.ts';
import type { Queries, Target } from './queries.ts';

/**
 * The largest page (docs/protocol.md, Supporting operations); so many pages hold every activity of an
 * hour of any organization.
 */
const PAGE = '100';
const MOST_PAGES = 20;
/** Activities older than the entry by this much cannot be it. */
const SLACK_MS = 600_000;

export type Seeker = ReturnType<typeof createSeeker>;

/** Finds activities that were submitted before: by id, or by fingerprint once the id never came. */
export function createSeeker({ ask }: Queries) {
  /** The answer of a look-up by id; errors as of a query. */
  async function poll(record: OutboxRecord, activityId: string): Promise<{ activity: Activity }> {
    return ask(targetOf(record), QUERY_FOR.activity, { activityId }, 'background');
  }

  /**
   * Looks through the list for the fingerprint, newest first; undefined when all of the list that can
   * hold it has been seen. There is no filter by fingerprint (docs/protocol.md, Supporting operations).
   * @throws `outcome_unknown` when the list could not be seen in whole, and as of a query
   */
  async function byFingerprint(record: OutboxRecord): Promise<{ activity: Activity } | undefined> {
    let after: string | undefined;
    for (let page = 0; page < MOST_PAGES; page++) {
      const paginationOptions = { limit: PAGE, ...(after !== undefined && { after }) };
      const parameters = { filterByType: [record.type], paginationOptions };
      const { activities } = await ask(targetOf(record), QUERY_FOR.activities, parameters);
      const found = activities.find((one) => one.fingerprint === record.fingerprint);
      if (found) return { activity: found };
      const last = activities.at(-1);
      if (!last || activities.length < Number(PAGE)) return undefined;
      if (isOlder(last, record.timestampMs)) return undefined;
      // A page that does not move on would be taken for the end of the list.
      if (last.id === after) break;
      after = last.id;
    }
    throw new KeystampError('outcome_unknown');
  }

  return { poll, byFingerprint };
}

/** Whom to ask about an entry. */
export function targetOf({ profileId, baseUrl, organizationId, keyId }: OutboxRecord): Target {
  return { profileId, baseUrl, organizationId, keyId };
}

function isOlder(activity: Activity, timestampMs: number): boolean {
  const created = millisecondsOf(activity.createdAt);
  return created !== undefined && created < timestampMs - SLACK_MS;
}
