import type { Ref } from 'preact';
import { t } from '../../i18n.ts';
import { Button } from '../../components/button.tsx';
import type { FieldIds } from '../../components/field.tsx';
import './import.css';

/**
 * The input for a key or a phrase, and the button that shows it. It always has `type=password`, because
 * browsers write other text in extension pages to disk (docs/platform.md, Session restore).
 */
export function ImportSecretInput(props: {
  readonly ids: FieldIds;
  readonly input: Ref<HTMLInputElement>;
  /** A longer text is rejected unread and never put into the input. */
  readonly maxLength: number;
  readonly words: 'import.key' | 'phrase';
  readonly isShown: boolean;
  readonly onToggle: () => void;
  readonly onText: (text: string, wasPasted: boolean) => void;
}) {
  const { ids, input, maxLength, words, isShown, onToggle, onText } = props;
  return (
    <div class="key-input">
      <input
        {...ids}
        ref={input}
        class="input"
        type="password"
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        onInput={(event) => onText(event.currentTarget.value, false)}
        onPaste={(event) => {
          // The input alone would drop line breaks; a paste replaces its text.
          event.preventDefault();
          const text = event.clipboardData?.getData('text/plain') ?? '';
          event.currentTarget.value = text.length > maxLength ? '' : text.replace(/[\r\n]/g, ' ');
          onText(text, true);
        }}
      />
      <Button icon="eye" aria-expanded={isShown} onClick={onToggle}>
        {t(isShown ? `${words}.hide` : `${words}.show`)}
      </Button>
    </div>
  );
}
