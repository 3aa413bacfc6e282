import { useEffect, useState } from 'preact/hooks';
import { MAX_CODE_TRIES } from '../../../protocol/one-time-code.ts';
import { sentCodesUrl, type Profile } from '../../../protocol/profile.ts';
import { findText, richText, t } from '../../i18n.ts';
import { Button } from '../../components/button.tsx';
import { Form } from '../../components/form.tsx';
import { formatCountdown } from '../../components/format.ts';
import { ErrorState } from '../../components/states.tsx';
import { Banner } from '../../components/surfaces.tsx';
import { useCountdown } from '../../components/unlock.tsx';
import { DescriptionList } from '../../components/values.tsx';
import { SingleField } from '../../forms/form-fields.tsx';
import { VisibleText } from '../../forms/visible-text.tsx';
import { labelText, rowText } from '../../forms/words.ts';
import { useStore } from '../../page/store.ts';
import { ResumedProgress } from '../procedure-progress.tsx';
import { stageOf, stagesOf, type CodeEnd, type Stage } from './contact-change.ts';
import type { ReadyStage } from './contact-session.ts';
import { BothStagesSheet, StageSheet, type StageProps } from './stage-sheet.tsx';

/*
 * The steps of a contact that is changed, one screen each.
 */

const CONTACT_FORM = 'contact-form';
const CODE_FORM = 'code-form';

/** The contact is typed, or the present one kept to verify it. Saving it unverified is the other way. */
export function TypeContact(props: StageProps & { readonly present: string }) {
  const { session, profile, present, draw } = props;
  const { setForm, steps } = session;
  const { contactField } = steps;
  const [ready, setReady] = useState<ReadyStage | undefined>(undefined);
  const isChanged = setForm.draft.value[contactField] !== present;
  return draw(
    <>
      <p>{t('contact.about')}</p>
      <Form id={CONTACT_FORM} form={{ submit: () => setReady(session.readySend()) }}>
        <SingleField
          session={setForm}
          name={contactField}
          label={labelText(setForm.row, contactField)}
        />
      </Form>
      {isChanged && (
        <p class="help">
          {t('contact.unverified')}{' '}
          <Button kind="quiet" small onClick={() => setReady(session.readySet())}>
            {t('contact.plain')}
          </Button>
        </p>
      )}
      {ready && <StageSheet {...{ session, profile, ready }} onClose={() => setReady(undefined)} />}
    </>,
    <Button kind="primary" wide submit form={CONTACT_FORM}>
      {rowText(steps.send, 'action')}
    </Button>,
  );
}

/** The present contact, verified as it is: the request for its code is reviewed at once. */
export function VerifyPresent(props: StageProps & { readonly present: string }) {
  const { session, profile, present, draw } = props;
  const { setForm, steps } = session;
  const { contactField } = steps;
  const [ready, setReady] = useState<ReadyStage | undefined>(undefined);
  const review = () => setReady(session.readySend());
  useEffect(() => {
    // Another one may have been typed before.
    setForm.set(contactField, present);
    review();
  }, []);
  // What the service has may be no contact that it takes today.
  if (setForm.errors.value[contactField]) return <TypeContact {...props} />;
  return draw(
    <>
      <p>{t('contact.about')}</p>
      <DescriptionList
        rows={[[labelText(setForm.row, contactField), <VisibleText key="is" text={present} />]]}
      />
      {ready && <StageSheet {...{ session, profile, ready }} onClose={() => setReady(undefined)} />}
    </>,
    <Button kind="primary" wide onClick={review}>
      {rowText(steps.send, 'action')}
    </Button>,
  );
}

/** Where a local service shows its codes, which it sends to nobody. */
function SentCodes({ profile }: { readonly profile: Profile }) {
  const { effects } = useStore();
  const url = sentCodesUrl(profile);
  if (url === undefined) return null;
  return (
    <p class="note">
      {t('contact.local')}{' '}
      <Button kind="quiet" small icon="external" onClick={() => void effects.openTab(url)}>
        {t('contact.local.open')}
      </Button>
    </p>
  );
}

