import { useEffect } from 'preact/hooks';
import { t } from '../../i18n.ts';
import { VisibleText } from '../../forms/visible-text.tsx';
import { Button } from '../../kit/button.tsx';
import { StateBadge } from '../../kit/entry-state.tsx';
import { Icon } from '../../kit/icon.tsx';
import { ErrorState } from '../../kit/states.tsx';
import { Banner, Card, type Tone } from '../../kit/surfaces.tsx';
import { CopyText } from '../../kit/values.tsx';
import { hashOf } from '../route.ts';
import type { Flow } from './flow.ts';
import { ProofLines } from './proof-lines.tsx';
import { STAGES, type Existing, type Imported, type Run, type Stage } from './run.ts';

/** How far the import is, and what came of it. */
export function RunStep({ flow }: { readonly flow: Flow }) {
  const run = flow.run.value;
  const going = run?.state === 'going';
  useEffect(() => {
    if (!going) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [going]);
  if (!run) return null;
  return (
    <>
      <Card>
        <ol class="stages" data-run={run.state}>
          {STAGES.map((stage) => (
            <StageRow key={stage} stage={stage} run={run} />
          ))}
        </ol>
        {going && <p class="muted">{t('import.run.stay')}</p>}
      </Card>
      {run.state === 'stopped' && <Stopped flow={flow} run={run} />}
      {run.imported && <Result flow={flow} imported={run.imported} />}
    </>
  );
}

/** The steps that are activities of their own. */
const ACTIVITIES: readonly Stage[] = ['begin', 'send'];

type Mark = 'past' | 'failed' | 'wrong' | 'now' | 'later';
const WORDS = {
  past: 'import.stepDone',
  failed: 'import.run.failed',
  wrong: 'import.run.wrong',
  now: 'import.run.going',
  later: 'import.run.waits',
} as const satisfies Record<Mark, string>;

function markOf(stage: Stage, run: Run): Mark {
  const before = STAGES.indexOf(stage) - STAGES.indexOf(run.stage);
  if (before > 0) return 'later';
  if (before < 0) return 'past';
  if (run.imported?.verdict === 'mismatch') return 'wrong';
  if (run.state === 'done') return 'past';
  return run.state === 'stopped' ? 'failed' : 'now';
}

function StageRow({ stage, run }: { readonly stage: Stage; readonly run: Run }) {
  const mark = markOf(stage, run);
  const here = mark === 'now' || mark === 'failed';
  return (
    <li class={mark} aria-current={here ? 'step' : undefined}>
      {mark === 'past' && <Icon name="check" />}
      {(mark === 'failed' || mark === 'wrong') && <Icon name="warn" />}
      {mark === 'now' && <span class="spinner" aria-hidden="true" />}
      {mark === 'later' && <span class="stage-dot" aria-hidden="true" />}
      <span>{t(`import.run.${stage}`)}</span>
      <span class="hidden">({t(WORDS[mark])})</span>
      {here && ACTIVITIES.includes(stage) && run.entry && <StateBadge state={run.entry.state} />}
    </li>
  );
}

function Stopped({ flow, run }: { readonly flow: Flow; readonly run: Run }) {
  if (run.existing) return <Exists flow={flow} existing={run.existing} />;
  if (run.fault) {
    return (
      <>
        <Banner tone="danger" title={t('import.bundle.title')}>
          <p>{t(`import.bundle.${run.fault}`)}</p>
          <p>{t('import.bundle.kept')}</p>
        </Banner>
        <Ways flow={flow} run={run} />
      </>
    );
  }
  const state = run.entry?.state;
  const sent = run.stage === 'send' || run.stage === 'prove';
  return (
    <>
      {run.error && <ErrorState title={t('import.run.stopped')} error={run.error} />}
      {state === 'mismatch' && <Banner tone="danger" title={t('import.run.mismatchAnswer')} />}
      {sent && (state === 'unknown' || run.stage === 'prove') && (
        <Banner tone="warn" title={t('import.run.unknownTitle')}>
          {t('import.run.unknown')}
        </Banner>
      )}
      {!sent && <p class="muted">{`${t('import.run.notSent')} ${t('import.run.held')}`}</p>}
      {isRefused(run) && <p class="muted">{t('import.run.sealedHeld')}</p>}
      {isUnstamped(run) && <p class="muted">{t('import.run.unstamped')}</p>}
      <Ways flow={flow} run={run} />
    </>
  );
}

/** The service said no, and the encrypted key is good for another try. */
function isRefused({ stage, entry, sealed }: Run): boolean {
  const ends = ['refused', 'failed', 'rejected'];
  return stage === 'send' && sealed !== null && ends.includes(entry?.state ?? '');
}

/** The person left the question for the passkey: the encrypted key waits for another try. */
function isUnstamped({ stage, entry, sealed, error }: Run): boolean {
  const left = error?.code === 'passkey_cancelled' && entry === null;
  return stage === 'send' && sealed !== null && left;
}

function Ways({ flow, run }: { readonly flow: Flow; readonly run: Run }) {
  const sent = run.stage === 'send' || run.stage === 'prove';
  return (
    <div class="actions">
      {((!sent && run.stage !== 'seal') || isUnstamped(run)) && (
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

function Exists({ flow, existing }: { readonly flow: Flow; readonly existing: Existing }) {
  const { id, found } = existing;
  return (
    <>
      <Banner tone="warn" title={t('import.exists.title')}>
        <p>{t('import.exists.what')}</p>
        <p class="cluster">
          {t('import.exists.id')}
          {found && (
            <strong>
              <VisibleText text={found.name} />
            </strong>
          )}
          <CopyText text={id} shorten={false} what={t('import.verdict.id')} />
        </p>
      </Banner>
      <Card title={t('import.verdict.lines')}>
        <p class="muted">{t(found ? 'import.exists.proved' : 'import.exists.unread')}</p>
        {found && <ProofLines lines={found.lines} />}
      </Card>
      <After flow={flow} id={id} />
    </>
  );
}

const TONES: Readonly<Record<Imported['verdict'], Tone>> = {
  proved: 'good',
  other_reading: 'warn',
  cannot_check: 'warn',
  mismatch: 'danger',
};

function Result({ flow, imported }: { readonly flow: Flow; readonly imported: Imported }) {
  const { verdict, lines, privateKeyId, recorded } = imported;
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
      <After flow={flow} id={privateKeyId} />
    </div>
  );
}

function After({ flow, id }: { readonly flow: Flow; readonly id: string }) {
  return (
    <div class="actions">
      <a class="button" href={hashOf({ at: 'private-keys', id })}>
        {t('import.verdict.list')}
      </a>
      <Button onClick={flow.startOver}>{t('import.verdict.another')}</Button>
    </div>
  );
}
