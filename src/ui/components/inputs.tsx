import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '../i18n.ts';
import { Button } from './button.tsx';
import type { FieldIds } from './field.tsx';
import { joinClassNames } from './format.ts';
import { Icon } from './icon.tsx';

type Common = Partial<FieldIds> & {
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly onBlur?: (() => void) | undefined;
  readonly placeholder?: string | undefined;
  readonly maxLength?: number | undefined;
  readonly disabled?: boolean | undefined;
  /** Gets the focus when it appears. */
  readonly focus?: boolean | undefined;
};

function useFocus<E extends HTMLElement>(focus: boolean | undefined): RefObject<E | null> {
  const ref = useRef<E>(null);
  // In the turn that draws it: what is typed at once is not lost.
  useLayoutEffect(() => {
    if (focus) ref.current?.focus();
  }, []);
  return ref;
}

function attributes(props: Common) {
  return {
    id: props.id,
    'aria-describedby': props['aria-describedby'],
    'aria-invalid': props['aria-invalid'],
    'aria-required': props['aria-required'],
    placeholder: props.placeholder,
    maxLength: props.maxLength,
    disabled: props.disabled ?? false,
    onBlur: () => props.onBlur?.(),
    spellcheck: false,
    // The browser writes text it may autocomplete to disk (docs/platform.md, Session restore).
    autocomplete: 'off' as const,
  };
}

/** One line of text that isn't secret. `mono` is for bytes. */
export function TextInput(
  props: Common & {
    readonly type?: 'text' | 'email' | 'url' | 'tel' | 'search' | 'time' | 'date';
    readonly inputMode?: 'text' | 'email' | 'url' | 'tel' | 'numeric' | 'decimal' | undefined;
    readonly mono?: boolean;
    readonly list?: string | undefined;
    readonly 'aria-label'?: string | undefined;
  },
) {
  const ref = useFocus<HTMLInputElement>(props.focus);
  return (
    <input
      {...attributes(props)}
      ref={ref}
      class={joinClassNames('input', props.mono && 'mono')}
      type={props.type ?? 'text'}
      inputMode={props.inputMode}
      list={props.list}
      aria-label={props['aria-label']}
      dir="auto"
      value={props.value}
      onInput={(event) => props.onInput(event.currentTarget.value)}
    />
  );
}

/**
 * Browsers lay out each line of a text area, seen or not, again with each change: 45,000 lines of JSON
 * took Chromium 4 s to show and 11 s to empty. A longer text is held and not shown.
 */
const MAX_SHOWN_LENGTH = 50_000;

type LinesProps = Common & { readonly rows?: number; readonly mono?: boolean };

/** Several lines of text that isn't secret. */
export const LinesInput = (props: LinesProps) =>
  props.value.length > MAX_SHOWN_LENGTH ? <LongTextNotice {...props} /> : <LinesArea {...props} />;

function LinesArea(props: LinesProps) {
  const ref = useFocus<HTMLTextAreaElement>(props.focus);
  return (
    <textarea
      {...attributes(props)}
      ref={ref}
      class={joinClassNames('input', 'lines', props.mono && 'mono')}
      rows={props.rows ?? 4}
      dir="auto"
      value={props.value}
      onBeforeInput={(event) => {
        const { data, currentTarget } = event;
        if (data === null || data.length <= MAX_SHOWN_LENGTH) return;
        event.preventDefault();
        const { value, selectionStart, selectionEnd } = currentTarget;
        props.onInput(value.slice(0, selectionStart) + data + value.slice(selectionEnd));
      }}
      onInput={(event) => props.onInput(event.currentTarget.value)}
    />
  );
}

/** Stands for a text that is too long to show. */
function LongTextNotice(props: LinesProps) {
  return (
    <div class="cluster">
      <output id={props.id} aria-describedby={props['aria-describedby']}>
        {t('app.longText', { count: props.value.length })}
      </output>
      <Button small onClick={() => props.onInput('')}>
        {t('app.longTextClear')}
      </Button>
    </div>
  );
}

