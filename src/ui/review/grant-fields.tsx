import type { Row } from '../../protocol/operation-row.ts';
import { MAX_USES } from '../../protocol/site.ts';
import { formatNumber, t } from '../i18n.ts';
import { Field } from '../components/field.tsx';
import { Select, TextInput, Toggle } from '../components/inputs.tsx';
import { shorten } from '../components/format.ts';
import { partsOf, type ReviewSubject } from '../forms/review-subject.ts';
import { visibleText } from '../forms/visible.ts';
import { labelText } from '../forms/words.ts';
import { fixableParameters, DURATIONS, readGrant, type GrantDraft } from './grant.ts';

type Props = {
  readonly row: Row;
  readonly subject: ReviewSubject;
  readonly draft: GrantDraft;
  readonly onChange: (draft: GrantDraft) => void;
};

/** The record that a parameter names, in words. */
function fixedRecordName({ fields, parameters, known }: ReviewSubject, name: string): string {
  const control = fields[name]?.control;
  const [part] = control ? partsOf(control, parameters[name], known) : [];
  if (part?.kind !== 'record') return '';
  return part.name === undefined ? shorten(part.id) : visibleText(part.name);
}

function FixedParameters({ row, subject, draft, onChange }: Props) {
  const names = fixableParameters(subject.fields, subject.parameters);
  return (
    <>
      {names.map((name) => (
        <label class="choice" key={name}>
          <input
            type="checkbox"
            checked={draft.fixed.includes(name)}
            onChange={({ currentTarget: { checked } }) => {
              const others = draft.fixed.filter((heldName) => heldName !== name);
              onChange({ ...draft, fixed: checked ? [...others, name] : others });
            }}
          />
          <span class="choice-text">
            {t('confirm.grantOnly', {
              label: labelText(row, name),
              name: fixedRecordName(subject, name),
            })}
          </span>
        </label>
      ))}
      <p class="help">{t('confirm.grantAny')}</p>
    </>
  );
}

function UseLimits({ draft, subject, onChange }: Props) {
  const read = readGrant(draft, subject.parameters);
  const refused = read.ok ? [] : read.refused;
  const field = (name: 'most' | 'perHour', label: string, optional: boolean) => (
    <Field
      label={label}
      optional={optional}
      error={
        refused.includes(name) ? t('confirm.grantNumber', { most: formatNumber(MAX_USES) }) : null
      }
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

/** A grant: folded away, and off until it is switched on. */
export function GrantFields(props: Props) {
  const { draft, onChange } = props;
  const durations = DURATIONS.map(({ ms, unit, count }) => ({
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
                  options={durations}
                  value={String(draft.lastsMs)}
                  onChange={(ms) => onChange({ ...draft, lastsMs: Number(ms) })}
                />
              )}
            </Field>
            <UseLimits {...props} />
            <FixedParameters {...props} />
          </>
        )}
      </div>
    </details>
  );
}
