import { useState } from 'preact/hooks';
import type { InputOf } from '../../messaging/calls.ts';
import type { KeystampError } from '../../protocol/errors.ts';
import type { StamperKind } from '../../protocol/passkey.ts';
import { stampChoiceOf, type Profile } from '../../protocol/profile.ts';
import { t } from '../i18n.ts';
import { toKeystampError } from '../components/errors.ts';
import type { FormSession, ReadyForm } from '../forms/form-session.ts';
import { refusedField } from '../forms/model.ts';
import {
  StampMethodSection,
  useStampMethod,
  type StampMethodState,
} from '../forms/stamp-method.tsx';
import type { PageEffects } from '../page/effects.ts';
import { usePolicy, useStore } from '../page/store.ts';
import { beginByPasskey, submitByKey } from './submit.ts';

/*
 * How a form is sent: what may stamp it, once for all clicks, and how it says what went wrong.
 */

/**
 * Has an activity stamped: by the key at once; by a passkey in a window of its own, because the popup
 * closes when a prompt takes the focus. The id is the same in both, so doing it again makes no second
 * activity. Resolves once it is stored, or waits in the window.
 */
export async function submitActivity(
  { client }: Pick<PageEffects, 'client'>,
  input: InputOf<'activities_submit'>,
  secrets: ReadyForm['secrets'],
  method: StamperKind,
): Promise<void> {
  if (method === 'key') await submitByKey(client, input, secrets);
  else await beginByPasskey(client, input, { secrets });
}

/** What a form's activity is made of. Its id was made with it: however often it goes out, it is one. */
export function inputOf(profile: Profile, form: FormSession, { id, parameters }: ReadyForm) {
  return {
    id,
    profileId: profile.id,
    operation: form.row.name,
    parameters: { ...parameters },
  };
}

/** Which of the profile's ways stamp a form's operation. */
export function useFormStamping(
  profile: Profile,
  form: FormSession,
  preferred?: StamperKind,
): StampMethodState {
  return useStampMethod(stampChoiceOf(profile, form.row.name, usePolicy()), preferred);
}

/**
 * Shows a refusal of the worker or the service at the field that it names. False when it names none
 * of this form's, or says something that no rule says: then it is shown above the form.
 */
function showRefusal(form: FormSession, { detail }: KeystampError): boolean {
  const path = refusedField(form.shape.fields, form.draft.peek(), detail);
  if (path === undefined || detail?.rule === undefined) return false;
  form.refuse(path, detail.rule);
  return true;
}

type SubmissionOptions = {
  readonly form: FormSession;
  /** A field was refused, and the form shows which. Left out where no form is there to show it. */
  readonly onRefused?: (() => void) | undefined;
  /** What an error of a question is; of an activity by default. */
  readonly readError?: typeof toKeystampError;
};

/** Sends one thing at a time. What has been sent stays busy until its screen is left. */
export function useSubmission({ form, onRefused, readError = toKeystampError }: SubmissionOptions) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<KeystampError | undefined>(undefined);
  const submit = async (send: () => Promise<void>): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setError(undefined);
    try {
      await send();
    } catch (cause) {
      const failure = readError(cause);
      if (onRefused && showRefusal(form, failure)) onRefused();
      else setError(failure);
      setBusy(false);
    }
  };
  return { busy, error, submit };
}

/** What stamps a form that is sent without a review, in a profile that has passkeys. */
export function StampMethodChoice(props: {
  readonly profile: Profile;
  readonly stamping: StampMethodState;
}) {
  const { client } = useStore().effects;
  const { profile, stamping } = props;
  if (!profile.passkeys) return null;
  return (
    <section class="section" aria-label={t('popup.method.choose')}>
      <StampMethodSection client={client} profile={profile} {...stamping} />
      {stamping.method === 'passkey' && <p class="note">{t('popup.method.window')}</p>}
    </section>
  );
}
