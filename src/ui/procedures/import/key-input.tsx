import { useRef } from 'preact/hooks';
import type { KeyRefusalView } from '../../../client/import/sealable-key.ts';
import { t } from '../../i18n.ts';
import { Field } from '../../components/field.tsx';
import { ImportSecretInput } from './secret-input.tsx';
import './import.css';

/** A longer text is rejected unread and never put into the input. */
const MAX_KEY_LENGTH = 4096;

/**
 * The input for a private key. The page can show the pasted key below it as page text. Otherwise the only
 * copy is in the input itself.
 */
export function KeyInput(props: {
  readonly error: string | null;
  readonly refused: KeyRefusalView | null;
  /** The text shown below the input; '' while it is hidden. */
  readonly shownText: string;
  readonly onShownText: (text: string) => void;
  /** `getText` reads the input's current text. Return true to empty the input. */
  readonly onText: (text: string, getText: () => string) => boolean;
}) {
  const input = useRef<HTMLInputElement>(null);
  const isVisible = props.shownText !== '';
  const handleText = (text: string): void => {
    const shouldClear = props.onText(text, () => input.current?.value ?? '');
    if (shouldClear && input.current) input.current.value = '';
    if (isVisible) props.onShownText(input.current?.value ?? '');
  };
  return (
    <Field label={t('options.key.text')} help={t('import.key.help')} error={props.error}>
      {(ids) => (
        <>
          <ImportSecretInput
            {...{ ids, input }}
            maxLength={MAX_KEY_LENGTH}
            words="import.key"
            isShown={isVisible}
            onToggle={() => props.onShownText(isVisible ? '' : (input.current?.value ?? ''))}
            onText={handleText}
          />
          {isVisible && <ShownKey text={props.shownText} refused={props.refused} />}
        </>
      )}
    </Field>
  );
}

/** The pasted text with the wrong character marked. */
function ShownKey({
  text,
  refused,
}: {
  readonly text: string;
  readonly refused: KeyRefusalView | null;
}) {
  const position = refused?.facts.position;
  const width = (refused?.facts.codePoint ?? 0) > 0xffff ? 2 : 1;
  return (
    <div class="pasted mono break" role="group" aria-label={t('import.key.shown')}>
      {position === undefined ? (
        text
      ) : (
        <>
          {text.slice(0, position)}
          <mark>{text.slice(position, position + width) || ' '}</mark>
          {text.slice(position + width)}
        </>
      )}
    </div>
  );
}
