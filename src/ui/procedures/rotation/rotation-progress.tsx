import { useEffect, useRef, useState } from 'preact/hooks';
import { KeystampError, toWire } from '../../../protocol/errors.ts';
import type { KeyRotationView, RotationDirection } from '../../../protocol/key-rotation.ts';
import type { Profile } from '../../../protocol/profile.ts';
import { findText, t } from '../../i18n.ts';
import { StateBadge } from '../../components/entry-state.tsx';
import { Icon } from '../../components/icon.tsx';
import { Banner, Card } from '../../components/surfaces.tsx';
import { hashOf } from '../../options/route.ts';
import { useStore, useTask, type Store } from '../../options/store.ts';
import { ErrorState } from '../../components/states.tsx';
import { RotationStopped } from './rotation-stopped.tsx';
import {
  ROTATION_STAGES,
  runRotation,
  type RotationRun,
  type RotationStage,
} from './run-rotation.ts';

type Props = {
  readonly profile: Profile;
  readonly rotation: KeyRotationView;
  /** True where the user has just begun it; one that was interrupted waits for a click. */
  readonly startsAtOnce: boolean;
};

const beginningOf = (direction: RotationDirection): RotationRun => ({
  direction,
  stage: ROTATION_STAGES[direction][0],
  state: 'going',
  entry: null,
  error: null,
  removed: null,
});

async function readProfile(store: Store, id: string): Promise<Profile> {
  await store.refresh();
  const profile = store.state.peek()?.profiles.find((candidate) => candidate.id === id);
  if (!profile) throw new KeystampError('profile_unknown');
  return profile;
}

/** The run in progress, how to start one, and how to turn around. */
function useRotationRun({ profile, rotation, startsAtOnce }: Props) {
  const store = useStore();
  const { client } = store.effects;
  const turning = useTask();
  const [run, setRun] = useState<RotationRun | null>(null);
  const hasLeft = useRef(false);
  const shownEnds = useRef(new Set<string>());
  const start = (direction: RotationDirection) => {
    setRun(beginningOf(direction));
    const report = (change: Partial<RotationRun>) => {
      if (!hasLeft.current) setRun((current) => current && { ...current, ...change });
    };
    const effects = {
      client,
      submitter: store.submitter,
      readProfile: () => readProfile(store, profile.id),
    };
    void runRotation(effects, profile.id, report, () => hasLeft.current, shownEnds.current).then(
      () => store.refresh().catch((error: unknown) => report({ error: toWire(error) })),
    );
  };
  const turn = (direction: RotationDirection) =>
    void turning.run(async () => {
      await client.call('rotations_turn', { profileId: profile.id, direction });
      start(direction);
    });
  useEffect(() => {
    if (startsAtOnce) start(rotation.direction);
    return () => void (hasLeft.current = true);
  }, []);
  return { run, start, turn, turning };
}

/** The steps of a rotation, and what can be done where it stopped. */
export function RotationProgress(props: Props) {
  const { rotation, profile } = props;
  const { run, start, turn, turning } = useRotationRun(props);
  const direction = run?.direction ?? rotation.direction;
  const isRunning = run?.state === 'going';
  const actions = { onContinue: () => start(direction), onTurn: turn, busy: turning.busy };
  if (run?.state === 'done') return <RotationDone run={run} rotation={rotation} />;
  return (
    <>
      <Card>
        <ol class="stages" data-run={run?.state ?? 'interrupted'} data-direction={direction}>
          {ROTATION_STAGES[direction].map((stage) => (
            <StageRow key={stage} stage={stage} run={run} direction={direction} />
          ))}
        </ol>
        {isRunning && <p class="muted">{t('rotation.going')}</p>}
      </Card>
      {!isRunning && <RotationStopped {...{ run, rotation, profile, direction }} {...actions} />}
      {turning.error && <ErrorState error={turning.error} />}
    </>
  );
}

type StageStatus = 'past' | 'failed' | 'now' | 'later';

function statusOf(
  stage: RotationStage,
  run: RotationRun | null,
  direction: RotationDirection,
): StageStatus {
  if (!run) return 'later';
  const stages: readonly RotationStage[] = ROTATION_STAGES[direction];
  const distance = stages.indexOf(stage) - stages.indexOf(run.stage);
  if (distance !== 0) return distance > 0 ? 'later' : 'past';
  return run.state === 'stopped' ? 'failed' : 'now';
}

function StageRow(props: {
  readonly stage: RotationStage;
  readonly run: RotationRun | null;
  readonly direction: RotationDirection;
}) {
  const { stage, run, direction } = props;
  const status = statusOf(stage, run, direction);
  const isCurrent = status === 'now' || status === 'failed';
  return (
    <li class={status} aria-current={isCurrent ? 'step' : undefined}>
      {status === 'past' && <Icon name="check" />}
      {status === 'failed' && <Icon name="warn" />}
      {status === 'now' && <span class="spinner" aria-hidden="true" />}
      {status === 'later' && <span class="stage-dot" aria-hidden="true" />}
      <span>{findText(`rotation.stage.${direction}.${stage}`)}</span>
      <span class="hidden">{t(`rotation.status.${status}`)}</span>
      {isCurrent && run?.entry && <StateBadge state={run.entry.state} />}
    </li>
  );
}

function RotationDone(props: { readonly run: RotationRun; readonly rotation: KeyRotationView }) {
  const { run, rotation } = props;
  const isForward = run.direction === 'forward';
  const oldName = rotation.oldKey?.name ?? '';
  const newName = rotation.newKeyName;
  return (
    <div class="stack" data-rotated={run.direction}>
      <Banner
        tone="good"
        title={
          isForward ? t('rotation.done', { key: newName }) : t('rotation.undone', { key: oldName })
        }
      >
        <p>
          {run.removed
            ? t('rotation.goneHere', { key: isForward ? oldName : newName })
            : t('rotation.staysHere', { key: isForward ? oldName : newName })}
        </p>
      </Banner>
      <div class="actions">
        <a class="button" href={hashOf({ at: 'keys' })}>
          {t('rotation.toKeys')}
        </a>
      </div>
    </div>
  );
}
