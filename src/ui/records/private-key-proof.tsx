import { useMemo, useState } from 'preact/hooks';
import {
  compareAddress,
  crossCheckAddresses,
  proveListed,
  type ProvedReply,
} from '../../client/import/address-proof.ts';
import {
  parseSealableKey,
  refusalOf,
  type KeyRefusalView,
} from '../../client/import/sealable-key.ts';
import type * as v from 'valibot';
import type { privateKey as privateKeySchema } from '../../protocol/service-records.ts';
import { findText, t } from '../i18n.ts';
import { CROSS_TONES, CrossFindingBadge, type CrossFinding } from '../components/cross-finding.tsx';
import { AddressLine, formatText } from '../components/address-line.tsx';
import { Field } from '../components/field.tsx';
import { TextInput } from '../components/inputs.tsx';
import { Banner, type Tone } from '../components/surfaces.tsx';
import { KeyInput } from '../procedures/import/key-input.tsx';
import { readingText, refusalTexts } from '../procedures/import/import-texts.ts';
import { ProofLines } from '../procedures/import/proof-lines.tsx';

/*
 * Whether a private key's addresses are its own: by each other, by an address from the wallet, by the
 * key itself. Load lazily: it comes with the curves and hashes of all chains.
 */

type PrivateKey = v.InferOutput<typeof privateKeySchema>;
type Props = { readonly privateKey: PrivateKey };

/** The addresses of a private key, each with what the others and the public key say of it. */
export function ProvedAddresses({ privateKey }: Props) {
  const { curve, addresses, publicKey } = privateKey;
  const { verdict, lines } = useMemo(
    () => crossCheckAddresses(curve, addresses, publicKey),
    [curve, addresses, publicKey],
  );
  return (
    <>
      <div data-cross={verdict}>
        <Banner tone={CROSS_TONES[verdict]} live={false} title={t(`import.cross.${verdict}`)}>
          <p>{t(`import.cross.${verdict}What`)}</p>
        </Banner>
      </div>
      <ul class="proof-lines">
        {lines.map(({ format, address, finding }, index) => (
          <li key={`${format} ${index}`}>
            <AddressLine
              format={format}
              address={address}
              badge={<CrossFindingBadge finding={finding} />}
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

function FindingNote({ finding }: { readonly finding: CrossFinding }) {
  if (finding.kind === 'consistent' && finding.reading) {
    return (
      <p class="help">{t('import.proof.readingWhat', { reading: readingText(finding.reading) })}</p>
    );
  }
  if (finding.kind !== 'mismatch' || !finding.refusal) return null;
  return <p class="help">{findText(`import.address.refused.${finding.refusal}`)}</p>;
}

/** Two ways to verify: with an address from the wallet, or with the key itself. */
export function VerifyAgain({ privateKey }: Props) {
  return (
    <>
      {privateKey.addresses.length > 0 && <VerifyByAddress privateKey={privateKey} />}
      <details class="more">
        <summary>{t('import.check.key')}</summary>
        <VerifyByKey privateKey={privateKey} />
      </details>
    </>
  );
}

function VerifyByAddress({ privateKey: { addresses } }: Props) {
  const [text, setText] = useState('');
  const comparison = text.trim() === '' ? null : compareAddress(text, addresses);
  return (
    <>
      <Field label={t('import.check.address')} help={t('import.check.addressHelp')} optional>
        {(ids) => <TextInput {...ids} mono value={text} onInput={setText} maxLength={200} />}
      </Field>
      <div role="status" data-compared={comparison?.kind}>
        {comparison?.kind === 'same' && (
          <Banner
            tone="good"
            live={false}
            title={t('import.check.same', { format: formatText(comparison.listed.format) })}
          />
        )}
        {comparison?.kind === 'different' && (
          <Banner
            tone="danger"
            live={false}
            title={t('import.check.different', {
              format: formatText(comparison.listed[0]?.format ?? ''),
            })}
          />
        )}
        {comparison?.kind === 'unreadable' && (
          <Banner tone="warn" live={false} title={t('import.check.unreadable')}>
            {comparison.refusal && findText(`import.address.refused.${comparison.refusal}`)}
          </Banner>
        )}
      </div>
    </>
  );
}

type ProofByKey =
  | { readonly kind: 'refused'; readonly refused: KeyRefusalView }
  | ({ readonly kind: 'proved' } & ProvedReply);

/** Reads the key, wipes it immediately and compares. Nothing of it is kept or sent. */
function proveWithKey(text: string, { curve, addresses }: PrivateKey): ProofByKey {
  try {
    const held = parseSealableKey(text);
    held.wipe();
    const reading =
      held.candidates.find((candidate) => candidate.curve === curve) ?? held.candidates[0];
    return { kind: 'proved', ...proveListed(reading.publicKey, addresses) };
  } catch (error) {
    return { kind: 'refused', refused: refusalOf(error) };
  }
}

const TONES: Readonly<Record<ProvedReply['verdict'], Tone>> = {
  proved: 'good',
  other_reading: 'warn',
  cannot_check: 'neutral',
  mismatch: 'danger',
};

function VerifyByKey({ privateKey }: Props) {
  const [shownText, setShownText] = useState('');
  const [outcome, setOutcome] = useState<ProofByKey | null>(null);
  const refused = outcome?.kind === 'refused' ? outcome.refused : null;
  return (
    <div class="stack">
      <p class="muted">{t('import.check.keyHelp')}</p>
      <KeyInput
        error={null}
        refused={refused}
        shownText={shownText}
        onShownText={setShownText}
        onText={(text) => {
          const next = text === '' ? null : proveWithKey(text, privateKey);
          setOutcome(next);
          return next?.kind === 'proved';
        }}
      />
      {refused && (
        <Banner tone="danger" title={t('import.refused.title')}>
          {refusalTexts(refused).map((text) => (
            <p key={text}>{text}</p>
          ))}
        </Banner>
      )}
      {outcome?.kind === 'proved' && (
        <div class="stack" data-verdict={outcome.verdict}>
          <Banner
            tone={TONES[outcome.verdict]}
            title={t(`import.check.verdict.${outcome.verdict}`)}
          />
          <ProofLines lines={outcome.lines} />
        </div>
      )}
    </div>
  );
}
