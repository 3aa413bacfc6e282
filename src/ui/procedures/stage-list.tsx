import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { addWords, t } from '../i18n.ts';
import { StateBadge } from '../components/entry-state.tsx';
import { Icon, type IconName } from '../components/icon.tsx';
import { procedureWords } from '../words/en/procedure.ts';
import { isAtWork, type ProcedureRun } from './procedure.ts';
import './stage-list.css';

addWords(procedureWords);

/** Where a page with steps is: all of them, the heading of the current one, and its screen. */
export function StepList<S extends string>(props: {
  readonly steps: readonly S[];
  readonly step: S;
  readonly label: string;
  readonly textOf: (step: S) => string;
  readonly heading: string;
  /** The step's screen moves the focus itself. */
  readonly movesFocus: boolean;
  readonly children: ComponentChildren;
}) {
  const { steps, step, textOf, movesFocus } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    // When the page opens, its own title has the focus.
    if (!isFirst.current && !movesFocus) heading.current?.focus();
    isFirst.current = false;
  }, [step]);
  const currentIndex = steps.indexOf(step);
  return (
    <>
      <ol class="steps" aria-label={props.label}>
        {steps.map((item, index) => (
          <li
            key={item}
            class={index < currentIndex ? 'past' : ''}
            aria-current={item === step ? 'step' : undefined}
          >
            {textOf(item)}
            {index < currentIndex && <span class="hidden"> {t('procedure.stage.past')}</span>}
          </li>
        ))}
      </ol>
      <h2 ref={heading} tabIndex={-1}>
        {props.heading}
      </h2>
      {props.children}
    </>
  );
}

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

/** Asks before a page is closed that alone can finish what goes on. */
export function useStayWhile(run: ProcedureRun | null): boolean {
  const isRunning = isAtWork(run);
  useEffect(() => {
    if (!isRunning) return undefined;
    const confirmLeaving = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', confirmLeaving);
    return () => removeEventListener('beforeunload', confirmLeaving);
  }, [isRunning]);
  return isRunning;
}
