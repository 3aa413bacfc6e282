import type { ComponentChildren } from 'preact';
import type { WireError } from '../../protocol/errors.ts';
import { submitRowOf } from '../../protocol/operations.ts';
import type { Profile } from '../../protocol/profile.ts';
import { addWords, t } from '../i18n.ts';
import { createLazyPart } from '../components/lazy-screen.tsx';
import { ErrorState } from '../components/states.tsx';
import { Banner, Card } from '../components/surfaces.tsx';
import { stateText } from '../forms/words.ts';
import { hashOf } from '../page/routes.ts';
import { useStore } from '../page/store.ts';
import { PendingOwnRequest, useOwnRequests } from '../review/own-requests.tsx';
import { procedureWords } from '../words/en/procedure.ts';
import type { ProcedureRun } from './procedure.ts';
import { StageList } from './stage-list.tsx';
import { isGoingOn } from './stage-state.ts';

addWords(procedureWords);

/** Seldom needed: its code loads then. */
const WaitingNotice = createLazyPart(
  async () => (await import('./waiting-notice.tsx')).WaitingNotice,
);

/** What a procedure says of itself where it says more than all of them. */
type OwnWords = {
  /** While it goes on. */
  readonly going?: string;
  /** What others have to approve. */
  readonly waiting?: string;
  /** What happens once they have. */
  readonly waits?: string;
  /** That it stopped, above why. */
  readonly stopped?: string;
  /** What to do while nobody can tell what came of it, or after an answer about something else. */
  readonly unsure?: string | undefined;
  /** What the page itself found false in an answer, and what that means. */
  readonly fault?: { readonly title: string; readonly why: string; readonly kept: string } | null;
};

type NoticeProps = {
  readonly run: ProcedureRun;
  readonly profile: Profile;
  readonly says: OwnWords;
  /** Asks again, where nothing could be learned of the activity. */
  readonly onRetry?: (() => void) | undefined;
  /** An error with more than its words. */
  readonly drawError?: (error: WireError) => ComponentChildren;
};

type ProgressProps<S extends string> = Omit<NoticeProps, 'run'> & {
  readonly stages: readonly S[];
  /** Null for one that was interrupted. */
  readonly run: ProcedureRun<S> | null;
  readonly textOf: (stage: S) => string | undefined;
  readonly direction?: string;
  /** Where it stands in a frame already. */
  readonly isFramed?: boolean;
};

/** How far a procedure has come, who has to approve, and why it isn't going on. */
export function ProcedureProgress<S extends string>(props: ProgressProps<S>) {
  const { stages, run, textOf, direction, isFramed, ...rest } = props;
  const list = (
    <StageList {...{ stages, run, textOf }} {...(direction && { direction })}>
      {run?.state === 'going' && rest.says.going}
    </StageList>
  );
  return (
    <>
      {isFramed ? list : <Card>{list}</Card>}
      {run && <RunNotice {...rest} run={run} />}
    </>
  );
}

/** The same of one that is found again in the popup: its request may still wait for a passkey in its window. */
export function ResumedProgress<S extends string>({
  id,
  onDiscarded,
  ...progress
}: ProgressProps<S> & { readonly id: string | undefined; readonly onDiscarded: () => void }) {
  const pending = useOwnRequests().list?.find((request) => request.id === id);
  return pending && !progress.run?.entry ? (
    <PendingOwnRequest request={pending} onDiscarded={onDiscarded} />
  ) : (
    <ProcedureProgress<S> isFramed {...progress} />
  );
}

/** How the present stage is doing, where its row can't say it all. */
function RunNotice(props: NoticeProps) {
  const { client, now } = useStore().effects;
  const { run, profile, says, onRetry, drawError } = props;
  const { state, entry } = run;
  // An activity that goes on may have an error: it is tried again, or waits for the user.
  const error = isGoingOn(state) ? entry?.error : run.error;
  const isMismatch = state === 'disproved' && entry?.state === 'mismatch';
  const title = state === 'stopped' ? says.stopped : undefined;
  if (says.fault) return <FaultNotice {...says.fault} isRecorded={run.isRecorded} />;
  return (
    <>
      {state === 'waiting' && (
        <WaitingNotice {...{ client, now, profile, entry }} title={says.waiting}>
          {says.waits}
        </WaitingNotice>
      )}
      {state === 'going' && error && <p>{sentenceOf(run)}</p>}
      {error &&
        !(state === 'open' && error.code === 'outcome_unknown') &&
        (drawError?.(error) ?? <ErrorState {...{ error, onRetry }} {...(title && { title })} />)}
      {state === 'open' && (
        <Banner tone="warn" title={t('procedure.open')}>
          {says.unsure ?? sentenceOf(run)}
        </Banner>
      )}
      {isMismatch && (
        <>
          {!error && <Banner tone="danger" title={sentenceOf(run)} />}
          <p>
            {says.unsure} {t('procedure.tell')}
          </p>
        </>
      )}
      {entry && state !== 'waiting' && (error || state === 'open' || isMismatch) && (
        <p>
          <a href={hashOf({ screen: 'activity', id: entry.id })}>{t('procedure.toActivity')}</a>
        </p>
      )}
    </>
  );
}

/** What its activity's state means. */
const sentenceOf = ({ entry }: ProcedureRun): string | null =>
  entry && stateText(entry, submitRowOf(entry.operation));

/** What a page found false: the service's answer is no word of what happened. */
function FaultNotice(props: NonNullable<OwnWords['fault']> & { readonly isRecorded: boolean }) {
  return (
    <Banner tone="danger" title={props.title}>
      <p>{props.why}</p>
      <p>{props.kept}</p>
      {!props.isRecorded && <p>{t('procedure.unrecorded')}</p>}
    </Banner>
  );
}
