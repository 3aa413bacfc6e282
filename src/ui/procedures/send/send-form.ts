import type { Asset } from '../../../client/balances.ts';
import {
  callOf,
  findRecipientFault,
  mostOf,
  readSentAmount,
  type RecipientFault,
  type SentCall,
} from '../../../client/transfer.ts';
import type { EvmChain } from '../../../protocol/enums.ts';
import { assetText, decimalSign, unitsText } from '../../forms/amounts.ts';
import { visibleText } from '../../forms/visible.ts';
import { addressRefusalText } from '../../forms/words.ts';
import { formatNumber, t } from '../../i18n.ts';

/* What is typed into the form that sends, what is wrong with it, and the call that it comes to. */

/** As it is typed; `asset` is a CAIP-19 id, empty for the first one that the account has. */
export type SendDraft = {
  readonly chain: EvmChain;
  readonly asset: string;
  readonly to: string;
  readonly amount: string;
};

/** The asset that is chosen: the first one, unless the account has another that was. */
export const chosenAsset = ({ asset }: SendDraft, assets: readonly Asset[]): Asset | undefined =>
  assets.find(({ id }) => id === asset) ?? assets[0];

function recipientText(fault: RecipientFault, network: string): string {
  if (fault.rule === 'missing') return t('send.to.missing');
  if (fault.rule === 'name') return t('send.to.name');
  return 'chains' in fault
    ? addressRefusalText(fault.rule, { chains: fault.chains, network })
    : t('send.to.missing');
}

function amountFaultText(typed: string, asset: Asset): string | undefined {
  const read = readSentAmount(typed, asset, decimalSign());
  if (typeof read === 'bigint') return undefined;
  switch (read) {
    case 'missing':
      return t('send.amount.missing');
    case 'form':
      return t('send.amount.form', { example: formatNumber(1.5) });
    case 'decimals': {
      const [symbol, count] = [visibleText(asset.symbol), asset.decimals];
      return count === 0
        ? t('send.amount.whole', { symbol })
        : t('send.amount.decimals', { symbol, count });
    }
    case 'zero':
      return t('send.amount.zero');
    case 'balance':
      return t('send.amount.balance', { amount: assetText(asset.balance, asset) });
  }
}

/** What keeps a draft from being sent, by field, in the reader's words. */
export type SendFaults = { readonly to: string | undefined; readonly amount: string | undefined };

export function faultsOf(draft: SendDraft, asset: Asset): SendFaults {
  const fault = findRecipientFault(draft.to);
  return {
    to: fault && recipientText(fault, draft.chain),
    amount: amountFaultText(draft.amount, asset),
  };
}

/** What a draft sends; undefined while something is wrong with it. */
export function sentBy(
  draft: SendDraft,
  asset: Asset,
): { readonly amount: bigint; readonly call: SentCall } | undefined {
  const amount = readSentAmount(draft.amount, asset, decimalSign());
  if (typeof amount !== 'bigint' || findRecipientFault(draft.to)) return undefined;
  return { amount, call: callOf(asset, draft.to.trim(), amount) };
}

/** The most that the account can send, as it is typed. */
export const mostText = (asset: Asset, chain: EvmChain): string =>
  unitsText(mostOf(asset, chain), asset.decimals);
