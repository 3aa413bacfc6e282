import { useEffect, useState } from 'preact/hooks';
import {
  createSecretClipboard,
  type ClipboardState,
} from '../../../client/export/secret-clipboard.ts';
import { t } from '../../i18n.ts';
import { Button } from '../../components/button.tsx';
import { useStore } from '../store.ts';

type Shown = ClipboardState | 'failed';

/** Copies a secret on a click that says what that means, and clears the clipboard after a minute. */
export function SecretCopy(props: {
  readonly what: 'wallet' | 'key';
  /** The text now; nothing keeps it. */
  readonly textOf: () => string;
}) {
  const { what, textOf } = props;
  const { later } = useStore().effects;
  const [state, setState] = useState<Shown>('none');
  const [clipboard] = useState(() =>
    createSecretClipboard({ clipboard: navigator.clipboard, later }, setState),
  );
  useEffect(() => {
    // Browsers let nobody read the clipboard from a window without the focus.
    const tryAgain = () => void (state === 'left' && clipboard.clear());
    addEventListener('focus', tryAgain);
    return () => removeEventListener('focus', tryAgain);
  }, [state]);
  const copy = (): void => {
    clipboard.copy(textOf()).catch(() => setState('failed'));
  };
  const isPending = state === 'copied' || state === 'left';
  return (
    <div class="stack-tight" data-clipboard={state}>
      <p class="help">{t('export.copy.what')}</p>
      <div class="cluster">
        <Button small icon="copy" onClick={copy}>
          {t(`export.copy.${what}`)}
        </Button>
        {isPending && (
          <Button small onClick={() => void clipboard.clear()}>
            {t('export.copy.clear')}
          </Button>
        )}
      </div>
      <p class="help" role="status">
        {state !== 'none' && t(`export.copy.${state}`)}
      </p>
    </div>
  );
}
