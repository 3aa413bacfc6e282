import { useState } from 'preact/hooks';
import type { VaultPasskey } from '../../protocol/vault-passkey.ts';
import { formatList, t } from '../i18n.ts';
import { Dialog } from '../components/dialog.tsx';
import { Banner } from '../components/surfaces.tsx';
import { showToast } from '../components/toasts.tsx';
import { findNameError, NameField, nameOf } from '../forms/name-field.tsx';
import { Form, useForm } from '../components/form.tsx';
import { useTabStore } from '../page/tab-store.ts';
import type { VaultPasskeys } from './vault-passkeys.ts';
import type { ComponentChildren } from 'preact';
import type { WireError } from '../../protocol/errors.ts';
import { Button } from '../components/button.tsx';
import { Field } from '../components/field.tsx';
import { SecretInput } from '../components/inputs.tsx';
import { ErrorState } from '../components/states.tsx';

type Props = { readonly passkeys: VaultPasskeys; readonly onClose: () => void };

/** Adds a passkey and explains what it can do. */
export function EnrolDialog({ passkeys, onClose }: Props) {
  const { effects } = useTabStore();
  const [typed, setTyped] = useState('');
  const name = nameOf(typed);
  const nameError = findNameError(typed);
  return (
    <Dialog open title={t('authorization.passkey.add')} onClose={onClose}>
      <VaultPasskeyForm
        name={name}
        actionLabel={t('unlock.enrol')}
        busyLabel={t('app.unlock.passkeyBusy')}
        isValid={nameError === null}
        onCancel={onClose}
        onSubmit={async (password) => {
          passkeys.accept(await effects.enrolment.enrol(name, password));
          showToast(t('unlock.enrolled', { name }), 'good');
          onClose();
        }}
      >
        {(tried) => (
          <>
            <p>{t('unlock.enrolWhat')}</p>
            <Banner live={false} title={t('unlock.means')} />
            <NameField
              label={t('unlock.name')}
              help={t('unlock.nameHelp')}
              error={tried ? nameError : null}
              value={typed}
              onInput={setTyped}
              focus
            />
          </>
        )}
      </VaultPasskeyForm>
    </Dialog>
  );
}

/** Turns the same passkey on again after the vault got a new key. */
export function ResumeDialog(props: Props & { readonly passkey: VaultPasskey }) {
  const { passkeys, passkey, onClose } = props;
  const { effects } = useTabStore();
  const { name } = passkey;
  return (
    <Dialog open title={t('unlock.resumeTitle', { name })} onClose={onClose}>
      <VaultPasskeyForm
        name={name}
        actionLabel={t('unlock.resume')}
        busyLabel={t('app.unlock.passkeyBusy')}
        onCancel={onClose}
        onSubmit={async (password) => {
          passkeys.accept(await effects.enrolment.resume(passkey, password));
          showToast(t('unlock.enrolled', { name }), 'good');
          onClose();
        }}
      >
        {() => <Banner live={false} title={t('unlock.means')} />}
      </VaultPasskeyForm>
    </Dialog>
  );
}

/** Removes a passkey and explains what else that ends. */
export function RemoveDialog(props: Props & { readonly passkey: VaultPasskey }) {
  const { passkeys, passkey, onClose } = props;
  const { effects } = useTabStore();
  const { id, name } = passkey;
  const others = (passkeys.enrolled ?? []).filter((other) => other.id !== id);
  return (
    <Dialog open title={t('popup.pick.remove', { name })} onClose={onClose}>
      <VaultPasskeyForm
        name={name}
        actionLabel={t('authorization.passkey.removeDo')}
        busyLabel={t('authorization.passkey.removeDo')}
        danger
        onCancel={onClose}
        onSubmit={async (password) => {
          await effects.enrolment.remove(passkey, password);
          passkeys.onVaultKeyChanged(id);
          showToast(t('unlock.removed', { name }), 'good');
          onClose();
        }}
      >
        {() => (
          <>
            <p>{t('unlock.removeWhat')}</p>
            {others.length > 0 && (
              <Banner
                tone="warn"
                live={false}
                title={t('unlock.removeOthers', {
                  count: others.length,
                  names: formatList(others.map((other) => other.name)),
                })}
              />
            )}
            <p class="muted">{t('unlock.removeThere', { name })}</p>
          </>
        )}
      </VaultPasskeyForm>
    </Dialog>
  );
}

/** The sentence for a passkey error; null for any other error. */
function addFailureText(code: WireError['code'], name: string): string | null {
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

function AddPasskeyFailure({ error, name }: { readonly error: WireError; readonly name: string }) {
  const text = addFailureText(error.code, name);
  return text === null ? <ErrorState error={error} /> : <Banner tone="warn" title={text} />;
}

/** A form that asks for the current password last, with its own content, actions and errors. */
function VaultPasskeyForm(props: {
  readonly children: (tried: boolean) => ComponentChildren;
  /** The passkey's name, as the authenticator lists it. */
  readonly name: string;
  readonly actionLabel: string;
  readonly busyLabel: string;
  readonly danger?: boolean;
  /** Whether the rest of the form is. */
  readonly isValid?: boolean;
  readonly onSubmit: (password: string) => Promise<void>;
  readonly onCancel: () => void;
}) {
  const [password, setPassword] = useState('');
  const form = useForm(props.isValid !== false && password !== '', () =>
    props.onSubmit(password).finally(() => {
      setPassword('');
      form.reset();
    }),
  );
  const { busy, error, tried } = form;
  const isWrongPassword = error?.code === 'wrong_password';
  const missingText = tried && password === '' ? t('options.password.oldMissing') : null;
  return (
    <Form
      form={form}
      error={error && !isWrongPassword && <AddPasskeyFailure error={error} name={props.name} />}
      actions={
        <>
          <Button onClick={props.onCancel}>{t('app.cancel')}</Button>
          <Button kind={props.danger ? 'danger' : 'primary'} submit busy={busy}>
            {busy ? props.busyLabel : props.actionLabel}
          </Button>
        </>
      }
    >
      {props.children(tried)}
      <Field
        label={t('options.password.old')}
        error={isWrongPassword ? t('app.unlock.wrong') : missingText}
      >
        {(ids) => <SecretInput {...ids} value={password} onInput={setPassword} />}
      </Field>
    </Form>
  );
}
