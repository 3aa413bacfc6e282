import { useId, useState } from 'preact/hooks';
import { t } from '../i18n.ts';
import type { FieldIds } from './field.tsx';
import { TextInput, type Option } from './inputs.tsx';
import { filterTyped, foldTexts } from './typed-text.ts';

/**
 * The most rows shown at a time: 10,000 users must not stall the page. The filter finds the rest.
 */
const MAX_SHOWN = 200;
const MIN_OPTIONS_FOR_FILTER = 8;

/** The options whose label, detail and value have every word that was typed. */
export const filterOptions = (options: readonly Option[], typed: string): readonly Option[] =>
  filterTyped(options, typed, ({ label, detail, value }) =>
    foldTexts([label, detail ?? '', value]),
  );

type ChoicesProps = Partial<FieldIds> & {
  readonly options: readonly Option[];
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
  /** Radio buttons instead of checkboxes. */
  readonly single?: boolean;
};

/** Selects several options of a list, or one if `single`. A long list has a filter. */
export function Choices(props: ChoicesProps) {
  const { options, values, onChange, single = false } = props;
  const [filter, setFilter] = useState('');
  const name = useId();
  const matches = filterOptions(options, filter);
  const toggle = (value: string, on: boolean) => {
    if (single) onChange([value]);
    else onChange(on ? [...values, value] : values.filter((selected) => selected !== value));
  };
  return (
    <div
      class="choices"
      id={props.id}
      role={single ? 'radiogroup' : 'group'}
      aria-labelledby={props['aria-labelledby']}
      aria-describedby={props['aria-describedby']}
    >
      {options.length > MIN_OPTIONS_FOR_FILTER && (
        <TextInput
          type="search"
          value={filter}
          onInput={setFilter}
          placeholder={t('app.filter')}
          aria-label={t('app.filter')}
        />
      )}
      <div class="choices-list">
        {matches.slice(0, MAX_SHOWN).map((option) => (
          <label class="choice" key={option.value}>
            <input
              type={single ? 'radio' : 'checkbox'}
              name={name}
              checked={values.includes(option.value)}
              disabled={option.disabled ?? false}
              onChange={(event) => toggle(option.value, event.currentTarget.checked)}
            />
            <span class="choice-text">
              <span>{option.label}</span>
              {option.detail && <span class="muted choice-detail">{option.detail}</span>}
            </span>
          </label>
        ))}
      </div>
      <div class="help" role="status">
        {matches.length === 0 && filter && t('app.noMatch', { text: filter })}
        {matches.length > MAX_SHOWN && t('app.more', { count: matches.length - MAX_SHOWN })}
        {!single && values.length > 0 && matches.length <= MAX_SHOWN
          ? t('app.chosen', { count: values.length })
          : null}
      </div>
    </div>
  );
}

/** Selects one of a few options, each with a line that explains it. */
export function Radios(
  props: Partial<FieldIds> & {
    readonly options: readonly Option[];
    readonly value: string;
    readonly onChange: (value: string) => void;
  },
) {
  const name = useId();
  return (
    <div class="radios stack-near" role="radiogroup" aria-labelledby={props['aria-labelledby']}>
      {props.options.map((option) => (
        <label class="radio" key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === props.value}
            disabled={option.disabled ?? false}
            onChange={() => props.onChange(option.value)}
          />
          <span class="choice-text">
            <span class="radio-label">{option.label}</span>
            {option.detail && <span class="muted choice-detail">{option.detail}</span>}
          </span>
        </label>
      ))}
    </div>
  );
}
