import { useEffect, useState } from 'preact/hooks';
import { checkShownActivity } from '../../client/activity-check.ts';
import { versionOfType } from '../../protocol/operation-row.ts';
import { BUILT_IN_QUERIES } from '../../protocol/operations.ts';
import { parseOrThrow } from '../../protocol/parse.ts';
import type { Profile } from '../../protocol/profile.ts';
import type { Activity } from '../../protocol/service-records.ts';
import type { ActivityVerdict } from '../../protocol/vote-verdict.ts';
import { t } from '../i18n.ts';
import { Banner } from '../components/surfaces.tsx';
import { sourcesOf } from '../forms/pickable-records.ts';
import { Sentence } from '../forms/parts.tsx';
import { createQuery, type Records } from '../forms/records.ts';
import { summaryOf, variantOf } from '../forms/review.ts';
import { VisibleText } from '../forms/visible-text.tsx';
import { choiceWord, summaryText } from '../forms/words.ts';
import { subjectOfActivity } from '../popup/activities/organization-row.tsx';
import { readUsers } from '../popup/inbox/use-verdict.ts';
import { verdictText } from '../popup/inbox/vote-list.tsx';
import { WAITING_STATUSES } from '../popup/inbox/waiting.ts';
import type { LookupEffects } from './referenced-records.ts';

type Props = {
  readonly effects: LookupEffects;
  readonly profile: Profile;
  readonly records: Records;
  /** Of the activity that is voted on. */
  readonly fingerprint: string;
};

type Found = { readonly activity: Activity; readonly verdict: ActivityVerdict };

/** The waiting activity with this fingerprint, checked; undefined if the service shows none. */
async function find({ effects, profile, records, fingerprint }: Props): Promise<Found | undefined> {
  const listing = BUILT_IN_QUERIES.activities;
  const answer = await createQuery(effects.client, profile.id)(listing.name, {
    filterByStatus: WAITING_STATUSES,
    paginationOptions: { limit: '100' },
  });
  const { activities } = parseOrThrow(listing.result, answer, '', 'service_malformed');
  const activity = activities.find((one) => one.fingerprint === fingerprint);
  if (!activity) return undefined;
  const users = await readUsers(records);
  const verdict = await checkShownActivity(effects.client, profile, activity, users);
  return { activity, verdict };
}

/** What the activity asks for, as its own review would say it. */
function ActivityText({ activity, records }: Pick<Props, 'records'> & Pick<Found, 'activity'>) {
  const subject = subjectOfActivity(activity);
  const fields =
    subject && (versionOfType(subject.row, subject.type) ?? subject.row.versions[0]).fields;
  useEffect(() => {
    for (const source of sourcesOf(fields ?? {})) void records.load(source);
  }, [activity.id]);
  if (!subject || !fields) return <VisibleText text={choiceWord(activity.type)} />;
  const { row, parameters } = subject;
  const template = summaryText(row, variantOf(row, parameters));
  const known = records.known.value;
  return <Sentence parts={summaryOf(template, { fields, parameters, secrets: {}, known })} />;
}

/**
 * What a vote is on, read and checked again in the window that signs it: its request has the fingerprint
 * alone. It is shown beside what is signed and keeps nothing from being signed.
 */
export function VotedOn(props: Props) {
  const { profile, records, fingerprint } = props;
  const [found, setFound] = useState<Found | 'unread' | undefined>(undefined);
  useEffect(() => {
    let isCurrent = true;
    setFound(undefined);
    void find(props)
      .catch(() => undefined)
      .then((next) => isCurrent && setFound(next ?? 'unread'));
    return () => {
      isCurrent = false;
    };
  }, [profile.id, fingerprint]);
  if (found === 'unread') return <p class="note">{t('votes.on.unread')}</p>;
  if (!found) return <p class="muted">{t('votes.checking')}</p>;
  const { activity } = found.verdict;
  const isForged = activity.kind === 'forged';
  return (
    <section class="section" aria-label={t('votes.on')}>
      <h2>{t('votes.on')}</h2>
      <p>
        <ActivityText activity={found.activity} records={records} />
      </p>
      {activity.kind !== 'verified' && (
        <Banner
          tone={isForged ? 'danger' : 'warn'}
          title={t(isForged ? 'votes.forged' : 'votes.unchecked')}
        >
          {verdictText(activity)}
        </Banner>
      )}
    </section>
  );
}
