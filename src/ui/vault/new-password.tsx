import { useState } from 'preact/hooks';
import { strengthOf, type Strength } from '../../client/password-strength.ts';
import { t } from '../i18n.ts';
import { Field } from '../components/field.tsx';
import { SecretInput } from '../components/inputs.tsx';
import { joinClassNames } from '../components/format.ts';

/** A new password typed twice: both texts, and how to change them. */
export function useNewPassword() {
  const [first, setFirst] = useState('');
  const [second, setSecond] = useState('');
  const strength = strengthOf(first);
  return {
    first,
    setFirst,
    second,
    setSecond,
    strength,
    isValid: !isWeak(strength) && first === second,
    clear: () => {
      setFirst('');
      setSecond('');
    },
  };
}

type NewPassword = ReturnType<typeof useNewPassword>;

const isWeak = ({ level }: Strength): boolean => level === 'weak';

/** What is wrong with the repetition, which nobody has to have typed before the first attempt. */
function repeatError({ first, second, strength }: NewPassword, tried: boolean): string | null {
  if (second === '') return tried && !isWeak(strength) ? t('options.password.again') : null;
  const isJudged = tried || second.length >= first.length;
  return isJudged && first !== second ? t('options.password.differs') : null;
}

/** The two inputs for a new password, with its strength. */
export function NewPasswordFields(props: {
  readonly password: NewPassword;
  /** The user has tried to go on. */
  readonly tried: boolean;
  readonly focus?: boolean;
  /** The password replaces another one, so the labels say “new”. */
  readonly replaces?: boolean;
}) {
  const { password, tried } = props;
  return (
    <>
      <Field
        label={t(props.replaces ? 'options.password.newOne' : 'app.unlock.password')}
        error={tried && isWeak(password.strength) ? t('options.password.weak') : null}
      >
        {(ids) => (
          <SecretInput
            {...ids}
            value={password.first}
            onInput={password.setFirst}
            focus={props.focus ?? false}
          />
        )}
      </Field>
      <StrengthMeter strength={password.strength} />
      <Field
        label={t(props.replaces ? 'options.password.newRepeat' : 'options.password.repeat')}
        error={repeatError(password, tried)}
      >
        {(ids) => <SecretInput {...ids} value={password.second} onInput={password.setSecond} />}
      </Field>
    </>
  );
}

const LEVELS = ['weak', 'fair', 'good', 'strong'] as const;

/** How hard a password is to guess: in words, as four bars, and the most helpful advice. */
function StrengthMeter({ strength }: { readonly strength: Strength }) {
  const empty = strength.bits === 0;
  const filledBars = empty ? 0 : LEVELS.indexOf(strength.level) + 1;
  const text = empty ? t('options.strength.none') : t(`options.strength.${strength.level}`);
  return (
    <div class={joinClassNames('strength', `strength-${strength.level}`)}>
      <div class="strength-bar" aria-hidden="true">
        {LEVELS.map((level, index) => (
          <span key={level} class={index < filledBars ? 'on' : ''} />
        ))}
      </div>
      <p class="help" role="status">
        <span class="hidden">{t('options.strength.label')} </span>
        <strong>{text}</strong> {t(`options.advice.${strength.advice}`)}
      </p>
    </div>
  );
}