/** The code is typed while it works; then both what checks it and what follows are reviewed. */
export function TypeCode(
  props: StageProps & { readonly expiresAt: number; readonly triesLeft: number },
) {
  const { session, profile, draw, expiresAt, triesLeft } = props;
  const { checkForm, codeField, steps } = session;
  const seconds = useCountdown(expiresAt);
  const [ready, setReady] = useState<readonly [check: ReadyStage, set: ReadyStage] | undefined>();
  const review = () => {
    const check = session.readyCheck();
    const set = check && session.readySet();
    if (check && set) setReady([check, set]);
  };
  if (seconds === 0 && !ready) return <EndedCode {...props} why="expired" />;
  const contact = <VisibleText text={session.change.value.contact} />;
  return draw(
    <>
      <p>{richText('contact.sentTo', { contact: <strong>{contact}</strong> })}</p>
      {triesLeft < MAX_CODE_TRIES && (
        <Banner tone="danger" title={t('contact.wrong', { count: triesLeft })} />
      )}
      <Form id={CODE_FORM} form={{ submit: review }}>
        <SingleField
          session={checkForm}
          name={codeField}
          label={labelText(checkForm.row, codeField)}
          help={t('contact.digits', { count: Number(steps.request.otpLength) })}
        />
      </Form>
      <p class="muted" role="timer">
        {t('contact.expires', { time: formatCountdown(seconds) })}
      </p>
      <SentCodes profile={profile} />
      <div class="cluster">
        <NewCode {...props} />
        <Button small onClick={session.startOver}>
          {t('popup.form.startOver')}
        </Button>
      </div>
      {ready && (
        <BothStagesSheet
          {...{ session, profile }}
          check={ready[0]}
          set={ready[1]}
          onClose={() => setReady(undefined)}
        />
      )}
    </>,
    <Button kind="primary" wide submit form={CODE_FORM}>
      {t('app.continue')}
    </Button>,
  );
}

/** Sends another code to the same contact, after a review. */
function NewCode({
  session,
  profile,
  isMain = false,
}: Pick<StageProps, 'session' | 'profile'> & { readonly isMain?: boolean }) {
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

/** A stage's activity on its way; where it ended without its effect, or nobody knows, the way back to before it. */
export function BegunStage(
  props: StageProps & { readonly stage: Stage; readonly hasFailed: boolean },
) {
  const { session, profile, draw, stage, hasFailed } = props;
  const run = session.run.value;
  const change = session.change.value;
  return draw(
    <>
      <ResumedProgress
        {...{ run, profile }}
        id={stageOf(change)?.id}
        onDiscarded={session.back}
        stages={stagesOf(change)}
        textOf={(one) => t(`contact.stage.${one}`)}
        says={hasFailed ? { stopped: t(`contact.failed.${stage}`) } : {}}
        onRetry={hasFailed ? undefined : session.reload}
      />
      {run?.entry?.error && stage === 'check' && !hasFailed && <NewCode {...props} />}
    </>,
    hasFailed && (
      <Button kind="primary" wide onClick={session.back}>
        {t('app.retry')}
      </Button>
    ),
  );
}

/** A code that can't be used any more, or a proof that can't. */
export function EndedCode(props: StageProps & { readonly why: CodeEnd }) {
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
export function VerifiedContact({ session, profile, draw }: StageProps) {
  const [ready, setReady] = useState<ReadyStage | undefined>(undefined);
  const error = session.run.value?.error;
  return draw(
    <>
      {error && <ErrorState error={error} />}
      <Banner tone="good" title={t('contact.verified')}>
        {t('contact.verified.do')}
      </Banner>
      {ready && <StageSheet {...{ session, profile, ready }} onClose={() => setReady(undefined)} />}
    </>,
    <Button kind="primary" wide onClick={() => setReady(session.readySet())}>
      {t('popup.review.title')}
    </Button>,
  );
}
