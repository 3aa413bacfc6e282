import type { Asset } from '../../../client/balances.ts';
import { mostOf, readSentAmount } from '../../../client/transfer.ts';
import { COIN_DECIMALS, coinOf, feeRoomOf } from '../../../protocol/coins.ts';
import { t } from '../../i18n.ts';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { TextInput, Select } from '../../components/inputs.tsx';
import { Banner } from '../../components/surfaces.tsx';
import { assetText, decimalSign } from '../../forms/amounts.ts';
import { VisibleText } from '../../forms/visible-text.tsx';
import { mostText, type SendDraft } from './send-form.ts';

/** What of it is sent: the chain's coin or a token, each with how much there is. */
export function AssetField(props: {
  readonly assets: readonly Asset[];
  readonly asset: Asset;
  readonly onChange: (id: string) => void;
}) {
  const { assets, asset, onChange } = props;
  return (
    <Field
      label={t('send.asset')}
      note={
        asset.contract !== undefined && (
          <>
            {t('send.asset.tokenText')} <VisibleText text={asset.contract} grouped />
          </>
        )
      }
    >
      {(ids) => (
        <Select
          {...ids}
          value={asset.id}
          options={assets.map((one) => ({ value: one.id, label: assetText(one.balance, one) }))}
          onChange={onChange}
        />
      )}
    </Field>
  );
}

/** How much, with all that can be sent in one click. */
export function AmountField(props: {
  readonly draft: SendDraft;
  readonly asset: Asset;
  readonly change: (next: Partial<SendDraft>) => void;
  readonly error: string | undefined;
}) {
  const { draft, asset, change, error } = props;
  const { chain } = draft;
  const coin = coinOf(chain);
  const reserve = assetText(feeRoomOf(chain), {
    symbol: coin?.symbol ?? '',
    decimals: COIN_DECIMALS,
  });
  return (
    <Field
      label={t('send.amount')}
      help={asset.contract === undefined && t('send.amount.kept', { amount: reserve })}
      error={error}
    >
      {(ids) => (
        <div class="send-input">
          <TextInput
            {...ids}
            inputMode="decimal"
            value={draft.amount}
            maxLength={160}
            onInput={(typed) => change({ amount: typed })}
          />
          <Button
            disabled={mostOf(asset, chain) === 0n}
            onClick={() => change({ amount: mostText(asset, chain) })}
          >
            {t('send.amount.max')}
          </Button>
        </div>
      )}
    </Field>
  );
}

/** Who pays the fee, and whether there is enough for it. Nobody knows it before it is sent. */
export function FeeNote(props: {
  readonly assets: readonly Asset[];
  readonly asset: Asset;
  readonly draft: SendDraft;
}) {
  const { assets, asset, draft } = props;
  const coin = coinOf(draft.chain)?.symbol;
  if (coin === undefined) return null;
  const balance = assets.find(({ contract }) => contract === undefined)?.balance ?? 0n;
  const amount = readSentAmount(draft.amount, asset, decimalSign());
  const spent = asset.contract === undefined && typeof amount === 'bigint' ? amount : 0n;
  const isTight = balance - spent < feeRoomOf(draft.chain);
  return (
    <Field label={t('send.fee')} group>
      {() => (
        <>
          <p class="note">{t('send.fee.text', { coin })}</p>
          {balance === 0n && <Banner tone="warn" title={t('send.fee.none', { coin })} />}
          {balance > 0n && isTight && (
            <Banner tone="warn" title={t('send.fee.tight', { coin })}>
              {t('send.fee.tight.text')}
            </Banner>
          )}
        </>
      )}
    </Field>
  );
}
