import { useMemo, useState } from 'preact/hooks';
import { crossCheckAddresses } from '../../../client/import/address-proof.ts';
import { millisecondsOf } from '../../../protocol/service-records.ts';
import { findText, t } from '../../i18n.ts';
import { VisibleText } from '../../forms/visible-text.tsx';
import { Icon } from '../../components/icon.tsx';
import { Badge, Banner, FactLine, type Tone } from '../../components/surfaces.tsx';
import { CopyText, DescriptionList, RelativeTime } from '../../components/values.tsx';
import { AddressLine } from '../../components/address-line.tsx';
import { curveText, readingText } from '../../procedures/import/import-texts.ts';
import type { PrivateKey } from './private-key-list.ts';
import { VerifyKey } from './verify-key.tsx';

type Props = { readonly privateKey: PrivateKey };
type Finding = ReturnType<typeof crossCheckAddresses>['lines'][number]['finding'];
type Verdict = ReturnType<typeof crossCheckAddresses>['verdict'];

/** One private key, with its addresses when expanded. */
export function PrivateKeyRow({ privateKey, open }: Props & { readonly open: boolean }) {
  const { privateKeyName, curve, addresses, imported, exported } = privateKey;
  const [isOpen, setIsOpen] = useState(open);
  return (
    <li class="entry" data-key={privateKey.privateKeyId}>
      <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary>
          <Icon name="key" />
          <span class="row-text">
            <span class="row-title">
              <VisibleText text={privateKeyName} />
            </span>
            <span class="row-detail">
              <FactLine
                facts={[
                  <VisibleText text={curveText(curve)} />,
                  t('import.keys.count', { count: addresses.length }),
                ]}
              />
            </span>
          </span>
          <Badge>{t(imported ? 'import.keys.imported' : 'import.keys.made')}</Badge>
          {exported && <Badge tone="warn">{t('import.keys.exported')}</Badge>}
          <Icon name="chevron-down" />
        </summary>
        {isOpen && <KeyDetails privateKey={privateKey} />}
      </details>
    </li>
  );
}

function KeyDetails({ privateKey }: Props) {
  const { privateKeyId, publicKey, addresses, createdAt } = privateKey;
  const createdMs = millisecondsOf(createdAt);
  return (
    <div class="entry-body">
      <DescriptionList
        rows={[
          [
            t('import.keys.id'),
            <CopyText key="id" text={privateKeyId} shorten={false} what={t('import.keys.id')} />,
          ],
          [
            t('import.read.publicKey'),
            <CopyText key="public" text={publicKey} mono what={t('import.read.publicKey')} />,
          ],
          ...(createdMs === undefined
            ? []
            : [[t('import.keys.created'), <RelativeTime key="made" at={createdMs} />] as const]),
        ]}
      />
      {addresses.length === 0 ? (
        <p class="muted">{t('import.keys.noAddresses')}</p>
      ) : (
        <Addresses privateKey={privateKey} />
      )}
      <VerifyKey privateKey={privateKey} />
    </div>
  );
}

const TONES: Readonly<Record<Verdict, Tone>> = {
  consistent: 'info',
  cannot_check: 'neutral',
  mismatch: 'danger',
};

function Addresses({ privateKey }: Props) {
  const { curve, addresses, publicKey } = privateKey;
  const { verdict, lines } = useMemo(
    () => crossCheckAddresses(curve, addresses, publicKey),
    [curve, addresses, publicKey],
  );
  return (
    <>
      <div data-cross={verdict}>
        <Banner tone={TONES[verdict]} live={false} title={t(`import.cross.${verdict}`)}>
          <p>{t(`import.cross.${verdict}What`)}</p>
        </Banner>
      </div>
      <ul class="proof-lines">
        {lines.map(({ format, address, finding }, index) => (
          <li key={`${format} ${index}`}>
            <AddressLine
              format={format}
              address={address}
              badge={<FindingBadge finding={finding} />}
              isUsable={finding.kind !== 'mismatch'}
            >
              <FindingNote finding={finding} />
            </AddressLine>
          </li>
        ))}
      </ul>
    </>
  );
}

function FindingBadge({ finding }: { readonly finding: Finding }) {
  if (finding.kind === 'source') return <Badge>{t('import.cross.source')}</Badge>;
  return (
    <Badge tone={finding.kind === 'mismatch' ? 'danger' : 'neutral'}>
      {t(`import.cross.line.${finding.kind}`)}
    </Badge>
  );
}

function FindingNote({ finding }: { readonly finding: Finding }) {
  if (finding.kind === 'consistent' && finding.reading) {
    return (
      <p class="help">{t('import.proof.readingWhat', { reading: readingText(finding.reading) })}</p>
    );
  }
  if (finding.kind !== 'mismatch' || !finding.refusal) return null;
  return <p class="help">{findText(`import.address.refused.${finding.refusal}`)}</p>;
}
