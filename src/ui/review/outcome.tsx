import type { ComponentChildren } from 'preact';
import type { AppState } from '../../protocol/app-state.ts';
import { rowOf, submitRowOf } from '../../protocol/operations.ts';
import type { PendingRequestView } from '../../protocol/pending-request.ts';
import { formatDateTime, richText, t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import { StateBadge } from '../components/entry-state.tsx';
import { EntryWait } from '../components/entry-wait.tsx';
import { useEntry, type EntryWatch } from '../components/follow-entry.ts';
import { createLazyScreen } from '../components/lazy-screen.tsx';
import { Origin } from '../components/origin-text.tsx';
import { ErrorState, Progress } from '../components/states.tsx';
import { Badge, Banner } from '../components/surfaces.tsx';
import { RelativeTime } from '../components/values.tsx';
import { FollowUpSection, ResultSection } from '../activities/result-section.tsx';
import { DeniedPolicies } from '../forms/denied-policies.tsx';
import { rowText, stateText } from '../forms/words.ts';
import type { QueueEffects } from '../page/effects.ts';
import { AnswerView } from './answer-view.tsx';
import { readAnsweredAddresses, type AnsweredAddresses } from './answered-addresses.ts';
import { QueueFrame, type QueuePlacement } from './queue-frame.tsx';
import type { FollowedRequest } from './queue-decisions.ts';
import type { RequestQueue } from './queue.ts';
import { useLeaving } from './use-leaving.ts';

/** The curves and hashes of all chains: only for results that hold addresses. */
const CrossCheck = createLazyScreen(async () => (await import('./cross-check.tsx')).CrossCheck);

type Props = {
  readonly queue: RequestQueue;
  readonly effects: QueueEffects;
  readonly placement: QueuePlacement;
  readonly state: AppState;
  readonly followed: FollowedRequest;
};

/** What becomes of a request that was just approved. Whatever needs reading stays until it is left. */
export function Outcome(props: Props) {
  const { request, entryId, outcome } = props.followed;
  switch (outcome?.kind) {
    case undefined:
      return entryId === null ? <Answered {...props} /> : <FollowedEntry {...props} id={entryId} />;
    case 'query':
      return (
        <OutcomeFrame {...props} isOver={false}>
          <Answer request={request} result={outcome.result} />
        </OutcomeFrame>
      );
    case 'read-session':
      return (
        <OutcomeFrame {...props} isOver>
          <Reading until={outcome.until} />
        </OutcomeFrame>
      );
    case 'activity':
      return <FollowedEntry {...props} id={outcome.entry.id} />;
  }
}

/** A site's request without an activity to follow. */
function Answered(props: Props) {
  const { request, pageIsBusy } = props.followed;
  const isConnected = request.requested.kind === 'connect';
  return (
    <OutcomeFrame {...props} isOver>
      <Followed {...props.followed}>
        {isConnected && <Badge tone="good">{t('confirm.connected')}</Badge>}
        {!isConnected && !pageIsBusy && <Badge tone="good">{t('confirm.answered')}</Badge>}
      </Followed>
    </OutcomeFrame>
  );
}

/** With the button that goes on to the next one or closes. */
function OutcomeFrame(
  props: Omit<Props, 'state' | 'followed'> & {
    /** It ended well, and nothing is left to read: it's left without a click. */
    readonly isOver: boolean;
    readonly children: ComponentChildren;
  },
) {
  const { queue, placement, children } = props;
  const isLast = queue.items.value?.length === 0;
  const isClosing = useLeaving(props) && isLast && placement.back === undefined;
  const goOn = (): void => {
    queue.showNext();
    if (isLast) placement.finish();
  };
  const action = (
    <>
      <p class="muted small centre" role="status">
        {isClosing && t('confirm.closing')}
      </p>
      <Button kind="primary" wide onClick={goOn}>
        {t(isLast ? 'app.close' : 'confirm.next')}
      </Button>
    </>
  );
  return (
    <QueueFrame queue={queue} placement={placement} action={action}>
      {children}
    </QueueFrame>
  );
}

/** Who asked, and how it stands. */
function Followed(props: FollowedRequest & { readonly children: ComponentChildren }) {
  const { request, pageIsBusy } = props;
  return (
    <section class="outcome stack" aria-live="polite">
      {request.asker === 'site' && (
        <p>
          <Origin origin={request.origin} />
        </p>
      )}
      {props.children}
      {pageIsBusy && <p class="note">{t('confirm.answerLater')}</p>}
    </section>
  );
}

/** An activity that was just stamped, live. Of the user's own also its result, and what goes on after it. */
function FollowedEntry(props: Props & { readonly id: string }) {
  const { id, effects, state, followed } = props;
  const watch = useEntry(effects, id);
  const { entry } = watch;
  const row = entry && submitRowOf(entry.operation);
  const answered = entry && row && readAnsweredAddresses(entry, row);
  const isOwn = followed.request.asker === 'own';
  const profile = state.profiles.find((one) => one.id === entry?.profileId);
  const result = isOwn && !answered ? entry?.result : null;
  const completed = row && result ? { effects, profile, row, result } : undefined;
  // What goes on after it, and addresses, are there to be read. Its record is also in the popup.
  const isOver = entry?.state === 'completed' && !answered && !(isOwn && row?.followUp);
  return (
    <OutcomeFrame {...props} isOver={isOver}>
      {completed && <FollowUpSection {...completed} />}
      <Followed {...followed}>
        <EntryState {...{ effects, watch, answered }} />
      </Followed>
      {completed && <ResultSection {...completed} parameters={entry?.parameters} />}
      {isOwn && !isOver && <p class="help">{t('passkey.followed')}</p>}
    </OutcomeFrame>
  );
}

/** What it is, how it stands, and what went wrong. */
function EntryState(props: {
  readonly effects: QueueEffects;
  readonly watch: EntryWatch;
  /** Addresses in its result that are there to be read. */
  readonly answered: AnsweredAddresses | undefined;
}) {
  const { effects, answered } = props;
  const { entry, error, again: reload } = props.watch;
  if (!entry) {
    return error ? (
      <ErrorState error={error} onRetry={() => reload()} />
    ) : (
      <Progress>{t('app.loading')}</Progress>
    );
  }
  const { id, operation, state, turn } = entry;
  const row = submitRowOf(operation);
  return (
    <>
      {row && <h2>{rowText(row, 'title')}</h2>}
      <div class="state-line" data-state={state} data-entry={id}>
        <StateBadge {...{ state, operation }} queued={turn !== undefined} />
        <span>{stateText(entry, row)}</span>
      </div>
      <EntryWait entry={entry} />
      {entry.error && !answered && <ErrorState error={entry.error} />}
      {entry.error && (
        <DeniedPolicies {...effects} profileId={entry.profileId} error={entry.error} />
      )}
      {answered && (
        <CrossCheck
          key={id}
          effects={effects}
          entryId={id}
          answeredAddresses={answered}
          onEntry={reload}
        />
      )}
      {error && <ErrorState error={error} onRetry={() => reload()} />}
    </>
  );
}

function Answer(props: {
  readonly request: PendingRequestView;
  readonly result: Readonly<Record<string, unknown>>;
}) {
  const { requested } = props.request;
  const row = requested.kind === 'operation' ? rowOf(requested.operation) : undefined;
  if (!row) return null;
  return (
    <>
      <h2>{rowText(row, 'done')}</h2>
      <AnswerView row={row} answer={props.result} />
    </>
  );
}

function Reading({ until }: { readonly until: number }) {
  return (
    <Banner
      tone="good"
      title={richText('passkey.reading', {
        until: formatDateTime(until),
        time: <RelativeTime at={until} />,
      })}
    >
      <p>{t('passkey.readingText')}</p>
    </Banner>
  );
}
