import type { Prefill } from '../records/object-actions.ts';
import { encryptedBundle } from '../../protocol/fields.ts';
import type { Row } from '../../protocol/operation-row.ts';
import { rowOf } from '../../protocol/operations.ts';
import type { Profile } from '../../protocol/profile.ts';
import { t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import { Form } from '../components/form.tsx';
import { createLazyScreen } from '../components/lazy-screen.tsx';
import { EmptyState, Skeleton } from '../components/states.tsx';
import { FormFields } from './form-fields.tsx';
import { ReadProblem } from './read-problem.tsx';
import type { StampMethodState } from './stamp-method.tsx';
import { isQuery } from './review-subject.ts';
import { loadPhoneLibrary, needsPhoneLibrary } from './typed-values.ts';
import { writesPolicy } from './typed-policy.ts';
import { rowText } from './words.ts';
import { useCurrentProfile, useStore, type Store } from '../page/store.ts';
import { storeAnswer, markSent, openForm, type ActiveForm } from './form-sessions.ts';
import { TypedPolicyTrial } from '../records/lazy-policy.ts';
import { prefillOf } from '../records/object-actions.ts';
import { readObject } from '../records/object-state.ts';
import { PrerequisiteStep } from '../procedures/prerequisite-step.tsx';
import { Frame } from '../page/frame.tsx';
import type { ObjectPlace } from '../page/routes.ts';
import { usualValues } from './usual-values.ts';
import {
  inputOf,
  StampMethodChoice,
  useFormStamping,
  useSubmission,
} from '../review/submission.tsx';
import { beginByPasskey } from '../review/submit.ts';
import { recordsOf } from '../records/shared-records.ts';
import { toReadError } from '../components/errors.ts';
import { useLatest } from '../components/use-reading.ts';

const objectWords = () => import('../words/en/objects.ts');

/** A contact of a record is changed step by step, with words of its own. */
const Contact = createLazyScreen(
  async () => (await import('../procedures/contact/contact-screen.tsx')).ContactScreen,
  objectWords,
);

/** What an account has is sent with a form of its own. */
const Send = createLazyScreen(
  async () => (await import('../procedures/send/send-screen.tsx')).SendScreen,
  objectWords,
  () => import('../words/en/send.ts'),
);

/** A form in which a phone number is typed. */
const FormWithPhone = createLazyScreen(async () => {
  await loadPhoneLibrary();
  return AnyForm;
});

/** Whether its form, or that of the operation it begins with, asks for a phone number. */
function asksForPhone(row: Row | undefined): boolean {
  const rows = row ? [row, prerequisiteOf(row)] : [];
  return rows.some(
    (one) => one?.kind === 'submit' && one.versions.some(({ fields }) => needsPhoneLibrary(fields)),
  );
}

/** The operation that this row begins with, if it does. */
function prerequisiteOf(row: Row): Row | undefined {
  return row.kind === 'submit' && row.prerequisite ? rowOf(row.prerequisite.operation) : undefined;
}

/** What the form starts with, from the record that it is about and from what is usual. */
async function readPrefill(
  store: Store,
  profile: Profile,
  row: Row,
  about: ObjectPlace | undefined,
): Promise<Prefill | undefined> {
  if (row.kind === 'query') return undefined;
  const item = about && (await readObject(recordsOf(store, profile.id), about));
  const { fixed, initial } = about ? prefillOf(row, about, item) : { fixed: {}, initial: {} };
  const entries = store.snapshot.peek()?.home?.entries ?? [];
  return { fixed, initial: { ...usualValues(row, entries), ...initial }, about };
}

/** Continues the form in progress, or starts one. */
function useActiveForm(row: Row | undefined, about?: ObjectPlace): ActiveForm | undefined {
  const store = useStore();
  const profile = store.profile.value;
  const open = async (to: Profile, operation: Row) => {
    const prefill = await readPrefill(store, to, operation, about);
    return openForm(store, to, operation, prerequisiteOf(operation), prefill);
  };
  return useLatest(
    () => (row && profile ? open(profile, row) : undefined),
    [row, profile?.id, profile?.otpGeneration, about?.id],
    'keeps',
  );
}

/** The row of a name that came with the address, if it has a form. */
function formRowOf(operation: string): Row | undefined {
  const row = rowOf(operation);
  return row?.formless ? undefined : row;
}

type FormRoute = {
  readonly operation: string;
  readonly about?: ObjectPlace | undefined;
  readonly isVerifying?: boolean;
};

/** An operation's form, or for a contact of a known record the steps that verify and change it. */
export function FormScreen(props: FormRoute) {
  const profile = useStore().profile.value;
  const row = rowOf(props.operation);
  if (row?.kind === 'submit' && row.sends && profile) {
    const { about: place } = props;
    return <Send row={row} profile={profile} {...(place && { place })} />;
  }
  return asksForPhone(formRowOf(props.operation)) ? (
    <FormWithPhone {...props} />
  ) : (
    <AnyForm {...props} />
  );
}

function AnyForm(props: FormRoute) {
  const profile = useStore().profile.value;
  const row = formRowOf(props.operation);
  return row?.kind === 'submit' && row.verifies && props.about && profile ? (
    <Contact
      row={row}
      place={props.about}
      profile={profile}
      isVerifying={props.isVerifying === true}
    />
  ) : (
    <PlainForm {...props} />
  );
}

/** What an operation does, its fields, and the way to the review. */
function PlainForm(props: FormRoute) {
  const row = formRowOf(props.operation);
  const active = useActiveForm(row, props.about);
  if (!row) {
    return (
      <Frame title={t('app.place.operations')}>
        <EmptyState icon="search" title={t('popup.unknownOperation')} />
      </Frame>
    );
  }
  if (!active || active.form.row !== row) {
    return (
      <Frame title={rowText(row, 'title')}>
        <Skeleton rows={4} />
      </Frame>
    );
  }
  return active.form.needsPrerequisite.value && active.prerequisiteForm ? (
    <PrerequisiteStep key={row.name} active={active} prerequisiteForm={active.prerequisiteForm} />
  ) : (
    <OperationForm key={row.name} active={active} />
  );
}

/** Whether it asks for something encrypted: the full page makes that from the key itself. */
function hasEncryptedBundle(row: Row): boolean {
  const fields = row.kind === 'submit' ? row.versions[0].fields : {};
  return Object.values(fields).some(({ schema }) => schema === encryptedBundle);
}

/** The way to the page that takes the key itself. */
function ImportKeyHint() {
  const { go } = useStore();
  return (
    <p class="note">
      {t('popup.form.haveKey')}{' '}
      <Button kind="quiet" small onClick={() => go({ screen: 'import' })}>
        {t('popup.home.import')}
      </Button>
    </p>
  );
}

const FORM_ID = 'operation-form';

/** Sends a query, or leads to the review; `once`: the passkey signs only this query. */
function useFormAction(active: ActiveForm, profile: Profile, { method }: StampMethodState) {
  const store = useStore();
  const { form } = active;
  const { row } = form;
  const { client } = store.effects;
  const onRefused = () => undefined;
  const submission = useSubmission({ form, onRefused, readError: toReadError });

  async function ask(mode?: 'once'): Promise<void> {
    const ready = form.submit();
    if (!ready) return;
    if (!isQuery(row)) return store.go({ screen: 'review', operation: row.name });
    const { id, ...input } = inputOf(profile, form, ready);
    await submission.submit(async () => {
      // A profile of passkeys alone reads by its read session, where it has one.
      if (mode === 'once' || (method === 'passkey' && profile.keyId !== null)) {
        await beginByPasskey(client, { ...input, id });
        markSent(store, active, id);
        store.go({ screen: 'passkey', id });
      } else {
        storeAnswer(store, { row, answer: await client.call('query', input) });
        store.go({ screen: 'result', operation: row.name });
      }
    });
  }
  return { ...submission, ask };
}

function OperationForm({ active }: { readonly active: ActiveForm }) {
  const { form } = active;
  const { row } = form;
  const profile = useCurrentProfile(active.profile);
  const stamping = useFormStamping(profile, form);
  const { busy, error, ask } = useFormAction(active, profile, stamping);
  return (
    <Frame
      title={rowText(row, 'title')}
      action={
        <Button kind="primary" wide submit busy={busy} form={FORM_ID}>
          {isQuery(row) ? rowText(row, 'action') : t('popup.review.title')}
        </Button>
      }
    >
      <p class="muted">{rowText(row, 'about')}</p>
      {hasEncryptedBundle(row) && <ImportKeyHint />}
      {form.prerequisiteId.value !== null && (
        <p class="note">
          {active.prerequisiteForm &&
            t('popup.state.done', { result: rowText(active.prerequisiteForm.row, 'done') })}{' '}
          <Button kind="quiet" small onClick={form.startOver}>
            {t('popup.form.startOver')}
          </Button>
        </p>
      )}
      {error && <ReadProblem error={error} onRetry={() => void ask()} />}
      {error?.code === 'read_session_needed' && (
        <Button icon="passkey" onClick={() => void ask('once')}>
          {t('popup.readSession.once')}
        </Button>
      )}
      <Form id={FORM_ID} form={{ submit: () => busy || ask() }}>
        <FormFields session={form} />
      </Form>
      {writesPolicy(form.shape.fields) && <TypedPolicyTrial session={form} />}
      {isQuery(row) && profile.keyId !== null && (
        <StampMethodChoice profile={profile} stamping={stamping} />
      )}
    </Frame>
  );
}
