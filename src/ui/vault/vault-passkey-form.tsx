import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { WireError } from '../../protocol/errors.ts';
import { t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import { Field } from '../components/field.tsx';
import { SecretInput } from '../components/inputs.tsx';
import { ErrorState } from '../components/states.tsx';
import { Banner } from '../components/surfaces.tsx';
import { useTask } from '../page/tab-store.ts';

/** The sentence for a passkey error; null for any other error. */
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

/** A form that asks for the current password last, with its own content, actions and errors. */
export function VaultPasskeyForm(props: {
  readonly children: ComponentChildren;
  /** The passkey's name, as the authenticator lists it. */
  readonly name: string;
  readonly actionLabel: string;
  readonly busyLabel: string;
  readonly danger?: boolean;
  /** Whether the rest of the form is valid; called at each attempt. */
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
        error={isWrongPassword ? t('app.unlock.wrong') : missingText}
      >
        {(ids) => <SecretInput {...ids} value={password} onInput={setPassword} />}
      </Field>
      {task.error && !isWrongPassword && <PasskeyFailure error={task.error} name={props.name} />}
      <div class="actions">
        <Button onClick={props.onCancel}>{t('app.cancel')}</Button>
        <Button kind={props.danger ? 'danger' : 'primary'} submit busy={task.busy}>
          {task.busy ? props.busyLabel : props.actionLabel}
        </Button>
      </div>
    </form>
  );
}
