import { useState } from 'preact/hooks';
import { holdKey, refusalOf, type Refused } from '../../../messaging/import/held-key.ts';
import { compare, proveListed, type ProvedReply } from '../../../messaging/import/proof.ts';
import { said, t } from '../../i18n.ts';
import { Field } from '../../kit/field.tsx';
import { TextInput } from '../../kit/inputs.tsx';
import { Banner, type Tone } from '../../kit/surfaces.tsx';
import { KeyInput } from '../import/key-input.tsx';
import { ProofLines } from '../import/proof-lines.tsx';
import { formatText, refusalTexts } from '../import/words.ts';
import type { PrivateKey } from './listing.ts';

type Props = { readonly privateKey: PrivateKey };

/** Two ways to be sure: an address from the wallet, or the key itself. */
export function Verify({ privateKey }: Props) {
  return (
    <section class="stack" aria-label={t('import.check.title')}>
      <h2>{t('import.check.title')}</h2>
      {privateKey.addresses.length > 0 && <ByAddress privateKey={privateKey} />}
      <details class="more">
        <summary>{t('import.check.key')}</summary>
        <ByKey privateKey={privateKey} />
      </details>
    </section>
  );
}

function ByAddress({ privateKey: { addresses } }: Props) {
  const [text, setText] = useState('');
  const found = text.trim() === '' ? null : compare(text, addresses);
  return (
    <>
      <Field label={t('import.check.address')} help={t('import.check.addressHelp')} optional>
        {(ids) => <TextInput {...ids} mono value={text} onInput={setText} maxLength={200} />}
      </Field>
      <div role="status" data-compared={found?.kind}>
        {found?.kind === 'same' && (
          <Banner
            tone="good"
            live={false}
            title={t('import.check.same', { format: formatText(found.listed.format) })}
          />
        )}
        {found?.kind === 'different' && (
          <Banner
            tone="danger"
            live={false}
            title={t('import.check.different', {
              format: formatText(found.listed[0]?.format ?? ''),
            })}
          />
        )}
        {found?.kind === 'unreadable' && (
          <Banner tone="warn" live={false} title={t('import.check.unreadable')}>
            {found.refusal && said(`import.address.refused.${found.refusal}`)}
          </Banner>
        )}
      </div>
    </>
  );
}

type Outcome =
  | { readonly kind: 'refused'; readonly refused: Refused }
  | ({ readonly kind: 'proved' } & ProvedReply);

/** Reads the key, compares, and wipes it at once: nothing of it is kept or sent. */
function proveByKey(text: string, { curve, addresses }: PrivateKey): Outcome {
  try {
    const held = holdKey(text);
    held.wipe();
    const reading = held.readings.find((one) => one.curve === curve) ?? held.readings[0];
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

function ByKey({ privateKey }: Props) {
  const [shown, setShown] = useState('');
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const refused = outcome?.kind === 'refused' ? outcome.refused : null;
  return (
    <div class="stack">
      <p class="muted">{t('import.check.keyHelp')}</p>
      <KeyInput
        error={null}
        refused={refused}
        shown={shown}
        onShown={setShown}
        onText={(text) => {
          const next = text === '' ? null : proveByKey(text, privateKey);
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
