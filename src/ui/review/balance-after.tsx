import type { Asset } from '../../client/balances.ts';
import type { ShownTransaction } from '../../client/signing.ts';
import { Badge } from '../components/surfaces.tsx';
import { assetText } from '../forms/amounts.ts';
import { t } from '../i18n.ts';
import { useAssets } from '../records/account-assets.ts';
import type { Records } from '../records/records.ts';

/* What a transaction leaves of what an account has, as far as the service says what that is. */

/** `unread`: the service didn't say. Undefined while it is asked, and where nobody sends. */
export type SenderAssets = readonly Asset[] | 'unread' | undefined;

/** What the account that sends has. */
export function useSenderAssets(
  records: Pick<Records, 'readAssets'>,
  { sender }: ShownTransaction,
): SenderAssets {
  const { assets, error } = useAssets(records, sender);
  return error ? 'unread' : assets;
}

/** The token that a transaction moves, where the account has some. */
export function movedToken({ to, transfer }: ShownTransaction, assets: SenderAssets) {
  if (!transfer || !Array.isArray(assets)) return undefined;
  const all: readonly Asset[] = assets;
  return all.find(({ contract }) => contract === to.toLowerCase());
}

/** What is left of one asset. */
function Left(props: { readonly asset: Asset; readonly spent: bigint; readonly isCoin: boolean }) {
  const { asset, spent, isCoin } = props;
  if (spent > asset.balance) {
    const amount = assetText(asset.balance, asset);
    return <Badge tone="danger">{t('signing.after.short', { amount })}</Badge>;
  }
  const amount = assetText(asset.balance - spent, asset);
  return <span>{isCoin ? t('signing.after.coin', { amount }) : amount}</span>;
}

/** What the account has afterwards: of the coin, before the fee; of the token that is moved. */
export function BalanceAfter(props: {
  readonly transaction: ShownTransaction;
  readonly assets: SenderAssets;
}) {
  const { transaction, assets } = props;
  if (assets === undefined) return <span class="muted">{t('app.loading')}</span>;
  if (assets === 'unread') return <>{t('signing.after.unread')}</>;
  const coin = assets.find(({ contract }) => contract === undefined);
  const token = movedToken(transaction, assets);
  const lacksToken = transaction.transfer !== undefined && !token;
  const lacksCoin = transaction.value > 0n && !coin;
  return (
    <span class="cluster">
      {token && <Left asset={token} spent={transaction.transfer?.amount ?? 0n} isCoin={false} />}
      {(lacksToken || lacksCoin) && <Badge tone="danger">{t('signing.after.none')}</Badge>}
      {coin && <Left asset={coin} spent={transaction.value} isCoin />}
    </span>
  );
}
