import type { ReadonlySignal } from '@preact/signals';
import type { Profile } from '../../../protocol/profile.ts';
import { richText, t } from '../../i18n.ts';
import { VisibleText } from '../../forms/visible-text.tsx';
import { Button } from '../../components/button.tsx';
import { Banner, Card, type Tone } from '../../components/surfaces.tsx';
import { CopyText } from '../../components/values.tsx';
import { ProcedureProgress } from '../procedure-progress.tsx';
import { isAtWork } from '../procedure.ts';
import { useConfirmedLeaving } from '../stage-list.tsx';
import { ProofLines } from './proof-lines.tsx';
import {
  IMPORT_STAGES,
  type ExistingRecord,
  type ImportRun,
  type ProvedImport,
} from './run-import.ts';

/** An import as far as its progress and result are shown. */
export type RunningImport = {
  /** What goes before the keys of texts that name what is imported. */
  readonly texts: 'import' | 'phrase';
  readonly profile: ReadonlySignal<Profile>;
  readonly run: ReadonlySignal<ImportRun | null>;
  readonly start: () => Promise<void>;
  readonly startOver: () => void;
  readonly change: () => void;
  /** Where records of this kind are; with an ID, one of them. */
  readonly hrefOf: (id?: string) => string;
};

/** Once the secret is on its way, only the service knows what came of it. */
const isSent = ({ stage }: ImportRun): boolean => stage === 'send' || stage === 'prove';

/** The progress of the import, and its result. */
export function RunStep({ flow }: { readonly flow: RunningImport }) {
  const run = flow.run.value;
  const isRunning = isAtWork(run);
  useConfirmedLeaving(isRunning);
  const { texts } = flow;
  if (!run) return null;
  const { fault, imported, isRecorded } = run;
  return (
    <>
      <ProcedureProgress
        stages={IMPORT_STAGES}
        {...{ run, profile: flow.profile.value }}
        textOf={(stage) => t(stage === 'seal' ? `${texts}.run.seal` : `import.run.${stage}`)}
        says={{
          going: t(`${texts}.run.stay`),
          waits: t(run.stage === 'begin' ? 'import.waiting.begin' : 'import.waiting.send'),
          stopped: t('import.run.stopped'),
          unsure: isSent(run) ? t(`${texts}.run.unknown`) : undefined,
          fault: fault && {
            title: t('import.bundle.title'),
            why: t(`import.bundle.${fault}`),
            kept: t('import.bundle.kept'),
          },
        }}
      />
      {imported ? (
        <ImportResult {...{ flow, imported, isRecorded }} />
      ) : (
        !isRunning && <StoppedImport flow={flow} run={run} />
      )}
    </>
  );
}

function StoppedImport({ flow, run }: { readonly flow: RunningImport; readonly run: ImportRun }) {
  if (run.existing) return <AlreadyImported flow={flow} existing={run.existing} />;
  const { texts } = flow;
  return (
    <>
      {run.stage === 'prove' && (
        <Banner tone="warn" title={t('procedure.open')}>
          {t(`${texts}.run.unknown`)}
        </Banner>
      )}
      {!run.fault && !isSent(run) && <p class="muted">{t(`${texts}.run.notSent`)}</p>}
      {isRefused(run) && <p class="muted">{t(`${texts}.run.sealedHeld`)}</p>}
      {isStampCancelled(run) && <p class="muted">{t(`${texts}.run.unstamped`)}</p>}
      <NextActions flow={flow} run={run} />
    </>
  );
}

/** The service declined the request, and the encrypted key can be sent again. */
function isRefused({ stage, entry, sealed }: ImportRun): boolean {
  const refusedStates = ['refused', 'failed', 'rejected'];
  return stage === 'send' && sealed !== null && refusedStates.includes(entry?.state ?? '');
}

/** The user closed the passkey dialog. The encrypted key is kept for another attempt. */
function isStampCancelled({ stage, entry, sealed, error }: ImportRun): boolean {
  const isCancelled = error?.code === 'passkey_cancelled' && entry === null;
  return stage === 'send' && sealed !== null && isCancelled;
}

function NextActions({ flow, run }: { readonly flow: RunningImport; readonly run: ImportRun }) {
  return (
    <div class="actions">
      {((!isSent(run) && run.stage !== 'seal') || isStampCancelled(run)) && (
        <Button icon="refresh" onClick={() => void flow.start()}>
          {t('app.retry')}
        </Button>
      )}
      {isRefused(run) && (
        <Button icon="pencil" onClick={() => flow.change()}>
          {t(`${flow.texts}.run.change`)}
        </Button>
      )}
      <Button onClick={flow.startOver}>{t('popup.form.startOver')}</Button>
      <a href={flow.hrefOf()}>{t(`${flow.texts}.verdict.list`)}</a>
    </div>
  );
}

function AlreadyImported({
  flow,
  existing,
}: {
  readonly flow: RunningImport;
  readonly existing: ExistingRecord;
}) {
  const { id, listed } = existing;
  const { texts } = flow;
  return (
    <>
      <Banner tone="warn" title={t(`${texts}.exists.title`)}>
        <p>{t(`${texts}.exists.what`)}</p>
        <p class="cluster">
          {richText(`${texts}.exists.id`, {
            key: (
              <>
                {listed && (
                  <strong>
                    <VisibleText text={listed.name} />
                  </strong>
                )}
                <CopyText text={id} shorten={false} what={t(`${flow.texts}.verdict.id`)} />
              </>
            ),
          })}
        </p>
      </Banner>
      <Card title={t('import.review.addresses')}>
        <p class="muted">{t(`${texts}.exists.${listed ? 'proved' : 'unread'}`)}</p>
        {listed && <ProofLines lines={listed.lines} />}
      </Card>
      <FinishedActions flow={flow} id={id} />
    </>
  );
}

const TONES: Readonly<Record<ProvedImport['verdict'], Tone>> = {
  proved: 'good',
  other_reading: 'warn',
  cannot_check: 'warn',
  mismatch: 'danger',
};

function ImportResult({
  flow,
  imported,
  isRecorded,
}: {
  readonly flow: RunningImport;
  readonly imported: ProvedImport;
  readonly isRecorded: boolean;
}) {
  const { verdict, lines, id } = imported;
  const { texts } = flow;
  return (
    <div class="stack" data-verdict={verdict}>
      <Banner tone={TONES[verdict]} title={t(`import.verdict.${verdict}`)}>
        <p>
          {t(
            verdict === 'cannot_check'
              ? 'import.verdict.cannot_checkWhat'
              : `${texts}.verdict.${verdict}What`,
          )}
        </p>
        {!isRecorded && <p>{t('procedure.unrecorded')}</p>}
      </Banner>
      <Card title={t('import.review.addresses')}>
        <ProofLines lines={lines} />
        <p class="cluster">
          {t(`${flow.texts}.verdict.id`)}
          <CopyText text={id} shorten={false} what={t(`${flow.texts}.verdict.id`)} />
        </p>
      </Card>
      <FinishedActions flow={flow} id={id} />
    </div>
  );
}

function FinishedActions({ flow, id }: { readonly flow: RunningImport; readonly id: string }) {
  return (
    <div class="actions">
      <a class="button" href={flow.hrefOf(id)}>
        {t(`${flow.texts}.verdict.open`)}
      </a>
      <Button onClick={flow.startOver}>{t(`${flow.texts}.verdict.another`)}</Button>
    </div>
  );
}
