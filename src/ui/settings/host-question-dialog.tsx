import { t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { useTabStore } from '../page/tab-store.ts';

/** The question. Render it once per page: it opens on top of the form that needs the host. */
export function HostQuestionDialog() {
  const { host, answer } = useTabStore().hostQuestion;
  return (
    <Dialog
      open={host.value !== null}
      title={t('options.host.title', { host: host.value ?? '' })}
      onClose={() => answer(false)}
      actions={
        <>
          <Button onClick={() => answer(false)}>{t('app.cancel')}</Button>
          <Button kind="primary" onClick={() => answer(true)}>
            {t('options.host.allow')}
          </Button>
        </>
      }
    >
      <p>{t('options.host.what')}</p>
    </Dialog>
  );
}
