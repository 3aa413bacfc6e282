import { useEffect, useRef, useState } from 'preact/hooks';
import type { CeremonyView } from '../../protocol/ceremony.ts';
import type { EntryView } from '../../protocol/entry.ts';
import { KeystampError } from '../../protocol/errors.ts';
import type { Begins } from '../../protocol/operation.ts';
import type { Method } from '../../protocol/passkey.ts';
import { choiceOf } from '../../protocol/profile.ts';
import { said, t } from '../i18n.ts';
import { Button } from '../kit/button.tsx';
import { StateBadge } from '../kit/entry-state.tsx';
import { ErrorState, Progress } from '../kit/states.tsx';
import { useEntry } from '../kit/watching.ts';
import { FormFields } from '../forms/fields.tsx';
import { useMethod } from '../forms/method.tsx';
import type { FormSession } from '../forms/session.ts';
import { rowText } from '../forms/words.ts';
import { useCeremonies } from './ceremonies.ts';
import { useFresh, useStore, usePolicy } from './context.ts';
import { sealedPart, type Work } from './desk.ts';
import { Frame } from './frame.tsx';
import { showRefusal } from './refusals.ts';
import { hashOf } from './route.ts';
import { send } from './sending.ts';
import { StampChoice } from './stamp-choice.tsx';
import { Waits } from './waits.tsx';
import { asKeystampError } from '../kit/errors.ts';

const FORM_ID = 'first-form';

function beginsOf(form: FormSession): Begins | undefined {
  return form.row.kind === 'submit' ? form.row.begins : undefined;
}

/** How the step that runs first is doing, and what it handed over once it is done. */
function useStep(form: FormSession) {
  const watched = useEntry(useStore().effects, form.begun.value);
  const { entry } = watched;
  const begins = beginsOf(form);
  useEffect(() => {
    if (begins && entry?.state === 'completed' && entry.result) form.take(begins, entry.result);
  }, [entry?.state, entry?.id]);
  return watched;
}

/** The step as it waits for a passkey; when it waits no more, its activity is looked for. */
function useWaiting(id: string | null, again: () => void): CeremonyView | undefined {
  const waiting = useCeremonies().list?.find((one) => one.id === id);
  const waited = useRef(false);
  useEffect(() => {
    if (waited.current && !waiting) again();
    waited.current = waiting !== undefined;
  }, [waiting]);
  return waiting;
}

/** Sends the step's own form. Its id was made with it, so a second click is the same activity. */
function useSend(work: Work, first: FormSession, method: Method | undefined) {
  const store = useStore();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<KeystampError | undefined>(undefined);
  async function begin(): Promise<void> {
    const ready = busy || !method ? undefined : first.submit();
    if (!ready || !method) return;
    setBusy(true);
    setError(undefined);
    try {
      const { id, secrets } = ready;
      const parameters = { ...ready.parameters };
      const input = { id, profileId: work.profile.id, operation: first.row.name, parameters };
      await send(store, input, sealedPart(secrets), method);
      work.form.begin(id);
    } catch (cause) {
      const known = asKeystampError(cause);
      if (!showRefusal(first, known)) setError(known);
    } finally {
      setBusy(false);
    }
  }
  return { busy, error, begin };
}

/**
 * The operation that has to run first, inline: its own form and button, then its state until it is
 * completed. Its activity outlives the popup, so the person may go and read the message with the
 * code.
 */
export function FirstStep({ work, first }: { readonly work: Work; readonly first: FormSession }) {
  const { form } = work;
  const { entry, error: lost, again } = useStep(form);
  const waiting = useWaiting(form.begun.value, again);
  const profile = useFresh(work.profile);
  const stamping = useMethod(choiceOf(profile, first.row.name, usePolicy()));
  const { busy, error, begin } = useSend(work, first, stamping.method);
  const running = form.begun.value !== null;
  return (
    <Frame
      title={rowText(form.row, 'title')}
      action={
        running ? (
          <Button wide onClick={form.startOver}>
            {t('popup.form.startOver')}
          </Button>
        ) : (
          <Button kind="primary" wide submit busy={busy} form={FORM_ID}>
            {rowText(first.row, 'action')}
          </Button>
        )
      }
    >
      <p class="muted">{rowText(form.row, 'about')}</p>
      <p>{said(`op.${form.row.name}.begins`) ?? beginsOf(form)?.explain}</p>
      {error && <ErrorState error={error} onRetry={() => void begin()} />}
      {lost && !waiting && <ErrorState error={lost} onRetry={() => again()} />}
      {waiting && <Waits one={waiting} onDiscarded={form.startOver} />}
      {running && !waiting && !lost && <StepState entry={entry} first={first} />}
      {!running && (
        <form
          id={FORM_ID}
          class="form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void begin();
          }}
        >
          <FormFields session={first} />
          <StampChoice profile={profile} stamping={stamping} />
        </form>
      )}
    </Frame>
  );
}

function StepState(props: { readonly entry: EntryView | undefined; readonly first: FormSession }) {
  const { entry, first } = props;
  if (!entry) return <Progress>{t('kit.loading')}</Progress>;
  return (
    <section class="section" aria-label={rowText(first.row, 'title')}>
      <p class="cluster">
        <StateBadge state={entry.state} />
        <a href={hashOf({ screen: 'activity', id: entry.id })}>{rowText(first.row, 'title')}</a>
      </p>
      {entry.error && <ErrorState error={entry.error} />}
      {entry.state === 'completed' && <ErrorState error={new KeystampError('generation_mixed')} />}
    </section>
  );
}
