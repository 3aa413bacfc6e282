import type { OwnerSearch } from '../../../client/address-owner.ts';
import type { Asset } from '../../../client/balances.ts';
import { findLookalike, warnOf } from '../../../client/transfer.ts';
import { t } from '../../i18n.ts';
import { Banner } from '../../components/surfaces.tsx';
import { useRecords } from '../../records/object-state.ts';
import { textOf } from '../../records/record-members.ts';

/** What to say of a recipient before anything is sent there. */
export function RecipientWarning(props: {
  readonly to: string;
  readonly from: string;
  readonly used: readonly string[];
  readonly asset: Asset;
  readonly owner: OwnerSearch | undefined;
}) {
  const { to, from, used, asset, owner } = props;
  const accounts = useRecords().known.value.walletAccount;
  const known = [
    from,
    ...used,
    ...[...(accounts?.values() ?? [])].map((one) => textOf(one, 'address')),
  ];
  const isOwn = owner?.kind === 'own';
  const warning = warnOf(to, { from, contract: asset.contract, known, isOwn });
  switch (warning) {
    case undefined:
      return null;
    case 'lookalike':
      return (
        <Banner tone="danger" title={t('send.warn.lookalike')}>
          {t('send.warn.lookalike.text', { known: findLookalike(to, known) ?? '' })}
        </Banner>
      );
    case 'unused':
      // Whose it is comes first: until that is known, nothing can be said.
      return owner?.kind === 'searching' || owner === undefined ? null : (
        <Banner tone="info" title={t('send.warn.unused')}>
          {t('send.warn.unused.text')}
        </Banner>
      );
    case 'contract':
    case 'nobody':
    case 'self':
      return (
        <Banner tone={warning === 'self' ? 'warn' : 'danger'} title={t(`send.warn.${warning}`)}>
          {t(`send.warn.${warning}.text`)}
        </Banner>
      );
  }
}
