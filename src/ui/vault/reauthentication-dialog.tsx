import { useEffect, useRef } from 'preact/hooks';
import { t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { UnlockForm } from '../components/unlock.tsx';
import { useTabStore } from '../page/tab-store.ts';

/**
 * Asks for the password or a passkey before a change that affects signing. Render it once per page:
 * it opens on top of the form or dialog that made the change, which stays as it is even if the user
 * cancels.
 */
export function ReauthenticationDialog() {
  const store = useTabStore();
  const { passwords, passkeyUnlock, client } = store.effects;
  const { isAsking, confirm, cancel } = store.reauthentication;
  const isUnlocked = store.state.value?.vault === 'unlocked';
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isUnlocked) cancel();
  }, [isUnlocked]);
  useEffect(() => {
    // The browser focuses the first control of a dialog, which is its close button.
    body.current?.querySelector('input')?.focus();
  }, [isAsking.value]);
  const accept = (state: Awaited<ReturnType<typeof passwords.reauthenticate>>) => {
    store.accept(state);
    confirm();
  };
  const { isSupported: supported, prove } = passkeyUnlock;
  return (
    <Dialog
      open={isAsking.value}
      title={t('options.again.title')}
      onClose={cancel}
      actions={<Button onClick={cancel}>{t('app.cancel')}</Button>}
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
