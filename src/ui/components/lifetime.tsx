import { useState } from 'preact/hooks';
import { LIFETIMES } from '../../protocol/api-key.ts';
import { formatDate, t } from '../i18n.ts';
import { tickingNow } from './clock.ts';
import type { FieldIds } from './field.tsx';
import { Select, TextInput } from './inputs.tsx';

type Choice = keyof typeof LIFETIMES | 'never' | 'own';
const CHOICES: readonly Choice[] = ['never', 'day', 'month', 'year', 'own'];

const UNITS = { minutes: 60, hours: 3600, days: LIFETIMES.day } as const;
type Unit = keyof typeof UNITS;
const UNIT_NAMES: readonly Unit[] = ['days', 'hours', 'minutes'];

/** In place of a number that is no number yet: no rule takes it for a key that doesn't expire. */
const UNFINISHED = '?';

function choiceOf(seconds: string): Choice {
  if (seconds === '') return 'never';
  return CHOICES.find((choice) => secondsOf(choice) === seconds) ?? 'own';
}

function secondsOf(choice: Choice): string {
  return choice === 'day' || choice === 'month' || choice === 'year'
    ? String(LIFETIMES[choice])
    : '';
}

/** The largest unit that a lifetime is a whole number of; seconds alone are nobody's choice. */
function unitOf(seconds: string): Unit {
  const total = Number(seconds);
  return UNIT_NAMES.find((unit) => total > 0 && total % UNITS[unit] === 0) ?? 'days';
}

/**
 * How long something is valid from its creation, in whole seconds as text; empty: it doesn't expire.
 * Says when that ends.
 */
export function LifetimeControl(props: {
  readonly ids: FieldIds;
  readonly value: string;
  readonly onInput: (seconds: string) => void;
  readonly onBlur?: () => void;
}) {
  const { ids, value, onInput, onBlur } = props;
  const [isOwn, setIsOwn] = useState(choiceOf(value) === 'own');
  const choice = isOwn ? 'own' : choiceOf(value);
  const choose = (next: string) => {
    const picked = CHOICES.find((one) => one === next) ?? 'never';
    setIsOwn(picked === 'own');
    onInput(picked === 'own' ? value || UNFINISHED : secondsOf(picked));
  };
  const seconds = Number(value);
  return (
    <>
      <Select
        {...ids}
        value={choice}
        options={CHOICES.map((one) => ({ value: one, label: t(`app.lifetime.${one}`) }))}
        onChange={choose}
        onBlur={onBlur}
      />
      {choice === 'own' && <OwnLifetime {...props} />}
      {seconds > 0 && Number.isSafeInteger(seconds) && (
        <p class="help">
          {t('app.lifetime.until', { date: formatDate(tickingNow() + seconds * 1000) })}
        </p>
      )}
    </>
  );
}

function OwnLifetime(props: {
  readonly value: string;
  readonly onInput: (seconds: string) => void;
  readonly onBlur?: () => void;
}) {
  const { value, onInput, onBlur } = props;
  const [unit, setUnit] = useState<Unit>(unitOf(value));
  const [count, setCount] = useState(
    value === UNFINISHED ? '' : String(Number(value) / UNITS[unit]),
  );
  const enter = (typed: string, of: Unit) => {
    setCount(typed);
    setUnit(of);
    const number = typed.trim();
    onInput(/^[1-9]\d{0,6}$/.test(number) ? String(Number(number) * UNITS[of]) : UNFINISHED);
  };
  return (
    <div class="lifetime-own">
      <TextInput
        aria-label={t('app.lifetime.count')}
        inputMode="numeric"
        value={count}
        onInput={(typed) => enter(typed, unit)}
        onBlur={onBlur}
      />
      <Select
        aria-label={t('app.lifetime.unit')}
        value={unit}
        options={UNIT_NAMES.map((name) => ({ value: name, label: t(`app.lifetime.${name}`) }))}
        onChange={(next) => enter(count, UNIT_NAMES.find((name) => name === next) ?? 'days')}
      />
    </div>
  );
}
