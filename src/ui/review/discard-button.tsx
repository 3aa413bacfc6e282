import { createPortal } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../i18n.ts';
import { Button, IconButton } from '../components/button.tsx';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { useTask } from '../components/task.ts';

/** Discards a request of the user's own, after a confirmation. */
export function DiscardButton(props: {
  readonly discard: () => Promise<void>;
  readonly disabled?: boolean;
  /** Only its sign, for a row of a list. */
  readonly small?: boolean;
}) {
  const { discard, disabled = false, small = false } = props;
  const [isConfirming, setConfirming] = useState(false);
  const { busy, error, run } = useTask();
  const confirm = async () => {
    if (await run(discard)) setConfirming(false);
  };
  const ask = () => setConfirming(true);
  const label = t('popup.waits.discard');
  const dialog = (
    <ConfirmDialog
      {...{ busy, error }}
      open={isConfirming}
      title={t('popup.waits.discardSure')}
      action={label}
      onClose={() => setConfirming(false)}
      onConfirm={confirm}
    >
      <p>{t('popup.waits.discardText')}</p>
    </ConfirmDialog>
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
