import { useState } from 'preact/hooks';
import {
  parseSealableKey,
  refusalOf,
  type KeyRefusalView,
} from '../../../client/import/sealable-key.ts';
import {
  compareAddress,
  proveListed,
  type ProvedReply,
} from '../../../client/import/address-proof.ts';
import { findText, t } from '../../i18n.ts';
import { Field } from '../../components/field.tsx';
import { TextInput } from '../../components/inputs.tsx';
import { Banner, type Tone } from '../../components/surfaces.tsx';
import { KeyInput } from '../../procedures/import/key-input.tsx';
import { ProofLines } from '../../procedures/import/proof-lines.tsx';
import { formatText } from '../../components/address-line.tsx';
import { refusalTexts } from '../../procedures/import/import-texts.ts';
import type { PrivateKey } from './private-key-list.ts';

type Props = { readonly privateKey: PrivateKey };

/** Two ways to verify: with an address from the wallet, or with the key itself. */
export function VerifyKey({ privateKey }: Props) {
  return (
    <section class="stack" aria-label={t('import.check.title')}>
      <h2>{t('import.check.title')}</h2>
      {privateKey.addresses.length > 0 && <VerifyByAddress privateKey={privateKey} />}
      <details class="more">
        <summary>{t('import.check.key')}</summary>
        <VerifyByKey privateKey={privateKey} />
      </details>
    </section>
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

type Outcome =
  | { readonly kind: 'refused'; readonly refused: KeyRefusalView }
  | ({ readonly kind: 'proved' } & ProvedReply);

/** Reads the key, wipes it immediately and compares. Nothing of it is kept or sent. */
function proveWithKey(text: string, { curve, addresses }: PrivateKey): Outcome {
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
  const [outcome, setOutcome] = useState<Outcome | null>(null);
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
