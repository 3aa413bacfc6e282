import { useMemo, useState } from 'preact/hooks';
import * as v from 'valibot';
import type { PolicyOutcome } from '../../policies/policy-outcome.ts';
import { isUnreadable, readPolicy, type PolicyText } from '../../policies/policy.ts';
import { BUILT_IN_QUERIES } from '../../protocol/operations.ts';
import { parseOrThrow } from '../../protocol/parse.ts';
import { policy, type Activity } from '../../protocol/service-records.ts';
import { t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import { toReadError } from '../components/errors.ts';
import { useTask } from '../components/task.ts';
import { Badge, List, Section, type Tone } from '../components/surfaces.tsx';
import { valuesOf } from '../forms/draft.ts';
import type { FormSession } from '../forms/form-session.ts';
import { readOrganizationRules, type UserRecord } from '../forms/organization-rules.ts';
import type { Item } from './pickable-records.ts';
import { trialOutcome } from '../forms/policy-trial.ts';
import { ReadProblem } from '../forms/read-problem.tsx';
import { createQuery } from './records.ts';
import { changedPolicy, typedPolicy } from '../forms/typed-policy.ts';
import { useStore } from '../page/store.ts';
import { ActivityRow } from '../activities/votes/inbox-row.tsx';

/** As many as one looks through. */
const MAX_ACTIVITIES = 20;

const TONES: Readonly<Record<PolicyOutcome, Tone>> = {
  allow: 'good',
  requires_consensus: 'warn',
  deny_implicit: 'info',
  deny_explicit: 'danger',
  none: 'info',
  error: 'warn',
  time_inactive: 'info',
};

type Past = { readonly activities: readonly Activity[]; readonly users: readonly UserRecord[] };

/** Another try of the same form reads nothing again for so long. */
const MAX_AGE_MS = 30_000;

/** The newest activities of the organization, read when the user asks for them. */
function usePast() {
  const { effects, profile } = useStore();
  const [past, setPast] = useState<(Past & { readonly at: number }) | undefined>(undefined);
  const { busy, error, run } = useTask(toReadError);
  const profileId = profile.value?.id ?? '';
  const { activities: listing } = BUILT_IN_QUERIES;
  const read = async () => {
    const at = effects.now();
    if (past && Math.abs(at - past.at) < MAX_AGE_MS) return;
    const isRead = await run(async () => {
      const paginationOptions = { limit: String(MAX_ACTIVITIES) };
      const [answer, { users }] = await Promise.all([
        createQuery(effects.client, profileId)(listing.name, { paginationOptions }),
        readOrganizationRules(effects.client, profileId, at),
      ]);
      const { activities } = parseOrThrow(listing.result, answer, '', 'service_malformed');
      setPast({ activities, users, at });
    });
    if (!isRead) setPast(undefined);
  };
  return { past, error, busy, read };
}

/** What a policy says to each of them. */
function TrialList(props: { readonly record: PolicyText; readonly past: Past }) {
  const { record, past } = props;
  const { activities, users } = past;
  // A policy can take longer to read than a frame lasts.
  const { isWhole, outcomes } = useMemo(() => {
    const tried = readPolicy(record);
    const found = activities.map((activity) => trialOutcome(tried, activity, users));
    return { isWhole: !isUnreadable(tried), outcomes: found };
  }, [record, past]);
  if (activities.length === 0) return <p>{t('policy.trial.empty')}</p>;
  return (
    <>
      {!isWhole && <p class="note">{t('policy.trial.unreadable')}</p>}
      <List label={t('policy.trial.title')}>
        {activities.map((activity, index) => {
          const outcome = outcomes[index];
          const badge = (
            <Badge tone={outcome ? TONES[outcome] : 'warn'}>
              {t(outcome ? `policy.trial.${outcome}` : 'policy.trial.unknown')}
            </Badge>
          );
          return <ActivityRow key={activity.id} activity={activity} before={badge} />;
        })}
      </List>
    </>
  );
}

/** What a policy alone would have said to the organization's newest activities. */
export function PolicyTrial({ item: { record } }: { readonly item: Item }) {
  const { past, error, busy, read } = usePast();
  const tried = useMemo(() => v.safeParse(policy, record), [record]);
  if (!tried.success) return null;
  return (
    <Section title={t('policy.trial.title')}>
      <p class="muted">{t('policy.trial.about', { count: MAX_ACTIVITIES })}</p>
      {error && (
        <ReadProblem error={error} title={t('policy.trial.unread')} onRetry={() => void read()} />
      )}
      {!past && !error && (
        <Button busy={busy} onClick={() => void read()}>
          {t('policy.trial.start')}
        </Button>
      )}
      {past && <TrialList record={tried.output} past={past} />}
    </Section>
  );
}

/** The policy of a form as it was when the user last tried it. */
function useTypedTrial(session: FormSession) {
  const { fields } = session.shape;
  const { past, error, busy, read } = usePast();
  const [tried, setTried] = useState<{ readonly record: PolicyText | undefined } | undefined>();
  const typed = typedPolicy(fields, session.draft.value, session.known.value);
  const start = async () => {
    const changed = changedPolicy(fields, valuesOf(fields, session.draft.peek()));
    await Promise.all([changed && session.load(changed.kind), read()]);
    setTried({ record: typedPolicy(fields, session.draft.peek(), session.known.peek()) });
  };
  const isCurrent = tried !== undefined && JSON.stringify(tried.record) === JSON.stringify(typed);
  return { past, error, busy, start, tried, isCurrent };
}

/**
 * What the policy of a form would have said, as it is typed. It is tried when the user says so: each
 * try is of one text, and what was found for another one isn't shown.
 */
export function TypedPolicyTrial({ session }: { readonly session: FormSession }) {
  const { past, error, busy, start, tried, isCurrent } = useTypedTrial(session);
  const isUnchosen = isCurrent && tried?.record === undefined;
  return (
    <Section title={t('policy.trial.typed')}>
      <p class="muted">{t('policy.trial.typedAbout', { count: MAX_ACTIVITIES })}</p>
      <div class="stack" role="status">
        {tried && !isCurrent && !error && <p class="note">{t('policy.trial.changed')}</p>}
        {isUnchosen && <p class="note">{t('policy.trial.unchosen')}</p>}
      </div>
      {error && (
        <ReadProblem error={error} title={t('policy.trial.unread')} onRetry={() => void start()} />
      )}
      {!error && (!isCurrent || isUnchosen) && (
        <Button busy={busy} onClick={() => void start()}>
          {t('policy.trial.start')}
        </Button>
      )}
      {isCurrent && past && tried?.record && <TrialList record={tried.record} past={past} />}
    </Section>
  );
}
