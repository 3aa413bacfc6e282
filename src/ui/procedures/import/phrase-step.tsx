import { useState } from 'preact/hooks';
import {
  type PhraseView,
  PHRASE_SCHEME_NAMES,
  type PhraseSchemeName,
} from '../../../client/import/sealable-phrase.ts';
import { formatList, t } from '../../i18n.ts';
import { Button } from '../../components/button.tsx';
import { Form, useForm } from '../../components/form.tsx';
import { Banner, Card } from '../../components/surfaces.tsx';
import { hashOf } from '../../page/routes.ts';
import { StepActions } from './name-step.tsx';
import type { PhraseFlow } from './phrase-flow.ts';
import { PhraseInput } from './phrase-input.tsx';
import { Field } from '../../components/field.tsx';
import { keyOf } from '../../components/typed-text.ts';
import type { SchemeDecision } from './typed-phrase.ts';
import './import.css';

/** Type or paste a phrase; then what was recognized, or what is wrong with it. */
export function PhraseStepScreen({ flow }: { readonly flow: PhraseFlow }) {
  const reading = flow.reading.value;
  const held = flow.held.value;
  // The input that had the words is gone when someone comes back to a phrase that was read.
  const [isReturning] = useState(() => flow.held.peek() !== null);
  const isHeld = isReturning && held !== null;
  const form = useForm(true, async () => {
    await flow.whenRead();
    if (flow.held.peek() === null || isSchemeOpen(flow)) return;
    flow.forgetWords();
    flow.step.value = 'accounts';
  });
  const { tried } = form;
  const missing = tried && reading.fault === 'empty' ? t('phrase.fault.empty') : null;
  return (
    <Card>
      <Form form={form} actions={<StepActions />}>
        {isHeld ? (
          <div class="cluster">
            <span>{t('phrase.held')}</span>
            <Button small onClick={flow.forget}>
              {t('phrase.forget')}
            </Button>
          </div>
        ) : (
          <PhraseInput
            reading={reading}
            error={missing}
            onText={(text, wasPasted) => {
              form.reset();
              void flow.read(text, wasPasted);
            }}
          />
        )}
        {!isHeld && (
          <PhraseNotice
            reading={reading}
            isJudged={tried || flow.isWhole.value}
            isOpen={isSchemeOpen(flow)}
          />
        )}
        {!isHeld && reading.fault === null && reading.alsoFits.length > 0 && (
          <SchemeQuestion flow={flow} tried={tried} />
        )}
        <p class="help">{t('phrase.clipboard')}</p>
      </Form>
    </Card>
  );
}

/** What a person who still types doesn't need to be told. */
const MAY_BE_UNFINISHED: readonly (string | null)[] = [
  'unfinished_word',
  'word_count',
  'extra_word',
  'checksum',
  'electrum',
  'old_electrum',
  'ton',
];

/** The phrase was recognized, or what is wrong with it and what to do. */
function PhraseNotice(props: {
  readonly reading: PhraseView;
  readonly isJudged: boolean;
  /** Which of several schemes it is isn't settled yet. */
  readonly isOpen: boolean;
}) {
  const { reading, isJudged, isOpen } = props;
  const { fault, words, language } = reading;
  if (fault === 'empty') return null;
  if (isOpen) return <LeftOut reading={reading} />;
  if (fault === null && language !== null) {
    const values = { count: words.length, language: t(`phrase.language.${language}`) };
    return (
      <Banner tone="good" title={t('phrase.recognized', values)}>
        <LeftOut reading={reading} />
      </Banner>
    );
  }
  if (!isJudged && MAY_BE_UNFINISHED.includes(fault)) {
    return (
      <p class="help" role="status">
        {t('phrase.soFar', { count: words.length })}
      </p>
    );
  }
  return (
    <Banner tone="danger" title={t('phrase.fault.title')}>
      <p>{faultText(reading)}</p>
      {reading.alsoFits.length > 0 && (
        <p>{t('phrase.alsoFits', { schemes: schemeNames(reading.alsoFits) })}</p>
      )}
      {reading.couldBe.length > 0 && (
        <p>{t('phrase.couldBe', { schemes: schemeNames(reading.couldBe) })}</p>
      )}
      <LeftOut reading={reading} />
      {fault === 'not_words' && (
        <p>
          <a href={hashOf({ screen: 'import' })}>{t('phrase.key')}</a>
        </p>
      )}
      <p class="muted">{t('phrase.fault.kept')}</p>
    </Banner>
  );
}

/** What stood in the text and isn't in the words. */
function LeftOut({ reading }: { readonly reading: PhraseView }) {
  if (reading.leftOut.length === 0) return null;
  const parts = formatList(reading.leftOut.map((part) => t(`phrase.leftOut.${part}`)));
  return <p class="muted">{t('phrase.leftOut', { parts })}</p>;
}

/** The sentence for a fault. */
function faultText({ fault, words, language, languages }: PhraseView): string {
  const numbersOf = (state: string) =>
    formatList(words.flatMap((word, at) => (word.state === state ? [String(at + 1)] : [])));
  switch (fault) {
    case null:
      return '';
    case 'unknown_word': {
      const count = words.filter(({ state }) => state === 'unknown').length;
      return t('phrase.fault.unknown_word', { count, numbers: numbersOf('unknown') });
    }
    case 'mixed_languages':
      return t('phrase.fault.mixed_languages', {
        languages: formatList(languages.map((one) => t(`phrase.language.${one}`))),
        numbers: numbersOf('other'),
      });
    case 'word_count':
      return t('phrase.fault.word_count', { count: words.length });
    case 'extra_word': {
      const count = words.filter(({ state }) => state === 'extra').length;
      return t('phrase.fault.extra_word', { count, numbers: numbersOf('extra') });
    }
    case 'unsupported_language':
    case 'checksum':
      return t(`phrase.fault.${fault}`, {
        language: t(`phrase.language.${language ?? 'english'}`),
      });
    default:
      return t(`phrase.fault.${fault}`);
  }
}

/** Longer than any address, with white space around it. */
const MAX_ADDRESS_LENGTH = 200;

/** The names of schemes, in a sentence. */
const schemeNames = (schemes: readonly PhraseSchemeName[]): string =>
  formatList(schemes.map((scheme) => t(`phrase.scheme.${scheme}`)));

/** Whether it isn't settled yet that the words are BIP-39's. */
function isSchemeOpen({ reading, scheme }: PhraseFlow): boolean {
  const decision = scheme.value;
  return reading.value.alsoFits.length > 0 && decision !== 'bip39' && decision !== 'sure';
}

const isSchemeName = (decision: SchemeDecision | null): decision is PhraseSchemeName =>
  PHRASE_SCHEME_NAMES.some((scheme) => scheme === decision);

/** The words have the marks of several schemes: an address of the wallet decides, or who knows. */
function SchemeQuestion(props: { readonly flow: PhraseFlow; readonly tried: boolean }) {
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
