import type { WireError } from '../../../protocol/errors.ts';
import type { KeyRotationView, RotationDirection } from '../../../protocol/key-rotation.ts';
import type { Profile } from '../../../protocol/profile.ts';
import { t } from '../../i18n.ts';
import { Button } from '../../components/button.tsx';
import { Banner } from '../../components/surfaces.tsx';
import { ServiceRefusal } from '../../settings/service-refusal.tsx';
import { useTabStore } from '../../page/tab-store.ts';
import { requestHref, WaitingNotice } from '../waiting-notice.tsx';
import type { RotationRun } from './run-rotation.ts';

type Props = {
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
const hasNoWayBack = ({ run, direction }: Pick<Props, 'run' | 'direction'>): boolean =>
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
function PresentKey({ rotation, profile }: Pick<Props, 'rotation' | 'profile'>) {
  const isNew = profile.keyId === rotation.newKeyId;
  const key = isNew ? rotation.newKeyName : (rotation.oldKey?.name ?? '');
  return <p>{t('rotation.signsNow', { profile: profile.name, key })}</p>;
}

/** Why a rotation isn't running, which key signs, and the ways on and back. */
export function RotationStopped(props: Props) {
  const { client, now } = useTabStore().effects;
  const { run, rotation, profile, direction, busy, onContinue, onTurn } = props;
  const error = run?.error;
  const isStuck = hasNoWayBack(props);
  const explanation = isStuck ? t('rotation.noWayBack') : error && explanationOf(error);
  return (
    <div class="stack" data-stopped={run?.stage ?? 'interrupted'}>
      {run && (
        <WaitingNotice
          {...{ client, now, profile }}
          entry={run.entry}
          title={t(
            run.stage === 'removal' ? 'rotation.waitsRemoval' : 'rotation.waitsRegistration',
          )}
        >
          {t('rotation.waitsWhat')}
        </WaitingNotice>
      )}
      {!run && <Banner tone="warn" title={t('rotation.interrupted')} />}
      {error && <ServiceRefusal error={error} isLocal={profile.service === 'local'} />}
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
