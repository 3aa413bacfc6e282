import { useEffect, useRef } from 'preact/hooks';
import { findAddresses, type AddressFinding } from '../../client/address-findings.ts';
import { isOptional, type Field as FieldRow, type Fields } from '../../protocol/fields.ts';
import { SMART_CONTRACT_INTERFACE_TYPE } from '../../protocol/enums.ts';
import type { Rule } from '../../protocol/rules.ts';
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
import { LifetimeControl } from '../components/lifetime.tsx';
import { AccountsControl } from './accounts-control.tsx';
import { ClauseControl } from './clause-control.tsx';
import { ContractControl } from './contract-control.tsx';
import {
  isList,
  isRemoved,
  isSecret,
  REMOVED,
  valuesOf,
  type Draft,
  type DraftValue,
} from './draft.ts';
import { changesOfField, checkField, groupFields } from './model.ts';
import { FixedFields } from './fixed-fields.tsx';
import { PolicyBuilder } from '../records/lazy-policy.ts';
import { Picker } from '../records/picker.tsx';
import { MessageFields } from '../review/lazy-signing.ts';
import { PublicKeyControl } from './public-key-control.tsx';
import { RecordListControl } from './record-list-control.tsx';
import type { FormSession } from './form-session.ts';
import { TypedNotes } from './typed-notes.tsx';
import { decidingFields } from './typed-policy.ts';
import {
  addressRefusalText,
  choiceWord,
  helpText,
  labelText,
  refusalText,
  removalText,
} from './words.ts';
import type { Values } from '../../protocol/parse.ts';

/** A closed choice. One that starts with a value has no blank entry, unless it may be left out. */
function ChoiceControl(props: {
  readonly ids: FieldIds;
  readonly field: FieldRow;
  readonly value: string;
  readonly options: readonly Option[];
  readonly set: (value: string) => void;
  readonly leave: () => void;
}) {
  const { ids, field, value, options, set, leave } = props;
  const hasInitial = typeof field.initial === 'string' && !isOptional(field);
  return (
    <Select
      {...ids}
      value={value}
      options={options}
      {...(hasInitial ? {} : { blank: isOptional(field) ? t('popup.noChoice') : true })}
      onChange={set}
      onBlur={leave}
    />
  );
}

/** Fields that stand together: those of a form, or those of one record in a list. */
export type ScopeProps = {
  readonly session: FormSession;
  readonly fields: Fields;
  readonly draft: Draft;
  /** Before each field's name in its path: `list.0.`; nothing for the form's own. */
  readonly prefix: string;
};

type FieldProps = ScopeProps & { readonly name: string; readonly field: FieldRow };

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
function Control(props: FieldProps & { readonly ids: FieldIds }) {
  const { session, fields, draft, prefix, name, field, ids } = props;
  const { control } = field;
  const [path, given] = [prefix + name, draft[name]];
  const set = (value: DraftValue) => session.set(path, value);
  const leave = () => session.validateField(path);
  const options = (of: { options: (values: Values) => readonly string[] }) =>
    of.options(valuesOf(fields, draft)).map((value) => ({ value, label: choiceWord(value) }));
  const inputProps = { ...ids, value: textOf(given), onInput: set, onBlur: leave };
  switch (control.kind) {
    case 'text':
      if (isSecret(field)) return <SecretInput {...inputProps} />;
      return <TextInput {...inputProps} inputMode={control.mode} placeholder={control.example} />;
    case 'code':
      return <SecretInput {...inputProps} />;
    case 'page':
      return <TextInput {...inputProps} inputMode="numeric" placeholder="20" />;
    case 'lines':
      return <LinesInput {...inputProps} rows={3} placeholder={control.example} />;
    case 'clause':
      return <ClauseControl {...inputProps} control={control} records={session} />;
    case 'choice':
      return (
        <ChoiceControl
          {...{ ids, field, set, leave }}
          value={textOf(given)}
          options={options(control)}
        />
      );
    case 'choices':
      return <Choices {...ids} options={options(control)} values={listOf(given)} onChange={set} />;
    case 'record-list': {
      const List = control.editor === 'accounts' ? AccountsControl : RecordListControl;
      return (
        <List
          {...{ session, path, field, control, ids, draft }}
          value={given}
          drawItem={(itemPrefix, item) => (
            <FieldGroup session={session} fields={control.item} draft={item} prefix={itemPrefix} />
          )}
        />
      );
    }
    case 'lifetime':
      return <LifetimeControl ids={ids} value={textOf(given)} onInput={set} onBlur={leave} />;
    case 'public-key':
      return <PublicKey {...props} control={control} />;
    case 'contract-interface': {
      const type = chainOf(draft[control.type]);
      return (
        <ContractControl {...{ ids, type }} text={textOf(given)} onChange={set} onLeave={leave} />
      );
    }
    case 'pick':
      return <Pick {...props} control={control} />;
    case 'flag':
      return null;
  }
}

