import { t } from '../../i18n.ts';
import { Button } from '../../components/button.tsx';
import { ErrorState } from '../../components/states.tsx';
import { Banner } from '../../components/surfaces.tsx';
import { NewPasswordFields, useNewPassword } from '../../vault/new-password.tsx';
import { useTabStore, useTask } from '../../page/tab-store.ts';

/** First step: the password that protects the new vault. */
export function PasswordStep(props: {
  readonly onDone: () => void;
  /** What it's for, if not for a set-up from the start. */
  readonly what?: string;
}) {
  const { onDone, what = t('options.setup.passwordWhat') } = props;
  const store = useTabStore();
  const newPassword = useNewPassword();
  const task = useTask();
  const submit = async () => {
    if (task.busy || !newPassword.validate()) return;
    const isCreated = await task.run(async () => {
      store.accept(await store.effects.passwords.create(newPassword.first));
    });
    if (!isCreated) return;
    newPassword.clear();
    onDone();
  };
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <p>{what}</p>
      <NewPasswordFields form={newPassword} focus />
      <Banner tone="warn" live={false} title={t('options.setup.noRecoveryTitle')}>
        <p>{t('options.setup.noRecovery')}</p>
      </Banner>
      {task.error && <ErrorState error={task.error} />}
      <div class="actions">
        <Button kind="primary" submit busy={task.busy}>
          {task.busy ? t('options.setup.deriving') : t('options.setup.createVault')}
        </Button>
      </div>
    </form>
  );
}
