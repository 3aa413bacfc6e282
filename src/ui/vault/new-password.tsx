import { useState } from 'preact/hooks';
import { strengthOf, type Strength } from '../../client/password-strength.ts';
import { t } from '../i18n.ts';
import { Field } from '../components/field.tsx';
import { SecretInput } from '../components/inputs.tsx';
import { joinClassNames } from '../components/format.ts';

/** A new password typed twice: both texts, their errors, and how to change them. */
export function useNewPassword() {
  const [first, setFirst] = useState('');
  const [second, setSecond] = useState('');
  const [tried, setTried] = useState(false);
  const strength = strengthOf(first);
  const weak = strength.level === 'weak';
  const differs = first !== second;
  return {
    first,
    setFirst,
    second,
    setSecond,
    strength,
    firstError: tried && weak ? t('options.password.weak') : null,
    secondError:
      (tried || second.length >= first.length) && second !== '' && differs
        ? t('options.password.differs')
        : tried && second === '' && !weak
          ? t('options.password.again')
          : null,
    /** Whether the password is acceptable. After the first attempt the inputs show why not. */
    validate: () => {
      setTried(true);
      return !weak && !differs;
    },
    clear: () => {
      setFirst('');
      setSecond('');
      setTried(false);
    },
  };
}

/** The two inputs for a new password, with its strength. */
export function NewPasswordFields(props: {
  readonly form: ReturnType<typeof useNewPassword> & { readonly strength: Strength };
  readonly focus?: boolean;
  /** The password replaces another one, so the labels say “new”. */
  readonly replaces?: boolean;
}) {
  const { form } = props;
  return (
    <>
      <Field
        label={t(props.replaces ? 'options.password.newOne' : 'options.password.new')}
        error={form.firstError}
      >
        {(ids) => (
          <SecretInput
            {...ids}
            value={form.first}
            onInput={form.setFirst}
            focus={props.focus ?? false}
          />
        )}
      </Field>
      <StrengthMeter strength={form.strength} />
      <Field
        label={t(props.replaces ? 'options.password.newRepeat' : 'options.password.repeat')}
        error={form.secondError}
      >
        {(ids) => <SecretInput {...ids} value={form.second} onInput={form.setSecond} />}
      </Field>
    </>
  );
}

const LEVELS = ['weak', 'fair', 'good', 'strong'] as const;

/** How hard a password is to guess: in words, as four bars, and the most helpful advice. */
function StrengthMeter({ strength }: { readonly strength: Strength }) {
  const empty = strength.bits === 0;
  const filledBars = empty ? 0 : LEVELS.indexOf(strength.level) + 1;
  const text = empty ? t('app.strength.none') : t(`app.strength.${strength.level}`);
  return (
    <div class={joinClassNames('strength', `strength-${strength.level}`)}>
      <div class="strength-bar" aria-hidden="true">
        {LEVELS.map((level, index) => (
          <span key={level} class={index < filledBars ? 'on' : ''} />
        ))}
      </div>
      <p class="help" role="status">
        <span class="hidden">{t('app.strength.label')} </span>
        <strong>{text}</strong> {t(`app.advice.${strength.advice}`)}
      </p>
    </div>
  );
}
