import { useState } from 'preact/hooks';
import { t } from '../../i18n.ts';
import { Button } from '../../components/button.tsx';
import { SingleField } from '../../forms/form-fields.tsx';
import { labelText, rowText } from '../../forms/words.ts';
import type { ReadyStage } from './contact-session.ts';
import { StageSheet, type StepProps } from './stage-sheet.tsx';

const FORM_ID = 'contact-form';

/** The contact is typed, or the present one kept to verify it. Saving it unverified is the other way. */
export function TypeContact(props: StepProps & { readonly present: string }) {
  const { session, profile, present, draw } = props;
  const { setForm, steps } = session;
  const { contactField } = steps;
  const [ready, setReady] = useState<ReadyStage | undefined>(undefined);
  const isChanged = setForm.draft.value[contactField] !== present;
  return draw(
    <>
      <p>{t('contact.about')}</p>
      <form
        id={FORM_ID}
        class="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setReady(session.readySend());
        }}
      >
        <SingleField
          session={setForm}
          name={contactField}
          label={labelText(setForm.row, contactField)}
        />
      </form>
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
    <Button kind="primary" wide submit form={FORM_ID}>
      {rowText(steps.send, 'action')}
    </Button>,
  );
}
