// Checks an activity that waits for votes before anybody votes on it. The worker reads it from the service
// itself and remembers what came of it, so that nothing is approved on a page's word.
import * as v from 'valibot';
import { KeystampError } from '../protocol/errors.ts';
import { BUILT_IN_QUERIES } from '../protocol/operations.ts';
import type { Profile } from '../protocol/profile.ts';
import type { Activity, UserRecord } from '../protocol/service-records.ts';
import {
  isApprovable,
  SEEN_ACTIVITIES,
  type ActivityVerdict,
  type CheckedActivity,
  type SeenActivity,
} from '../protocol/vote-verdict.ts';
import { isWaiting } from '../protocol/voting-window.ts';
import { createQueue } from '../storage/queue.ts';
import { checkActivity } from '../votes/check-activity.ts';
import { rememberActivity } from '../votes/seen.ts';
import type { RecordCache } from './record-cache.ts';
import { createActivityFinder } from './outbox/find-activity.ts';
import type { Outbox } from './outbox/outbox.ts';
import { targetOfProfile, type Queries } from './queries.ts';

export type ActivityCheckDeps = {
  readonly queries: Pick<Queries, 'ask'>;
  readonly outbox: Pick<Outbox, 'unsettled' | 'get'>;
  readonly recordCache: Pick<RecordCache, 'get' | 'set'>;
  readonly now: () => number;
};

/** As many activities as this browser remembers, those seen last at the end. */
const MAX_SEEN = 300;
/** As long as a body may wait for its stamp: what was found when it was shown still holds. */
const VALID_MS = 900_000;

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

/** Which activity to check: by its own id, or by the fingerprint that a vote names. */
export type ActivityName = { readonly id: string } | { readonly fingerprint: string };

export type ActivityCheck = ReturnType<typeof createActivityCheck>;

/** The checks of one lifetime of the worker. */
export function createActivityCheck(deps: ActivityCheckDeps) {
  const { now } = deps;
  // One after the other: each adds to the same kept record.
  const enqueue = createQueue();
  const found = new Map<string, { readonly at: number; readonly checked: CheckedActivity }>();

  function remember(profile: Profile, checked: CheckedActivity): void {
    const key = placeOf(profile, checked.activity.fingerprint);
    found.delete(key);
    found.set(key, { at: now(), checked });
    for (const oldest of [...found.keys()].slice(0, -MAX_SEEN)) found.delete(oldest);
  }

  /**
   * Reads an activity and checks it and its votes. Errors: those of a query, `not_approvable` if none
   * with the fingerprint waits, and `outcome_unknown` if the list has no end.
   */
  function check(profile: Profile, name: ActivityName): Promise<CheckedActivity> {
    return enqueue(async () => {
      const activity = await readActivity(deps, profile, name);
      const askedId = 'id' in name ? name.id : undefined;
      const checked = { activity, verdict: await checkRead(deps, profile, activity, askedId) };
      remember(profile, checked);
      return checked;
    });
  }

  return {
    check,
    /**
     * Demands that what an approval names was checked here a moment ago, or checks it now: the bytes of the
     * fingerprint are known, they are what the service shows, and nothing about them is forged. Errors:
     * `not_approvable`, and those of {@link check}.
     */
    demandApprovable: async (profile: Profile, fingerprint: string): Promise<void> => {
      const known = found.get(placeOf(profile, fingerprint));
      const isFresh = known && Math.abs(now() - known.at) < VALID_MS;
      const { activity, verdict } = isFresh ? known.checked : await check(profile, { fingerprint });
      if (!isApprovable(verdict)) {
        const { activity: whole } = verdict;
        throw notApprovable(whole.kind === 'verified' ? {} : { fault: whole.reason });
      }
      if (!isWaiting(activity)) throw notApprovable({ reason: 'not_waiting' });
    },
    clear: () => found.clear(),
  };
}

async function readActivity(
  { queries }: ActivityCheckDeps,
  profile: Profile,
  name: ActivityName,
): Promise<Activity> {
  const target = targetOfProfile(profile);
  if ('id' in name) {
    const parameters = { activityId: name.id };
    return (await queries.ask(target, BUILT_IN_QUERIES.activity, parameters)).activity;
  }
  const listed = await createActivityFinder(queries).findWaiting(target, name.fingerprint);
  if (!listed) throw notApprovable({ reason: 'not_waiting' });
  return listed.activity;
}

/** Checks an activity against the users and what was seen of it, and keeps what is seen now. */
async function checkRead(
  deps: ActivityCheckDeps,
  profile: Profile,
  activity: Activity,
  askedId: string | undefined,
): Promise<ActivityVerdict> {
  const { id, organizationId, passkeys } = profile;
  const list = await readSeen(deps, id);
  const seen = list.get(activity.id);
  const verdict = await checkActivity(activity, {
    askedId,
    organizationId,
    users: await readUsers(deps, profile),
    rpIds: passkeys?.rpId ? [passkeys.rpId] : [],
    seen,
    ownBody: await findOwnBody(deps, profile, activity.fingerprint),
  });
  const next = await rememberActivity(seen, activity);
  if (JSON.stringify(next) === JSON.stringify(seen)) return verdict;
  const others = [...list].filter(([one]) => one !== activity.id);
  const value = [...others, [activity.id, next]].slice(-MAX_SEEN);
  // Without it the next check knows less, and this one is as good.
  await deps.recordCache.set(id, SEEN_ACTIVITIES, value).catch(() => undefined);
  return verdict;
}

/** The users as the service has them now; undefined if it doesn't say. Read after the activity. */
function readUsers(
  { queries }: ActivityCheckDeps,
  profile: Profile,
): Promise<readonly UserRecord[] | undefined> {
  return queries.ask(targetOfProfile(profile), BUILT_IN_QUERIES.users, {}).then(
    ({ users }) => users,
    () => undefined,
  );
}

/** What this browser signed under a fingerprint, while its outcome is open. */
async function findOwnBody(
  { outbox }: ActivityCheckDeps,
  profile: Profile,
  fingerprint: string,
): Promise<string | undefined> {
  const own = (await outbox.unsettled()).find(
    (one) => one.profileId === profile.id && one.fingerprint === fingerprint,
  );
  return own && (await outbox.get(own.id))?.signedRequest?.body;
}

async function readSeen({ recordCache }: ActivityCheckDeps, profileId: string) {
  const parsed = v.safeParse(seenList, await recordCache.get(profileId, SEEN_ACTIVITIES));
  return new Map<string, SeenActivity>(parsed.success ? parsed.output : []);
}

/** A profile that changed to another organization or service has checked nothing there. */
const placeOf = ({ id, organizationId, baseUrl }: Profile, fingerprint: string): string =>
  JSON.stringify([id, organizationId, baseUrl, fingerprint]);

const notApprovable = (detail: KeystampError['detail']): KeystampError =>
  new KeystampError('not_approvable', undefined, detail);
