import type { TokenRight } from '../../client/signing.ts';
import { Banner } from '../components/surfaces.tsx';
import { DescriptionList } from '../components/values.tsx';
import { OwnerBadge, useOwners } from '../forms/address-owners.tsx';
import { VisibleText } from '../forms/visible-text.tsx';
import { t } from '../i18n.ts';
import type { Records } from '../records/records.ts';

type Given = TokenRight['tokens'][number];

function amountText({ amount }: Given): string {
  if (amount === 'all') return t('signing.right.unlimited');
  if (amount === 0n) return t('signing.right.none');
  return t('signing.transfer.units', { amount: amount.toString() });
}

/** What somebody may take later, by the form of a call or message. It is never only a login. */
export function TokenRightNotice(props: {
  readonly right: TokenRight;
  readonly isMessage?: boolean;
  readonly records: Pick<Records, 'findOwner'>;
}) {
  const { right, isMessage = false, records } = props;
  const { spender, tokens } = right;
  const { found } = useOwners(records, [['spender', spender]]);
  const isLimited = tokens.length > 0 && tokens.every(({ amount }) => amount !== 'all');
  const who = (
    <>
      <VisibleText text={spender} grouped />
      <OwnerBadge search={found['spender']} />
    </>
  );
  return (
    <>
      <Banner tone={isLimited ? 'warn' : 'danger'} live={false} title={t('signing.right')}>
        {t(isMessage ? 'signing.right.message' : 'signing.right.call')}
      </Banner>
      <DescriptionList rows={[[t('signing.right.spender'), who]]} />
      {tokens.length === 0 && <p class="note">{t('signing.right.unknown')}</p>}
      {tokens.map((given, at) => {
        const most = [t('signing.right.most'), amountText(given)] as const;
        const { contract } = given;
        const rows =
          contract === undefined
            ? [most]
            : [[t('signing.right.token'), <VisibleText text={contract} grouped />] as const, most];
        return <DescriptionList key={at} rows={rows} />;
      })}
    </>
  );
}
