import { t } from '../i18n.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { useTabStore } from '../page/tab-store.ts';

/** The question. Render it once per page: it opens on top of the form that needs the host. */
export function HostQuestionDialog() {
  const { host, answer } = useTabStore().hostQuestion;
  return (
    <ConfirmDialog
      open={host.value !== null}
      title={t('options.host.title', { host: host.value ?? '' })}
      action={t('options.host.allow')}
      kind="primary"
      onClose={() => answer(false)}
      onConfirm={() => answer(true)}
    >
      <p>{t('options.host.what')}</p>
    </ConfirmDialog>
  );
}
