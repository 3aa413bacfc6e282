import { useState } from 'preact/hooks';
import type { SubmitRow } from '../../protocol/operation-row.ts';
import { discardForm, openForm, type ActiveForm } from '../forms/form-sessions.ts';
import type { ReadyForm } from '../forms/form-session.ts';
import { useStore } from '../page/store.ts';
import { ReviewSheet } from '../review/form-review.tsx';
import type { Prefill } from './object-actions.ts';

type Step =
  | { readonly at: 'offered' }
  | {
      readonly at: 'review';
      readonly active: ActiveForm;
      readonly ready: ReadyForm;
      readonly title: string;
      readonly isDanger: boolean;
    }
  | { readonly at: 'sent'; readonly id: string; readonly title: string };

const OFFERED: Step = { at: 'offered' };

/** What a change is called on its sheet, and whether it takes something away. */
type ChangeLook = { readonly title: string; readonly isDanger: boolean };

/** A change that asks for nothing more: reviewed in a sheet over what it is about, then followed. */
export function useReviewedChange(row: SubmitRow) {
  const store = useStore();
  const profile = store.profile.value;
  const [step, setStep] = useState<Step>(OFFERED);
  const offer = () => setStep(OFFERED);
  const start = async (prefill: Prefill, look: ChangeLook) => {
    if (!profile) return;
    const active = await openForm(store, profile, row, undefined, prefill);
    const ready = active.form.submit();
    if (ready) setStep({ at: 'review', active, ready, ...look });
  };
  const sheet = step.at === 'review' && (
    <ReviewSheet
      active={step.active}
      ready={step.ready}
      title={step.title}
      action={step.title}
      isDanger={step.isDanger}
      onSent={(id, method) =>
        method === 'key'
          ? setStep({ at: 'sent', id, title: step.title })
          : store.go({ screen: 'passkey', id })
      }
      onBack={() => {
        discardForm(store, step.active);
        offer();
      }}
    />
  );
  return { start, offer, sheet, sent: step.at === 'sent' ? step : undefined };
}
