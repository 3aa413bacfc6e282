import { useEffect, useState } from 'preact/hooks';
import { parse } from '../../../protocol/parse.ts';
import { user, type Activity, type UserRecord } from '../../../protocol/service-records.ts';
import type { ActivityVerdict } from '../../../protocol/vote-verdict.ts';
import type { Records } from '../../forms/records.ts';
import { useStore } from '../context.ts';
import { useRecords } from '../objects/object-state.ts';

/** The organization's users as the service has them now; undefined if it doesn't say. */
export async function readUsers(records: Records): Promise<readonly UserRecord[] | undefined> {
  await records.load('user');
  // An earlier list lacks keys that were added since: it can't tell whose a key is.
  const isOld = records.asOf.peek().user !== undefined || records.loadErrors.peek().user;
  const items = records.known.peek().user;
  if (!items || isOld) return undefined;
  return [...items.values()].flatMap(({ record }) => {
    const parsed = parse(user, record);
    return parsed.ok ? [parsed.value] : [];
  });
}

/** What Keystamp finds when it checks an activity itself. Undefined until it has. */
export function useVerdict(activity: Activity): ActivityVerdict | undefined {
  const { effects, profile } = useStore();
  const records = useRecords();
  const [verdict, setVerdict] = useState<ActivityVerdict | undefined>(undefined);
  const shown = JSON.stringify(activity);
  useEffect(() => {
    let isCurrent = true;
    setVerdict(undefined);
    const work = async () => {
      const current = profile.peek();
      if (!current) return;
      const users = await readUsers(records);
      const { checkShownActivity } = await import('../../../client/activity-check.ts');
      const next = await checkShownActivity(effects.client, current, activity, users);
      if (isCurrent) setVerdict(next);
    };
    void work();
    return () => {
      isCurrent = false;
    };
  }, [shown]);
  return verdict;
}
