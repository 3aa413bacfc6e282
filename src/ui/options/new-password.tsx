import { useState } from 'preact/hooks';
import { strengthOf, type Strength } from '../../messaging/strength.ts';
import { t } from '../i18n.ts';
import { Field } from '../kit/field.tsx';
import { SecretInput } from '../kit/inputs.tsx';
import { StrengthMeter } from '../kit/strength-meter.tsx';

/** A new password typed twice: what is typed, what is wrong with it, and the two inputs. */
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
    /** Whether it may be taken; from the first try on the inputs say why not. */
    accept: () => {
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

/** The two inputs of a new password with its strength. */
export function NewPassword(props: {
  readonly entry: ReturnType<typeof useNewPassword> & { readonly strength: Strength };
  readonly focus?: boolean;
  /** It replaces one: the labels say “new”. */
  readonly change?: boolean;
}) {
  const { entry } = props;
  return (
    <>
      <Field
        label={t(props.change ? 'options.password.newOne' : 'options.password.new')}
        error={entry.firstError}
      >
        {(ids) => (
          <SecretInput
            {...ids}
            value={entry.first}
            onInput={entry.setFirst}
            focus={props.focus ?? false}
          />
        )}
      </Field>
      <StrengthMeter strength={entry.strength} />
      <Field
        label={t(props.change ? 'options.password.newRepeat' : 'options.password.repeat')}
        error={entry.secondError}
      >
        {(ids) => <SecretInput {...ids} value={entry.second} onInput={entry.setSecond} />}
      </Field>
    </>
  );
}
