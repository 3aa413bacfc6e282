import { useEffect, useRef } from 'preact/hooks';
import type { WireError } from '../../protocol/errors.ts';
import { t } from '../i18n.ts';
import { Button } from './button.tsx';
import { ErrorState } from './states.tsx';
import { Banner } from './surfaces.tsx';
import { useTask } from './task.ts';

/** How a page offers to unlock with a passkey. */
export type PasskeyUnlockOption = {
  /** Whether this page can offer it if the vault has passkeys. */
  readonly supported: () => Promise<boolean>;
  /** Prompts and unlocks, or opens the window that does. Rejects with a `KeystampError`. */
  readonly unlock: () => Promise<unknown>;
  /** `first`: the page was opened for this. `window`: a prompt would close this page. */
  readonly placement?: 'first' | 'window';
};

/** The message after a passkey didn't unlock the vault. The password always remains. */
function failureText(code: WireError['code']): string {
  switch (code) {
    case 'passkey_cancelled':
    case 'passkey_timeout':
      return t('app.unlock.passkeyCancelled');
    case 'passkey_no_prf':
      return t('app.unlock.passkeyNoPrf');
    case 'passkey_mismatch':
      return t('app.unlock.passkeyMismatch');
    case 'passkey_removed':
      return t('app.unlock.passkeyRemoved');
    default:
      return t('app.unlock.passkeyFailed');
  }
}

/** The button next to the password, and a message if the passkey failed. */
export function PasskeyUnlockButton(props: {
  readonly option: PasskeyUnlockOption;
  readonly label: string;
  /** Called when only the password is left to try. */
  readonly onFailed: () => void;
}) {
  const { unlock, placement } = props.option;
  const { busy, error, run } = useTask();
  const prompt = async () => {
    if (!(await run(unlock))) props.onFailed();
  };
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (placement === 'first') button.current?.focus();
  }, []);
  return (
    <div class="unlock-passkey">
      <Button
        kind={placement === 'first' ? 'primary' : 'plain'}
        icon="passkey"
        wide
        busy={busy}
        inputRef={button}
        onClick={() => void prompt()}
      >
        {busy ? t('app.unlock.passkeyBusy') : props.label}
      </Button>
      {placement === 'window' && <p class="help centre">{t('app.unlock.passkeyWindow')}</p>}
      {error && <PasskeyFailure error={error} />}
    </div>
  );
}

function PasskeyFailure({ error }: { readonly error: WireError }) {
  if (!error.code.startsWith('passkey_')) return <ErrorState error={error} />;
  return <Banner tone="warn" title={failureText(error.code)} />;
}
