import type { ComponentChildren } from 'preact';
import { caip10Of } from '../../client/account-address.ts';
import { t } from '../i18n.ts';
import { formatText } from '../components/address-line.tsx';
import { Qr } from '../components/qr.tsx';
import { Badge, Banner, type Tone } from '../components/surfaces.tsx';
import { CopyButton, CopyText, DescriptionList } from '../components/values.tsx';
import type { Item } from './pickable-records.ts';
import { visibleText } from '../forms/visible.ts';
import { VisibleText } from '../forms/visible-text.tsx';
import { choiceWord } from '../forms/words.ts';
import type { ObjectPlace } from '../popup/route.ts';
import { accountOf, useVerdict, type Account, type Verdict } from './address-verdict.ts';
import { textOf } from './record-members.ts';
import { ObjectFrame } from './object-frame.tsx';

const TONES: Readonly<Record<Verdict, Tone>> = {
  consistent: 'good',
  cannot_check: 'neutral',
  mismatch: 'danger',
};

/** How the address came about, and how other programs name it. */
function AccountFacts(props: {
  readonly account: Account;
  readonly path: string;
  readonly isUsable: boolean;
}) {
  const { account, path, isUsable } = props;
  const { address, format, curve, publicKey } = account;
  const caip10 = isUsable ? caip10Of(format, address) : undefined;
  const rows: [string, ComponentChildren][] = [
    [t('object.format'), formatText(format)],
    [
      t('object.path'),
      <span class="mono">
        <VisibleText text={path} />
      </span>,
    ],
    [t('object.curve'), visibleText(choiceWord(curve))],
  ];
  if (publicKey !== '') {
    const what = t('object.publicKey');
    rows.push([what, <CopyText text={publicKey} mono what={what} />]);
  }
  if (caip10 !== undefined) {
    rows.push(['CAIP-10', <CopyText text={caip10} mono what={t('object.address.caip10What')} />]);
  }
  return <DescriptionList rows={rows} />;
}

function AccountBody({ item }: { readonly item: Item }) {
  const account = accountOf(item);
  const { address, format } = account;
  const verdict = useVerdict(account);
  const what = t('kit.address.of', { format: formatText(format) });
  const isWrong = verdict === 'mismatch';
  return (
    <>
      {isWrong && (
        <Banner tone="danger" title={t('object.check.mismatch')}>
          {t('object.check.mismatchText')}
        </Banner>
      )}
      {!isWrong && (
        <div class="receive">
          <Qr text={address} what={what} />
        </div>
      )}
      <div class="address-text" data-format={format}>
        <span class="break">
          <VisibleText text={address} grouped />
        </span>
        {!isWrong && <CopyButton text={address} what={what} />}
      </div>
      {verdict && (
        <span data-check={verdict}>
          <Badge tone={TONES[verdict]}>{t(`object.check.${verdict}`)}</Badge>
        </span>
      )}
      <AccountFacts account={account} path={textOf(item, 'path')} isUsable={!isWrong} />
    </>
  );
}

/** An account: its address to show, scan and copy, checked against its public key. */
export function AccountScreen({ place }: { readonly place: ObjectPlace }) {
  return (
    <ObjectFrame place={place} title={t('object.walletAccount')}>
      {(item) => <AccountBody item={item} />}
    </ObjectFrame>
  );
}
