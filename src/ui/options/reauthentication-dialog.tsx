import { useEffect, useRef } from 'preact/hooks';
import { t } from '../i18n.ts';
import { Button } from '../kit/button.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { UnlockForm } from '../kit/unlock.tsx';
import { useStore } from './store.ts';

/**
 * Asks for the password or a passkey before a change that guards signing. Once per page, over whatever
 * form or dialog made the change: that stays as it is, also when the person leaves.
 */
export function ReauthenticationDialog() {
  const store = useStore();
  const { passwords, passkeyUnlock, client } = store.effects;
  const { asked, proved, cancel } = store.reauthentication;
  const unlocked = store.state.value?.vault === 'unlocked';
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!unlocked) cancel();
  }, [unlocked]);
  useEffect(() => {
    // The browser gives the focus to the first thing of a dialog, which is the way out of it.
    body.current?.querySelector('input')?.focus();
  }, [asked.value]);
  const accept = (state: Awaited<ReturnType<typeof passwords.reauthenticate>>) => {
    store.accept(state);
    proved();
  };
  const { supported, prove } = passkeyUnlock;
  return (
    <Dialog
      open={asked.value}
      title={t('options.again.title')}
      onClose={cancel}
      actions={<Button onClick={cancel}>{t('kit.cancel')}</Button>}
    >
      <div class="stack" ref={body}>
        <p>{t('options.again.what')}</p>
        <UnlockForm
          challenge={() => client.call('vault_challenge', {})}
          unlock={async (password) => accept(await passwords.reauthenticate(password))}
          passkey={{ supported, unlock: async () => accept(await prove()) }}
          action={t('options.again.confirm')}
          passkeyAction={t('options.again.passkey')}
        />
      </div>
    </Dialog>
  );
}
