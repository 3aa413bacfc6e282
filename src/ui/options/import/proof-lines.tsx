import type { ProvedReply } from '../../../messaging/import/proof.ts';
import { said, t } from '../../i18n.ts';
import { VisibleText } from '../../forms/visible-text.tsx';
import { Badge, type Tone } from '../../kit/surfaces.tsx';
import { AddressLine } from './address-line.tsx';
import { formatText, readingText } from './words.ts';

type Line = ProvedReply['lines'][number];
type Kind = Line['proof']['kind'];

const TONES: Readonly<Record<Kind, Tone>> = {
  proved: 'good',
  other_reading: 'warn',
  mismatch: 'danger',
  missing: 'danger',
  cannot_check: 'neutral',
};

/** Every address of an answer with what was found of it. */
export function ProofLines({ lines }: { readonly lines: ProvedReply['lines'] }) {
  return (
    <ul class="proof-lines" aria-label={t('import.verdict.lines')}>
      {lines.map((line, at) => (
        <li key={`${line.format} ${at}`} data-proof={line.proof.kind}>
          <ProofLine line={line} />
        </li>
      ))}
    </ul>
  );
}

function ProofLine({ line }: { readonly line: Line }) {
  const { format, address, asked, proof } = line;
  const badge = <Badge tone={TONES[proof.kind]}>{t(`import.proof.${proof.kind}`)}</Badge>;
  const notes = (
    <>
      {proof.kind === 'other_reading' && (
        <p class="help">{t('import.proof.readingWhat', { reading: readingText(proof.reading) })}</p>
      )}
      {proof.kind === 'mismatch' && <Mismatch proof={proof} />}
      {!asked && <p class="help">{t('import.proof.notAsked')}</p>}
    </>
  );
  if (address !== undefined) {
    return (
      <AddressLine
        format={format}
        address={address}
        badge={badge}
        usable={proof.kind !== 'mismatch'}
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
      <p class="help">{t('import.proof.missingWhat')}</p>
    </div>
  );
}

function Mismatch({ proof }: { readonly proof: Extract<Line['proof'], { kind: 'mismatch' }> }) {
  const { expected, refusal } = proof;
  return (
    <div class="help">
      {refusal && <p>{said(`import.address.refused.${refusal}`)}</p>}
      {expected === undefined ? (
        <p>{t('import.proof.noneExpected')}</p>
      ) : (
        <p>
          {t('import.proof.expected')}{' '}
          <span class="break">
            <VisibleText text={expected} grouped />
          </span>
        </p>
      )}
    </div>
  );
}
