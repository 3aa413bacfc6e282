import './filter-details.css';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { addWords, t } from '../i18n.ts';
import { filterWords } from '../words/en/filter.ts';
import { Button } from './button.tsx';
import { Field } from './field.tsx';
import { Select } from './inputs.tsx';

addWords(filterWords);

/** A choice among values; the empty one is all of them. */
export function FilterChoice(props: {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
}) {
  const { label, ...select } = props;
  return (
    <Field label={label}>{(ids) => <Select {...ids} {...select} blank={t('filter.any')} />}</Field>
  );
}

function DayField(props: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (day: string) => void;
}) {
  const { label, value, onChange } = props;
  return (
    <Field label={label}>
      {({ id }) => (
        <input
          id={id}
          class="input"
          type="date"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

/** The days from and until which, in the browser's own fields. */
export function DayFields(props: {
  readonly from: string;
  readonly until: string;
  readonly onChange: (changes: { readonly from?: string; readonly until?: string }) => void;
}) {
  const { from, until, onChange } = props;
  return (
    <>
      <DayField label={t('filter.from')} value={from} onChange={(day) => onChange({ from: day })} />
      <DayField
        label={t('filter.until')}
        value={until}
        onChange={(day) => onChange({ until: day })}
      />
    </>
  );
}

/** The fields of a filter, drawn and read for once they are opened; folded, they say how many of them are set. */
export function FilterDetails(props: {
  readonly count: number;
  readonly onClear: () => void;
  readonly children: ComponentChildren;
}) {
  const { count, onClear, children } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="filter-more" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{count === 0 ? t('filter.title') : t('filter.on', { count })}</summary>
      {isOpen && <div class="filter-choices">{children}</div>}
      {count > 0 && (
        <Button small kind="quiet" onClick={onClear}>
          {t('filter.clear')}
        </Button>
      )}
    </details>
  );
}
