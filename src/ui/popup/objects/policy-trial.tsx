import { useState } from 'preact/hooks';
import * as v from 'valibot';
import type { Outcome } from '../../../policies/policy-outcome.ts';
import { readPolicy, type PolicyText } from '../../../policies/policy.ts';
import type { KeystampError } from '../../../protocol/errors.ts';
import { BUILT_IN_QUERIES } from '../../../protocol/operations.ts';
import { parseOrThrow } from '../../../protocol/parse.ts';
import { policy, type Activity } from '../../../protocol/service-records.ts';
import { t } from '../../i18n.ts';
import { Button } from '../../components/button.tsx';
import { toReadError } from '../../components/errors.ts';
import { Badge, List, type Tone } from '../../components/surfaces.tsx';
import { readOrganizationRules, type UserRecord } from '../../forms/organization-rules.ts';
import type { Item } from '../../forms/pickable-records.ts';
import { trialOutcome } from '../../forms/policy-trial.ts';
import { ReadProblem } from '../../forms/read-problem.tsx';
import { createQuery } from '../../forms/records.ts';
import { useStore } from '../context.ts';
import { ActivityRow } from '../inbox/inbox-row.tsx';
import { Part } from './object-frame.tsx';

/** As many as one looks through. */
const MAX_ACTIVITIES = 20;

const TONES: Readonly<Record<Outcome, Tone>> = {
  allow: 'good',
  requires_consensus: 'warn',
  deny_implicit: 'info',
  deny_explicit: 'danger',
  none: 'info',
  error: 'warn',
  time_inactive: 'info',
};

type Past = { readonly activities: readonly Activity[]; readonly users: readonly UserRecord[] };

/** The newest activities of the organization, read when the user asks for them. */
function usePast() {
  const { effects, profile } = useStore();
  const [past, setPast] = useState<Past | undefined>(undefined);
  const [error, setError] = useState<KeystampError | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  const profileId = profile.value?.id ?? '';
  const { activities: listing } = BUILT_IN_QUERIES;
  const read = async () => {
    setBusy(true);
    setError(undefined);
    try {
      const paginationOptions = { limit: String(MAX_ACTIVITIES) };
      const [answer, { users }] = await Promise.all([
        createQuery(effects.client, profileId)(listing.name, { paginationOptions }),
        readOrganizationRules(effects.client, profileId, effects.now()),
      ]);
      const { activities } = parseOrThrow(listing.result, answer, '', 'service_malformed');
      setPast({ activities, users });
    } catch (cause) {
      setError(toReadError(cause));
    }
    setBusy(false);
  };
  return { past, error, busy, read };
}

/** What a policy says to each of them. */
function TrialList(props: { readonly record: PolicyText; readonly past: Past }) {
  const { activities, users } = props.past;
  const tried = readPolicy(props.record);
  return (
    <List label={t('policy.trial.title')}>
      {activities.map((activity) => {
        const outcome = trialOutcome(tried, activity, users);
        const badge = (
          <Badge tone={outcome ? TONES[outcome] : 'warn'}>
            {t(outcome ? `policy.trial.${outcome}` : 'policy.trial.unknown')}
          </Badge>
        );
        return <ActivityRow key={activity.id} activity={activity} before={badge} />;
      })}
    </List>
  );
}

/** What a policy alone would have said to the organization's newest activities. */
export function PolicyTrial({ item: { record } }: { readonly item: Item }) {
  const { past, error, busy, read } = usePast();
  const parsed = v.safeParse(policy, record);
  if (!parsed.success) return null;
  return (
    <Part title={t('policy.trial.title')}>
      <p class="muted">{t('policy.trial.about', { count: MAX_ACTIVITIES })}</p>
      {error && (
        <ReadProblem error={error} title={t('policy.trial.unread')} onRetry={() => void read()} />
      )}
      {!past && !error && (
        <Button busy={busy} onClick={() => void read()}>
          {t('policy.trial.start')}
        </Button>
      )}
      {past?.activities.length === 0 && <p>{t('policy.trial.empty')}</p>}
      {past && past.activities.length > 0 && <TrialList record={parsed.output} past={past} />}
    </Part>
  );
}
