import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { OpenedCeremony } from '../../protocol/ceremony.ts';
import type { KeystampError } from '../../protocol/errors.ts';
import type { Row } from '../../protocol/operation-row.ts';
import { rowOf } from '../../protocol/operations.ts';
import { stampChoiceOf, type Profile } from '../../protocol/profile.ts';
import type { AppState } from '../../protocol/app-state.ts';
import { RequestDetails } from '../confirm/request-details.tsx';
import { useScrollIntoView } from '../confirm/decision.tsx';
import { fieldsOf, useReferencedRecords } from '../confirm/referenced-records.ts';
import { addQueueWords } from '../confirm/queue-words.ts';
import { isSecret } from '../forms/draft.ts';
import { ReadSessionContext } from '../forms/read-problem.tsx';
import type { ReadSessions } from '../forms/read-sessions.ts';
import { t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { EmptyState, ErrorState, Skeleton } from '../components/states.tsx';
import { Banner } from '../components/surfaces.tsx';
import { createCeremonyRun, type CeremonyRun } from './ceremony.ts';
import type { PasskeyEffects } from './effects.ts';
import { Ended } from './ended.tsx';
import { PasskeyFrame } from './frame.tsx';

addQueueWords();

type Props = {
  readonly id: string;
  readonly effects: PasskeyEffects;
  readonly state: AppState;
};

/** One request for a passkey, from what will be stamped to what came of it. */
export function StampView({ looking, ...props }: Props & { readonly looking: ReadSessions }) {
  const { effects, id } = props;
  const run = useMemo(() => createCeremonyRun(effects, id), [id]);
  useEffect(() => {
    void run.open();
    return run.leave;
  }, [run]);
  const stage = run.stage.value;
  const profileId = 'opened' in stage ? stage.opened.profileId : '';
  const look = useMemo(() => ({ readSessions: looking, profileId }), [looking, profileId]);
  return (
    <ReadSessionContext.Provider value={look}>
      <Staged {...props} run={run} />
    </ReadSessionContext.Provider>
  );
}

function Staged({ run, effects, state }: Props & { readonly run: CeremonyRun }) {
  const stage = run.stage.value;
  const close = <Close effects={effects} />;
  switch (stage.at) {
    case 'loading':
      return (
        <PasskeyFrame>
          <Skeleton rows={6} />
        </PasskeyFrame>
      );
    case 'failed':
      return (
        <PasskeyFrame action={close}>
          <Problem error={stage.error} effects={effects} onRetry={() => void run.open()} />
        </PasskeyFrame>
      );
    case 'gone':
    case 'discarded':
      return (
        <PasskeyFrame action={close}>
          <EmptyState
            icon={stage.at === 'gone' ? 'clock' : 'trash'}
            title={t(`passkey.${stage.at}`)}
          >
            {t(`passkey.${stage.at}Text`)}
          </EmptyState>
        </PasskeyFrame>
      );
    case 'ended':
      return <Ended {...stage} effects={effects} state={state} />;
    case 'ready':
    case 'prompting':
    case 'handing':
      return (
        <Asked
          key={stage.opened.digest}
          run={run}
          effects={effects}
          state={state}
          opened={stage.opened}
        />
      );
  }
}

function Close({ effects }: Pick<Props, 'effects'>) {
  return (
    <Button kind="primary" wide onClick={effects.close}>
      {t('kit.close')}
    </Button>
  );
}

/** Errors after which the profile has to be changed before another try can help. */
const IN_OPTIONS: readonly KeystampError['code'][] = [
  'passkey_domain_refused',
  'passkey_missing',
  'passkey_unknown',
];

function Problem(props: {
  readonly error: KeystampError;
  readonly effects: PasskeyEffects;
  readonly onRetry?: () => void;
}) {
  const { error, effects, onRetry } = props;
  return (
    <>
      <ErrorState error={error} onRetry={onRetry} />
      {IN_OPTIONS.includes(error.code) && (
        <Button icon="gear" onClick={() => void effects.openOptions()}>
          {t('passkey.options')}
        </Button>
      )}
    </>
  );
}

type AskedProps = Omit<Props, 'id'> & {
  readonly run: CeremonyRun;
  readonly opened: OpenedCeremony;
};

function Asked(props: AskedProps) {
  const { opened, state, effects, run } = props;
  const row = rowOf(opened.operation);
  const profile = state.profiles.find((one) => one.id === opened.profileId);
  const discard = useDiscard(run, run.stage.value.at !== 'ready');
  if (row && profile) {
    return <Ready {...props} row={row} profile={profile} discard={discard} />;
  }
  return (
    <PasskeyFrame
      action={
        <div class="decide-passkey">
          {discard.button}
          <Close effects={effects} />
        </div>
      }
    >
      <Banner tone="danger" title={t(row ? 'passkey.noProfile' : 'passkey.unknown')} />
      {discard.question}
    </PasskeyFrame>
  );
}

type ReadyProps = AskedProps & {
  readonly row: Row;
  readonly profile: Profile;
  readonly discard: ReturnType<typeof useDiscard>;
};

function Ready(props: ReadyProps) {
  const { effects, run, opened, row, profile, discard } = props;
  const { kind, parameters, type, body, digest } = opened;
  const fields = useMemo(() => fieldsOf(row, type), [row, type]);
  const { records } = useReferencedRecords(effects, profile.id, row, fields);
  const hidden =
    body === null
      ? Object.keys(fields).filter((name) => fields[name] && isSecret(fields[name]))
      : [];
  const secrets = Object.fromEntries(hidden.map((name) => [name, null]));
  return (
    <PasskeyFrame action={<Acts effects={effects} run={run} discard={discard.button} />}>
      <Notices effects={effects} run={run} />
      <RequestDetails
        {...{ row, profile, records }}
        client={effects.client}
        lead={t(`passkey.lead.${kind}`)}
        exactBody={{ type, body, digest }}
        stamping={{
          choice: stampChoiceOf(profile, row.name, props.state.managed.policy),
          method: 'passkey',
        }}
        subject={{ fields, parameters, secrets, known: records.known.value }}
      />
      {discard.question}
    </PasskeyFrame>
  );
}

/** What happened to it so far. */
function Notices({ effects, run }: Pick<AskedProps, 'effects' | 'run'>) {
  const stage = run.stage.value;
  const told = useScrollIntoView(stage.at === 'prompting' || (stage.at === 'ready' && stage.error));
  return (
    <>
      <span class="hidden" ref={told} />
      {stage.at === 'prompting' && <Banner title={t('passkey.prompting')} />}
      {stage.at === 'ready' && stage.changed && <Banner tone="warn" title={t('passkey.changed')} />}
      {stage.at === 'ready' && stage.error && <Problem error={stage.error} effects={effects} />}
    </>
  );
}

/**
 * A click here decides nothing by itself, so it takes no arming: it opens the browser's own prompt,
 * which asks the person.
 */
function Acts(
  props: Pick<AskedProps, 'effects' | 'run'> & { readonly discard: ComponentChildren },
) {
  const { effects, run, discard } = props;
  const stage = run.stage.value;
  const busy = stage.at !== 'ready';
  const again = stage.at === 'ready' && stage.error !== undefined;
  return (
    <div class="decide-passkey">
      {discard}
      <Button onClick={effects.close}>{t('passkey.later')}</Button>
      <Button kind="primary" icon="passkey" busy={busy} onClick={() => void run.stamp()}>
        {t(again ? 'passkey.again' : 'passkey.use')}
      </Button>
    </div>
  );
}

/** The button that discards, and its question, which asks once: nothing of it is kept. */
function useDiscard(run: CeremonyRun, busy: boolean) {
  const [asked, setAsked] = useState(false);
  const button = (
    <Button disabled={busy} onClick={() => setAsked(true)}>
      {t('passkey.discard')}
    </Button>
  );
  const question = (
    <Dialog
      open={asked}
      title={t('passkey.discardSure')}
      onClose={() => setAsked(false)}
      actions={
        <>
          <Button onClick={() => setAsked(false)}>{t('kit.cancel')}</Button>
          <Button kind="danger" onClick={() => void run.discard().then(() => setAsked(false))}>
            {t('passkey.discard')}
          </Button>
        </>
      }
    >
      <p>{t('passkey.discardText')}</p>
    </Dialog>
  );
  return { button, question };
}
