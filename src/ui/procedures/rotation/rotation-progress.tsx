import { useEffect, useState } from 'preact/hooks';
import { KeystampError, type WireError } from '../../../protocol/errors.ts';
import type { KeyRotationView, RotationDirection } from '../../../protocol/key-rotation.ts';
import type { Profile } from '../../../protocol/profile.ts';
import { findText, t } from '../../i18n.ts';
import { Banner } from '../../components/surfaces.tsx';
import { hashOf } from '../../page/routes.ts';
import { useTask } from '../../components/task.ts';
import { type TabStore, useTabStore } from '../../page/tab-store.ts';
import { ErrorState } from '../../components/states.tsx';
import { ProcedureProgress } from '../procedure-progress.tsx';
import {
  ROTATION_STAGES,
  createRotation,
  type RotationRun,
  type RotationStage,
} from './run-rotation.ts';
import { Button } from '../../components/button.tsx';
import { ServiceRefusal } from '../../settings/service-refusal.tsx';
import { requestHref } from '../waiting-notice.tsx';

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
      <ProcedureProgress<RotationStage>
        stages={ROTATION_STAGES[direction]}
        {...{ run, direction, profile }}
        textOf={(stage) => findText(`rotation.stage.${direction}.${stage}`)}
        says={{
          going: t('rotation.going'),
          waiting: t(`rotation.waits${run?.stage === 'removal' ? 'Removal' : 'Registration'}`),
          waits: t('rotation.waitsWhat'),
          unsure: t('rotation.unsure'),
        }}
        drawError={(shown) => (
          <ServiceRefusal error={shown} isLocal={profile.service === 'local'} />
        )}
      />
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

type StoppedProps = {
  /** Null for one that an earlier visit began. */
  readonly run: RotationRun | null;
  readonly rotation: KeyRotationView;
  readonly profile: Profile;
  readonly direction: RotationDirection;
  readonly busy: boolean;
  readonly onContinue: () => void;
  readonly onTurn: (direction: RotationDirection) => void;
};

/** The service's sentence where a user would have nothing left to sign with (docs/protocol.md, Refusals and their words). */
const isLastCredential = ({ detail }: WireError): boolean =>
  /last credential/i.test(detail?.serviceMessage ?? '');
const isTooMany = ({ detail }: WireError): boolean =>
  /exceeded maximum (?:long|short)-lived api keys/i.test(detail?.serviceMessage ?? '');

/** The old key was removed at the service already. */
const hasNoWayBack = ({ run, direction }: Pick<StoppedProps, 'run' | 'direction'>): boolean =>
  direction === 'back' && run?.stage === 'proof' && run.error?.code === 'unauthenticated';

/** What a refusal means for the keys, where that is more than the refusal itself says. */
function explanationOf(error: WireError): string | null {
  if (isLastCredential(error)) return t('rotation.lastCredential');
  if (isTooMany(error)) return t('rotation.tooMany');
  if (error.code === 'time_refused') return t('rotation.clock');
  if (error.code === 'activity_rejected') return t('rotation.rejected');
  return null;
}

/** Which key signs now: after a stop, that is what one wants to know. */
function PresentKey({ rotation, profile }: Pick<StoppedProps, 'rotation' | 'profile'>) {
  const isNew = profile.keyId === rotation.newKeyId;
  const key = isNew ? rotation.newKeyName : (rotation.oldKey?.name ?? '');
  return <p>{t('rotation.signsNow', { profile: profile.name, key })}</p>;
}

/** What a stop means for the keys, which of them signs, and the ways on and back. */
function RotationStopped(props: StoppedProps) {
  const { run, rotation, profile, direction, busy, onContinue, onTurn } = props;
  const error = run?.error;
  const isStuck = hasNoWayBack(props);
  const explanation = isStuck ? t('rotation.noWayBack') : error && explanationOf(error);
  return (
    <div class="stack" data-stopped={run?.stage ?? 'interrupted'}>
      {!run && <Banner tone="warn" title={t('rotation.interrupted')} />}
      {explanation && <p>{explanation}</p>}
      {error?.detail?.reason === 'registration_open' && (
        <p>
          <a href={requestHref(rotation.registrationId)}>{t('procedure.toActivity')}</a>
        </p>
      )}
      <PresentKey rotation={rotation} profile={profile} />
      <div class="actions">
        <Button kind={isStuck ? 'plain' : 'primary'} icon="refresh" onClick={onContinue}>
          {t(direction === 'forward' ? 'app.continue' : 'rotation.continueBack')}
        </Button>
        {direction === 'forward' ? (
          <Button busy={busy} icon="back" onClick={() => onTurn('back')}>
            {t('rotation.undo')}
          </Button>
        ) : (
          <Button
            kind={isStuck ? 'primary' : 'plain'}
            busy={busy}
            onClick={() => onTurn('forward')}
          >
            {t('rotation.forward')}
          </Button>
        )}
      </div>
    </div>
  );
}
