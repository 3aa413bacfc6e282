import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { WireError } from '../../../protocol/errors.ts';
import { t } from '../../i18n.ts';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { SecretInput } from '../../components/inputs.tsx';
import { ErrorState } from '../../components/states.tsx';
import { Banner } from '../../components/surfaces.tsx';
import { useTask } from '../store.ts';

/** The sentence of a passkey's failure; null for what is not the passkey's. */
function failureText(code: WireError['code'], name: string): string | null {
  switch (code) {
    case 'passkey_cancelled':
    case 'passkey_timeout':
      return t('unlock.fail.cancelled');
    case 'passkey_exists':
      return t('unlock.fail.exists');
    case 'passkey_no_prf':
      return t('unlock.fail.noPrf', { name });
    default:
      return code.startsWith('passkey_') ? t('unlock.fail.failed') : null;
  }
}

function PasskeyFailure({ error, name }: { readonly error: WireError; readonly name: string }) {
  const text = failureText(error.code, name);
  return text === null ? <ErrorState error={error} /> : <Banner tone="warn" title={text} />;
}

/** A form that ends with the present password: what it is about, what it does, and what went wrong. */
export function VaultPasskeyForm(props: {
  readonly children: ComponentChildren;
  /** Of the passkey, as the authenticator lists it. */
  readonly name: string;
  readonly actionLabel: string;
  readonly busyLabel: string;
  readonly danger?: boolean;
  /** Whether the rest of the form may be taken; asked at each try. */
  readonly validate?: () => boolean;
  readonly onSubmit: (password: string) => Promise<void>;
  readonly onCancel: () => void;
}) {
  const task = useTask();
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const isWrongPassword = task.error?.code === 'wrong_password';
  const missingText = tried && password === '' ? t('unlock.passwordMissing') : null;
  const submit = async () => {
    setTried(true);
    if (task.busy || props.validate?.() === false || password === '') return;
    await task.run(() => props.onSubmit(password));
    setPassword('');
    setTried(false);
  };
  return (
    <form
      class="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {props.children}
      <Field
        label={t('unlock.password')}
        error={isWrongPassword ? t('kit.unlock.wrong') : missingText}
      >
        {(ids) => <SecretInput {...ids} value={password} onInput={setPassword} />}
      </Field>
      {task.error && !isWrongPassword && <PasskeyFailure error={task.error} name={props.name} />}
      <div class="actions">
        <Button onClick={props.onCancel}>{t('kit.cancel')}</Button>
        <Button kind={props.danger ? 'danger' : 'primary'} submit busy={task.busy}>
          {task.busy ? props.busyLabel : props.actionLabel}
        </Button>
      </div>
    </form>
  );
}
