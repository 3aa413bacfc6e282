import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { KeystampError } from '../../protocol/errors.ts';
import type { StamperKind } from '../../protocol/passkey.ts';
import { versionFor } from '../../protocol/operation-row.ts';
import { t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { ErrorState, Skeleton } from '../components/states.tsx';
import { useAddressOwners } from '../forms/address-owners.tsx';
import type { FormSession, ReadyForm } from '../forms/form-session.ts';
import { findActiveForm, markSent, type ActiveForm } from '../forms/form-sessions.ts';
import { InterfaceReadingNotes } from '../forms/interface-reading.tsx';
import { replacedValues, type ReviewSubject } from '../forms/review-subject.ts';
import type { StampMethodState } from '../forms/stamp-method.tsx';
import { changesPolicies } from '../forms/typed-policy.ts';
import { actionText, rowText } from '../forms/words.ts';
import { Frame } from '../page/frame.tsx';
import { useCurrentProfile, useStore } from '../page/store.ts';
import { Affected } from './changes.tsx';
import {
  isHeldBack,
  PolicyConsent,
  useConsent,
  type Consent,
  type PolicyContent,
} from './policy-consent.tsx';
import { Review, Summary } from './review.tsx';
import { inputOf, submitActivity, useFormStamping, useSubmission } from './submission.tsx';
import { TimingBanners } from './timing-banners.tsx';

/*
 * The review of a form, on a screen of its own or in a sheet over what it is about.
 */

/** A finished form, and who sees it. */
type SheetForm = { readonly active: ActiveForm; readonly ready: ReadyForm };

/** A form under review, and what approving it does. */
type FormReview = SheetForm & {
  readonly stamping: StampMethodState;
  readonly busy: boolean;
  readonly error: KeystampError | undefined;
  /** What changes policies: the form itself, or what its vote approves. */
  readonly policies: PolicyContent | undefined;
  readonly consent: Consent;
  readonly approve: () => Promise<void>;
};

type ReviewOptions = SheetForm & {
  /** Sends it in place of the form in progress: for a form that is a step of something longer. */
  readonly submit?: ((ready: ReadyForm, method: StamperKind) => Promise<void>) | undefined;
  /** It was stamped by the key, or handed to the window that asks for the passkey. */
  readonly onSent: (id: string, method: StamperKind) => void;
  /** What signs unless another way is chosen; the profile's usual one by default. */
  readonly method?: StamperKind | undefined;
  /** The change of policies that it approves by a vote. */
  readonly votedOn?: PolicyContent | undefined;
  /** A field was refused, which the form behind it shows. */
  readonly onRefused?: (() => void) | undefined;
};

function useFormReview(options: ReviewOptions): FormReview {
  const store = useStore();
  const { active, ready, onSent } = options;
  const { form, profile } = active;
  const stamping = useFormStamping(useCurrentProfile(profile), form, options.method);
  const { busy, error, submit } = useSubmission({ form, onRefused: options.onRefused });
  const send = async (sent: ReadyForm, method: StamperKind): Promise<void> => {
    const replaced = replacedValues(subjectOf(form, sent));
    const input = { ...inputOf(profile, form, sent), replaced };
    await submitActivity(store.effects, input, sent.secrets, method);
    markSent(store, active, sent.id);
  };
  const policies = changesPolicies(form.row) ? subjectOf(form, ready) : options.votedOn;
  const consent = useConsent(policies !== undefined);
  const approve = async (): Promise<void> => {
    const { method } = stamping;
    if (!method || isHeldBack(consent)) return;
    await submit(async () => {
      await (options.submit ?? send)(ready, method);
      onSent(ready.id, method);
    });
  };
  return { active, ready, stamping, busy, error, policies, consent, approve };
}

/** What a form's review shows. */
export function subjectOf(form: FormSession, ready: ReadyForm): ReviewSubject {
  const { parameters, secrets, changes } = ready;
  return { fields: form.shape.fields, parameters, secrets, changes, known: form.known.value };
}

/** What a form will do, in one sentence. */
export function FormSummary({ active: { form }, ready }: SheetForm) {
  return <Summary row={form.row} subject={subjectOf(form, ready)} />;
}

/** What goes out, who stamps it, and what keeps it from leaving. */
function FormReviewBody(props: {
  readonly review: FormReview;
  readonly summary?: ComponentChildren;
  readonly laterSecrets?: readonly string[] | undefined;
}) {
  const { review, summary, laterSecrets = [] } = props;
  const { active, ready, stamping, error, policies, consent, approve } = review;
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
      <Review
        {...{ client, now, row, profile, owners, stamping, summary }}
        consequence={
          policies && <PolicyConsent subject={policies} records={form} consent={consent} />
        }
        type={row.kind === 'submit' ? versionFor(row, profile.otpGeneration).type : null}
        subject={{ ...subject, secrets: { ...subject.secrets, ...later } }}
        records={form}
        notices={
          <>
            <TimingBanners profileId={profile.id} />
            {error && <ErrorState error={error} onRetry={() => void approve()} />}
          </>
        }
        source={<InterfaceReadingNotes text={subject.parameters['smartContractInterface']} />}
      />
      {stamping.method === 'passkey' && <p class="note">{t('popup.method.window')}</p>}
    </>
  );
}

