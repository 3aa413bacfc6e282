import { useState } from 'preact/hooks';
import type { VaultPasskey } from '../../../protocol/vault-passkey.ts';
import { listed, t } from '../../i18n.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { Field } from '../../kit/field.tsx';
import { TextInput } from '../../kit/inputs.tsx';
import { Banner } from '../../kit/surfaces.tsx';
import { toast } from '../../kit/toasts.tsx';
import { nameFault } from '../key-forms.tsx';
import { useStore } from '../store.ts';
import { PasskeyForm } from './passkey-form.tsx';
import type { VaultPasskeys } from './vault-passkeys.ts';

type Props = { readonly passkeys: VaultPasskeys; readonly onClose: () => void };

/** A new passkey, and what it will be able to do. */
export function EnrolDialog({ passkeys, onClose }: Props) {
  const { effects } = useStore();
  const [typed, setName] = useState('');
  const [tried, setTried] = useState(false);
  const name = typed.trim();
  const ready = () => {
    setTried(true);
    return nameFault(name) === null;
  };
  return (
    <Dialog open title={t('unlock.enrolNew')} onClose={onClose}>
      <PasskeyForm
        name={name}
        action={t('unlock.enrol')}
        busy={t('unlock.prompting')}
        ready={ready}
        onCancel={onClose}
        act={async (password) => {
          passkeys.accept(await effects.enrolment.enrol(name, password));
          toast(t('unlock.enrolled', { name }), 'good');
          onClose();
        }}
      >
        <p>{t('unlock.enrolWhat')}</p>
        <Banner live={false} title={t('unlock.means')} />
        <Field
          label={t('unlock.name')}
          help={t('unlock.nameHelp')}
          error={tried ? nameFault(name) : null}
        >
          {(ids) => <TextInput {...ids} value={typed} onInput={setName} maxLength={64} focus />}
        </Field>
      </PasskeyForm>
    </Dialog>
  );
}

/** The same passkey once more, after the vault got a new key. */
export function ResumeDialog(props: Props & { readonly passkey: VaultPasskey }) {
  const { passkeys, passkey, onClose } = props;
  const { effects } = useStore();
  const { name } = passkey;
  return (
    <Dialog open title={t('unlock.resumeTitle', { name })} onClose={onClose}>
      <PasskeyForm
        name={name}
        action={t('unlock.resume')}
        busy={t('unlock.prompting')}
        onCancel={onClose}
        act={async (password) => {
          passkeys.accept(await effects.enrolment.resume(passkey, password));
          toast(t('unlock.enrolled', { name }), 'good');
          onClose();
        }}
      >
        <Banner live={false} title={t('unlock.means')} />
      </PasskeyForm>
    </Dialog>
  );
}

/** The end of a passkey, and of what goes with it. */
export function RemoveDialog(props: Props & { readonly passkey: VaultPasskey }) {
  const { passkeys, passkey, onClose } = props;
  const { effects } = useStore();
  const { id, name } = passkey;
  const others = (passkeys.enrolled ?? []).filter((one) => one.id !== id);
  return (
    <Dialog open title={t('unlock.remove', { name })} onClose={onClose}>
      <PasskeyForm
        name={name}
        action={t('unlock.removeDo')}
        busy={t('unlock.removeDo')}
        danger
        onCancel={onClose}
        act={async (password) => {
          await effects.enrolment.remove(id, password);
          passkeys.ended(id);
          toast(t('unlock.removed', { name }), 'good');
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
              names: listed(others.map((one) => one.name)),
            })}
          />
        )}
        <p class="muted">{t('unlock.removeThere', { name })}</p>
      </PasskeyForm>
    </Dialog>
  );
}
