import { useState } from 'preact/hooks';
import { ListRow } from '../components/surfaces.tsx';
import { REMOVED } from '../forms/draft.ts';
import type { ReadyForm } from '../forms/form-session.ts';
import { removalText } from '../forms/words.ts';
import { useStore } from '../popup/context.ts';
import { discardForm, openForm, type ActiveForm } from '../popup/form-sessions.ts';
import { ReviewSheet } from '../popup/review-sheet.tsx';
import type { ObjectPlace } from '../popup/route.ts';
import { SentEdit } from './edit-in-place.tsx';
import { prefillOf, type Edit } from './object-actions.ts';

type Step =
  | { readonly at: 'offered' }
  | { readonly at: 'review'; readonly active: ActiveForm; readonly ready: ReadyForm }
  | { readonly at: 'sent'; readonly id: string };

/**
 * Takes a value of a record away: an action with its own name, reviewed in a sheet. It follows the
 * removal to its end, also when the record was read again without the value meanwhile.
 */
export function RemovalRow(props: {
  readonly edit: Edit;
  readonly place: ObjectPlace;
  /** Whether there is a value. */
  readonly isOffered: boolean;
}) {
  const { edit, place, isOffered } = props;
  const store = useStore();
  const profile = store.profile.value;
  const [step, setStep] = useState<Step>({ at: 'offered' });
  const { row, field } = edit;
  const title = removalText(row, field);
  const start = async () => {
    if (!profile) return;
    const { fixed, about } = prefillOf(row, place);
    const prefill = { fixed: { ...fixed, [field]: REMOVED }, initial: {}, about };
    const active = await openForm(store, profile, row, undefined, prefill);
    const ready = active.form.submit();
    if (ready) setStep({ at: 'review', active, ready });
  };
  const cancel = (active: ActiveForm) => {
    discardForm(store, active);
    setStep({ at: 'offered' });
  };
  if (step.at === 'sent') {
    const backToOffer = () => setStep({ at: 'offered' });
    return (
      <ListRow
        title={
          <SentEdit edit={edit} id={step.id} onDone={backToOffer}>
            {title}
          </SentEdit>
        }
      />
    );
  }
  if (step.at === 'offered' && !isOffered) return null;
  return (
    <>
      <ListRow title={title} onClick={() => void start()} />
      {step.at === 'review' && (
        <ReviewSheet
          active={step.active}
          ready={step.ready}
          title={title}
          action={title}
          isDanger
          onSent={(id, method) =>
            method === 'key' ? setStep({ at: 'sent', id }) : store.go({ screen: 'passkey', id })
          }
          onBack={() => cancel(step.active)}
        />
      )}
    </>
  );
}
