import { useState } from 'preact/hooks';
import type { BuiltParts } from '../../policies/built-policy.ts';
import {
  readHours,
  writeHours,
  type CronSpan,
  type DailyHours,
} from '../../policies/daily-hours.ts';
import { isZone } from '../../policies/moments.ts';
import { OFFICE_HOURS } from '../../policies/policy-templates.ts';
import { capitalize, t } from '../i18n.ts';
import { Field } from '../components/field.tsx';
import { TextInput } from '../components/inputs.tsx';
import { SegmentedControl } from '../components/segmented-control.tsx';
import { DateFields, datesIn } from './builder-dates.tsx';
import { BuilderPart, PartChips, Untold } from './builder-part.tsx';
import { spanText, weekdayName } from './policy-sentences.ts';

type Spans = BuiltParts['time'];

/** From Monday on. */
const WEEK = [1, 2, 3, 4, 5, 6, 0];

/** The first span that is hours of a day: it has fields of its own. */
const hoursIn = (spans: Spans) =>
  spans.find((one): one is CronSpan => one.kind === 'cron' && readHours(one) !== undefined);

function WeekDays({
  days,
  onChange,
}: {
  readonly days: readonly number[];
  readonly onChange: (days: readonly number[]) => void;
}) {
  return (
    <div class="segments" role="group" aria-label={t('builder.days')}>
      {WEEK.map((day) => {
        const isOn = days.includes(day);
        return (
          <button
            key={day}
            type="button"
            class={isOn ? 'segment current' : 'segment'}
            aria-pressed={isOn}
            title={weekdayName(day, 'long')}
            onClick={() => onChange(isOn ? days.filter((one) => one !== day) : [...days, day])}
          >
            {weekdayName(day, 'short')}
          </button>
        );
      })}
    </div>
  );
}

/** A zone is taken once it is one: until then what is typed stands there alone. */
function ZoneField({
  zone,
  onChange,
}: {
  readonly zone: string;
  readonly onChange: (zone: string) => void;
}) {
  const [typed, setTyped] = useState(zone);
  return (
    <Field label={t('builder.zone')} error={isZone(typed) ? null : t('policy.fault.invalid_zone')}>
      {(ids) => (
        <TextInput
          {...ids}
          value={typed}
          onInput={(text) => {
            setTyped(text);
            if (isZone(text)) onChange(text);
          }}
        />
      )}
    </Field>
  );
}

function HoursFields(props: {
  readonly span: CronSpan;
  readonly hours: DailyHours;
  readonly onChange: (span: CronSpan) => void;
}) {
  const { span, hours, onChange } = props;
  const set = (change: Partial<DailyHours>) => {
    // No days, or half a time, is no span: the last one stays.
    const written = writeHours({ ...hours, ...change });
    if (written) onChange({ ...span, ...written });
  };
  return (
    <>
      <WeekDays days={hours.days} onChange={(days) => set({ days })} />
      <div class="builder-hours">
        {(['from', 'to'] as const).map((end) => (
          <Field key={end} label={t(`builder.${end}`)}>
            {(ids) => (
              <TextInput
                {...ids}
                type="time"
                value={hours[end]}
                onInput={(text) => set({ [end]: text })}
              />
            )}
          </Field>
        ))}
      </div>
      <ZoneField zone={span.zone} onChange={(zone) => onChange({ ...span, zone })} />
    </>
  );
}

/** When it applies: between two days, and at any time, in some hours, or outside of them. */
export function WhenPart(props: {
  readonly spans: Spans | undefined;
  /** The reader's own, which hours begin with. */
  readonly zone: string;
  readonly onChange: (spans: Spans) => void;
}) {
  const { spans, zone, onChange } = props;
  if (!spans) {
    return (
      <BuilderPart title={t('builder.when')}>
        <Untold />
      </BuilderPart>
    );
  }
  const span = hoursIn(spans);
  const hours = span && readHours(span);
  const others = spans.filter((one) => one !== span);
  const dates: Spans = datesIn(spans);
  const place = span ? (span.isOutside ? 'outside' : 'inside') : 'always';
  const move = (to: 'always' | 'inside' | 'outside') => {
    const isOutside = to === 'outside';
    const next = { ...(span ?? { ...OFFICE_HOURS, zone }), isOutside };
    onChange(to === 'always' ? others : [...others, next]);
  };
  return (
    <BuilderPart title={t('builder.when')}>
      <SegmentedControl
        label={t('builder.when')}
        options={(['always', 'inside', 'outside'] as const).map((value) => ({
          value,
          label: t(`builder.when.${value}`),
        }))}
        value={place}
        onChange={move}
      />
      {span && hours && (
        <HoursFields {...{ span, hours }} onChange={(next) => onChange([...others, next])} />
      )}
      <DateFields {...{ spans, zone, onChange }} />
      <PartChips
        items={others.filter((one) => !dates.includes(one))}
        textOf={(one) => capitalize(spanText(one) ?? t('policy.time.text'))}
        onRemove={(gone) => onChange(spans.filter((one) => one !== gone))}
      />
    </BuilderPart>
  );
}
