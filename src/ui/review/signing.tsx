import { useMemo } from 'preact/hooks';
import { checkSigned } from '../../client/made-signatures.ts';
import {
  readSigned,
  type Authorization,
  type ShownTransaction,
  type Signed,
  type TokenRight,
  type TypedData,
} from '../../client/signing.ts';
import { chainOf, COIN_DECIMALS, coinOf } from '../../protocol/coins.ts';
import type { Values } from '../../protocol/parse.ts';
import { findText, formatNumber, t } from '../i18n.ts';
import { Banner, Section } from '../components/surfaces.tsx';
import { DescriptionList } from '../components/values.tsx';
import { assetText, unitsText } from '../forms/amounts.ts';
import { OwnerBadge, useOwners } from '../forms/address-owners.tsx';
import { visibleText } from '../forms/visible.ts';
import { VisibleText } from '../forms/visible-text.tsx';
import { asText } from '../records/record-members.ts';
import type { Records } from '../records/records.ts';
import { CalledContract, NestedCall, UnreadCall } from './called-contract.tsx';
import { chainText } from './chain-text.ts';
import { DescribedMessage } from './described.tsx';
import { LongText } from './long-text.tsx';
import { SignInNotice } from './sign-in.tsx';
import { SolanaReview } from './solana-transaction.tsx';
import { TokenRightNotice } from './token-right.tsx';
import { BalanceAfter, movedToken, useSenderAssets, type SenderAssets } from './balance-after.tsx';
import { TypedMembers } from './typed-members.tsx';

/* What a key is asked to sign, as a person reads it, and whether the signature is that. */

type Finder = Pick<Records, 'findOwner' | 'readAssets' | 'known' | 'load'>;

/** Everything that parameters ask to sign. */
export function SignedReview(props: {
  readonly parameters: Values;
  readonly records: Finder;
  /** It was decided: what the account has now isn't what it had then. */
  readonly isOver?: boolean;
}) {
  const { parameters, records, isOver = false } = props;
  const all = useMemo(
    () => readSigned(parameters).map((one) => (isOver ? withoutSender(one) : one)),
    [parameters, isOver],
  );
  const [only, ...others] = all;
  const rest = { records, signer: asText(parameters['signWith']) };
  return (
    <Section
      title={t('signing.title')}
      aside={others.length > 0 && <span>{t('signing.several', { count: all.length })}</span>}
    >
      {others.length === 0
        ? only && <SignedThing signed={only} {...rest} />
        : all.map((signed, at) => (
            <section key={at}>
              <h3>{t('signing.one', { number: formatNumber(at + 1) })}</h3>
              <SignedThing signed={signed} {...rest} />
            </section>
          ))}
    </Section>
  );
}

function withoutSender(signed: Signed): Signed {
  if (signed.is !== 'transaction') return signed;
  const { sender: _, ...transaction } = signed.transaction;
  return { is: 'transaction', transaction };
}

function SignedThing(props: {
  readonly signed: Signed;
  /** Who signs, as the request names it: an address, a public key or an ID. */
  readonly signer: string;
  readonly records: Finder;
}) {
  const { signed, signer, records } = props;
  switch (signed.is) {
    case 'transaction':
      return <Transaction transaction={signed.transaction} records={records} />;
    case 'solana':
      return <SolanaReview {...{ transaction: signed.transaction, signer, records }} />;
    case 'typed-data':
      return <TypedMessage {...signed} records={records} />;
    case 'authorization':
      return <Delegation authorizations={[signed.authorization]} />;
    case 'text':
      return (
        <>
          <SignInNotice text={signed.text} signer={signer} />
          <LongText label={t('signing.text')} text={signed.text} />
        </>
      );
    case 'bytes':
      return (
        <>
          <Unread what={signed.isHash ? 'hash' : 'raw'} />
          <LongText label={t('signing.bytes')} text={signed.hex} isMono />
        </>
      );
    case 'disguised':
      return (
        <Banner tone="danger" live={false} title={t(`signing.disguised.${signed.as}`)}>
          {t('signing.disguised.text')}
        </Banner>
      );
    case 'unreadable':
      return <Unread what="unreadable" reason={signed.reason} />;
  }
}

