import { useState } from 'preact/hooks';
import type { Client } from '../../messaging/client.ts';
import type { KeystampError } from '../../protocol/errors.ts';
import type { AppState } from '../../protocol/state.ts';
import type { VaultNotice as Notice } from '../../protocol/vault-notice.ts';
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
  readonly client: Client;
  readonly accept: (state: AppState) => void;
}) {
  const { notice, client, accept } = props;
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<KeystampError>();
  const behind = notice.kind === 'behind';
  const run = (call: Promise<AppState>): void => {
    setBusy(true);
    void call
      .then(accept, (cause: unknown) => setError(asKeystampError(cause)))
      .finally(() => {
        setBusy(false);
      });
  };
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
      {notice.missing.length > 0 && (
        <>
          <p>{t('kit.vaultNotice.missing', { count: notice.missing.length })}</p>
          <List>
            {notice.missing.map((name) => (
              <ListRow key={name} title={<bdi>{name}</bdi>} />
            ))}
          </List>
        </>
      )}
      {error && <ErrorState error={error} />}
      {behind && (
        <Button kind="primary" wide busy={busy} onClick={() => run(client.call('vault_lock', {}))}>
          {t('kit.vaultNotice.lock')}
        </Button>
      )}
      <Button
        kind={behind ? 'danger' : 'primary'}
        wide
        busy={busy}
        onClick={() => run(client.call('vault_accept', {}))}
      >
        {t(behind ? 'kit.vaultNotice.keep' : 'kit.vaultNotice.continue')}
      </Button>
    </div>
  );
}
