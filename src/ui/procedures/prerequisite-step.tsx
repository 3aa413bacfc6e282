import { useEffect, useState } from 'preact/hooks';
import { KeystampError } from '../../protocol/errors.ts';
import type { Row } from '../../protocol/operation-row.ts';
import { findText, t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import { Form } from '../components/form.tsx';
import { ErrorState } from '../components/states.tsx';
import { FormFields } from '../forms/form-fields.tsx';
import type { FormSession } from '../forms/form-session.ts';
import { rowText } from '../forms/words.ts';
import { useCurrentProfile, useStore } from '../page/store.ts';
import type { ActiveForm } from '../forms/form-sessions.ts';
import { Frame } from '../page/frame.tsx';
import {
  inputOf,
  StampMethodChoice,
  submitActivity,
  useFormStamping,
  useSubmission,
} from '../review/submission.tsx';
import { beginningAt, createProcedure, type ProcedureRun } from './procedure.ts';
import { ResumedProgress } from './procedure-progress.tsx';
import { isGoingOn, stateOfStage } from './stage-state.ts';

const FORM_ID = 'first-form';

const STAGES = ['first', 'then'] as const;
type PrerequisiteStage = (typeof STAGES)[number];

/** The step that runs first: its activity is followed, and what it handed over put into the form. */
function useFirstStep(form: FormSession) {
  const { effects } = useStore();
  const [{ run, start, reset }] = useState(() =>
    createProcedure<ProcedureRun<PrerequisiteStage>>(effects),
  );
  const id = form.prerequisiteId.value;
  const prerequisite = form.row.kind === 'submit' ? form.row.prerequisite : undefined;
  const follow = () =>
    void start(beginningAt('first'), async ({ resume }) => {
      const entry = id === null ? undefined : await resume(id);
      if (!entry || !prerequisite) return form.startOver();
      form.finishPrerequisite(prerequisite, entry.result ?? {});
      if (form.needsPrerequisite.peek()) throw new KeystampError('generation_mixed');
    });
  useEffect(() => {
    follow();
    return reset;
  }, [id]);
  return { id: id ?? undefined, run: run.value, follow };
}

type StepProps = { readonly active: ActiveForm; readonly prerequisiteForm: FormSession };

/** The operation that has to run first, inline, before the form of the one that follows. */
export function PrerequisiteStep(props: StepProps) {
  const isRunning = props.active.form.prerequisiteId.value !== null;
  return isRunning ? <RunningStep {...props} /> : <FirstForm {...props} />;
}

/** Its own form and button. */
function FirstForm({ active, prerequisiteForm }: StepProps) {
  const { effects } = useStore();
  const { row, setPrerequisite } = active.form;
  const profile = useCurrentProfile(active.profile);
  const stamping = useFormStamping(profile, prerequisiteForm);
  const { busy, error, submit } = useSubmission({
    form: prerequisiteForm,
    onRefused: () => undefined,
  });
  const begin = async (): Promise<void> => {
    const { method } = stamping;
    const ready = busy || !method ? undefined : prerequisiteForm.submit();
    if (!ready || !method) return;
    await submit(async () => {
      const input = inputOf(profile, prerequisiteForm, ready);
      await submitActivity(effects, input, ready.secrets, method);
      setPrerequisite(ready.id);
    });
  };
  return (
    <Frame
      title={rowText(row, 'title')}
      action={
        <Button kind="primary" wide submit busy={busy} form={FORM_ID}>
          {rowText(prerequisiteForm.row, 'action')}
        </Button>
      }
    >
      <About row={row} />
      {error && <ErrorState error={error} onRetry={() => void begin()} />}
      <Form id={FORM_ID} form={{ submit: begin }}>
        <FormFields session={prerequisiteForm} />
        <StampMethodChoice profile={profile} stamping={stamping} />
      </Form>
    </Frame>
  );
}

const About = ({ row }: { readonly row: Row }) => (
  <>
    <p class="muted">{rowText(row, 'about')}</p>
    <p>{findText(`op.${row.name}.prerequisite`)}</p>
  </>
);

/**
 * Its state until it is completed. Its activity outlives the popup, so the person may go and read the
 * message with the code.
 */
function RunningStep({ active, prerequisiteForm }: StepProps) {
  const { form } = active;
  const { id, run, follow } = useFirstStep(form);
  const profile = useCurrentProfile(active.profile);
  const isOver = !isGoingOn(stateOfStage(run?.entry ?? undefined));
  return (
    <Frame
      title={rowText(form.row, 'title')}
      action={
        <Button wide onClick={form.startOver}>
          {t('popup.form.startOver')}
        </Button>
      }
    >
      <About row={form.row} />
      <ResumedProgress<PrerequisiteStage>
        {...{ id, run, profile }}
        onDiscarded={form.startOver}
        stages={STAGES}
        textOf={(stage) => rowText(stage === 'first' ? prerequisiteForm.row : form.row, 'title')}
        says={{}}
        onRetry={isOver ? undefined : follow}
      />
    </Frame>
  );
}
