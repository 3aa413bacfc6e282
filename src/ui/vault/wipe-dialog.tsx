import { useState } from 'preact/hooks';
import { t } from '../i18n.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { Field } from '../components/field.tsx';
import { TextInput } from '../components/inputs.tsx';
import { useTask } from '../components/task.ts';
import { acceptAnswer, useTabStore } from '../page/tab-store.ts';

/** The same in every language: the worker accepts only this text. */
const CONFIRMATION_TEXT = 'wipe everything';

/** Says what will be lost and asks the user to type the words before wiping. */
export function WipeDialog(props: { readonly open: boolean; readonly onClose: () => void }) {
  const store = useTabStore();
  const task = useTask();
  const [typed, setTyped] = useState('');
  const isConfirmed = typed.trim().toLowerCase() === CONFIRMATION_TEXT;
  const close = () => {
    setTyped('');
    task.clear();
    props.onClose();
  };
  const wipe = async () => {
    if (!isConfirmed) return;
    const isWiped = await task.run(() =>
      acceptAnswer(store, store.effects.client.call('vault_wipe', { confirm: CONFIRMATION_TEXT })),
    );
    if (!isWiped) return;
    close();
    store.go({ screen: 'setup', service: null });
  };
  return (
    <ConfirmDialog
      {...task}
      open={props.open}
      title={t('options.wipe.do')}
      action={t('options.wipe.do')}
      disabled={!isConfirmed}
      onClose={close}
      onConfirm={wipe}
    >
      <p>{t('options.wipe.lost')}</p>
      <ul class="bullets">
        <li>{t('options.wipe.lostKeys')}</li>
        <li>{t('options.wipe.lostProfiles')}</li>
        <li>{t('options.wipe.lostHistory')}</li>
        <li>{t('options.wipe.lostSettings')}</li>
      </ul>
      <p>{t('options.wipe.kept')}</p>
      <Field label={t('options.wipe.type', { words: CONFIRMATION_TEXT })}>
        {(ids) => <TextInput {...ids} value={typed} onInput={setTyped} maxLength={40} />}
      </Field>
    </ConfirmDialog>
  );
}
