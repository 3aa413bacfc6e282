import { useState } from 'preact/hooks';
import { findText, t } from '../../i18n.ts';
import { Button } from '../../components/button.tsx';
import { ErrorState, Progress } from '../../components/states.tsx';
import { Banner } from '../../components/surfaces.tsx';
import { PendingOwnRequest, useOwnRequests } from '../../review/own-requests.tsx';
import { StageActivity } from '../stage-activity.tsx';
import { stateOfStage } from '../stage-state.ts';
import { stageOf, type CodeEnd, type Stage } from './contact-change.ts';
import type { ReadyStage } from './contact-session.ts';
import { StageSheet, type StepProps } from './stage-sheet.tsx';

/** Sends another code to the same contact, after a review. */
export function NewCode({
  session,
  profile,
  isMain = false,
}: Pick<StepProps, 'session' | 'profile'> & { readonly isMain?: boolean }) {
  const [ready, setReady] = useState<ReadyStage | undefined>(undefined);
  return (
    <>
      <Button
        kind={isMain ? 'primary' : 'plain'}
        wide={isMain}
        small={!isMain}
        onClick={() => setReady(session.readySend())}
      >
        {t('contact.resend')}
      </Button>
      {ready && <StageSheet {...{ session, profile, ready }} onClose={() => setReady(undefined)} />}
    </>
  );
}

/** A stage's activity on its way, or its request in the window that asks for the passkey. */
export function RunningStage(props: StepProps & { readonly stage: Stage }) {
  const { session, profile, draw, stage } = props;
  const entry = session.entry.value;
  const error = session.error.value;
  const id = stageOf(session.change.value)?.id;
  const pending = useOwnRequests().list?.find((request) => request.id === id);
  if (pending && !entry)
    return draw(<PendingOwnRequest request={pending} onDiscarded={session.back} />);
  return draw(
    <>
      {error && <ErrorState error={error} onRetry={session.reload} />}
      {!error && stateOfStage(entry) === 'going' && (
        <Progress>{t(`contact.running.${stage}`)}</Progress>
      )}
      {entry && <StageActivity {...{ entry, profile }} label={t('object.edit.open')} />}
      {entry?.error && stage === 'check' && <NewCode {...props} />}
    </>,
  );
}

/** A stage that ended without its effect, or whose effect nobody knows: and the way back to before it. */
export function FailedStage({
  session,
  profile,
  draw,
  stage,
}: StepProps & { readonly stage: Stage }) {
  const entry = session.entry.value;
  return draw(
    entry && (
      <StageActivity
        {...{ entry, profile }}
        label={t('object.edit.open')}
        failure={t(`contact.failed.${stage}`)}
      />
    ),
    <Button kind="primary" wide onClick={session.back}>
      {t('app.retry')}
    </Button>,
  );
}

/** A code that can't be used any more, or a proof that can't. */
export function EndedCode(props: StepProps & { readonly why: CodeEnd }) {
  const { session, draw, why } = props;
  return draw(
    <>
      <Banner tone="warn" title={findText(`contact.ended.${why}`)}>
        {t('contact.ended.do')}
      </Banner>
      <div class="cluster">
        <Button small onClick={session.startOver}>
          {t('popup.form.startOver')}
        </Button>
      </div>
    </>,
    <NewCode {...props} isMain />,
  );
}

/** The code was right, and the contact isn't set yet: the popup was closed, or that failed. */
export function VerifiedContact({ session, profile, draw }: StepProps) {
  const [ready, setReady] = useState<ReadyStage | undefined>(undefined);
  const error = session.error.value;
  return draw(
    <>
      {error && <ErrorState error={error} />}
      <Banner tone="good" title={t('contact.verified')}>
        {t('contact.verified.do')}
      </Banner>
      {ready && <StageSheet {...{ session, profile, ready }} onClose={() => setReady(undefined)} />}
    </>,
    <Button kind="primary" wide onClick={() => setReady(session.readySet())}>
      {t('popup.form.review')}
    </Button>,
  );
}
