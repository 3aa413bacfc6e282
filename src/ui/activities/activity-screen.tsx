import { useEffect, useState } from 'preact/hooks';
import {
  OWN_ORIGIN,
  SETTLED_STATES,
  type EntryState,
  type EntryView,
} from '../../protocol/outbox-entry.ts';
import type { KeystampError } from '../../protocol/errors.ts';
import type { SubmitRow } from '../../protocol/operation-row.ts';
import { versionOfType } from '../../protocol/operation-row.ts';
import { submitRowOf } from '../../protocol/operations.ts';
import { findText, t } from '../i18n.ts';
import { Button, Link } from '../components/button.tsx';
import { StateBadge } from '../components/entry-state.tsx';
import { EntryWait } from '../components/entry-wait.tsx';
import { DeniedPolicies } from '../forms/denied-policies.tsx';
import { ErrorState, Skeleton } from '../components/states.tsx';
import { Banner, List, ListRow, Section } from '../components/surfaces.tsx';
import { useCountdown } from '../components/unlock.tsx';
import { CopyText, DescriptionList, RelativeTime } from '../components/values.tsx';
import { useEntry } from '../components/follow-entry.ts';
import { ReadProblem } from '../forms/read-problem.tsx';
import { Value } from '../forms/parts.tsx';
import { rowsOf } from '../forms/review-subject.ts';
import { choiceWord, labelText, rowText, stateText } from '../forms/words.ts';
import { visibleText } from '../forms/visible.ts';
import { VisibleText } from '../forms/visible-text.tsx';
import { asText } from '../records/record-members.ts';
import { ActivitySentence } from './activity-sentence.tsx';
import { RequestTitle } from './activity-title.tsx';
import { OwnVote, votedOnText } from './own-vote.tsx';
import { useCheck } from './votes/use-check.ts';
import { useStore } from '../page/store.ts';
import { clearSent, reopenForm } from '../forms/form-sessions.ts';
import { AskedBy, PRIVATE } from './entry-row.tsx';
import { MissingFactors } from './factors/missing-factors.tsx';
import { Frame } from '../page/frame.tsx';
import { FollowUpSection, ResultSection } from './result-section.tsx';
import { hashOf } from '../page/routes.ts';
import { TimingBanners } from '../review/timing-banners.tsx';
import { toKeystampError } from '../components/errors.ts';

/** Settled states that stay on the first screen until the user takes them off. */
const DISMISSIBLE: readonly EntryState[] = ['unknown', 'mismatch', 'failed', 'rejected', 'refused'];

/** States that a verified answer brings. */
const VERIFIED: readonly EntryState[] = ['pending', 'completed', 'failed', 'rejected'];

/** Settled states after which nothing was changed at the service. */
const UNCHANGED: readonly EntryState[] = ['failed', 'rejected', 'refused'];

/** One activity, live, from the stamp to the end. */
export function ActivityScreen({ id }: { readonly id: string }) {
  const store = useStore();
  const { entry, error, again: reload } = useEntry(store.effects, id);
  const row = entry && submitRowOf(entry.operation);
  const title = row ? rowText(row, 'title') : t('popup.activity.title');
  useEffect(() => {
    if (entry?.state !== 'completed') return;
    clearSent(store, entry.id);
    // What waits for a vote is less now: the list beside this screen, and the number at the icon.
    const home = store.snapshot.peek()?.home;
    if (row?.vote && home && entry.updatedAt > home.at) void store.refresh();
  }, [entry?.state]);
  return (
    <Frame
      title={title}
      action={
        <Button kind="primary" wide onClick={store.back}>
          {entry && !SETTLED_STATES.includes(entry.state)
            ? t(store.activityOpener.value.screen === 'home' ? 'popup.activity.leave' : 'app.back')
            : t('app.done')}
        </Button>
      }
    >
      {error && <ErrorState error={error} onRetry={() => reload()} />}
      {entry ? <Entry entry={entry} row={row} reload={reload} /> : !error && <Skeleton rows={5} />}
    </Frame>
  );
}

type EntryProps = {
  readonly entry: EntryView;
  readonly row: SubmitRow | undefined;
  readonly reload: (entry?: EntryView) => void;
};