/** What is about to be stamped. Without a finished form it leads back to the form. */
export function ReviewScreen({ operation }: { readonly operation: string }) {
  const store = useStore();
  const active = findActiveForm(store, operation);
  const ready = active?.form.ready.value;
  const missing = !active || !ready || active.profile.id !== store.profile.value?.id;
  useEffect(() => {
    if (missing) store.go({ screen: 'form', operation });
  }, [missing]);
  return missing ? <Skeleton rows={5} /> : <FormReviewScreen active={active} ready={ready} />;
}

function FormReviewScreen({ active, ready }: SheetForm) {
  const store = useStore();
  const { row } = active.form;
  const review = useFormReview({
    active,
    ready,
    onSent: (id, method) => store.go({ screen: method === 'key' ? 'activity' : 'passkey', id }),
    onRefused: () => store.go({ screen: 'form', operation: row.name }),
  });
  const { stamping, busy, consent, approve } = review;
  const [isConfirming, setConfirming] = useState(false);
  const needsConfirmation = row.risk === 'irreversible';
  const action = actionText(row, ready.parameters);
  return (
    <Frame
      title={t('popup.review.title')}
      action={
        <Button
          kind={needsConfirmation ? 'danger' : 'primary'}
          wide
          busy={busy && !isConfirming}
          disabled={!stamping.method || isHeldBack(consent)}
          onClick={() => (needsConfirmation ? setConfirming(true) : void approve())}
        >
          {needsConfirmation ? t('popup.review.more', { action }) : action}
        </Button>
      }
    >
      <FormReviewBody review={review} />
      <ConfirmDialog
        {...{ busy, action }}
        open={isConfirming}
        title={t('popup.review.sure')}
        onClose={() => setConfirming(false)}
        onConfirm={approve}
      >
        <p>
          <FormSummary active={active} ready={ready} />
        </p>
        <Affected row={row} parameters={ready.parameters} records={active.form} />
      </ConfirmDialog>
    </Frame>
  );
}

/** What a form does, and who signs it, in a sheet over what it is about. */
export function ReviewSheet(
  props: ReviewOptions & {
    readonly onBack: () => void;
    /** Instead of the operation's own title and verb. */
    readonly title?: string | undefined;
    readonly action?: string | undefined;
    /** It takes something away. */
    readonly isDanger?: boolean;
    /** In place of the sentence, where more than one request goes out. */
    readonly summary?: ComponentChildren;
    /** The secret fields that an earlier request will fill. */
    readonly laterSecrets?: readonly string[];
    /** After everything else. */
    readonly children?: ComponentChildren;
  },
) {
  const { active, onBack, summary, laterSecrets } = props;
  const { row } = active.form;
  const review = useFormReview(props);
  return (
    <ConfirmDialog
      title={props.title ?? rowText(row, 'title')}
      action={props.action ?? actionText(row, props.ready.parameters)}
      kind={props.isDanger ? 'danger' : 'primary'}
      busy={review.busy}
      disabled={!review.stamping.method || isHeldBack(review.consent)}
      onClose={onBack}
      onConfirm={review.approve}
    >
      <FormReviewBody {...{ review, summary, laterSecrets }} />
      {props.children}
    </ConfirmDialog>
  );
}
