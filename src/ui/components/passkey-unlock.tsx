import { useEffect, useRef, useState } from 'preact/hooks';
import { toWire, type WireError } from '../../protocol/errors.ts';
import { t } from '../i18n.ts';
import { Button } from './button.tsx';
import { ErrorState } from './states.tsx';
import { Banner } from './surfaces.tsx';

/** Unlock by passkey, as far as a page has it. */
export type PasskeyUnlockOption = {
  /** Whether this page may offer it where the vault has passkeys. */
  readonly supported: () => Promise<boolean>;
  /** Prompts and unlocks, or rejects with a `KeystampError`. Or opens the window that does. */
  readonly unlock: () => Promise<unknown>;
  /** `first`: what the page was opened for. `window`: a prompt would close this page. */
  readonly placement?: 'first' | 'window';
};

/** What is said when a passkey did not open the vault; the password always stands beside it. */
function failureText(code: WireError['code']): string {
  switch (code) {
    case 'passkey_cancelled':
    case 'passkey_timeout':
      return t('kit.unlock.passkeyCancelled');
    case 'passkey_no_prf':
      return t('kit.unlock.passkeyNoPrf');
    case 'passkey_mismatch':
      return t('kit.unlock.passkeyMismatch');
    case 'passkey_removed':
      return t('kit.unlock.passkeyRemoved');
    default:
      return t('kit.unlock.passkeyFailed');
  }
}

function usePasskeyPrompt(unlock: PasskeyUnlockOption['unlock'], onFailed: () => void) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<WireError | null>(null);
  const run = async () => {
    setBusy(true);
    setError(null);
    try {
      await unlock();
    } catch (cause) {
      setError(toWire(cause));
      onFailed();
    }
    setBusy(false);
  };
  return { busy, error, run };
}

/** The button beside the password, and one sentence when it came to nothing. */
export function PasskeyUnlockButton(props: {
  readonly option: PasskeyUnlockOption;
  readonly label: string;
  /** Only the password is left to try. */
  readonly onFailed: () => void;
}) {
  const { unlock, placement } = props.option;
  const { busy, error, run } = usePasskeyPrompt(unlock, props.onFailed);
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
        onClick={() => void run()}
      >
        {busy ? t('kit.unlock.passkeyBusy') : props.label}
      </Button>
      {placement === 'window' && <p class="help centre">{t('kit.unlock.passkeyWindow')}</p>}
      {error && <PasskeyFailure error={error} />}
    </div>
  );
}

function PasskeyFailure({ error }: { readonly error: WireError }) {
  if (!error.code.startsWith('passkey_')) return <ErrorState error={error} />;
  return <Banner tone="warn" title={failureText(error.code)} />;
}
