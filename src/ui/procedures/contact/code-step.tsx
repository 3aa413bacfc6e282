import { useState } from 'preact/hooks';
import { MAX_CODE_TRIES } from '../../../protocol/one-time-code.ts';
import { sentCodesUrl, type Profile } from '../../../protocol/profile.ts';
import { richText, t } from '../../i18n.ts';
import { Button } from '../../components/button.tsx';
import { formatCountdown } from '../../components/format.ts';
import { Banner } from '../../components/surfaces.tsx';
import { useCountdown } from '../../components/unlock.tsx';
import { SingleField } from '../../forms/form-fields.tsx';
import { VisibleText } from '../../forms/visible-text.tsx';
import { labelText } from '../../forms/words.ts';
import { useStore } from '../../page/store.ts';
import type { ReadyStage } from './contact-session.ts';
import { EndedCode, NewCode } from './stage-steps.tsx';
import { BothStagesSheet, type StepProps } from './stage-sheet.tsx';

const FORM_ID = 'code-form';

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
  props: StepProps & { readonly expiresAt: number; readonly triesLeft: number },
) {
  const { session, profile, draw, expiresAt, triesLeft } = props;
  const { checkForm, codeField } = session;
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
      <form
        id={FORM_ID}
        class="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          review();
        }}
      >
        <SingleField
          session={checkForm}
          name={codeField}
          label={labelText(checkForm.row, codeField)}
        />
      </form>
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
    <Button kind="primary" wide submit form={FORM_ID}>
      {t('contact.continue')}
    </Button>,
  );
}