function Unread(props: { readonly what: 'hash' | 'raw' | 'unreadable'; readonly reason?: string }) {
  const { what, reason = '' } = props;
  return (
    <Banner tone="danger" live={false} title={t('signing.unread')}>
      <p>{t(`signing.${what}.text`)}</p>
      {reason !== '' && (
        <details class="more">
          <summary>{t('signing.unreadable.reason')}</summary>
          <VisibleText text={reason} />
        </details>
      )}
    </Banner>
  );
}

function amountText(wei: bigint, chainId: bigint): string {
  const amount = unitsText(wei, COIN_DECIMALS);
  const chain = chainOf(chainId);
  const coin = chain && coinOf(chain);
  return coin ? `${amount} ${coin.symbol}` : t('signing.coin', { amount });
}

function dataText({ data, to }: ShownTransaction): string {
  const count = data.length / 2 - 1;
  if (count === 0) return t('signing.data.none');
  if (to === '') return t('signing.data.code', { count });
  return t('signing.data.bytes', { count, selector: data.slice(0, 10) });
}

function feeText({ maxFee, isSponsored, chainId }: ShownTransaction): string {
  if (isSponsored) return t('signing.sponsored');
  return maxFee === undefined ? t('signing.left') : amountText(maxFee, chainId);
}

type Rows = (readonly [string, preact.ComponentChildren])[];

/** What moves of a token, by the form of the call; in the token's units if the service says them. */
function transferRows(
  transaction: ShownTransaction,
  assets: SenderAssets,
  account: (name: string, address: string) => preact.ComponentChildren,
): Rows {
  const { transfer } = transaction;
  if (!transfer) return [];
  const token = movedToken(transaction, assets);
  const amount = t('signing.transfer.units', { amount: transfer.amount.toString() });
  const claimed = token && assetText(transfer.amount, token);
  return [
    [t('signing.transfer.to'), account('transfer', transfer.to)],
    [t('signing.transfer.amount'), amount],
    ...(claimed === undefined ? [] : ([[t('signing.transfer.claimed'), claimed]] as const)),
  ];
}

function Transaction(props: { readonly transaction: ShownTransaction; readonly records: Finder }) {
  const { transaction, records } = props;
  const { chainId, to, value, maxFee, data, accessList, blobs, authorizations } = transaction;
  const { transfer, right, nonce, sender } = transaction;
  const call = { ...transaction, from: sender?.address };
  const isReadOtherwise = Boolean(right ?? transfer);
  const assets = useSenderAssets(records, transaction);
  const found = useOwners(records, [
    ...(to === '' ? [] : [['to', to] as const]),
    ...(transfer ? [['transfer', transfer.to] as const] : []),
  ]).found;
  const account = (name: string, address: string) => (
    <>
      <VisibleText text={address} grouped />
      <OwnerBadge search={found[name]} />
    </>
  );
  const rows: Rows = [
    [t('signing.network'), chainText(chainId)],
    [
      t(transfer ? 'signing.contract' : 'signing.to'),
      to === '' ? t('signing.to.none') : account('to', to),
    ],
    ...transferRows(transaction, assets, account),
    [t('signing.amount'), amountText(value, chainId)],
    [t('signing.fee'), feeText(transaction)],
    ...(maxFee === undefined
      ? []
      : ([[t('signing.total'), amountText(value + maxFee, chainId)]] as const)),
    ...(sender
      ? ([[t('signing.after'), <BalanceAfter {...{ transaction, assets }} />]] as const)
      : []),
    [t('signing.data'), <span class="break">{dataText(transaction)}</span>],
    [t('signing.nonce'), nonce === undefined ? t('signing.left') : nonce.toString()],
  ];
  if (accessList.length > 0) {
    const count = accessList.length;
    rows.push([t('signing.accessList'), t('signing.accessList.addresses', { count })]);
  }
  if (blobs > 0) rows.push([t('signing.blobs'), formatNumber(blobs)]);
  return (
    <>
      {authorizations.length > 0 && <Delegation authorizations={authorizations} />}
      {right ? (
        <TokenRightNotice right={right} records={records} />
      ) : transfer ? (
        <Banner tone="warn" live={false} title={t('signing.transfer')}>
          {t('signing.transfer.text')}
        </Banner>
      ) : null}
      {data !== '0x' &&
        (to === '' ? <UnreadCall /> : <CalledContract {...{ call, isReadOtherwise, records }} />)}
      <DescriptionList rows={rows} />
    </>
  );
}

