import { useEffect, useRef } from 'preact/hooks';
import { isOptional, type Field as FieldRow } from '../../protocol/fields.ts';
import { SMART_CONTRACT_INTERFACE_TYPE } from '../../protocol/enums.ts';
import { t } from '../i18n.ts';
import { Choices } from '../components/choices.tsx';
import { Field, type FieldIds } from '../components/field.tsx';
import {
  LinesInput,
  SecretInput,
  Select,
  TextInput,
  Toggle,
  type Option,
} from '../components/inputs.tsx';
import { AccountsControl } from './accounts-control.tsx';
import { ContractControl } from './contract-control.tsx';
import { isList, isSecret, valuesOf, type DraftValue, type Values } from './draft.ts';
import { groupFields } from './model.ts';
import { Picker } from './picker.tsx';
import type { FormSession } from './form-session.ts';
import { choiceWord, helpText, labelText, ruleText } from './words.ts';

type FieldProps = {
  readonly session: FormSession;
  readonly name: string;
  readonly field: FieldRow;
};

function textOf(value: DraftValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

function listOf(value: DraftValue | undefined): readonly string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  return isList(value) ? value : [];
}

function chainOf(value: unknown) {
  return SMART_CONTRACT_INTERFACE_TYPE.find((chain) => chain === value);
}

/** The control of a field: a switch on its kind, and on nothing else. */
function Control({ session, name, field, ids }: FieldProps & { readonly ids: FieldIds }) {
  const { control } = field;
  const draft = session.draft.value;
  const given = draft[name];
  const set = (value: DraftValue) => session.set(name, value);
  const leave = () => session.validateField(name);
  const options = (of: { options: (values: Values) => readonly string[] }) =>
    of
      .options(valuesOf(session.shape.fields, draft))
      .map((value) => ({ value, label: choiceWord(value) }));
  const inputProps = { ...ids, value: textOf(given), onInput: set, onBlur: leave };
  switch (control.kind) {
    case 'text':
      if (isSecret(field)) return <SecretInput {...inputProps} />;
      return <TextInput {...inputProps} inputMode={control.mode} placeholder={control.example} />;
    case 'code':
      return <SecretInput {...inputProps} maxLength={20} />;
    case 'page':
      return <TextInput {...inputProps} inputMode="numeric" placeholder="20" />;
    case 'lines':
      return <LinesInput {...inputProps} rows={3} placeholder={control.example} />;
    case 'choice':
      return <Choice {...{ session, name, field, ids }} options={options(control)} />;
    case 'choices':
      return <Choices {...ids} options={options(control)} values={listOf(given)} onChange={set} />;
    case 'accounts':
      return <AccountsControl ids={ids} chains={listOf(given)} onChange={set} />;
    case 'contract-interface': {
      const type = chainOf(draft[control.type]);
      return (
        <ContractControl {...{ ids, type }} text={textOf(given)} onChange={set} onLeave={leave} />
      );
    }
    case 'pick': {
      const change = (values: readonly string[]) => set(control.many ? values : (values[0] ?? ''));
      const { recordKind: of, many } = control;
      return (
        <Picker
          {...{ ids, of, many, session }}
          values={listOf(given)}
          onChange={change}
          onLeave={leave}
        />
      );
    }
    case 'flag':
      return null;
  }
}

/** A closed choice. One that starts with a value has no blank entry, unless it may be left out. */
function Choice(
  props: FieldProps & { readonly ids: FieldIds; readonly options: readonly Option[] },
) {
  const { session, name, field, ids, options } = props;
  const hasInitial = typeof field.initial === 'string' && !isOptional(field);
  return (
    <Select
      {...ids}
      value={textOf(session.draft.value[name])}
      options={options}
      {...(hasInitial ? {} : { blank: isOptional(field) ? t('popup.noChoice') : true })}
      onChange={(value) => session.set(name, value)}
      onBlur={() => session.validateField(name)}
    />
  );
}

const GROUPS = new Set(['choices', 'accounts']);

function FormField({ session, name, field }: FieldProps) {
  const label = labelText(session.row, name);
  const help = helpText(session.row, name);
  const rule = session.errors.value[name];
  if (field.control.kind === 'flag') {
    const set = (on: boolean) => session.set(name, on);
    const checked = session.draft.value[name] === true;
    return <Toggle {...{ checked, label, help }} onChange={set} />;
  }
  return (
    <Field
      label={label}
      help={help}
      error={rule && ruleText(rule)}
      optional={isOptional(field)}
      group={GROUPS.has(field.control.kind)}
    >
      {(ids) => <Control {...{ session, name, field, ids }} />}
    </Field>
  );
}

function focusField(form: HTMLElement | null, name: string): void {
  const container = form?.querySelector(`[data-field="${CSS.escape(name)}"]`);
  const control = container?.querySelector<HTMLElement>('input, select, textarea, button');
  container?.scrollIntoView({ block: 'nearest' });
  control?.focus();
}

/** All fields of a form, the rarely needed ones behind "More"; refused ones get the focus. */
export function FormFields({ session }: { readonly session: FormSession }) {
  const { plain, more } = groupFields(session.shape.fields);
  const form = useRef<HTMLDivElement>(null);
  const refusals = session.refusals.value;
  const hasHiddenRefusal = more.some(([name]) => refusals.includes(name));
  useEffect(() => {
    if (refusals[0] !== undefined) focusField(form.current, refusals[0]);
  }, [refusals]);
  const drawField = ([name, field]: (typeof plain)[number]) => (
    <div key={name} data-field={name}>
      <FormField {...{ session, name, field }} />
    </div>
  );
  return (
    <div class="form-fields" ref={form}>
      {plain.map(drawField)}
      {more.length > 0 && (
        <details class="more" open={hasHiddenRefusal}>
          <summary>{t('popup.more')}</summary>
          <div class="form-fields">{more.map(drawField)}</div>
        </details>
      )}
    </div>
  );
}
