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
  if (check) return <Proved check={check} onDone={props.onDone} />;
  if (task.error) {
    return (
      <div class="form">
        <Refusal
          error={task.error}
          local={profile.service === 'local'}
          action={
            <>
              <Button kind="primary" busy={task.busy} onClick={() => void ask()}>
                {t('kit.retry')}
              </Button>
              <Button onClick={props.onService}>{t('options.proof.service')}</Button>
              <Button onClick={props.onKey}>{t('options.proof.key')}</Button>
            </>
          }
        />
        <div class="actions">
          <Button kind="quiet" onClick={props.onDone}>
            {t('options.proof.later')}
          </Button>
        </div>
      </div>
    );
  }
  return <Progress>{t('options.proof.asking', { host: new URL(profile.baseUrl).host })}</Progress>;
}

function Proved({ check, onDone }: { readonly check: Check; readonly onDone: () => void }) {
  return (
    <div class="form">
      <Banner tone="good" title={t('options.proof.good')}>
        <p>{t('options.proof.goodWhat')}</p>
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
