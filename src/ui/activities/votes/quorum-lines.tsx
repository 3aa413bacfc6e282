import { type Activity, policy, user } from '../../../protocol/service-records.ts';
import { formatList, richText, t } from '../../i18n.ts';
import { tickingNow } from '../../components/clock.ts';
import { RelativeTime } from '../../components/values.tsx';
import { useLatest } from '../../components/use-reading.ts';
import { visibleText } from '../../forms/visible.ts';
import { VisibleText } from '../../forms/visible-text.tsx';
import { useRecords } from '../../records/object-state.ts';
import {
  windowEndOf,
  type QuorumRule,
  type Requirement,
  approversOf,
  quorumRules,
  type QuorumFacts,
} from './quorum.ts';
import { QUORUM_QUERIES } from '../../../protocol/operations.ts';
import { parse, parseOrThrow } from '../../../protocol/parse.ts';
import { createQuery, type Records } from '../../records/records.ts';
import { SoleRootNotice } from '../../page/sole-root.tsx';
import { useStore } from '../../page/store.ts';
import { isWaiting } from '../../../protocol/voting-window.ts';

function RequirementLine({ threshold, approved, candidates }: Requirement) {
  const users = useRecords().known.value.user;
  const count = approved.length;
  const missing = threshold - count;
  const names = (candidates ?? []).map((id) => visibleText(users?.get(id)?.name || id));
  return (
    <p>
      {t('quorum.count', { count, threshold })}{' '}
      {missing > 0 && names.length > 0 && names.length <= missing && (
        <>{t('quorum.missingAll', { names: formatList(names) })}</>
      )}
      {missing > 0 && names.length > missing && (
        <>{t('quorum.missingSome', { count: missing, names: formatList(names) })}</>
      )}
    </p>
  );
}

function RuleLines({ policyName, requirements, text }: QuorumRule) {
  return (
    <li>
      <strong>
        {policyName === undefined
          ? t('quorum.root')
          : richText('quorum.policy', { name: <VisibleText text={policyName} /> })}
      </strong>
      {requirements?.map((one, index) => (
        <RequirementLine key={index} {...one} />
      ))}
      {!requirements && (
        <>
          <p>{t('quorum.text')}</p>
          <code class="break">{visibleText(text)}</code>
        </>
      )}
    </li>
  );
}

/** When the votes lapse, and what happens then. */
function WindowLine({ activity }: { readonly activity: Activity }) {
  const now = tickingNow();
  const end = windowEndOf(activity);
  if (end === undefined) return <p class="muted">{t('quorum.windowUnknown')}</p>;
  const time = <RelativeTime at={end} />;
  return <p class="muted">{richText(end > now ? 'quorum.window' : 'quorum.lapsed', { time })}</p>;
}

/** How many have approved, who is missing where a rule names them, and until when the votes count. */
export function QuorumLines({ activity }: { readonly activity: Activity }) {
  const rules = useQuorum(activity);
  return (
    <div class="stack">
      {rules === undefined && <p class="muted">{t('quorum.reading')}</p>}
      {(rules === null || rules?.length === 0) && <p>{t('quorum.unknown')}</p>}
      {rules && rules.length > 0 && (
        <ul class="quorum">
          {rules.map((rule, index) => (
            <RuleLines key={index} {...rule} />
          ))}
        </ul>
      )}
      {rules?.some(({ policyName }) => policyName === undefined) && <SoleRootNotice />}
      <WindowLine activity={activity} />
    </div>
  );
}

const { organization: organizationRow, evaluations: evaluationsRow } = QUORUM_QUERIES;

type RunQuery = ReturnType<typeof createQuery>;

async function readRootQuorum(query: RunQuery): Promise<QuorumFacts['rootQuorum']> {
  const answer = await query(organizationRow.name, {}).catch(() => undefined);
  if (!answer) return undefined;
  return parseOrThrow(organizationRow.result, answer, '', 'service_malformed').organizationData
    .rootQuorum;
}

/** The policies that waited for more votes when the newest vote was counted. */
async function readWaitingPolicies(
  query: RunQuery,
  records: Records,
  activityId: string,
): Promise<QuorumFacts['policies']> {
  const [answer] = await Promise.all([
    query(evaluationsRow.name, { activityId }),
    records.load('policy'),
  ]);
  const { policyEvaluations } = parseOrThrow(
    evaluationsRow.result,
    answer,
    '',
    'service_malformed',
  );
  const waiting = policyEvaluations
    .at(-1)
    ?.policyEvaluations.filter(({ outcome }) => outcome === 'OUTCOME_REQUIRES_CONSENSUS');
  const known = records.known.peek().policy;
  return (waiting ?? []).map(({ policyId }) => {
    const parsed = parse(policy, known?.get(policyId)?.record);
    // A deleted policy leaves its id.
    return parsed.ok ? parsed.value : { policyName: policyId, consensus: '' };
  });
}

function usersWithTag(records: Records): QuorumFacts['usersWithTag'] {
  const users = records.known.peek().user;
  return (tagId) => {
    if (!users) return undefined;
    return [...users.values()].flatMap(({ id, record }) => {
      const parsed = parse(user, record);
      return parsed.ok && parsed.value.userTags.includes(tagId) ? [id] : [];
    });
  };
}

/** What a waiting activity waits for. Null if the service doesn't say; undefined until it is known. */
function useQuorum(activity: Activity): readonly QuorumRule[] | null | undefined {
  const { effects, profile } = useStore();
  const records = useRecords();
  const profileId = profile.value?.id ?? '';
  const key = `${activity.id} ${activity.status} ${activity.votes?.length ?? 0}`;
  const read = async () => {
    const query = createQuery(effects.client, profileId);
    const [rootQuorum, policies] = await Promise.all([
      readRootQuorum(query),
      readWaitingPolicies(query, records, activity.id),
      records.load('user'),
    ]);
    const approved = approversOf(activity, effects.now());
    return quorumRules({ approved, rootQuorum, policies, usersWithTag: usersWithTag(records) });
  };
  return useLatest(
    () => (isWaiting(activity) ? read().catch(() => null) : undefined),
    [key],
    'keeps',
  );
}
