import type { ProvedAccounts } from '../../../client/import/account-proof.ts';
import { findText, richText, t } from '../../i18n.ts';
import { VisibleText } from '../../forms/visible-text.tsx';
import { Badge, type Tone } from '../../components/surfaces.tsx';
import { AddressLine, formatText } from '../../components/address-line.tsx';
import { readingText } from './import-texts.ts';

type ProofLineData = ProvedAccounts['lines'][number];
type ProofKind = ProofLineData['proof']['kind'];

const TONES: Readonly<Record<ProofKind, Tone>> = {
  proved: 'good',
  other_reading: 'warn',
  mismatch: 'danger',
  missing: 'danger',
  cannot_check: 'neutral',
};

/** Every address in a response, each with its verification result. */
export function ProofLines({ lines }: { readonly lines: ProvedAccounts['lines'] }) {
  return (
    <ul class="proof-lines" aria-label={t('import.review.addresses')}>
      {lines.map((line, index) => (
        <li key={`${line.format} ${index}`} data-proof={line.proof.kind}>
          <ProofLine line={line} />
        </li>
      ))}
    </ul>
  );
}

function ProofLine({ line }: { readonly line: ProofLineData }) {
  const { format, address, isRequested, proof, path } = line;
  const badge = <Badge tone={TONES[proof.kind]}>{t(`import.proof.${proof.kind}`)}</Badge>;
  const notes = (
    <>
      {path !== undefined && (
        <p class="help mono">
          <VisibleText text={path} />
        </p>
      )}
      {proof.kind === 'other_reading' && (
        <p class="help">{t('import.proof.readingWhat', { reading: readingText(proof.reading) })}</p>
      )}
      {proof.kind === 'mismatch' && <MismatchNote proof={proof} />}
      {!isRequested && <p class="help">{t('import.proof.notAsked')}</p>}
    </>
  );
  if (address !== undefined) {
    return (
      <AddressLine
        format={format}
        address={address}
        badge={badge}
        isUsable={proof.kind !== 'mismatch'}
      >
        {notes}
      </AddressLine>
    );
  }
  return (
    <div class="address-line" data-format={format}>
      <div class="address-head">
        <span class="address-format">
          <VisibleText text={formatText(format)} />
        </span>
        {badge}
      </div>
      {notes}
      <p class="help">{t('import.proof.missingWhat')}</p>
    </div>
  );
}

function MismatchNote({
  proof,
}: {
  readonly proof: Extract<ProofLineData['proof'], { kind: 'mismatch' }>;
}) {
  const { expected, refusal } = proof;
  return (
    <div class="help">
      {refusal && <p>{findText(`import.address.refused.${refusal}`)}</p>}
      {expected === undefined ? (
        <p>{t('import.proof.noneExpected')}</p>
      ) : (
        <p>
          {richText('import.proof.expected', {
            address: (
              <span class="break">
                <VisibleText text={expected} grouped />
              </span>
            ),
          })}
        </p>
      )}
    </div>
  );
}
