import { useState } from 'preact/hooks';
import type { KeystampError } from '../../protocol/errors.ts';
import type { VaultNotice as Notice } from '../../protocol/vault-notice.ts';
import { VisibleText } from '../forms/visible-text.tsx';
import { t } from '../i18n.ts';
import { Button } from './button.tsx';
import { toKeystampError } from './errors.ts';
import { Logo } from './logo.tsx';
import { usePageTitle } from './page-title.ts';
import { ErrorState } from './states.tsx';
import { Banner, List, ListRow } from './surfaces.tsx';
import { RelativeTime } from './values.tsx';

/**
 * What unlocking revealed about the stored vault. It replaces the whole page, because an older
 * vault without keys must never look like a fresh installation.
 */
export function VaultNotice(props: {
  readonly notice: Notice;
  readonly lock: () => Promise<unknown>;
  /** Keeps the vault that opened, or leads to the page where the user can keep it. */
  readonly keep: () => Promise<unknown>;
  readonly opensOptions?: boolean;
}) {
  const { notice, lock, keep, opensOptions = false } = props;
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<KeystampError>();
  const isOlder = notice.kind === 'behind';
  const title = t(isOlder ? 'app.vaultNotice.behind' : 'app.vaultNotice.unsure');
  usePageTitle(title);
  const run = (action: () => Promise<unknown>): void => {
    setBusy(true);
    void action()
      .catch((cause: unknown) => setError(toKeystampError(cause)))
      .finally(() => setBusy(false));
  };
  const label = opensOptions ? 'options' : isOlder ? 'keep' : 'continue';
  return (
    <div class="unlock" data-notice={notice.kind}>
      <Logo size={64} />
      <h1>{title}</h1>
      <Banner tone={isOlder ? 'danger' : 'warn'} title={t('app.vaultNotice.saved')}>
        <p>
          <RelativeTime at={notice.savedAt} />
        </p>
      </Banner>
      <p>{t(isOlder ? 'app.vaultNotice.behindWhat' : 'app.vaultNotice.unsureWhat')}</p>
      <MissingKeys names={notice.missing} />
      {error && <ErrorState error={error} />}
      {isOlder && (
        <Button kind="primary" wide busy={busy} onClick={() => run(lock)}>
          {t('app.vaultNotice.lock')}
        </Button>
      )}
      <Button
        kind={isOlder && !opensOptions ? 'danger' : isOlder ? 'plain' : 'primary'}
        wide
        busy={busy}
        onClick={() => run(keep)}
      >
        {t(`app.vaultNotice.${label}`)}
      </Button>
    </div>
  );
}

function MissingKeys({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <>
      <p>{t('app.vaultNotice.missing', { count: names.length })}</p>
      <List>
        {names.map((name) => (
          <ListRow key={name} title={<VisibleText text={name} />} />
        ))}
      </List>
    </>
  );
}
