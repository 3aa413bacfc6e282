// Checks an activity that the service shows, and remembers what was seen of it for the next time. Pages load
// this when one is shown.
import * as v from 'valibot';
import type { Profile } from '../protocol/profile.ts';
import type { Activity, UserRecord } from '../protocol/service-records.ts';
import type { ActivityVerdict, SeenActivity } from '../protocol/vote-verdict.ts';
import { checkActivity } from '../votes/check-activity.ts';
import { rememberActivity } from '../votes/seen.ts';
import type { Client } from './client.ts';

/** Among the profile's kept records: what was seen of activities, those seen last at the end. */
const SEEN = 'seen-activities';
const MAX_SEEN = 300;

const seenList = v.array(
  v.tuple([
    v.string(),
    v.object({
      fingerprint: v.string(),
      status: v.string(),
      votes: v.array(v.object({ id: v.string(), selection: v.string(), digest: v.string() })),
    }),
  ]),
);
type SeenList = ReadonlyMap<string, SeenActivity>;

/** One check after the other: each adds to the same kept record. */
let last: Promise<unknown> = Promise.resolve();

async function readSeen(client: Client, profileId: string): Promise<SeenList> {
  const kept = await client.call('records_kept', { profileId, name: SEEN }).catch(() => null);
  const parsed = v.safeParse(seenList, kept);
  return new Map(parsed.success ? parsed.output : []);
}

/**
 * The verdict on an activity as the service shows it now, against the bytes that were signed and what this
 * browser saw before. `users`: the organization's list, read after the activity; undefined if it can't be.
 */
export function checkShownActivity(
  client: Client,
  { id: profileId, organizationId, passkeys }: Profile,
  activity: Activity,
  users: readonly UserRecord[] | undefined,
): Promise<ActivityVerdict> {
  const work = last.then(async () => {
    const list = await readSeen(client, profileId);
    const seen = list.get(activity.id);
    const rpIds = passkeys?.rpId ? [passkeys.rpId] : [];
    const verdict = await checkActivity(activity, { organizationId, users, rpIds, seen });
    const now = await rememberActivity(seen, activity);
    if (JSON.stringify(now) !== JSON.stringify(seen)) {
      const others = [...list].filter(([id]) => id !== activity.id);
      const value = [...others, [activity.id, now]].slice(-MAX_SEEN);
      // Without it the next check knows less, and this one is as good.
      await client.call('records_keep', { profileId, name: SEEN, value }).catch(() => undefined);
    }
    return verdict;
  });
  last = work.catch(() => undefined);
  return work;
}