type ControlProps<K extends FieldRow['control']['kind']> = FieldProps & {
  readonly ids: FieldIds;
  readonly control: Extract<FieldRow['control'], { kind: K }>;
};

function Pick({ session, draft, prefix, name, ids, control }: ControlProps<'pick'>) {
  const path = prefix + name;
  const { recordKind: of, many } = control;
  return (
    <Picker
      {...{ ids, of, many }}
      records={session}
      values={listOf(draft[name])}
      onChange={(values) => session.set(path, many ? values : (values[0] ?? ''))}
      onLeave={() => session.validateField(path)}
    />
  );
}

function PublicKey({ session, draft, prefix, name, ids, control }: ControlProps<'public-key'>) {
  const path = prefix + name;
  return (
    <PublicKeyControl
      {...{ ids, session, path }}
      curve={textOf(draft[control.curve])}
      curvePath={prefix + control.curve}
      value={textOf(draft[name])}
      example={control.example}
      onLeave={() => session.validateField(path)}
    />
  );
}

const GROUPS = new Set(['choices', 'record-list']);

/** The choice to take a value away, in words: an empty input never does that. */
function Removal({ session, prefix, name, draft, field }: FieldProps) {
  const path = prefix + name;
  return (
    <Toggle
      checked={isRemoved(field, draft[name])}
      label={removalText(session.row, path)}
      onChange={(on) => session.set(path, on ? REMOVED : '')}
    />
  );
}

function FormField(props: FieldProps) {
  const { session, draft, prefix, name, field } = props;
  const path = prefix + name;
  const label = labelText(session.row, path);
  const help = helpText(session.row, path);
  const rule = session.errors.value[path];
  const finding = findingOf(props);
  useEffect(() => {
    // A taken name is found by the list of names.
    if (field.unique) void session.load(field.unique);
  }, [session, field]);
  if (field.control.kind === 'flag') {
    const set = (on: boolean) => session.set(path, on);
    const checked = draft[name] === true;
    return <Toggle {...{ checked, label, help }} onChange={set} />;
  }
  return (
    <>
      {!isRemoved(field, draft[name]) && (
        <Field
          label={label}
          help={help}
          note={!rule && fieldNotes(props)}
          error={rule && (finding ? addressRefusalText(rule, finding) : refusalOf(props, rule))}
          optional={isOptional(field)}
          group={GROUPS.has(field.control.kind)}
        >
          {(ids) => <Control {...props} ids={ids} />}
        </Field>
      )}
      {field.removable && <Removal {...props} />}
      {finding?.hasChecksum === false && <p class="note">{t('popup.address.unchecked')}</p>}
    </>
  );
}

function refusalOf({ fields, draft, name }: FieldProps, rule: Rule): string {
  return refusalText(rule, valuesOf(fields, draft)[name]);
}

/** What is made of a field's text, once it's a value. */
function fieldNotes({ session, fields, draft, prefix, name, field }: FieldProps) {
  const changes = changesOfField(field, draft[name]);
  const isValue =
    changes.length > 0 && !checkField(session.shape.fields, prefix + name, session.draft.value);
  if (!isValue) return undefined;
  const value = valuesOf(fields, draft)[name];
  const shown = isSecret(field) || typeof value !== 'string' ? {} : { value };
  return <TypedNotes changes={changes} {...shown} />;
}

/** What there is to say of a field's address, if it has one. */
function findingOf({ fields, draft, name, field }: FieldProps): AddressFinding | undefined {
  return field.address && findAddresses({ [name]: field }, valuesOf(fields, draft))[0];
}

function focusField(form: HTMLElement | null, path: string): void {
  const container = form?.querySelector(`[data-field="${CSS.escape(path)}"]`);
  const control = container?.querySelector<HTMLElement>('input, select, textarea, button');
  container?.scrollIntoView({ block: 'nearest' });
  control?.focus();
}

