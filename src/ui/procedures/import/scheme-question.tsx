import { useState } from 'preact/hooks';
import {
  PHRASE_SCHEME_NAMES,
  type PhraseSchemeName,
} from '../../../client/import/sealable-phrase.ts';
import { formatList, t } from '../../i18n.ts';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { Banner } from '../../components/surfaces.tsx';
import { keyOf } from '../../components/typed-text.ts';
import type { PhraseFlow } from './phrase-flow.ts';
import type { SchemeDecision } from './typed-phrase.ts';

/** Longer than any address, with white space around it. */
const MAX_ADDRESS_LENGTH = 200;

/** The names of schemes, in a sentence. */
export const schemeNames = (schemes: readonly PhraseSchemeName[]): string =>
  formatList(schemes.map((scheme) => t(`phrase.scheme.${scheme}`)));

/** Whether it isn't settled yet that the words are BIP-39's. */
export function isSchemeOpen({ reading, scheme }: PhraseFlow): boolean {
  const decision = scheme.value;
  return reading.value.alsoFits.length > 0 && decision !== 'bip39' && decision !== 'sure';
}

const isSchemeName = (decision: SchemeDecision | null): decision is PhraseSchemeName =>
  PHRASE_SCHEME_NAMES.some((scheme) => scheme === decision);

/** The words have the marks of several schemes: an address of the wallet decides, or who knows. */
export function SchemeQuestion(props: { readonly flow: PhraseFlow; readonly tried: boolean }) {
  const { flow, tried } = props;
  const decision = flow.scheme.value;
  const schemes = schemeNames(flow.reading.value.alsoFits);
  if (decision === 'bip39') return <Banner tone="good" title={t('phrase.which.bip39')} />;
  if (isSchemeName(decision)) {
    return (
      <Banner tone="danger" title={t('phrase.fault.title')}>
        <p>{t(`phrase.fault.${decision}`)}</p>
        <AddressQuestion flow={flow} />
      </Banner>
    );
  }
  return (
    <Banner tone="warn" title={t('phrase.which.title')}>
      <p>{t('phrase.which.what', { schemes })}</p>
      <AddressQuestion flow={flow} />
      <label class="choice">
        <input
          type="checkbox"
          checked={decision === 'sure'}
          onChange={(event) => {
            flow.scheme.value = event.currentTarget.checked ? 'sure' : null;
          }}
        />
        <span class="choice-text">{t('phrase.which.sure')}</span>
      </label>
      <p class="field-error" role="status">
        {tried && isSchemeOpen(flow) && t('phrase.which.missing')}
      </p>
    </Banner>
  );
}

function AddressQuestion({ flow }: { readonly flow: PhraseFlow }) {
  const [address, setAddress] = useState('');
  const [isChecking, setIsChecking] = useState(false);
  const decision = flow.scheme.value;
  const isMissed = decision === 'none' || decision === 'unreadable';
  const check = async (): Promise<void> => {
    setIsChecking(true);
    await flow.decideByAddress(address).finally(() => setIsChecking(false));
  };
  return (
    <Field
      label={t('phrase.which.address')}
      error={isMissed ? t(`phrase.which.${decision}`) : null}
      optional
    >
      {(ids) => (
        <div class="key-input">
          <input
            {...ids}
            class="input mono"
            autocomplete="off"
            spellcheck={false}
            maxLength={MAX_ADDRESS_LENGTH}
            value={address}
            onInput={(event) => setAddress(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (keyOf(event) !== 'Enter') return;
              event.preventDefault();
              void check();
            }}
          />
          <Button disabled={isChecking} onClick={() => void check()}>
            {t('phrase.which.check')}
          </Button>
        </div>
      )}
    </Field>
  );
}
