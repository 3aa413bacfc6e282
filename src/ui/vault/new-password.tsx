import { useState } from 'preact/hooks';
import { strengthOf, type Strength } from '../../client/password-strength.ts';
import { t } from '../i18n.ts';
import { Field } from '../components/field.tsx';
import { SecretInput } from '../components/inputs.tsx';
import { StrengthMeter } from '../components/strength-meter.tsx';

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
