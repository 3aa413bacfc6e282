import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { addWords, t } from '../i18n.ts';
import { StateBadge } from '../components/entry-state.tsx';
import { Icon, type IconName } from '../components/icon.tsx';
import { procedureWords } from '../words/en/procedure.ts';
import type { ProcedureRun } from './procedure.ts';
import './stage-list.css';

addWords(procedureWords);

type StageStatus = 'past' | 'now' | 'waiting' | 'failed' | 'unknown' | 'wrong' | 'later';

const CURRENT = {
  going: 'now',
  waiting: 'waiting',
  stopped: 'failed',
  open: 'unknown',
  disproved: 'wrong',
  done: 'past',
} as const satisfies Record<ProcedureRun['state'], StageStatus>;

const ICONS: Partial<Record<StageStatus, IconName>> = {
  past: 'check',
  waiting: 'clock',
  failed: 'warn',
  unknown: 'warn',
  wrong: 'warn',
};

/** The stages of a procedure, and how far it has come; null before it was begun or went on. */
export function StageList<S extends string>(props: {
  readonly stages: readonly S[];
  readonly run: ProcedureRun<S> | null;
  readonly textOf: (stage: S) => string | undefined;
  readonly direction?: string;
  /** What the user should know while it goes on. */
  readonly children?: ComponentChildren;
}) {
  const { stages, run, textOf } = props;
  const current = run ? stages.indexOf(run.stage) : -1;
  const statusOf = (index: number): StageStatus => {
    if (!run || index > current) return 'later';
    return index < current ? 'past' : CURRENT[run.state];
  };
  return (
    <>
      <ol class="stages" data-run={run?.state ?? 'interrupted'} data-direction={props.direction}>
        {stages.map((stage, index) => (
          <StageRow
            key={stage}
            status={statusOf(index)}
            text={textOf(stage)}
            entry={index === current ? (run?.entry ?? null) : null}
          />
        ))}
      </ol>
      {props.children && <p class="muted">{props.children}</p>}
    </>
  );
}

function StageRow(props: {
  readonly status: StageStatus;
  readonly text: string | undefined;
  readonly entry: ProcedureRun['entry'];
}) {
  const { status, text, entry } = props;
  const isOpen = status !== 'past' && status !== 'later';
  const icon = ICONS[status];
  return (
    <li data-status={status} aria-current={isOpen ? 'step' : undefined}>
      {icon && <Icon name={icon} />}
      {status === 'now' && <span class="spinner" aria-hidden="true" />}
      {status === 'later' && <span class="stage-dot" aria-hidden="true" />}
      <span>{text}</span>
      <span class="hidden">{t(`procedure.stage.${status}`)}</span>
      {isOpen && entry && entry.state !== 'completed' && <StateBadge state={entry.state} />}
    </li>
  );
}

/** Asks before a page is closed that alone can finish what goes on, or alone has a secret. */
export function useConfirmedLeaving(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return undefined;
    const confirmLeaving = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', confirmLeaving);
    return () => removeEventListener('beforeunload', confirmLeaving);
  }, [isNeeded]);
}
