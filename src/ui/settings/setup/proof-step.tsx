import { useEffect, useState } from 'preact/hooks';
import type { WhoamiFacts } from '../../../protocol/profile.ts';
import type { Profile } from '../../../protocol/profile.ts';
import { t } from '../../i18n.ts';
import { Button } from '../../components/button.tsx';
import { Progress } from '../../components/states.tsx';
import { Banner } from '../../components/surfaces.tsx';
import { CopyText, DescriptionList } from '../../components/values.tsx';
import { ServiceRefusal } from '../service-refusal.tsx';
import { useTask } from '../../components/task.ts';
import { useTabStore } from '../../page/tab-store.ts';

/** Last step: a stamped `whoami` and the service's response. */
export function ProofStep(props: {
  readonly profile: Profile;
  readonly onService: () => void;
  readonly onKey: () => void;
  readonly onDone: () => void;
}) {
  const { profile } = props;
  const { effects } = useTabStore();
  const task = useTask();
  const [check, setCheck] = useState<WhoamiFacts | null>(null);
  const runCheck = () =>
    task.run(async () => setCheck(await effects.client.call('profiles_check', { id: profile.id })));
  useEffect(() => void runCheck(), [profile.id]);
  const byPasskey = profile.keyId === null;
  if (check) return <ProofResult check={check} byPasskey={byPasskey} onDone={props.onDone} />;
  if (task.error) {
    return (
      <div class="form">
        {task.error.code === 'read_session_needed' && <p>{t('options.proof.passkeyWhat')}</p>}
        <ServiceRefusal
          error={task.error}
          isLocal={profile.service === 'local'}
          readSession={{ profile, onOpened: () => void runCheck(), isFirst: true }}
          action={
            <>
              <Button kind="primary" busy={task.busy} onClick={() => void runCheck()}>
                {t('app.retry')}
              </Button>
              <Button onClick={props.onService}>{t('options.proof.service')}</Button>
              <Button onClick={props.onKey}>
                {t(byPasskey ? 'options.proof.passkey' : 'options.proof.key')}
              </Button>
            </>
          }
        />
        <div class="actions">
          {task.error.code === 'read_session_needed' && (
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

function ProofResult(props: {
  readonly check: WhoamiFacts;
  readonly byPasskey: boolean;
  readonly onDone: () => void;
}) {
  const { check, byPasskey, onDone } = props;
  return (
    <div class="form">
      <Banner tone="good" title={t('options.proof.good')}>
        <p>{t(byPasskey ? 'options.proof.goodPasskey' : 'options.proof.goodWhat')}</p>
      </Banner>
      <DescriptionList
        rows={[
          [t('popup.review.organization'), check.organizationName],
          [
            t('options.service.organization'),
            <CopyText text={check.organizationId} what={t('options.service.organization')} />,
          ],
          [t('popup.review.user'), check.userName],
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