/** A message to sign, and what makes its bytes: drawn together. */
const MESSAGE = ['payload', 'encoding', 'hashFunction'];

/** Fields that stand together, the rarely needed ones behind "More". */
function FieldGroup(props: ScopeProps) {
  const { session, fields, prefix } = props;
  const { plain, more } = groupFields(fields);
  const built = decidingFields(fields);
  const isBuilt = (name: string) => built !== undefined && Object.values(built).includes(name);
  const hasHiddenRefusal = more.some(([name]) =>
    session.refusals.value.some((path) => `${path}.`.startsWith(`${prefix}${name}.`)),
  );
  const drawField = ([name, field]: (typeof plain)[number]) => (
    <div key={name} data-field={prefix + name}>
      <FormField {...props} {...{ name, field }} />
    </div>
  );
  const isMessage = MESSAGE.every((name) => name in fields);
  const drawMessage = () => (
    <MessageFields
      key="payload"
      {...props}
      drawField={(name) => plain.filter(([one]) => one === name).map(drawField)}
    />
  );
  const drawPlain = ([name, field]: (typeof plain)[number]) => {
    if (isMessage && MESSAGE.includes(name)) return name === 'payload' && drawMessage();
    if (!built || !isBuilt(name)) return drawField([name, field]);
    return name === built.effect && <PolicyBuilder key={name} {...props} names={built} />;
  };
  return (
    <div class="form-fields">
      {plain.map(drawPlain)}
      {more.length > 0 && (
        <details class="more" open={hasHiddenRefusal}>
          <summary>{t('popup.more')}</summary>
          <div class="form-fields">{more.map(drawField)}</div>
        </details>
      )}
    </div>
  );
}

/** One of a form's fields on its own, with the focus in it. It must be filled in. */
export function SingleField({
  session,
  name,
  label,
  help,
}: {
  readonly session: FormSession;
  readonly name: string;
  readonly label: string;
  /** Instead of the field's own. */
  readonly help?: string;
}) {
  const place = useRef<HTMLDivElement>(null);
  const field = session.shape.fields[name];
  useEffect(() => focusField(place.current, name), []);
  if (!field) return null;
  const rule = session.errors.value[name];
  const { fields } = session.shape;
  const props = { session, fields, draft: session.draft.value, prefix: '', name, field };
  return (
    <div ref={place}>
      <div data-field={name}>
        <Field
          label={label}
          help={help ?? helpText(session.row, name)}
          note={!rule && fieldNotes(props)}
          error={rule && refusalOf(props, rule)}
        >
          {(ids) => <Control {...props} ids={ids} />}
        </Field>
      </div>
    </div>
  );
}

/** The first field that is asked for and empty: where typing starts in a form about a record. */
function firstEmpty(session: FormSession, fixed: readonly string[]): string | undefined {
  const { plain } = groupFields(session.shape.fields);
  const draft = session.draft.peek();
  const isEmpty = (value: DraftValue | undefined) =>
    value === '' || (Array.isArray(value) && value.length === 0);
  return plain.map(([name]) => name).find((name) => isEmpty(draft[name]) && !fixed.includes(name));
}

/** All fields of a form; refused ones get the focus. */
export function FormFields({ session }: { readonly session: FormSession }) {
  const form = useRef<HTMLDivElement>(null);
  const fixed = session.fixed.value;
  const refusals = session.refusals.value;
  const [refused] = refusals;
  useEffect(() => {
    // What cannot be used has to be changed.
    if (refusals.some((path) => fixed.includes(path))) session.release();
    else if (refused !== undefined) focusField(form.current, refused);
  }, [refusals, fixed]);
  useEffect(() => {
    const makesRecord = session.row.kind === 'submit' && session.row.creates !== undefined;
    const startsTyping = fixed.length > 0 || makesRecord;
    const first = startsTyping ? firstEmpty(session, fixed) : undefined;
    if (first !== undefined) focusField(form.current, first);
  }, []);
  const editable = Object.entries(session.shape.fields).filter(([name]) => !fixed.includes(name));
  return (
    <div ref={form} class="form-fields">
      <FixedFields session={session} names={fixed} />
      <FieldGroup
        session={session}
        fields={Object.fromEntries(editable)}
        draft={session.draft.value}
        prefix=""
      />
    </div>
  );
}