/**
 * A secret. It always has `type=password`, because browsers write the text of other inputs in
 * extension pages to disk (docs/platform.md, Session restore). Nothing reveals it.
 */
export function SecretInput(
  props: Common & {
    readonly name?: string | undefined;
    /** Lines pasted when empty are joined by spaces. The input alone would drop their ends. */
    readonly joinLines?: boolean;
  },
) {
  const ref = useFocus<HTMLInputElement>(props.focus);
  const [capsLock, setCapsLock] = useState(false);
  return (
    <div class="secret">
      <input
        {...attributes(props)}
        ref={ref}
        class="input"
        type="password"
        name={props.name}
        value={props.value}
        onInput={(event) => props.onInput(event.currentTarget.value)}
        onPaste={(event) => {
          if (!props.joinLines || event.currentTarget.value !== '') return;
          const text = event.clipboardData?.getData('text/plain').trim() ?? '';
          if (!/[\r\n]/.test(text) || text.length > (props.maxLength ?? text.length)) return;
          event.preventDefault();
          props.onInput(text.replaceAll(/[\r\n]+/g, ' '));
        }}
        onKeyUp={(event) => setCapsLock(event.getModifierState('CapsLock'))}
      />
      <div class="help" role="status">
        {capsLock && t('app.capsLock')}
      </div>
    </div>
  );
}

/** A file to be read. `again`: so is the same one when it is chosen once more. */
export function FileInput(
  props: Partial<FieldIds> & {
    readonly onFile: (file: File | undefined) => void;
    readonly again?: boolean;
  },
) {
  const { onFile, again = false, ...ids } = props;
  return (
    <input
      {...ids}
      class="file"
      type="file"
      autocomplete="off"
      onChange={({ currentTarget }) => {
        onFile(currentTarget.files?.[0]);
        if (again) currentTarget.value = '';
      }}
    />
  );
}

export type Option = {
  readonly value: string;
  readonly label: string;
  readonly detail?: string | undefined;
  readonly disabled?: boolean;
  /** The label's language where it isn't the page's, so that a screen reader pronounces it. */
  readonly lang?: string | undefined;
};

/** Selects from a fixed list. With `blank`, the first entry is a prompt with the value ''. */
export function Select(
  props: Omit<Common, 'onInput' | 'maxLength' | 'placeholder'> & {
    readonly options: readonly Option[];
    readonly onChange: (value: string) => void;
    readonly blank?: string | boolean;
    readonly 'aria-label'?: string;
  },
) {
  const { options, blank = false } = props;
  const ref = useFocus<HTMLSelectElement>(props.focus);
  return (
    <div class="select">
      <select
        id={props.id}
        ref={ref}
        class="input"
        aria-label={props['aria-label']}
        aria-describedby={props['aria-describedby']}
        aria-invalid={props['aria-invalid']}
        aria-required={props['aria-required']}
        disabled={props.disabled ?? false}
        value={props.value}
        onBlur={() => props.onBlur?.()}
        onChange={(event) => props.onChange(event.currentTarget.value)}
      >
        {blank !== false && (
          <option value="">{typeof blank === 'string' ? blank : t('app.choose')}</option>
        )}
        {options.map((option) => (
          <option
            key={option.value}
            value={option.value}
            lang={option.lang}
            dir="auto"
            disabled={option.disabled ?? false}
          >
            {option.label}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" />
    </div>
  );
}

/** An on/off switch with its label next to it. */
export function Toggle(props: {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly label: string;
  readonly help?: string | undefined;
  readonly disabled?: boolean;
}) {
  return (
    <label class="toggle">
      <input
        type="checkbox"
        role="switch"
        checked={props.checked}
        disabled={props.disabled ?? false}
        onChange={(event) => props.onChange(event.currentTarget.checked)}
      />
      <span class="toggle-text">
        <span>{props.label}</span>
        {props.help && <span class="help">{props.help}</span>}
      </span>
    </label>
  );
}
