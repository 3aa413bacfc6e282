import { t } from '../../i18n.ts';
import { Button } from '../../components/button.tsx';
import { Banner } from '../../components/surfaces.tsx';
import { NewPasswordFields, useNewPassword } from '../../vault/new-password.tsx';
import { Form, useForm } from '../../components/form.tsx';
import { useTabStore } from '../../page/tab-store.ts';

/** First step: the password that protects the new vault. */
export function PasswordStep(props: {
  readonly onDone: () => void;
  /** What it's for, if not for a set-up from the start. */
  readonly what?: string;
}) {
  const { onDone, what = t('options.setup.passwordWhat') } = props;
  const store = useTabStore();
  const newPassword = useNewPassword();
  const form = useForm(newPassword.isValid, async () => {
    store.accept(await store.effects.passwords.create(newPassword.first));
    newPassword.clear();
    onDone();
  });
  return (
    <Form
      form={form}
      actions={
        <Button kind="primary" submit busy={form.busy}>
          {form.busy ? t('options.setup.deriving') : t('options.setup.createVault')}
        </Button>
      }
    >
      <p>{what}</p>
      <NewPasswordFields password={newPassword} tried={form.tried} focus />
      <Banner tone="warn" live={false} title={t('options.setup.noRecoveryTitle')}>
        <p>{t('options.setup.noRecovery')}</p>
      </Banner>
    </Form>
  );
}
