import { useEffect } from 'preact/hooks';
import { richText, t } from '../../i18n.ts';
import { VisibleText } from '../../forms/visible-text.tsx';
import { Button } from '../../components/button.tsx';
import { StateBadge } from '../../components/entry-state.tsx';
import { Icon } from '../../components/icon.tsx';
import { ErrorState } from '../../components/states.tsx';
import { Banner, Card, type Tone } from '../../components/surfaces.tsx';
import { CopyText } from '../../components/values.tsx';
import { hashOf } from '../route.ts';
import type { ImportFlow } from './import-flow.ts';
import { ProofLines } from './proof-lines.tsx';
import {
  IMPORT_STAGES,
  type ExistingKey,
  type ImportedKey,
  type ImportRun,
  type ImportStage,
} from './run-import.ts';

/** The progress of the import, and its result. */
export function RunStep({ flow }: { readonly flow: ImportFlow }) {
  const run = flow.run.value;
  const isRunning = run?.state === 'going';
  useEffect(() => {
    if (!isRunning) return undefined;
    const confirmLeaving = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', confirmLeaving);
    return () => removeEventListener('beforeunload', confirmLeaving);
  }, [isRunning]);
  if (!run) return null;
  return (
    <>
      <Card>
        <ol class="stages" data-run={run.state}>
          {IMPORT_STAGES.map((stage) => (
            <StageRow key={stage} stage={stage} run={run} />
          ))}
        </ol>
        {isRunning && <p class="muted">{t('import.run.stay')}</p>}
      </Card>
      {run.state === 'stopped' && <StoppedNotice flow={flow} run={run} />}
      {run.imported && <ImportResult flow={flow} imported={run.imported} />}
    </>
  );
}

/** The steps that are activities. */
const ACTIVITY_STAGES: readonly ImportStage[] = ['begin', 'send'];

type StageStatus = 'past' | 'failed' | 'wrong' | 'now' | 'later';
const STATUS_KEYS = {
  past: 'import.stepDone',
  failed: 'import.run.failed',
  wrong: 'import.run.wrong',
  now: 'import.run.going',
  later: 'import.run.waits',
} as const satisfies Record<StageStatus, string>;

function stageStatus(stage: ImportStage, run: ImportRun): StageStatus {
  const distance = IMPORT_STAGES.indexOf(stage) - IMPORT_STAGES.indexOf(run.stage);
  if (distance > 0) return 'later';
  if (distance < 0) return 'past';
  if (run.imported?.verdict === 'mismatch') return 'wrong';
  if (run.state === 'done') return 'past';
  return run.state === 'stopped' ? 'failed' : 'now';
}

function StageRow({ stage, run }: { readonly stage: ImportStage; readonly run: ImportRun }) {
  const status = stageStatus(stage, run);
  const isCurrent = status === 'now' || status === 'failed';
  return (
    <li class={status} aria-current={isCurrent ? 'step' : undefined}>
      {status === 'past' && <Icon name="check" />}
      {(status === 'failed' || status === 'wrong') && <Icon name="warn" />}
      {status === 'now' && <span class="spinner" aria-hidden="true" />}
      {status === 'later' && <span class="stage-dot" aria-hidden="true" />}
      <span>{t(`import.run.${stage}`)}</span>
      <span class="hidden">{t(STATUS_KEYS[status])}</span>
      {isCurrent && ACTIVITY_STAGES.includes(stage) && run.entry && (
        <StateBadge state={run.entry.state} />
      )}
    </li>
  );
}

