import { createPortal } from 'preact';
import { useState } from 'preact/hooks';
import type { KeystampError } from '../../protocol/errors.ts';
import { t } from '../i18n.ts';
import { Button, IconButton } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { toKeystampError } from '../components/errors.ts';
import { ErrorState } from '../components/states.tsx';

/** Discards a request of the user's own, after a confirmation. */
export function DiscardButton(props: {
  readonly discard: () => Promise<void>;
  readonly disabled?: boolean;
  /** Only its sign, for a row of a list. */
  readonly small?: boolean;
}) {
  const { discard, disabled = false, small = false } = props;
  const [isConfirming, setConfirming] = useState(false);
  const [error, setError] = useState<KeystampError | undefined>(undefined);
  const confirm = () =>
    discard().then(
      () => setConfirming(false),
      (cause: unknown) => setError(toKeystampError(cause)),
    );
  const ask = () => setConfirming(true);
  const label = t('popup.waits.discard');
  const dialog = (
    <Dialog
      open={isConfirming}
      title={t('popup.waits.discardSure')}
      onClose={() => setConfirming(false)}
      actions={
        <>
          <Button onClick={() => setConfirming(false)}>{t('app.cancel')}</Button>
          <Button kind="danger" onClick={() => void confirm()}>
            {label}
          </Button>
        </>
      }
    >
      <p>{t('popup.waits.discardText')}</p>
      {error && <ErrorState error={error} />}
    </Dialog>
  );
  return (
    <>
      {small ? (
        <IconButton name="trash" label={label} onClick={ask} />
      ) : (
        <Button disabled={disabled} onClick={ask}>
          {label}
        </Button>
      )}
      {/* Its button may stand in the bar at the bottom, which is no place for another. */}
      {createPortal(dialog, document.body)}
    </>
  );
}
