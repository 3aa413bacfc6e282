import { useEffect } from 'preact/hooks';
import * as v from 'valibot';
import type { Asset } from '../../../client/balances.ts';
import {
  callOf,
  findRecipientFault,
  mostOf,
  readSentAmount,
  type RecipientFault,
  type SentCall,
} from '../../../client/transfer.ts';
import { type EvmChain, EVM_CHAIN } from '../../../protocol/enums.ts';
import { assetText, decimalSign, unitsText } from '../../forms/amounts.ts';
import { visibleText } from '../../forms/visible.ts';
import { addressRefusalText } from '../../forms/words.ts';
import { formatNumber, t } from '../../i18n.ts';
import { createDraftStore, type DraftPlace } from '../../forms/draft-store.ts';
import { useStore } from '../../page/store.ts';
import { useLatest } from '../../components/use-reading.ts';
import type { SubmitRow } from '../../../protocol/operation-row.ts';
import type { EntryView } from '../../../protocol/outbox-entry.ts';

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

const text = v.pipe(v.string(), v.maxLength(200));
const storedDraft = v.object({ chain: v.picklist(EVM_CHAIN), asset: text, to: text, amount: text });

/** What was typed before the page closed; undefined until that was read, null where nothing was. */
export function useStoredDraft({ profileId, operation, about }: DraftPlace) {
  const { session } = useStore().effects;
  const read = async () => {
    const stored = await createDraftStore(session).find({ profileId, operation, about });
    const parsed = v.safeParse(storedDraft, stored?.draft);
    return parsed.success ? parsed.output : null;
  };
  return useLatest(() => read().catch(() => null), [profileId, operation, about?.id], 'keeps');
}

/**
 * Keeps what is typed, in memory like every form's draft, until it is sent. A review that was left
 * has taken it away, so it is kept again then.
 */
export function useKeeping(place: DraftPlace, draft: SendDraft, isReviewed: boolean): void {
  const { session } = useStore().effects;
  const { chain, asset, to, amount } = draft;
  useEffect(() => {
    const drafts = createDraftStore(session);
    if (to === '' && amount === '') drafts.remove(place);
    else drafts.save(place, { draft: { chain, asset, to, amount }, prerequisiteId: null });
  }, [chain, asset, to, amount, isReviewed]);
}

/** As many as one reading of what was signed here gives. */
const LATEST = 200;

/** A request to send, as it was signed here. */
export type SentBefore = {
  readonly chain: string;
  readonly recipients: readonly string[];
  /** Milliseconds since the epoch. */
  readonly at: number;
};

/**
 * What was signed in this browser for a profile, with the operation that sends, newest first; undefined until
 * it was read. The service's list isn't asked: it could have addresses that nobody here ever saw.
 */
export function useSentBefore(
  profileId: string,
  row: SubmitRow,
): readonly SentBefore[] | undefined {
  const { client } = useStore().effects;
  const read = async () => {
    const [entries, { recipientsIn }] = await Promise.all([
      client.call('activities_list', { profileId, before: null, limit: LATEST }),
      import('../../../client/signing.ts'),
    ]);
    const isDone = ({ operation, state }: EntryView) =>
      operation === row.name && state === 'completed';
    return entries.filter(isDone).map(({ parameters, createdAt: at }) => {
      const chain = String(parameters?.['caip2']);
      return { chain, at, recipients: recipientsIn(parameters ?? {}) };
    });
  };
  // Without it, every recipient is a new one.
  return useLatest(() => read().catch(() => []), [profileId, row.name], 'keeps');
}
