import type { Row } from '../../protocol/operation.ts';
import { MOST_USES } from '../../protocol/site.ts';
import { number, t } from '../i18n.ts';
import { Field } from '../kit/field.tsx';
import { Select, TextInput, Toggle } from '../kit/inputs.tsx';
import { shorten } from '../kit/format.ts';
import { partsOf, type Subject } from '../forms/review.ts';
import { visibleText } from '../forms/visible.ts';
import { labelText } from '../forms/words.ts';
import { holdable, LASTS, readGrant, type GrantDraft } from './grant.ts';

type Props = {
  readonly row: Row;
  readonly subject: Subject;
  readonly draft: GrantDraft;
  readonly onChange: (draft: GrantDraft) => void;
};

/** The record that a parameter names, in words. */
function heldName({ fields, parameters, known }: Subject, name: string): string {
  const control = fields[name]?.control;
  const [part] = control ? partsOf(control, parameters[name], known) : [];
  if (part?.kind !== 'record') return '';
  return part.name === undefined ? shorten(part.id) : visibleText(part.name);
}

function Held({ row, subject, draft, onChange }: Props) {
  const names = holdable(subject.fields, subject.parameters);
  return (
    <>
      {names.map((name) => (
        <label class="choice" key={name}>
          <input
            type="checkbox"
            checked={draft.held.includes(name)}
            onChange={({ currentTarget: { checked } }) => {
              const others = draft.held.filter((one) => one !== name);
              onChange({ ...draft, held: checked ? [...others, name] : others });
            }}
          />
          <span class="choice-text">
            {t('confirm.grantOnly', {
              label: labelText(row, name),
              name: heldName(subject, name),
            })}
          </span>
        </label>
      ))}
      <p class="help">{t('confirm.grantAny')}</p>
    </>
  );
}

function Numbers({ draft, subject, onChange }: Props) {
  const read = readGrant(draft, subject.parameters);
  const refused = read.ok ? [] : read.refused;
  const field = (name: 'most' | 'perHour', label: string, optional: boolean) => (
    <Field
      label={label}
      optional={optional}
      error={refused.includes(name) ? t('confirm.grantNumber', { most: number(MOST_USES) }) : null}
    >
      {(ids) => (
        <TextInput
          {...ids}
          inputMode="numeric"
          maxLength={6}
          value={draft[name]}
          onInput={(text) => onChange({ ...draft, [name]: text })}
        />
      )}
    </Field>
  );
  return (
    <>
      {field('most', t('confirm.grantMost'), false)}
      {field('perHour', t('confirm.grantPerHour'), true)}
    </>
  );
}

/** A permission in advance: folded away, and off until it is switched on. */
export function GrantFields(props: Props) {
  const { draft, onChange } = props;
  const lasts = LASTS.map(({ ms, unit, count }) => ({
    value: String(ms),
    label: t(`confirm.${unit}`, { count }),
  }));
  return (
    <details class="more">
      <summary>{t('confirm.grant')}</summary>
      <div class="form-fields">
        <Toggle
          checked={draft.on}
          label={t('confirm.grantOn')}
          help={t('confirm.grantText')}
          onChange={(on) => onChange({ ...draft, on })}
        />
        {draft.on && (
          <>
            <Field label={t('confirm.grantFor')}>
              {(ids) => (
                <Select
                  {...ids}
                  options={lasts}
                  value={String(draft.lastsMs)}
                  onChange={(ms) => onChange({ ...draft, lastsMs: Number(ms) })}
                />
              )}
            </Field>
            <Numbers {...props} />
            <Held {...props} />
          </>
        )}
      </div>
    </details>
  );
}
