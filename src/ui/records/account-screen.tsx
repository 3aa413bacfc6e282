import { caip10Of } from '../../client/account-address.ts';
import { t } from '../i18n.ts';
import { formatText } from '../components/address-line.tsx';
import { Qr } from '../components/qr.tsx';
import { Badge, Banner, type Tone } from '../components/surfaces.tsx';
import { CopyButton, CopyText } from '../components/values.tsx';
import { VisibleText } from '../forms/visible-text.tsx';
import { accountOf, useVerdict, type Verdict } from './address-verdict.ts';
import { ObjectFacts } from './object-facts.tsx';
import type { PartProps } from './part.tsx';

const TONES: Readonly<Record<Verdict, Tone>> = {
  consistent: 'good',
  cannot_check: 'neutral',
  mismatch: 'danger',
};

/** An account: its address to show, scan and copy, checked against its public key. */
export function AccountParts({ place, item }: PartProps) {
  const account = accountOf(item);
  const { address, format } = account;
  const verdict = useVerdict(account);
  const what = t('kit.address.of', { format: formatText(format) });
  const isWrong = verdict === 'mismatch';
  // How other programs name it.
  const caip10 = isWrong ? undefined : caip10Of(format, address);
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
      <ObjectFacts
        place={place}
        item={item}
        others={[
          [t('object.format'), formatText(format)],
          ...(caip10 === undefined
            ? []
            : [
                [
                  'CAIP-10',
                  <CopyText key="10" text={caip10} mono what={t('object.address.caip10What')} />,
                ] as const,
              ]),
        ]}
      />
    </>
  );
}
