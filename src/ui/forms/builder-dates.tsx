import type { BuiltParts } from '../../policies/built-policy.ts';
import { isNever } from '../../policies/clause-meaning.ts';
import { parseTimestamp } from '../../policies/moments.ts';
import { readDay, writeDay, type DateSpan } from '../../policies/whole-days.ts';
import { t } from '../i18n.ts';
import { Field } from '../components/field.tsx';
import { TextInput } from '../components/inputs.tsx';
import { useStore } from '../page/store.ts';

type Spans = BuiltParts['time'];

/** The first limit of a kind that is a whole day here: it has a field of its own. */
const dateIn = (spans: Spans, kind: DateSpan['kind']) =>
  spans.find((one): one is DateSpan => one.kind === kind && readDay(one) !== undefined);

/** The limits that have fields. */
export const datesIn = (spans: Spans): readonly DateSpan[] =>
  (['from', 'until'] as const).flatMap((kind) => dateIn(spans, kind) ?? []);

const momentOf = (span: DateSpan | undefined): number | undefined =>
  span && parseTimestamp(span.text);

/** From which day on, and up to which one it applies. */
export function DateFields(props: {
  readonly spans: Spans;
  readonly zone: string;
  readonly onChange: (spans: Spans) => void;
}) {
  const { spans, zone, onChange } = props;
  const now = useStore().effects.now();
  const limits = { from: dateIn(spans, 'from'), until: dateIn(spans, 'until') };
  const isReversed = isNever(datesIn(spans));
  const set = (kind: DateSpan['kind'], day: string) => {
    const written = writeDay(kind, day);
    if (day !== '' && !written) return;
    const next = { ...limits, [kind]: written };
    const others = spans.filter((one) => one !== limits.from && one !== limits.until);
    onChange([next.from, next.until, ...others].filter((one) => one !== undefined));
  };
  return (
    <>
      <div class="builder-hours">
        {(['from', 'until'] as const).map((kind) => {
          const span = limits[kind];
          const isPast = (momentOf(span) ?? Infinity) <= now;
          return (
            <Field
              key={kind}
              label={t(`builder.date.${kind}`)}
              note={isPast && t(`builder.date.${kind}.past`)}
              error={kind === 'until' && isReversed ? t('builder.date.reversed') : null}
              optional
            >
              {(ids) => (
                <TextInput
                  {...ids}
                  type="date"
                  value={(span && readDay(span)) ?? ''}
                  onInput={(day) => set(kind, day)}
                />
              )}
            </Field>
          );
        })}
      </div>
      <p class="help">{t('builder.date.help', { zone })}</p>
    </>
  );
}
