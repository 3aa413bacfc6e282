import { useState } from 'preact/hooks';
import type { VaultPasskey } from '../../../protocol/vault-passkey.ts';
import { ago, dateTime, t } from '../../i18n.ts';
import { Button, IconButton } from '../../kit/button.tsx';
import { tickingNow } from '../../kit/clock.ts';
import { Icon } from '../../kit/icon.tsx';
import { ErrorState, Skeleton } from '../../kit/states.tsx';
import { Banner, Card, List, ListRow } from '../../kit/surfaces.tsx';
import { EnrolDialog, RemoveDialog, ResumeDialog } from './dialogs.tsx';
import type { VaultPasskeys } from './vault-passkeys.ts';

type Shown =
  | { readonly what: 'enrol' }
  | { readonly what: 'remove' | 'resume'; readonly passkey: VaultPasskey }
  | null;

/** Which passkeys open the vault, and the way in and out. */
export function VaultPasskeysCard({ passkeys }: { readonly passkeys: VaultPasskeys }) {
  const { supported, enrolled, off, error, load } = passkeys;
  const [shown, setShown] = useState<Shown>(null);
  const close = () => setShown(null);
  return (
    <Card
      title={t('unlock.title')}
      aside={
        supported && (
          <Button icon="plus" small onClick={() => setShown({ what: 'enrol' })}>
            {t('unlock.enrolNew')}
          </Button>
        )
      }
    >
      <p class="muted">{t('unlock.what')}</p>
      {error && <ErrorState error={error} onRetry={load} />}
      {!enrolled && !error && <Skeleton rows={1} />}
      {enrolled && !supported && <p>{t('unlock.cannot')}</p>}
      {off.length > 0 && (
        <SwitchedOff
          passkeys={passkeys}
          onResume={(passkey) => setShown({ what: 'resume', passkey })}
        />
      )}
      {supported && enrolled?.length === 0 && off.length === 0 && (
        <p class="muted">{t('unlock.none')}</p>
      )}
      {enrolled && enrolled.length > 0 && (
        <List label={t('unlock.title')}>
          {enrolled.map((passkey) => (
            <Row
              key={passkey.id}
              passkey={passkey}
              onRemove={() => setShown({ what: 'remove', passkey })}
            />
          ))}
        </List>
      )}
      {shown?.what === 'enrol' && <EnrolDialog passkeys={passkeys} onClose={close} />}
      {shown?.what === 'remove' && (
        <RemoveDialog passkeys={passkeys} passkey={shown.passkey} onClose={close} />
      )}
      {shown?.what === 'resume' && (
        <ResumeDialog passkeys={passkeys} passkey={shown.passkey} onClose={close} />
      )}
    </Card>
  );
}

function Row(props: { readonly passkey: VaultPasskey; readonly onRemove: () => void }) {
  const { name, createdAt } = props.passkey;
  return (
    <ListRow
      lead={<Icon name="passkey" />}
      title={name}
      detail={
        <span title={dateTime(createdAt)}>
          {t('unlock.made', { when: ago(createdAt, tickingNow()) })}
        </span>
      }
      trail={
        <IconButton
          name="trash"
          danger
          label={t('unlock.remove', { name })}
          onClick={props.onRemove}
        />
      }
    />
  );
}

/** What a new vault key has just ended, each with the way back. */
function SwitchedOff(props: {
  readonly passkeys: VaultPasskeys;
  readonly onResume: (passkey: VaultPasskey) => void;
}) {
  const { off, leaveOff } = props.passkeys;
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
                <Button small kind="quiet" onClick={() => leaveOff(passkey.id)}>
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
