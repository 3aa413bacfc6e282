import { useEffect, useState } from 'preact/hooks';
import { SETTLED_STATES, type EntryView } from '../../protocol/outbox-entry.ts';
import { formatNumber, findText, t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import { RecordBoundary } from '../components/error-boundary.tsx';
import { StateBadge } from '../components/entry-state.tsx';
import { Field } from '../components/field.tsx';
import { Icon } from '../components/icon.tsx';
import { Select } from '../components/inputs.tsx';
import { OriginName } from '../components/origin.tsx';
import { EmptyState, errorText, ErrorState, Skeleton } from '../components/states.tsx';
import { FactLine, ProfileMark } from '../components/surfaces.tsx';
import { showToast } from '../components/toasts.tsx';
import { CopyText, DescriptionList, RelativeTime } from '../components/values.tsx';
import { useEntry } from '../components/follow-entry.ts';
import { sortProfiles } from './profiles-card.tsx';
import { RecordCard } from './record-card.tsx';
import { Section } from './section.tsx';
import { useAppState, useTabStore, useTask } from '../page/tab-store.ts';

const PAGE_SIZE = 50;

function useHistory(profileId: string | null) {
  const { effects } = useTabStore();
  const task = useTask();
  const [entries, setEntries] = useState<readonly EntryView[] | null>(null);
  const [more, setMore] = useState(false);
  const load = (loaded: readonly EntryView[]) =>
    task.run(async () => {
      const before = loaded.at(-1)?.createdAt ?? null;
      const input = { profileId, before, limit: PAGE_SIZE };
      const next = await effects.client.call('activities_list', input);
      setMore(next.length === PAGE_SIZE);
      setEntries([...loaded, ...next]);
    });
  useEffect(() => {
    setEntries(null);
    void load([]);
  }, [profileId]);
  return {
    entries,
    more,
    busy: task.busy,
    error: task.error,
    loadMore: () => void load(entries ?? []),
    reload: () => void load([]),
    replace: (entry: EntryView) =>
      setEntries((all) => all && all.map((other) => (other.id === entry.id ? entry : other))),
  };
}

/** Every activity Keystamp stamped, newest first. */
export function HistorySection() {
  const { profiles } = useAppState();
  const [profileId, setProfileId] = useState<string | null>(null);
  const history = useHistory(profileId);
  const { entries } = history;
  return (
    <Section title={t('kit.section.stamped')}>
      <RecordCard />
      <p class="muted">{t('options.history.what')}</p>
      {profiles.length > 1 && (
        <Field label={t('options.history.filter')}>
          {(ids) => (
            <Select
              {...ids}
              value={profileId ?? ''}
              blank={t('options.history.all')}
              options={sortProfiles(profiles).map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(value) => setProfileId(value || null)}
            />
          )}
        </Field>
      )}
      {history.error && <ErrorState error={history.error} onRetry={history.reload} />}
      {!entries && !history.error && <Skeleton rows={6} />}
      {entries?.length === 0 && (
        <EmptyState icon="history" title={t('options.history.none')}>
          {t('options.history.noneWhat')}
        </EmptyState>
      )}
      {entries && entries.length > 0 && (
        <ul class="list entries" aria-label={t('kit.section.stamped')}>
          {entries.map((entry) => (
            <RecordBoundary key={entry.id} name={entry.id}>
              <EntryRow entry={entry} onChange={history.replace} />
            </RecordBoundary>
          ))}
        </ul>
      )}
      {history.more && (
        <Button busy={history.busy} onClick={history.loadMore}>
          {t('options.history.more')}
        </Button>
      )}
    </Section>
  );
}

type EntryProps = {
  readonly entry: EntryView;
  readonly onChange: (entry: EntryView) => void;
};

/** Follows an activity that hasn't ended yet. */
function useLiveEntry({ entry, onChange }: EntryProps): void {
  const { effects } = useTabStore();
  const { entry: liveEntry } = useEntry(
    effects,
    SETTLED_STATES.includes(entry.state) ? null : entry.id,
  );
  useEffect(() => {
    if (liveEntry && liveEntry.id === entry.id && liveEntry.revision > entry.revision)
      onChange(liveEntry);
  }, [liveEntry]);
}

function EntryRow(props: EntryProps) {
  const { entry } = props;
  const { profiles } = useAppState();
  useLiveEntry(props);
  const profile = profiles.find(({ id }) => id === entry.profileId);
  const asker = askerOf(entry);
  return (
    <li class="entry">
      <details>
        <summary>
          {profile && <ProfileMark colour={profile.colour} />}
          <span class="row-text entry-text">
            <span class="row-title">
              {findText(`op.${entry.operation}.title`) ?? entry.operation}
            </span>
            <span class="row-detail">
              <FactLine
                facts={[
                  <RelativeTime at={entry.createdAt} />,
                  profile?.name ?? t('options.history.profileGone'),
                  asker && <OriginName origin={asker} />,
                ]}
              />
            </span>
          </span>
          <StateBadge state={entry.state} operation={entry.operation} />
          <Icon name="chevron-down" />
        </summary>
        <EntryDetails {...props} />
      </details>
    </li>
  );
}

/** The site that requested it; undefined if the user did. */
function askerOf(entry: EntryView): string | undefined {
  return entry.origin === 'popup' ? undefined : entry.origin;
}

function EntryDetails({ entry, onChange }: EntryProps) {
  const { effects } = useTabStore();
  const task = useTask();
  const activityId = entry.activity?.id;
  const asker = askerOf(entry);
  const canCheck = entry.state === 'mismatch' && !entry.disproved;
  const retry = () =>
    void task.run(async () => {
      onChange(await effects.client.call('activities_retry', { id: entry.id }));
      showToast(t('options.history.asked'), 'info');
    });
  return (
    <div class="entry-body">
      <DescriptionList
        rows={[
          ...(asker
            ? [
                [
                  t('options.history.asker'),
                  <CopyText text={asker} what={t('options.history.asker')} shorten={false} />,
                ] as const,
              ]
            : []),
          [t('options.history.method'), t(`options.history.method.${entry.method}`)],
          [t('options.history.type'), <span class="mono break">{entry.type}</span>],
          [
            t('options.history.fingerprint'),
            <CopyText text={entry.fingerprint} mono what={t('options.history.fingerprint')} />,
          ],
          ...(activityId
            ? [
                [
                  t('options.history.activity'),
                  <CopyText text={activityId} what={t('options.history.activity')} />,
                ] as const,
              ]
            : []),
          [t('options.history.attempts'), formatNumber(entry.attempts)],
          [t('options.history.updated'), <RelativeTime at={entry.updatedAt} />],
        ]}
      />
      {entry.error && <p class="field-error">{errorText(entry.error)}</p>}
      {task.error && <ErrorState error={task.error} />}
      {(canCheck || !SETTLED_STATES.includes(entry.state) || entry.state === 'unknown') && (
        <div>
          <Button small icon="refresh" busy={task.busy} onClick={retry}>
            {t(canCheck ? 'options.history.check' : 'options.history.ask')}
          </Button>
        </div>
      )}
    </div>
  );
}