function Entry({ entry, row, reload }: EntryProps) {
  const { effects, snapshot } = useStore();
  const profile = snapshot.value?.state.profiles.find(
    (candidate) => candidate.id === entry.profileId,
  );
  const { result } = entry;
  const followed = row?.followUp && result ? { effects, profile, row, result } : undefined;
  return (
    <>
      {followed && <FollowUpSection {...followed} />}
      {followed && <h2>{t('popup.activity.title')}</h2>}
      <div class="state-line" data-state={entry.state} data-entry={entry.id} role="status">
        <StateBadge state={entry.state} queued={entry.turn !== undefined} />
        <RelativeTime at={entry.createdAt} />
        <AskedBy entry={entry} />
      </div>
      {row && entry.parameters && (
        <p class="summary">
          <EntrySentence entry={entry} row={row} parameters={entry.parameters} />
        </p>
      )}
      <p>{stateText(entry, row)}</p>
      <TimingBanners profileId={entry.profileId} />
      {entry.mismatched && VERIFIED.includes(entry.state) && (
        <Banner tone="warn" title={t('popup.activity.mismatched')}>
          {t('popup.activity.mismatchedText')}
        </Banner>
      )}
      {entry.error?.code === 'read_session_needed' ? (
        <ReadProblem
          error={entry.error}
          profileId={entry.profileId}
          title={t('popup.readSession.entry')}
          onRetry={() => reload()}
        />
      ) : (
        entry.error && <ErrorState error={entry.error} />
      )}
      {entry.error && (
        <DeniedPolicies {...effects} profileId={entry.profileId} error={entry.error} />
      )}
      <EntryActions entry={entry} reload={reload} />
      {entry.activity && (
        <ListedActivity activity={entry.activity} isVoted={row?.vote !== undefined} />
      )}
      <EntryFactors entry={entry} row={row} />
      {row && result && (
        <ResultSection {...{ effects, profile, row, result }} parameters={entry.parameters} />
      )}
      {row && entry.parameters && <RequestedParameters entry={entry} row={row} />}
      <EntryIds entry={entry} />
    </>
  );
}

/** What was asked for, in one sentence. */
function EntrySentence(props: {
  readonly entry: EntryView;
  readonly row: SubmitRow;
  readonly parameters: NonNullable<EntryView['parameters']>;
}) {
  const { entry, row, parameters } = props;
  if (row.vote) return <VoteSentence entry={entry} row={row} vote={row.vote} />;
  const { type, replaced, state } = entry;
  return (
    <ActivitySentence {...{ row, type, parameters, replaced }} isDone={state === 'completed'} />
  );
}

/**
 * The own vote in words. What it is on was signed by others, so it is read and checked before it is said;
 * until then, and where that can't be, it is the service's word for the type.
 */
function VoteSentence(props: {
  readonly entry: EntryView;
  readonly row: SubmitRow;
  readonly vote: 'approve' | 'reject';
}) {
  const { entry, row, vote } = props;
  const { effects } = useStore();
  const { activity, profileId, parameters } = entry;
  const fingerprint = asText(parameters?.['fingerprint']);
  // By its fingerprint only one that waits is found.
  const name = activity ? { id: activity.id } : { fingerprint };
  const { checked } = useCheck(effects.client, profileId, name, activity?.status);
  const isVotedOn = checked?.activity.fingerprint === fingerprint;
  const signed = isVotedOn ? checked.verdict.signed : undefined;
  const isCarriedOut = isVotedOn && checked.activity.status === 'ACTIVITY_STATUS_COMPLETED';
  const what = signed ? (
    <RequestTitle request={signed} isDone={isCarriedOut} />
  ) : (
    votedOnText(entry)
  );
  return <OwnVote {...{ entry, row, vote, what }} />;
}

/** What became of an activity with the own vote; for other statuses the service's word. */
function votedText(status: string): string {
  return (
    findText(`votes.became.${status}`) ??
    t('votes.target.status', { status: visibleText(choiceWord(status)) })
  );
}

/** The way to the activity at the service; of one that was voted on also how far it was then. */
function ListedActivity(props: {
  readonly activity: NonNullable<EntryView['activity']>;
  readonly isVoted: boolean;
}) {
  const { id, type, status, failure } = props.activity;
  const hash = hashOf({ screen: 'object', kind: 'activity', id });
  if (!props.isVoted)
    return (
      <p>
        <Link href={hash}>{t('popup.activity.listed')}</Link>
      </p>
    );
  return (
    <Section title={t('votes.target')}>
      <List label={t('votes.target')}>
        <ListRow href={hash} title={visibleText(choiceWord(type))} detail={votedText(status)} />
      </List>
      {failure?.message && <VisibleText text={failure.message} layout="lines" />}
    </Section>
  );
}

/** What an activity still needs of the user who asked for it. A vote's is on the screen of its target. */
function EntryFactors({ entry, row }: Omit<EntryProps, 'reload'>) {
  const { activity, type, parameters, fingerprint } = entry;
  if (!activity || !row || !parameters || row.vote || entry.state !== 'pending') return null;
  return (
    <MissingFactors
      activity={{ ...activity, fingerprint }}
      summary={<ActivitySentence row={row} type={type} parameters={parameters} isDone={false} />}
    />
  );
}

