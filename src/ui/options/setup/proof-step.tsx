import { useEffect, useState } from 'preact/hooks';
import type { Check } from '../../../messaging/calls.ts';
import type { Profile } from '../../../protocol/profile.ts';
import { t } from '../../i18n.ts';
import { Button } from '../../kit/button.tsx';
import { Progress } from '../../kit/states.tsx';
import { Banner } from '../../kit/surfaces.tsx';
import { CopyText, Facts } from '../../kit/values.tsx';
import { Refusal } from '../refusal.tsx';
import { useStore, useTask } from '../store.ts';

/** Last step: a stamped `whoami`, and what the service answered. */
export function ProofStep(props: {
  readonly profile: Profile;
  readonly onService: () => void;
  readonly onKey: () => void;
  readonly onDone: () => void;
}) {
  const { profile } = props;
  const { effects } = useStore();
  const task = useTask();
  const [check, setCheck] = useState<Check | null>(null);
  const ask = () =>
    task.run(async () => setCheck(await effects.client.call('profiles_check', { id: profile.id })));
  useEffect(() => void ask(), [profile.id]);
  const byPasskey = profile.keyId === null;
  if (check) return <Proved check={check} byPasskey={byPasskey} onDone={props.onDone} />;
  if (task.error) {
    return (
      <div class="form">
        {task.error.code === 'look_needed' && <p>{t('options.proof.lookWhat')}</p>}
        <Refusal
          error={task.error}
          local={profile.service === 'local'}
          look={{ profile, onLooked: () => void ask(), first: true }}
          action={
            <>
              <Button kind="primary" busy={task.busy} onClick={() => void ask()}>
                {t('kit.retry')}
              </Button>
              <Button onClick={props.onService}>{t('options.proof.service')}</Button>
              <Button onClick={props.onKey}>
                {t(byPasskey ? 'options.proof.passkey' : 'options.proof.key')}
              </Button>
            </>
          }
        />
        <div class="actions">
          {task.error.code === 'look_needed' && (
            <Button onClick={props.onKey}>{t('options.proof.passkey')}</Button>
          )}
          <Button kind="quiet" onClick={props.onDone}>
            {t('options.proof.later')}
          </Button>
        </div>
      </div>
    );
  }
  return <Progress>{t('options.proof.asking', { host: new URL(profile.baseUrl).host })}</Progress>;
}

function Proved(props: {
  readonly check: Check;
  readonly byPasskey: boolean;
  readonly onDone: () => void;
}) {
  const { check, byPasskey, onDone } = props;
  return (
    <div class="form">
      <Banner tone="good" title={t('options.proof.good')}>
        <p>{t(byPasskey ? 'options.proof.goodPasskey' : 'options.proof.goodWhat')}</p>
      </Banner>
      <Facts
        rows={[
          [t('options.proof.organization'), check.organizationName],
          [
            t('options.service.organization'),
            <CopyText text={check.organizationId} what={t('options.service.organization')} />,
          ],
          [t('options.proof.user'), check.userName],
          [
            t('options.proof.userId'),
            <CopyText text={check.userId} what={t('options.proof.userId')} />,
          ],
        ]}
      />
      <p class="muted">{t('options.proof.next')}</p>
      <div class="actions">
        <Button kind="primary" onClick={onDone}>
          {t('options.proof.finish')}
        </Button>
      </div>
    </div>
  );
}
