import { useRef } from 'preact/hooks';
import type { Refused } from '../../../messaging/import/held-key.ts';
import { t } from '../../i18n.ts';
import { Button } from '../../kit/button.tsx';
import { Field } from '../../kit/field.tsx';

/** Beyond, a text is refused unread; it is not put into the input either. */
const LONGEST = 4096;

/**
 * The input of a private key. `type=password` for its whole life: other text in extension pages is
 * written to disk (docs/platform.md, Session restore). What was pasted can be shown beside it, as
 * text of the page. The page keeps no copy but the input's own.
 */
export function KeyInput(props: {
  readonly error: string | null;
  readonly refused: Refused | null;
  /** What stands beside the input; '' while it is hidden. */
  readonly shown: string;
  readonly onShown: (text: string) => void;
  /** `again` gives what the input then holds. True when the input is to be emptied. */
  readonly onText: (text: string, again: () => string) => boolean;
}) {
  const input = useRef<HTMLInputElement>(null);
  const visible = props.shown !== '';
  const take = (text: string): void => {
    const done = props.onText(text, () => input.current?.value ?? '');
    if (done && input.current) input.current.value = '';
    if (visible) props.onShown(input.current?.value ?? '');
  };
  return (
    <Field label={t('import.key.label')} help={t('import.key.help')} error={props.error}>
      {(ids) => (
        <>
          <div class="key-input">
            <input
              {...ids}
              ref={input}
              class="input"
              type="password"
              autocomplete="off"
              spellcheck={false}
              onInput={(event) => take(event.currentTarget.value)}
              onPaste={(event) => {
                // As it is: the input alone would drop line ends, and a paste replaces.
                event.preventDefault();
                const text = event.clipboardData?.getData('text/plain') ?? '';
                event.currentTarget.value =
                  text.length > LONGEST ? '' : text.replace(/[\r\n]/g, ' ');
                take(text);
              }}
            />
            <Button
              icon="eye"
              aria-expanded={visible}
              onClick={() => props.onShown(visible ? '' : (input.current?.value ?? ''))}
            >
              {t(visible ? 'import.key.hide' : 'import.key.show')}
            </Button>
          </div>
          {visible && <Shown text={props.shown} refused={props.refused} />}
        </>
      )}
    </Field>
  );
}

/** What was pasted, the character in question marked. */
function Shown({ text, refused }: { readonly text: string; readonly refused: Refused | null }) {
  const at = refused?.facts.position;
  const width = (refused?.facts.codePoint ?? 0) > 0xffff ? 2 : 1;
  return (
    <div class="pasted mono break" role="group" aria-label={t('import.key.shown')}>
      {at === undefined ? (
        text
      ) : (
        <>
          {text.slice(0, at)}
          <mark>{text.slice(at, at + width) || ' '}</mark>
          {text.slice(at + width)}
        </>
      )}
    </div>
  );
}
