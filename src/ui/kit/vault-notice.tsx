import { useState } from 'preact/hooks';
import type { KeystampError } from '../../protocol/errors.ts';
import type { VaultNotice as Notice } from '../../protocol/vault-notice.ts';
import { VisibleText } from '../forms/visible-text.tsx';
import { t } from '../i18n.ts';
import { Button } from './button.tsx';
import { asKeystampError } from './errors.ts';
import { Stamp } from './stamp.tsx';
import { ErrorState } from './states.tsx';
import { Banner, List, ListRow } from './surfaces.tsx';
import { RelativeTime } from './values.tsx';

/**
 * What the unlock found out about the stored vault. It stands in place of everything else: an older
 * vault without keys must never look like a fresh start.
 */
export function VaultNotice(props: {
  readonly notice: Notice;
  readonly lock: () => Promise<unknown>;
  /** Keeps the vault that opened, or leads to where that can be said. */
  readonly keep: () => Promise<unknown>;
  readonly elsewhere?: boolean;
}) {
  const { notice, lock, keep, elsewhere = false } = props;
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<KeystampError>();
  const behind = notice.kind === 'behind';
  const run = (act: () => Promise<unknown>): void => {
    setBusy(true);
    void act()
      .catch((cause: unknown) => setError(asKeystampError(cause)))
      .finally(() => setBusy(false));
  };
  const label = elsewhere ? 'options' : behind ? 'keep' : 'continue';
  return (
    <div class="unlock" data-notice={notice.kind}>
      <Stamp size={64} />
      <h1>{t(behind ? 'kit.vaultNotice.behind' : 'kit.vaultNotice.unsure')}</h1>
      <Banner tone={behind ? 'danger' : 'warn'} title={t('kit.vaultNotice.saved')}>
        <p>
          <RelativeTime at={notice.savedAt} />
        </p>
      </Banner>
      <p>{t(behind ? 'kit.vaultNotice.behindWhat' : 'kit.vaultNotice.unsureWhat')}</p>
      <Missing names={notice.missing} />
      {error && <ErrorState error={error} />}
      {behind && (
        <Button kind="primary" wide busy={busy} onClick={() => run(lock)}>
          {t('kit.vaultNotice.lock')}
        </Button>
      )}
      <Button
        kind={behind && !elsewhere ? 'danger' : behind ? 'plain' : 'primary'}
        wide
        busy={busy}
        onClick={() => run(keep)}
      >
        {t(`kit.vaultNotice.${label}`)}
      </Button>
    </div>
  );
}

function Missing({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <>
      <p>{t('kit.vaultNotice.missing', { count: names.length })}</p>
      <List>
        {names.map((name) => (
          <ListRow key={name} title={<VisibleText text={name} />} />
        ))}
      </List>
    </>
  );
}
