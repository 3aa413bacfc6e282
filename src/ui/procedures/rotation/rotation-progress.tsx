import { useEffect, useState } from 'preact/hooks';
import { KeystampError } from '../../../protocol/errors.ts';
import type { KeyRotationView, RotationDirection } from '../../../protocol/key-rotation.ts';
import type { Profile } from '../../../protocol/profile.ts';
import { findText, t } from '../../i18n.ts';
import { Banner, Card } from '../../components/surfaces.tsx';
import { hashOf } from '../../page/routes.ts';
import { useTask } from '../../components/task.ts';
import { type TabStore, useTabStore } from '../../page/tab-store.ts';
import { ErrorState } from '../../components/states.tsx';
import { StageList } from '../stage-list.tsx';
import { RotationStopped } from './rotation-stopped.tsx';
import {
  ROTATION_STAGES,
  createRotation,
  type RotationRun,
  type RotationStage,
} from './run-rotation.ts';

type Props = {
  readonly profile: Profile;
  readonly rotation: KeyRotationView;
  /** True where the user has just begun it; one that was interrupted waits for a click. */
  readonly startsAtOnce: boolean;
};

async function readProfile(store: TabStore, id: string): Promise<Profile> {
  await store.readState();
  const profile = store.state.peek()?.profiles.find((candidate) => candidate.id === id);
  if (!profile) throw new KeystampError('profile_unknown');
  return profile;
}

/** The run in progress, how to start one, and how to turn around. */
function useRotation({ profile, rotation, startsAtOnce }: Props) {
  const store = useTabStore();
  const turning = useTask();
  const refreshing = useTask();
  const [{ run, leave, ...procedure }] = useState(() => {
    const { submit } = store.submitter;
    const effects = { ...store.effects, submit, readProfile: () => readProfile(store, profile.id) };
    return createRotation(effects, profile.id);
  });
  const start = (direction: RotationDirection) =>
    void procedure.start(direction).then(() => refreshing.run(store.readState));
  const turn = (direction: RotationDirection) =>
    void turning.run(async () => {
      await store.effects.client.call('rotations_turn', { profileId: profile.id, direction });
      start(direction);
    });
  useEffect(() => {
    if (startsAtOnce) start(rotation.direction);
    return leave;
  }, []);
  return { run: run.value, start, turn, turning, refreshing };
}

/** The steps of a rotation, and what can be done where it stopped. */
export function RotationProgress(props: Props) {
  const { rotation, profile } = props;
  const { run, start, turn, turning, refreshing } = useRotation(props);
  const direction = run?.direction ?? rotation.direction;
  const isRunning = run?.state === 'going';
  const actions = { onContinue: () => start(direction), onTurn: turn, busy: turning.busy };
  const error = turning.error ?? refreshing.error;
  if (run?.state === 'done') return <RotationDone run={run} rotation={rotation} />;
  return (
    <>
      <Card>
        <StageList<RotationStage>
          stages={ROTATION_STAGES[direction]}
          run={run}
          direction={direction}
          textOf={(stage) => findText(`rotation.stage.${direction}.${stage}`)}
        >
          {isRunning && t('rotation.going')}
        </StageList>
      </Card>
      {!isRunning && <RotationStopped {...{ run, rotation, profile, direction }} {...actions} />}
      {error && <ErrorState error={error} />}
    </>
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
        <a class="button" href={hashOf({ screen: 'keys' })}>
          {t('app.section.keys')}
        </a>
      </div>
    </div>
  );
}