const ZERO = `0x${'0'.repeat(40)}`;

function Delegation(props: {
  readonly authorizations: readonly Pick<Authorization, 'address' | 'chainId' | 'nonce'>[];
}) {
  return (
    <>
      <Banner tone="danger" live={false} title={t('signing.delegates')}>
        {t('signing.delegates.text')}
      </Banner>
      {props.authorizations.map(({ address, chainId, nonce }, at) => {
        const chain = chainId === 0n ? t('signing.delegate.all') : chainText(chainId);
        const isRevoked = address === ZERO;
        const code = isRevoked ? (
          t('signing.delegate.revokes')
        ) : (
          <VisibleText text={address} grouped />
        );
        const rows: Rows = [
          [t('signing.delegate'), code],
          [t('signing.network'), chain],
          [t('signing.nonce'), nonce.toString()],
        ];
        return <DescriptionList key={at} rows={rows} />;
      })}
    </>
  );
}

function TypedMessage(props: {
  readonly typedData: TypedData;
  readonly right: TokenRight | undefined;
  readonly records: Finder;
}) {
  const { typedData, right, records } = props;
  const { primaryType, domain, message } = typedData;
  const member = (name: string) => {
    const value = domain.members.get(name);
    return value?.is === 'atom' ? value.value : undefined;
  };
  const [name, version] = [member('name'), member('version')];
  const [chainId, contract, salt] = [
    member('chainId'),
    member('verifyingContract'),
    member('salt'),
  ];
  const claims = [name, version].flatMap((text) => (text === undefined ? [] : [String(text)]));
  const rows: Rows = [
    [t('signing.kind'), <VisibleText text={primaryType} />],
    ...(claims.length > 0
      ? ([[t('signing.claims'), <VisibleText text={claims.join(' ')} />]] as const)
      : []),
    ...(typeof chainId === 'bigint' ? ([[t('signing.network'), chainText(chainId)]] as const) : []),
    ...(typeof contract === 'string'
      ? ([[t('signing.contract'), <VisibleText text={contract} grouped />]] as const)
      : []),
    ...(typeof salt === 'string'
      ? ([[t('signing.salt'), <span class="mono break">{salt}</span>]] as const)
      : []),
  ];
  const isBare = domain.members.size === 0;
  return (
    <>
      {right && <TokenRightNotice right={right} isMessage records={records} />}
      {isBare ? (
        <Banner tone="danger" live={false} title={t('signing.domain.none')}>
          {t('signing.domain.none.text')}
        </Banner>
      ) : (
        !chainId && (
          <Banner tone="warn" live={false} title={t('signing.domain.chain')}>
            {t('signing.domain.chain.text')}
          </Banner>
        )
      )}
      <DescriptionList rows={rows} />
      <DescribedMessage
        typedData={typedData}
        records={records}
        drawCall={(call) => <NestedCall call={call} records={records} />}
      />
      <h3>{t('signing.message')}</h3>
      <TypedMembers message={message} />
    </>
  );
}

/** Whether a result is what was asked for. Says so also where that can't be told. */
export function SignatureCheck(props: { readonly parameters: Values; readonly result: Values }) {
  const { parameters, result } = props;
  const check = useMemo(() => checkSigned(parameters, result), [parameters, result]);
  if (check === 'proved') {
    const address = visibleText(String(parameters['signWith']));
    return <Banner tone="good" live={false} title={t('signing.proved', { address })} />;
  }
  return (
    <Banner tone={check === 'wrong' ? 'danger' : 'warn'} title={t(`signing.${check}`)}>
      {findText(`signing.${check}.text`)}
    </Banner>
  );
}
