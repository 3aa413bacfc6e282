import { useState } from 'preact/hooks';
import { t } from '../../i18n.ts';
import { Button } from '../../components/button.tsx';
import { PasswordStep } from '../setup/password-step.tsx';
import { useAppState, useTabStore } from '../../page/tab-store.ts';
import { RestoreFlow } from './restore-flow.tsx';

/** Set-up from a backup: a password for this browser if there is no vault yet, then the backup. */
export function RestoreSetup({ onCancel }: { readonly onCancel: () => void }) {
  const store = useTabStore();
  const { vault, profiles } = useAppState();
  const [hadProfiles] = useState(profiles.length > 0);
  const isNewVault = vault === 'missing';
  return (
    <>
      {isNewVault ? (
        <PasswordStep what={t('backup.setup.password')} onDone={() => undefined} />
      ) : (
        <>
          <p>{t('backup.restore.what')}</p>
          <RestoreFlow
            onDone={() =>
              profiles.length > 0 ? store.go({ screen: 'list', kind: 'wallet' }) : onCancel()
            }
          />
        </>
      )}
      {(profiles.length === 0 || hadProfiles) && (
        <Button kind="quiet" icon="back" class="setup-back" onClick={onCancel}>
          {t('backup.setup.without')}
        </Button>
      )}
    </>
  );
}
