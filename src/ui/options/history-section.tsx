import { useEffect, useState } from 'preact/hooks';
import { SETTLED, type EntryView } from '../../protocol/entry.ts';
import { number, said, t } from '../i18n.ts';
import { Button } from '../kit/button.tsx';
import { StateBadge } from '../kit/entry-state.tsx';
import { Field } from '../kit/field.tsx';
import { Icon } from '../kit/icon.tsx';
import { Select } from '../kit/inputs.tsx';
import { OriginName } from '../kit/origin.tsx';
import { EmptyState, errorText, ErrorState, Skeleton } from '../kit/states.tsx';
import { Mark } from '../kit/surfaces.tsx';
import { toast } from '../kit/toasts.tsx';
import { CopyText, Facts, RelativeTime } from '../kit/values.tsx';
import { useEntry } from '../kit/watching.ts';
import { inOrder } from './profiles-card.tsx';
import { Section } from './section.tsx';
import { useAppState, useStore, useTask } from './store.ts';

const PAGE = 50;

function useHistory(profileId: string | null) {
  const { effects } = useStore();
  const task = useTask();
  const [entries, setEntries] = useState<readonly EntryView[] | null>(null);
  const [more, setMore] = useState(false);
  const load = (known: readonly EntryView[]) =>
    task.run(async () => {
      const before = known.at(-1)?.createdAt ?? null;
      const input = { profileId, before, limit: PAGE };
      const next = await effects.client.call('activities_list', input);
      setMore(next.length === PAGE);
      setEntries([...known, ...next]);
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
      setEntries((all) => all && all.map((one) => (one.id === entry.id ? entry : one))),
  };
}

/** Every activity that Keystamp stamped, newest first. */
export function HistorySection() {
  const { profiles } = useAppState();
  const [profileId, setProfileId] = useState<string | null>(null);
  const history = useHistory(profileId);
  const { entries } = history;
  return (
    <Section title={t('options.section.history')}>
      <p class="muted">{t('options.history.what')}</p>
      {profiles.length > 1 && (
        <Field label={t('options.history.filter')}>
          {(ids) => (
            <Select
              {...ids}
              value={profileId ?? ''}
              blank={t('options.history.all')}
              options={inOrder(profiles).map(({ id, name }) => ({ value: id, label: name }))}
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
        <ul class="list entries" aria-label={t('options.section.history')}>
          {entries.map((entry) => (
            <EntryRow key={entry.id} entry={entry} onChange={history.replace} />
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

/** Follows what has not ended yet. */
function useLive({ entry, onChange }: EntryProps): void {
  const { effects } = useStore();
  const { entry: live } = useEntry(effects, SETTLED.includes(entry.state) ? null : entry.id);
  useEffect(() => {
    if (live && live.id === entry.id && live.revision > entry.revision) onChange(live);
  }, [live]);
}

function EntryRow(props: EntryProps) {
  const { entry } = props;
  const { profiles } = useAppState();
  useLive(props);
  const profile = profiles.find(({ id }) => id === entry.profileId);
  const asker = askerOf(entry);
  return (
    <li class="entry">
      <details>
        <summary>
          {profile && <Mark colour={profile.colour} />}
          <span class="row-text">
            <span class="row-title">{said(`op.${entry.operation}.title`) ?? entry.operation}</span>
            <span class="row-detail">
              <RelativeTime at={entry.createdAt} />
              {' · '}
              {profile?.name ?? t('options.history.profileGone')}
              {asker && ' · '}
              {asker && <OriginName origin={asker} />}
            </span>
          </span>
          <StateBadge state={entry.state} />
          <Icon name="chevron-down" />
        </summary>
        <EntryFacts {...props} />
      </details>
    </li>
  );
}

/** The web page that asked for it; undefined for the user. */
function askerOf(entry: EntryView): string | undefined {
  return entry.origin === 'popup' ? undefined : entry.origin;
}

function EntryFacts({ entry, onChange }: EntryProps) {
  const { effects } = useStore();
  const task = useTask();
  const activityId = entry.activity?.id;
  const asker = askerOf(entry);
  const mayCheck = entry.state === 'mismatch' && !entry.disproved;
  const retry = () =>
    void task.run(async () => {
      onChange(await effects.client.call('activities_retry', { id: entry.id }));
      toast(t('options.history.asked'), 'info');
    });
  return (
    <div class="entry-body">
      <Facts
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
          [t('options.history.attempts'), number(entry.attempts)],
          [t('options.history.updated'), <RelativeTime at={entry.updatedAt} />],
        ]}
      />
      {entry.error && <p class="field-error">{errorText(entry.error)}</p>}
      {task.error && <ErrorState error={task.error} />}
      {(mayCheck || !SETTLED.includes(entry.state) || entry.state === 'unknown') && (
        <div>
          <Button small icon="refresh" busy={task.busy} onClick={retry}>
            {t(mayCheck ? 'options.history.check' : 'options.history.ask')}
          </Button>
        </div>
      )}
    </div>
  );
}
