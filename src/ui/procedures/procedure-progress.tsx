import type { ComponentChildren } from 'preact';
import type { WireError } from '../../protocol/errors.ts';
import { submitRowOf } from '../../protocol/operations.ts';
import type { Profile } from '../../protocol/profile.ts';
import { addWords, t } from '../i18n.ts';
import { createLazyPart } from '../components/lazy-screen.tsx';
import { ErrorState } from '../components/states.tsx';
import { Banner, Card } from '../components/surfaces.tsx';
import { stateText } from '../forms/words.ts';
import { useStore } from '../page/store.ts';
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
  /** What to do while nobody can tell what came of it. */
  readonly open?: string | undefined;
  /** What to do after an answer about something else. */
  readonly disproved?: string | undefined;
  /** What the page itself found false in an answer, and what that means. */
  readonly fault?: { readonly title: string; readonly why: string; readonly kept: string } | null;
};

type NoticeProps = {
  readonly run: ProcedureRun;
  readonly profile: Profile;
  readonly says: OwnWords;
  /** An error with more than its words. */
  readonly drawError?: (error: WireError) => ComponentChildren;
};

/** How far a procedure has come, who has to approve, and why it isn't going on. */
export function ProcedureProgress<S extends string>(
  props: Omit<NoticeProps, 'run'> & {
    readonly stages: readonly S[];
    /** Null for one that was interrupted. */
    readonly run: ProcedureRun<S> | null;
    readonly textOf: (stage: S) => string | undefined;
    readonly direction?: string;
    /** Where it stands in a frame already. */
    readonly isFramed?: boolean;
  },
) {
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

function RunNotice(props: NoticeProps) {
  const { client, now } = useStore().effects;
  const { run, profile, says, drawError } = props;
  const { state, entry, error } = run;
  const sentence = entry && stateText(entry, submitRowOf(entry.operation));
  // An activity that goes on may have an error: it is tried again, or waits for the user.
  const shown = isGoingOn(state) ? entry?.error : error;
  const title = state === 'stopped' ? says.stopped : undefined;
  const isOpen = state === 'open';
  if (says.fault) return <FaultNotice {...says.fault} isRecorded={run.isRecorded} />;
  return (
    <>
      {state === 'waiting' && (
        <WaitingNotice {...{ client, now, profile, entry }} title={says.waiting}>
          {says.waits}
        </WaitingNotice>
      )}
      {state === 'going' && shown && <p>{sentence}</p>}
      {/* That the outcome is unknown is said below. */}
      {shown &&
        !(isOpen && shown.code === 'outcome_unknown') &&
        (drawError?.(shown) ?? <ErrorState error={shown} {...(title && { title })} />)}
      {isOpen && (
        <Banner tone="warn" title={t('procedure.open')}>
          {says.open ?? sentence}
        </Banner>
      )}
      {state === 'disproved' && entry?.state === 'mismatch' && (
        <>
          {!error && <Banner tone="danger" title={sentence} />}
          <p>
            {says.disproved} {t('procedure.tell')}
          </p>
        </>
      )}
    </>
  );
}

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
