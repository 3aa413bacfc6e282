import { useState } from 'preact/hooks';
import type { VaultPasskey } from '../../protocol/vault-passkey.ts';
import { formatList, t } from '../i18n.ts';
import { Dialog } from '../components/dialog.tsx';
import { Banner } from '../components/surfaces.tsx';
import { showToast } from '../components/toasts.tsx';
import { findNameError, NameField, nameOf } from '../forms/name-field.tsx';
import { useTabStore } from '../page/tab-store.ts';
import { VaultPasskeyForm } from './vault-passkey-form.tsx';
import type { VaultPasskeys } from './vault-passkeys.ts';

type Props = { readonly passkeys: VaultPasskeys; readonly onClose: () => void };

/** Adds a passkey and explains what it can do. */
export function EnrolDialog({ passkeys, onClose }: Props) {
  const { effects } = useTabStore();
  const [typed, setTyped] = useState('');
  const [tried, setTried] = useState(false);
  const name = nameOf(typed);
  const validate = () => {
    setTried(true);
    return findNameError(typed) === null;
  };
  return (
    <Dialog open title={t('unlock.enrolNew')} onClose={onClose}>
      <VaultPasskeyForm
        name={name}
        actionLabel={t('unlock.enrol')}
        busyLabel={t('unlock.prompting')}
        validate={validate}
        onCancel={onClose}
        onSubmit={async (password) => {
          passkeys.accept(await effects.enrolment.enrol(name, password));
          showToast(t('unlock.enrolled', { name }), 'good');
          onClose();
        }}
      >
        <p>{t('unlock.enrolWhat')}</p>
        <Banner live={false} title={t('unlock.means')} />
        <NameField
          label={t('unlock.name')}
          help={t('unlock.nameHelp')}
          error={tried ? findNameError(typed) : null}
          value={typed}
          onInput={setTyped}
          focus
        />
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
        busyLabel={t('unlock.prompting')}
        onCancel={onClose}
        onSubmit={async (password) => {
          passkeys.accept(await effects.enrolment.resume(passkey, password));
          showToast(t('unlock.enrolled', { name }), 'good');
          onClose();
        }}
      >
        <Banner live={false} title={t('unlock.means')} />
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
    <Dialog open title={t('unlock.remove', { name })} onClose={onClose}>
      <VaultPasskeyForm
        name={name}
        actionLabel={t('unlock.removeDo')}
        busyLabel={t('unlock.removeDo')}
        danger
        onCancel={onClose}
        onSubmit={async (password) => {
          await effects.enrolment.remove(passkey, password);
          passkeys.onVaultKeyChanged(id);
          showToast(t('unlock.removed', { name }), 'good');
          onClose();
        }}
      >
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
      </VaultPasskeyForm>
    </Dialog>
  );
}