function StoppedNotice({ flow, run }: { readonly flow: ImportFlow; readonly run: ImportRun }) {
  if (run.existing) return <AlreadyImported flow={flow} existing={run.existing} />;
  if (run.fault) {
    return (
      <>
        <Banner tone="danger" title={t('import.bundle.title')}>
          <p>{t(`import.bundle.${run.fault}`)}</p>
          <p>{t('import.bundle.kept')}</p>
        </Banner>
        <NextActions flow={flow} run={run} />
      </>
    );
  }
  const state = run.entry?.state;
  const isSent = run.stage === 'send' || run.stage === 'prove';
  return (
    <>
      {run.error && <ErrorState title={t('import.run.stopped')} error={run.error} />}
      {state === 'mismatch' && <Banner tone="danger" title={t('import.run.mismatchAnswer')} />}
      {isSent && (state === 'unknown' || run.stage === 'prove') && (
        <Banner tone="warn" title={t('import.run.unknownTitle')}>
          {t('import.run.unknown')}
        </Banner>
      )}
      {!isSent && <p class="muted">{t('import.run.notSent')}</p>}
      {isRefused(run) && <p class="muted">{t('import.run.sealedHeld')}</p>}
      {isStampCancelled(run) && <p class="muted">{t('import.run.unstamped')}</p>}
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

function NextActions({ flow, run }: { readonly flow: ImportFlow; readonly run: ImportRun }) {
  const isSent = run.stage === 'send' || run.stage === 'prove';
  return (
    <div class="actions">
      {((!isSent && run.stage !== 'seal') || isStampCancelled(run)) && (
        <Button icon="refresh" onClick={() => void flow.start()}>
          {t('import.run.again')}
        </Button>
      )}
      {isRefused(run) && (
        <Button icon="pencil" onClick={() => (flow.step.value = 'formats')}>
          {t('import.run.change')}
        </Button>
      )}
      <Button onClick={flow.startOver}>{t('import.startOver')}</Button>
      <a href={hashOf({ at: 'private-keys' })}>{t('import.verdict.list')}</a>
    </div>
  );
}

function AlreadyImported({
  flow,
  existing,
}: {
  readonly flow: ImportFlow;
  readonly existing: ExistingKey;
}) {
  const { id, listedKey } = existing;
  return (
    <>
      <Banner tone="warn" title={t('import.exists.title')}>
        <p>{t('import.exists.what')}</p>
        <p class="cluster">
          {richText('import.exists.id', {
            key: (
              <>
                {listedKey && (
                  <strong>
                    <VisibleText text={listedKey.name} />
                  </strong>
                )}
                <CopyText text={id} shorten={false} what={t('import.verdict.id')} />
              </>
            ),
          })}
        </p>
      </Banner>
      <Card title={t('import.verdict.lines')}>
        <p class="muted">{t(listedKey ? 'import.exists.proved' : 'import.exists.unread')}</p>
        {listedKey && <ProofLines lines={listedKey.lines} />}
      </Card>
      <FinishedActions flow={flow} id={id} />
    </>
  );
}

const TONES: Readonly<Record<ImportedKey['verdict'], Tone>> = {
  proved: 'good',
  other_reading: 'warn',
  cannot_check: 'warn',
  mismatch: 'danger',
};

function ImportResult({
  flow,
  imported,
}: {
  readonly flow: ImportFlow;
  readonly imported: ImportedKey;
}) {
  const { verdict, lines, privateKeyId, isRecorded: recorded } = imported;
  return (
    <div class="stack" data-verdict={verdict}>
      <Banner tone={TONES[verdict]} title={t(`import.verdict.${verdict}`)}>
        <p>{t(`import.verdict.${verdict}What`)}</p>
        {!recorded && <p>{t('import.verdict.unrecorded')}</p>}
      </Banner>
      <Card title={t('import.verdict.lines')}>
        <ProofLines lines={lines} />
        <p class="cluster">
          {t('import.verdict.id')}
          <CopyText text={privateKeyId} shorten={false} what={t('import.verdict.id')} />
        </p>
      </Card>
      <FinishedActions flow={flow} id={privateKeyId} />
    </div>
  );
}

function FinishedActions({ flow, id }: { readonly flow: ImportFlow; readonly id: string }) {
  return (
    <div class="actions">
      <a class="button" href={hashOf({ at: 'private-keys', id })}>
        {t('import.verdict.list')}
      </a>
      <Button onClick={flow.startOver}>{t('import.verdict.another')}</Button>
    </div>
  );
}
