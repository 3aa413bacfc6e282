import { useEffect, useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import type { SubmitRow } from '../../protocol/operation-row.ts';
import { listQueryOf } from '../../protocol/operations.ts';
import { SETTLED_STATES } from '../../protocol/outbox-entry.ts';
import { t } from '../i18n.ts';
import { Button, IconButton } from '../components/button.tsx';
import { Form } from '../components/form.tsx';
import { useEntry } from '../components/follow-entry.ts';
import { Badge, Banner } from '../components/surfaces.tsx';
import { showToast } from '../components/toasts.tsx';
import { SingleField } from '../forms/form-fields.tsx';
import type { ReadyForm } from '../forms/form-session.ts';
import { VisibleText } from '../forms/visible-text.tsx';
import { decidingMember, writesPolicy } from '../forms/typed-policy.ts';
import { doneText, memberText } from '../forms/words.ts';
import { useStore } from '../page/store.ts';
import { discardForm, openForm, type ActiveForm } from '../forms/form-sessions.ts';
import { isWaiting } from '../../protocol/voting-window.ts';
import { ReviewSheet } from '../review/form-review.tsx';
import { hashOf, type ObjectPlace } from '../page/routes.ts';
import { TypedPolicyTrial } from './lazy-policy.ts';
import { kindsChangedBy, prefillOf, type Edit } from './object-actions.ts';
import { useRecords } from './object-state.ts';
import { keyOf } from '../components/typed-text.ts';

/** Where an edit is: typed, reviewed in a sheet, or sent. */
type Step =
  | { readonly at: 'shown' }
  | { readonly at: 'typing'; readonly active: ActiveForm }
  | {
      readonly at: 'review';
      readonly active: ActiveForm;
      readonly ready: ReadyForm;
      readonly text: string;
    }
  | {
      readonly at: 'sent';
      readonly id: string;
      readonly text: string;
      /** What it took the place of. */
      readonly old: string;
    };

const SHOWN: Step = { at: 'shown' };

/** The field in the place of the value; Enter leads to the review, Escape back. */
function TypedValue(props: {
  readonly edit: Edit;
  readonly active: ActiveForm;
  readonly onReady: (ready: ReadyForm, text: string) => void;
  readonly onCancel: () => void;
}) {
  const { edit, active, onReady, onCancel } = props;
  const { form } = active;
  const { fields } = form.shape;
  const isTried = writesPolicy(fields) && decidingMember(fields, edit.field) !== undefined;
  const submit = () => {
    const given = form.draft.peek()[edit.field];
    const text = typeof given === 'string' ? given.trim() : '';
    // Nothing typed is nothing to change: taking a value away is an action of its own.
    if (text === '') return form.refuse(edit.field, 'missing');
    const ready = form.submit();
    const sent = ready?.parameters[edit.field];
    if (ready) onReady(ready, typeof sent === 'string' ? sent : text);
  };
  return (
    <Form
      class="edit stack-near"
      form={{ submit }}
      onKeyDown={(event) => {
        if (keyOf(event) !== 'Escape') return;
        event.stopPropagation();
        onCancel();
      }}
    >
      <SingleField session={form} name={edit.field} label={memberText(edit.member)} />
      <div class="cluster">
        <Button kind="primary" small submit>
          {t('app.continue')}
        </Button>
        <Button small onClick={onCancel}>
          {t('app.cancel')}
        </Button>
      </div>
      {isTried && <TypedPolicyTrial session={form} />}
    </Form>
  );
}

/** The new value until the service has it, with what it waits for, or word of why it does not. */
export function SentEdit(props: {
  readonly row: SubmitRow;
  readonly id: string;
  readonly onDone: () => void;
  /** Leads to the review of the opposite change. */
  readonly undo?: (() => void) | undefined;
  readonly children: ComponentChildren;
}) {
  const { row, id, onDone, undo, children } = props;
  const { effects } = useStore();
  const records = useRecords();
  const { entry } = useEntry(effects, id);
  const isCompleted = entry?.state === 'completed';
  const isOver = entry !== undefined && !isCompleted && SETTLED_STATES.includes(entry.state);
  useEffect(() => {
    if (!isCompleted) return;
    const action = undo && { label: t('object.edit.undo'), open: undo };
    showToast(doneText(row, entry.parameters), 'info', action);
    void records.reload(kindsChangedBy([row.name])).then(onDone);
  }, [isCompleted]);
  if (!isOver) {
    return (
      <span class="cluster" role="status">
        {children}{' '}
        {entry?.activity && isWaiting(entry.activity) ? (
          <a href={hashOf({ screen: 'activity', id })}>{t('object.edit.waiting')}</a>
        ) : (
          <Badge tone="info">{t('object.edit.saving')}</Badge>
        )}
      </span>
    );
  }
  return (
    <Banner
      tone="warn"
      title={t('object.edit.over')}
      action={<a href={hashOf({ screen: 'activity', id })}>{t('object.edit.open')}</a>}
    >
      {t('object.edit.overText')}
    </Banner>
  );
}

/** Whether an edit gives a record another name than it had. */
const isRename = ({ member }: Edit, { kind }: ObjectPlace, old: string): boolean =>
  old !== '' && listQueryOf(kind)?.lists?.name === member;

type EditProps = {
  readonly edit: Edit;
  readonly place: ObjectPlace;
  readonly value: string;
};

/** The steps of an edit, from the click on the pencil on. */
function useEdit({ edit, place, value }: EditProps) {
  const store = useStore();
  const profile = store.profile.value;
  const [step, setStep] = useState<Step>(SHOWN);
  useEffect(() => setStep(SHOWN), [place.id]);
  const start = async () => {
    if (!profile) return;
    const { row } = edit;
    if (!edit.inPlace) {
      store.go({ screen: 'form', operation: row.name, about: place });
      return;
    }
    const { fixed, about } = prefillOf(row, place);
    // What was typed before and left is still there.
    const prefill = { fixed, initial: { [edit.field]: value }, about };
    setStep({ at: 'typing', active: await openForm(store, profile, row, undefined, prefill) });
  };
  /** Fills the form with what was replaced, and leads to its review: nothing is sent before that. */
  const undo = async (old: string) => {
    if (!profile) return;
    const { row } = edit;
    const { fixed, about } = prefillOf(row, place);
    const prefill = { fixed, initial: { [edit.field]: old }, about };
    const { form } = await openForm(store, profile, row, undefined, prefill);
    const screen = form.submit() ? 'review' : 'form';
    store.go({ screen, operation: row.name });
  };
  const cancel = (active: ActiveForm) => {
    discardForm(store, active);
    setStep(SHOWN);
  };
  return { store, step, setStep, start, undo, cancel };
}

/**
 * A value of a record with a pencil: typed in its place, reviewed in one sheet, then shown while it is
 * saved. What needs more than the new value has a form of its own, and the pencil leads there.
 */
export function EditInPlace(props: EditProps & { readonly children: ComponentChildren }) {
  const { edit, children } = props;
  const { store, step, setStep, start, undo, cancel } = useEdit(props);
  const label = memberText(edit.member);
  switch (step.at) {
    case 'shown':
      return (
        <span class="editable">
          <span class="editable-value">{children}</span>
          <IconButton
            name="pencil"
            label={t('object.edit.change', { label })}
            onClick={() => void start()}
          />
        </span>
      );
    case 'typing':
      return (
        <TypedValue
          edit={edit}
          active={step.active}
          onReady={(ready, text) => setStep({ at: 'review', active: step.active, ready, text })}
          onCancel={() => cancel(step.active)}
        />
      );
    case 'review':
      return (
        <>
          <VisibleText text={step.text} />
          <ReviewSheet
            active={step.active}
            ready={step.ready}
            onSent={(id, method) =>
              method === 'key'
                ? setStep({ at: 'sent', id, text: step.text, old: props.value })
                : store.go({ screen: 'passkey', id })
            }
            onBack={() => setStep({ at: 'typing', active: step.active })}
            onRefused={() => setStep({ at: 'typing', active: step.active })}
          />
        </>
      );
    case 'sent':
      return (
        <SentEdit
          row={edit.row}
          id={step.id}
          onDone={() => setStep(SHOWN)}
          undo={isRename(edit, props.place, step.old) ? () => void undo(step.old) : undefined}
        >
          <VisibleText text={step.text} />
        </SentEdit>
      );
  }
}