/** Whether the same bytes may be sent, or the service be asked, at the user's word. */
function nextCheckOf(entry: EntryView): 'retry' | 'ask' | 'check' | undefined {
  const { state, error, mismatched, disproved } = entry;
  if (state === 'waiting') return mismatched ? 'ask' : 'retry';
  if (state === 'mismatch' && !disproved) return 'check';
  // The key may have been registered or renewed since: the bytes were kept for that.
  if (state === 'refused' && error?.code === 'unauthenticated') return 'retry';
  return state === 'pending' || state === 'unknown' ? 'ask' : undefined;
}

function EntryActions({ entry, reload }: Omit<EntryProps, 'row'>) {
  const store = useStore();
  const { client } = store.effects;
  const [error, setError] = useState<KeystampError | undefined>(undefined);
  const attempt = async (act: () => Promise<void>) => {
    setError(undefined);
    await act().catch((cause: unknown) => setError(toKeystampError(cause)));
  };
  const retry = () =>
    attempt(async () => reload(await client.call('activities_retry', { id: entry.id })));
  const dismiss = () =>
    attempt(async () => {
      await client.call('activities_dismiss', { id: entry.id });
      store.back();
      await store.refresh();
    });
  const editAgain = () => {
    reopenForm(store, entry.id);
    store.go({ screen: 'form', operation: entry.operation });
  };
  const seconds = useCountdown(entry.nextAt ?? 0);
  const check = nextCheckOf(entry);
  const isWaiting = check !== undefined && !SETTLED_STATES.includes(entry.state);
  const canDismiss = DISMISSIBLE.includes(entry.state);
  const canChange = UNCHANGED.includes(entry.state);
  // Nothing in it was wrong but its time.
  const isLate = entry.error?.code === 'time_refused';
  return (
    <>
      {/* It stays during a check: what is below must not move under the pointer. */}
      {isWaiting && check !== 'retry' && entry.nextAt !== null && (
        <p class="muted">
          {seconds > 0
            ? t('popup.activity.nextAsk', { count: seconds })
            : t('popup.activity.asking')}
        </p>
      )}
      <EntryWait entry={entry} />
      {error && <ErrorState error={error} />}
      {(check || canDismiss) && (
        <div class="cluster">
          {canChange && (
            <Button small icon="pencil" onClick={editAgain}>
              {t(isLate ? 'popup.activity.again' : 'popup.activity.change')}
            </Button>
          )}
          {check && (
            <Button small icon="refresh" onClick={() => void retry()}>
              {t(`popup.activity.${check}`)}
            </Button>
          )}
          {canDismiss && (
            <Button small onClick={() => void dismiss()}>
              {t('app.dismiss')}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

function RequestedParameters({
  entry,
  row,
}: {
  readonly entry: EntryView;
  readonly row: SubmitRow;
}) {
  const version = versionOfType(row, entry.type) ?? row.versions[0];
  const rows = rowsOf({
    fields: version.fields,
    parameters: entry.parameters ?? {},
    secrets: {},
    known: {},
  });
  if (rows.length === 0) return null;
  return (
    <details class="more">
      <summary>{t('popup.activity.asked')}</summary>
      <DescriptionList
        rows={rows.map(({ name, parts }) => [
          labelText(row, name),
          <Value key={name} row={row} path={name} parts={parts} />,
        ])}
      />
    </details>
  );
}

function EntryIds({ entry }: { readonly entry: EntryView }) {
  const { activity } = entry;
  const fingerprint = t('popup.activity.fingerprint');
  const rows: [string, preact.ComponentChildren][] = [
    [fingerprint, <CopyText text={entry.fingerprint} mono what={fingerprint} />],
    [t('popup.activity.type'), <span class="mono break">{entry.type}</span>],
    [t('popup.method.with'), t(`popup.method.${entry.method}`)],
    [t('popup.activity.attempts'), String(entry.attempts)],
    [t('popup.activity.updated'), <RelativeTime at={entry.updatedAt} />],
  ];
  if (entry.origin !== OWN_ORIGIN && entry.origin !== PRIVATE) {
    const asker = t('popup.activity.asker');
    rows.unshift([asker, <CopyText text={entry.origin} what={asker} shorten={false} />]);
  }
  if (activity) {
    const id = t('popup.activity.id');
    rows.unshift([id, <CopyText text={activity.id} mono what={id} />]);
    rows.push([t('popup.activity.status'), choiceWord(activity.status)]);
  }
  return (
    <Section title={t('popup.activity.ids')}>
      {entry.state === 'mismatch' && <Banner tone="danger" title={t('popup.activity.mismatch')} />}
      <DescriptionList rows={rows} />
    </Section>
  );
}
