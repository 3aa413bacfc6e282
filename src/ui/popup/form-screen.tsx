import { useEffect, useState } from 'preact/hooks';
import type { KeystampError } from '../../protocol/errors.ts';
import { encryptedBundle } from '../../protocol/fields.ts';
import type { Row } from '../../protocol/operation.ts';
import { rowOf } from '../../protocol/operations.ts';
import { choiceOf, type Profile } from '../../protocol/profile.ts';
import { t } from '../i18n.ts';
import { Button } from '../kit/button.tsx';
import { EmptyState, Skeleton } from '../kit/states.tsx';
import { FormFields } from '../forms/fields.tsx';
import { ReadProblem } from '../forms/look.tsx';
import { useMethod, type Stamping } from '../forms/method.tsx';
import { isRead } from '../forms/review.ts';
import { rowText } from '../forms/words.ts';
import { useFresh, useStore, usePolicy } from './context.ts';
import { keepAnswer, noteSent, openForm, type Work } from './desk.ts';
import { FirstStep } from './first-step.tsx';
import { Frame } from './frame.tsx';
import { showRefusal } from './refusals.ts';
import { StampChoice } from './stamp-choice.tsx';
import { asReadError } from '../kit/errors.ts';

/** The operation that this row begins with, if it does. */
function firstOf(row: Row): Row | undefined {
  return row.kind === 'submit' && row.begins ? rowOf(row.begins.with) : undefined;
}

/** Takes a form from the desk, or starts one. */
function useWork(row: Row | undefined): Work | undefined {
  const store = useStore();
  const profile = store.profile.value;
  const [work, setWork] = useState<Work | undefined>(undefined);
  useEffect(() => {
    if (row && profile) void openForm(store, profile, row, firstOf(row)).then(setWork);
  }, [row, profile?.id, profile?.otpGeneration]);
  return work;
}

/** The row of a name that came with the address, if it has a form. */
function formRowOf(operation: string): Row | undefined {
  const row = rowOf(operation);
  return row?.formless ? undefined : row;
}

/** An operation's form: what it does, its fields, and the way to the review. */
export function FormScreen({ operation }: { readonly operation: string }) {
  const row = formRowOf(operation);
  const work = useWork(row);
  if (!row) {
    return (
      <Frame title={t('popup.operations.title')}>
        <EmptyState icon="search" title={t('popup.unknownOperation')} />
      </Frame>
    );
  }
  if (!work || work.form.row !== row) {
    return (
      <Frame title={rowText(row, 'title')}>
        <Skeleton rows={4} />
      </Frame>
    );
  }
  return work.form.waits.value && work.first ? (
    <FirstStep key={row.name} work={work} first={work.first} />
  ) : (
    <Sheet key={row.name} work={work} />
  );
}

/** Whether it asks for something encrypted: the full page makes that from the key itself. */
function takesSealed(row: Row): boolean {
  const fields = row.kind === 'submit' ? row.versions[0].fields : {};
  return Object.values(fields).some(({ schema }) => schema === encryptedBundle);
}

/** The way to the page that takes the key itself. */
function HaveKey() {
  const { effects } = useStore();
  return (
    <p class="note">
      {t('popup.form.haveKey')}{' '}
      <Button kind="quiet" small onClick={() => void effects.openOptions('import')}>
        {t('popup.home.import')}
      </Button>
    </p>
  );
}

const FORM_ID = 'operation-form';

/** Sends a question, or leads to the review; `once`: one answer by the passkey, and no more. */
function useAsk(work: Work, profile: Profile, { method }: Stamping) {
  const store = useStore();
  const { form } = work;
  const { row } = form;
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<KeystampError | undefined>(undefined);

  async function ask(how?: 'once'): Promise<void> {
    const ready = form.submit();
    if (!ready) return;
    if (!isRead(row)) return store.go({ screen: 'review', operation: row.name });
    setBusy(true);
    setError(undefined);
    const parameters = { ...ready.parameters };
    const input = { profileId: profile.id, operation: row.name, parameters };
    try {
      // A profile of passkeys alone reads by its read session, where it has one.
      if (how === 'once' || (method === 'passkey' && profile.keyId !== null)) {
        const wish = { ...input, id: ready.id, kind: 'query', show: true } as const;
        await store.effects.client.call('ceremonies_begin', wish);
        noteSent(store, work, ready.id);
        store.go({ screen: 'passkey', id: ready.id });
      } else {
        keepAnswer(store, { row, answer: await store.effects.client.call('query', input) });
        store.go({ screen: 'result', operation: row.name });
      }
    } catch (cause) {
      const known = asReadError(cause);
      if (!showRefusal(form, known)) setError(known);
    } finally {
      setBusy(false);
    }
  }
  return { busy, error, ask };
}

function Sheet({ work }: { readonly work: Work }) {
  const { form } = work;
  const { row } = form;
  const profile = useFresh(work.profile);
  const stamping = useMethod(choiceOf(profile, row.name, usePolicy()));
  const { busy, error, ask } = useAsk(work, profile, stamping);
  return (
    <Frame
      title={rowText(row, 'title')}
      action={
        <Button kind="primary" wide submit busy={busy} form={FORM_ID}>
          {isRead(row) ? rowText(row, 'action') : t('popup.form.review')}
        </Button>
      }
    >
      <p class="muted">{rowText(row, 'about')}</p>
      {takesSealed(row) && <HaveKey />}
      {form.begun.value !== null && (
        <p class="note">
          {work.first && `${rowText(work.first.row, 'done')}. `}
          <Button kind="quiet" small onClick={form.startOver}>
            {t('popup.form.startOver')}
          </Button>
        </p>
      )}
      {error && <ReadProblem error={error} onRetry={() => void ask()} />}
      {error?.code === 'look_needed' && (
        <Button icon="passkey" onClick={() => void ask('once')}>
          {t('popup.look.once')}
        </Button>
      )}
      <form
        id={FORM_ID}
        class="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void ask();
        }}
      >
        <FormFields session={form} />
      </form>
      {isRead(row) && profile.keyId !== null && (
        <StampChoice profile={profile} stamping={stamping} />
      )}
    </Frame>
  );
}
