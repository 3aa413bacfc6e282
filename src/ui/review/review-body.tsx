import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { KeystampError } from '../../protocol/errors.ts';
import type { StamperKind } from '../../protocol/passkey.ts';
import { versionFor } from '../../protocol/operation-row.ts';
import { stampChoiceOf } from '../../protocol/profile.ts';
import { t } from '../i18n.ts';
import { toKeystampError } from '../components/errors.ts';
import { ErrorState } from '../components/states.tsx';
import { useAddressOwners, type AddressOwners } from '../forms/address-owners.tsx';
import { InterfaceChangesNotice } from '../forms/interface-changes.tsx';
import { InterfaceReadingNotes } from '../forms/interface-reading.tsx';
import { Sentence } from '../forms/parts.tsx';
import { PredictionLine } from '../forms/prediction-line.tsx';
import { useStampMethod, type StampMethodState } from '../forms/stamp-method.tsx';
import { Affected, Changes, Signer, UnreadableNotice } from '../forms/review-parts.tsx';
import { replacedValues, summaryOf, variantOf, type ReviewSubject } from '../forms/review.ts';
import type { FormSession, ReadyForm } from '../forms/form-session.ts';
import { rowText, summaryText } from '../forms/words.ts';
import { useCurrentProfile, usePolicy, useStore } from '../page/store.ts';
import { markSent, secretInputOf, type ActiveForm } from '../forms/form-sessions.ts';
import { TimingBanners } from './timing-banners.tsx';
import { submitActivity } from './submit-activity.ts';
import { showRefusal } from '../forms/refusals.ts';

/*
 * What a person reads before their own stamp, on a screen of its own or in a sheet over an object.
 */

/** A form under review, and what approving it does. */
export type Review = {
  readonly active: ActiveForm;
  readonly ready: ReadyForm;
  readonly stamping: StampMethodState;
  readonly busy: boolean;
  readonly error: KeystampError | undefined;
  readonly approve: () => Promise<void>;
};

export type ReviewEnds = {
  /** Sends it in place of the form in progress: for a form that is a step of something longer. */
  readonly submit?: ((ready: ReadyForm, method: StamperKind) => Promise<void>) | undefined;
  /** It was stamped by the key, or handed to the window that asks for the passkey. */
  readonly onSent: (id: string, method: StamperKind) => void;
  /** What signs unless another way is chosen; the profile's usual one by default. */
  readonly method?: StamperKind | undefined;
  /** A field was refused: the form shows which. */
  readonly onRefused: () => void;
};

/** The id was made with the form: however often this runs, it is one activity. */
export function useReview(active: ActiveForm, ready: ReadyForm, ends: ReviewEnds): Review {
  const store = useStore();
  const { form, profile } = active;
  const current = useCurrentProfile(profile);
  const choice = stampChoiceOf(current, form.row.name, usePolicy());
  const stamping = useStampMethod(choice, ends.method);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<KeystampError | undefined>(undefined);
  const submit = async (sent: ReadyForm, method: StamperKind): Promise<void> => {
    const { id, secrets } = sent;
    const parameters = { ...sent.parameters };
    const input = {
      id,
      profileId: profile.id,
      operation: form.row.name,
      parameters,
      replaced: replacedValues(subjectOf(form, sent)),
    };
    await submitActivity(store, input, secretInputOf(secrets), method);
    markSent(store, active, id);
  };
  const approve = async (): Promise<void> => {
    const { method } = stamping;
    if (busy || !method) return;
    setBusy(true);
    setError(undefined);
    try {
      await (ends.submit ?? submit)(ready, method);
      ends.onSent(ready.id, method);
    } catch (cause) {
      const failure = toKeystampError(cause);
      if (showRefusal(form, failure)) ends.onRefused();
      setError(failure);
      setBusy(false);
    }
  };
  return { active, ready, stamping, busy, error, approve };
}

/** What a form's review shows. */
export function subjectOf(form: FormSession, ready: ReadyForm): ReviewSubject {
  const { parameters, secrets, changes } = ready;
  return { fields: form.shape.fields, parameters, secrets, changes, known: form.known.value };
}

/** What will happen, in one sentence. */
export function ReviewSentence(
  props: Pick<Review, 'active' | 'ready'> & { readonly owners?: AddressOwners },
) {
  const { ready, owners } = props;
  const { form } = props.active;
  const template = summaryText(form.row, variantOf(form.row, ready.parameters));
  const parts = summaryOf(template, subjectOf(form, ready));
  return <Sentence parts={parts} {...(owners && { owners })} />;
}

/** Whom a review's request changes besides the named ones. */
export function ReviewAffected({ active: { form }, ready }: Pick<Review, 'active' | 'ready'>) {
  return <Affected row={form.row} parameters={ready.parameters} records={form} />;
}

/**
 * What goes out, who stamps it, and what keeps it from leaving.
 * @param props.summary in place of the sentence, where more than one request goes out
 * @param props.laterSecrets the secret fields that an earlier request will fill
 */
export function ReviewBody(props: {
  readonly review: Review;
  readonly summary?: ComponentChildren;
  readonly laterSecrets?: readonly string[] | undefined;
}) {
  const { review, laterSecrets = [] } = props;
  const { active, ready, stamping, error, approve } = review;
  const { form } = active;
  const { row } = form;
  const profile = useCurrentProfile(active.profile);
  const { client, now } = useStore().effects;
  const owners = useAddressOwners(form, form.shape.fields, ready.parameters);
  useEffect(() => void form.loadAll(), []);
  const subject = subjectOf(form, ready);
  const later = Object.fromEntries(laterSecrets.map((name) => [name, null]));
  return (
    <>
      {props.summary ?? (
        <p class="summary">
          <ReviewSentence {...review} owners={owners} />
        </p>
      )}
      {row.risk === 'high' && <p class="note">{t('popup.review.high')}</p>}
      <PredictionLine
        {...{ client, now, row, profile }}
        type={row.kind === 'submit' ? versionFor(row, profile.otpGeneration).type : null}
        parameters={ready.parameters}
        method={stamping.method}
      />
      <TimingBanners profileId={profile.id} />
      {error && <ErrorState error={error} onRetry={() => void approve()} />}
      <ReviewAffected {...review} />
      <Changes
        row={row}
        subject={{ ...subject, secrets: { ...subject.secrets, ...later } }}
        owners={owners}
      />
      <InterfaceReadingNotes text={subject.parameters['smartContractInterface']} />
      <InterfaceChangesNotice
        fields={subject.fields}
        parameters={subject.parameters}
        records={form}
      />
      <UnreadableNotice records={form} />
      <Signer client={client} profile={profile} {...stamping} />
      {stamping.method === 'passkey' && <p class="note">{t('popup.method.window')}</p>}
    </>
  );
}

/** The verb of the button that approves. */
export function approveText({ active: { form } }: Pick<Review, 'active'>): string {
  return rowText(form.row, 'action');
}
