import { useEffect, useState } from 'preact/hooks';
import { QUORUM_QUERIES } from '../../../protocol/operations.ts';
import { parse, parseOrThrow } from '../../../protocol/parse.ts';
import { policy, user, type Activity } from '../../../protocol/service-records.ts';
import { createQuery, type Records } from '../../records/records.ts';
import { useStore } from '../../page/store.ts';
import { useRecords } from '../../records/object-state.ts';
import { approversOf, quorumRules, type QuorumFacts, type QuorumRule } from './quorum.ts';
import { isWaiting } from '../../../protocol/voting-window.ts';

const { organization: organizationRow, evaluations: evaluationsRow } = QUORUM_QUERIES;

type Query = ReturnType<typeof createQuery>;

async function readRootQuorum(query: Query): Promise<QuorumFacts['rootQuorum']> {
  const answer = await query(organizationRow.name, {}).catch(() => undefined);
  if (!answer) return undefined;
  return parseOrThrow(organizationRow.result, answer, '', 'service_malformed').organizationData
    .rootQuorum;
}

/** The policies that waited for more votes when the newest vote was counted. */
async function readWaitingPolicies(
  query: Query,
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
export function useQuorum(activity: Activity): readonly QuorumRule[] | null | undefined {
  const { effects, profile } = useStore();
  const records = useRecords();
  const [rules, setRules] = useState<readonly QuorumRule[] | null | undefined>(undefined);
  const profileId = profile.value?.id ?? '';
  const key = `${activity.id} ${activity.status} ${activity.votes?.length ?? 0}`;
  useEffect(() => {
    let isCurrent = true;
    const read = async () => {
      const query = createQuery(effects.client, profileId);
      const [rootQuorum, policies] = await Promise.all([
        readRootQuorum(query),
        readWaitingPolicies(query, records, activity.id),
        records.load('user'),
      ]);
      const approved = approversOf(activity, effects.now());
      const facts = { approved, rootQuorum, policies, usersWithTag: usersWithTag(records) };
      if (isCurrent) setRules(quorumRules(facts));
    };
    if (isWaiting(activity)) void read().catch(() => isCurrent && setRules(null));
    return () => {
      isCurrent = false;
    };
  }, [key]);
  return rules;
}
