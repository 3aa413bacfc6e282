import type { Transport } from '../../../protocol/passkey.ts';
import type { Profile } from '../../../protocol/profile.ts';
import { listed, said, t } from '../../i18n.ts';
import { VisibleText } from '../../forms/visible-text.tsx';
import { EmptyState } from '../../kit/states.tsx';
import { List, ListRow } from '../../kit/surfaces.tsx';
import { CopyText } from '../../kit/values.tsx';

/** How an authenticator is reached, in words; nothing when it did not tell. */
export function transportText(transports: readonly Transport[]): string {
  const names = transports.map(
    (one) => said(`choice.AUTHENTICATOR_TRANSPORT_${one.toUpperCase()}`) ?? one,
  );
  return listed(names);
}

/** The passkeys that a profile uses. */
export function CredentialList({ profile }: { readonly profile: Profile }) {
  const credentials = profile.passkeys?.credentials ?? [];
  if (credentials.length === 0) {
    return (
      <EmptyState icon="passkey" title={t('options.passkey.none')}>
        {t('options.passkey.noneWhat')}
      </EmptyState>
    );
  }
  return (
    <List label={t('options.passkey.title')}>
      {credentials.map(({ id, name, transports }) => (
        <ListRow
          key={id}
          title={<VisibleText text={name} />}
          detail={
            <span class="key-facts">
              <CopyText text={id} mono what={t('options.passkey.id')} />
              {transports.length > 0 && <span>{transportText(transports)}</span>}
            </span>
          }
        />
      ))}
    </List>
  );
}
