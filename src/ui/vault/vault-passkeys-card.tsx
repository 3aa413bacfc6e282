import { useState } from 'preact/hooks';
import type { VaultPasskey } from '../../protocol/vault-passkey.ts';
import { richText, t } from '../i18n.ts';
import { Button, IconButton } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { ErrorState, Skeleton } from '../components/states.tsx';
import { Banner, Card, List, ListRow } from '../components/surfaces.tsx';
import { RelativeTime } from '../components/values.tsx';
import { EnrolDialog, RemoveDialog, ResumeDialog } from './vault-passkey-dialogs.tsx';
import type { VaultPasskeys } from './vault-passkeys.ts';

type OpenDialog =
  | { readonly kind: 'enrol' }
  | { readonly kind: 'remove' | 'resume'; readonly passkey: VaultPasskey }
  | null;

/** The passkeys that unlock the vault, with buttons to add and remove them. */
export function VaultPasskeysCard({ passkeys }: { readonly passkeys: VaultPasskeys }) {
  const { supported, enrolled, off, error, load } = passkeys;
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const close = () => setDialog(null);
  return (
    <Card
      title={t('unlock.title')}
      aside={
        supported && (
          <Button icon="plus" small onClick={() => setDialog({ kind: 'enrol' })}>
            {t('authorization.passkey.add')}
          </Button>
        )
      }
    >
      <p class="muted">{t('unlock.what')}</p>
      {error && <ErrorState error={error} onRetry={load} />}
      {!enrolled && !error && <Skeleton rows={1} />}
      {enrolled && !supported && <p>{t('unlock.cannot')}</p>}
      {off.length > 0 && (
        <SwitchedOffNotice
          passkeys={passkeys}
          onResume={(passkey) => setDialog({ kind: 'resume', passkey })}
        />
      )}
      {supported && enrolled?.length === 0 && off.length === 0 && (
        <p class="muted">{t('unlock.none')}</p>
      )}
      {enrolled && enrolled.length > 0 && (
        <List label={t('unlock.title')}>
          {enrolled.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRemove={() => setDialog({ kind: 'remove', passkey })}
            />
          ))}
        </List>
      )}
      {dialog?.kind === 'enrol' && <EnrolDialog passkeys={passkeys} onClose={close} />}
      {dialog?.kind === 'remove' && (
        <RemoveDialog passkeys={passkeys} passkey={dialog.passkey} onClose={close} />
      )}
      {dialog?.kind === 'resume' && (
        <ResumeDialog passkeys={passkeys} passkey={dialog.passkey} onClose={close} />
      )}
    </Card>
  );
}

function PasskeyRow(props: { readonly passkey: VaultPasskey; readonly onRemove: () => void }) {
  const { name, createdAt } = props.passkey;
  return (
    <ListRow
      lead={<Icon name="passkey" />}
      title={name}
      detail={richText('unlock.made', { when: <RelativeTime at={createdAt} /> })}
      trail={
        <IconButton
          name="trash"
          danger
          label={t('popup.pick.remove', { name })}
          onClick={props.onRemove}
        />
      }
    />
  );
}

/** Passkeys that a new vault key just turned off, each with a button to turn it on again. */
function SwitchedOffNotice(props: {
  readonly passkeys: VaultPasskeys;
  readonly onResume: (passkey: VaultPasskey) => void;
}) {
  const { off, dismiss } = props.passkeys;
  return (
    <Banner tone="warn" title={t('unlock.off', { count: off.length })}>
      <p>{t('unlock.offWhat', { count: off.length })}</p>
      <List label={t('unlock.off', { count: off.length })}>
        {off.map((passkey) => (
          <ListRow
            key={passkey.id}
            title={passkey.name}
            trail={
              <>
                <Button small onClick={() => props.onResume(passkey)}>
                  {t('unlock.resume')}
                </Button>
                <Button small kind="quiet" onClick={() => dismiss(passkey.id)}>
                  {t('unlock.forget')}
                </Button>
              </>
            }
          />
        ))}
      </List>
    </Banner>
  );
}
