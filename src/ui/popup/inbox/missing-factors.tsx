import { useEffect, useState } from 'preact/hooks';
import { QUORUM_QUERIES } from '../../../protocol/operations.ts';
import { parseOrThrow } from '../../../protocol/parse.ts';
import type { Activity, MfaStatus } from '../../../protocol/service-records.ts';
import { formatList, t } from '../../i18n.ts';
import { Banner } from '../../components/surfaces.tsx';
import { createQuery } from '../../forms/records.ts';
import { visibleText } from '../../forms/visible.ts';
import { choiceWord } from '../../forms/words.ts';
import { useStore } from '../context.ts';

type Method = MfaStatus['satisfiedMethods'][number];

const isSame = (one: Method, other: Method) => one.type === other.type && one.id === other.id;

/** Each step that a user has not shown a factor for: the names of what would do, any one of them. */
export function missingSteps(statuses: readonly MfaStatus[]): readonly string[] {
  const open = statuses.filter(({ satisfied }) => !satisfied);
  return open.flatMap(({ requiredMethods, satisfiedMethods }) =>
    requiredMethods
      .filter(({ any }) => !any.some((method) => satisfiedMethods.some((s) => isSame(s, method))))
      .map(({ any }) =>
        formatList(
          [...new Set(any.map(({ type }) => visibleText(choiceWord(type))))],
          'disjunction',
        ),
      ),
  );
}

/** What the service says that this user must still show. Undefined if it doesn't say. */
function useMissingSteps(activity: Activity): readonly string[] | undefined {
  const { effects, profile } = useStore();
  const [steps, setSteps] = useState<readonly string[] | undefined>(undefined);
  const profileId = profile.value?.id ?? '';
  const userId = profile.value?.known?.userId;
  const votes = activity.votes?.length ?? 0;
  useEffect(() => {
    const read = async () => {
      const { name, result } = QUORUM_QUERIES.factors;
      const query = createQuery(effects.client, profileId);
      const answer = await query(name, { activityId: activity.id, ...(userId && { userId }) });
      const { mfaStatuses } = parseOrThrow(result, answer, '', 'service_malformed');
      setSteps(missingSteps(mfaStatuses));
    };
    void read().catch(() => setSteps(undefined));
  }, [activity.id, votes]);
  return steps;
}

function OwnFactors({ activity }: { readonly activity: Activity }) {
  const steps = useMissingSteps(activity);
  return (
    <>
      <p>{t('inbox.factors.yours')}</p>
      <p>
        {steps && steps.length > 0
          ? t('inbox.factors.missing', { methods: formatList(steps) })
          : t('inbox.factors.unknown')}
      </p>
    </>
  );
}

/** What a user must still show of themselves, where an activity waits for that. */
export function MissingFactors({ activity }: { readonly activity: Activity }) {
  if (activity.status !== 'ACTIVITY_STATUS_AUTHENTICATORS_NEEDED') return null;
  return (
    <Banner tone="warn" title={t('inbox.factors')}>
      {activity.canApprove ? <OwnFactors activity={activity} /> : t('inbox.factors.others')}
    </Banner>
  );
}
