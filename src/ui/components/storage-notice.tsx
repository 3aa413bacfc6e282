import { useState } from 'preact/hooks';
import type { KeystampError } from '../../protocol/errors.ts';
import { t } from '../i18n.ts';
import { Button } from './button.tsx';
import { toKeystampError } from './errors.ts';
import { Logo } from './logo.tsx';
import { usePageTitle } from './page-title.ts';
import { ErrorState } from './states.tsx';
import { Banner } from './surfaces.tsx';

const LOST = ['history', 'outbox', 'sites', 'grants', 'lists'] as const;

/**
 * What the browser took away with Keystamp's database. It replaces the whole page, because what is
 * empty now must not look as if there had never been anything.
 */
export function StorageNotice({ accept }: { readonly accept: () => Promise<unknown> }) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<KeystampError>();
  usePageTitle(t('app.storageNotice.title'));
  const run = (): void => {
    setBusy(true);
    void accept()
      .catch((cause: unknown) => setError(toKeystampError(cause)))
      .finally(() => setBusy(false));
  };
  return (
    <div class="unlock" data-notice="storage">
      <Logo size={64} />
      <h1>{t('app.storageNotice.title')}</h1>
      <Banner tone="warn" title={t('app.storageNotice.lost')}>
        <ul class="bullets">
          {LOST.map((what) => (
            <li key={what}>{t(`app.storageNotice.${what}`)}</li>
          ))}
        </ul>
      </Banner>
      <p>{t('app.storageNotice.kept')}</p>
      <p>{t('app.storageNotice.why')}</p>
      {error && <ErrorState error={error} />}
      <Button kind="primary" wide busy={busy} onClick={run}>
        {t('app.storageNotice.continue')}
      </Button>
    </div>
  );
}
