import { useEffect, useRef, useState } from 'preact/hooks';
import type { PhraseView, PhraseWordView } from '../../../client/import/sealable-phrase.ts';
import { t } from '../../i18n.ts';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { Icon } from '../../components/icon.tsx';
import { ImportSecretInput } from './secret-input.tsx';
import { withWord } from './typed-phrase.ts';

/** A longer text is rejected unread and never put into the input. */
const MAX_LENGTH = 2048;

/**
 * The input for a recovery phrase. Below it the page lists the words as it checked them, as page text and
 * hidden unless someone shows them; a word that is no word can be replaced with a click by one it is like.
 */
export function PhraseInput(props: {
  readonly reading: PhraseView;
  readonly error: string | null;
  readonly onText: (text: string, wasPasted: boolean) => void;
}) {
  const { reading, onText } = props;
  const input = useRef<HTMLInputElement>(null);
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    // Whoever looks at another window may be showing it to somebody.
    const hide = () => setIsShown(false);
    addEventListener('blur', hide);
    return () => removeEventListener('blur', hide);
  }, []);
  const replace = (at: number, word: string): void => {
    if (!input.current) return;
    const text = withWord(reading, at, word);
    input.current.value = text;
    input.current.focus();
    onText(text, true);
  };
  return (
    <Field label={t('phrase.label')} help={t('phrase.help')} error={props.error}>
      {(ids) => (
        <>
          <ImportSecretInput
            {...{ ids, input, isShown, onText }}
            maxLength={MAX_LENGTH}
            words="phrase"
            onToggle={() => setIsShown(!isShown)}
          />
          <WordList reading={reading} isShown={isShown} onReplace={replace} />
        </>
      )}
    </Field>
  );
}

/** The words as they were checked, numbered. */
function WordList(props: {
  readonly reading: PhraseView;
  readonly isShown: boolean;
  readonly onReplace: (at: number, word: string) => void;
}) {
  const { reading, isShown, onReplace } = props;
  if (reading.words.length === 0) return null;
  return (
    <ol class="phrase-words" aria-label={t('phrase.words')}>
      {reading.words.map((word, at) => (
        <Word
          key={at}
          word={word}
          number={at + 1}
          isShown={isShown}
          onReplace={(next) => onReplace(at, next)}
        />
      ))}
    </ol>
  );
}

/** BIP-39 hashes decomposed letters; screens show composed ones. */
const composed = (text: string): string => text.normalize('NFC');

function Word(props: {
  readonly word: PhraseWordView;
  readonly number: number;
  readonly isShown: boolean;
  readonly onReplace: (word: string) => void;
}) {
  const { word, number, isShown, onReplace } = props;
  const { state, text, nearest } = word;
  const isWrong = state === 'unknown' || state === 'other';
  return (
    <li data-word={state} class={isWrong ? 'wrong' : ''}>
      <span class="phrase-number" aria-hidden="true">
        {number}
      </span>
      <span class="phrase-word">
        {isShown ? (
          <bdi>{composed(text)}</bdi>
        ) : (
          <span class="phrase-dots" aria-hidden="true">
            ••••
          </span>
        )}
      </span>
      {state === 'known' && <Icon name="check" size={12} />}
      {isWrong && <Icon name="warn" size={14} />}
      <span class="hidden">{t(`phrase.word.${state}`, { number })}</span>
      {isWrong && nearest.length > 0 && (
        <span class="phrase-nearest" role="group" aria-label={t('phrase.word.nearest', { number })}>
          {nearest.map((candidate) => (
            <Button key={candidate} small kind="plain" onClick={() => onReplace(candidate)}>
              {composed(candidate)}
            </Button>
          ))}
        </span>
      )}
    </li>
  );
}
