import { useState } from 'preact/hooks';
import type { CeremonyView } from '../../protocol/ceremony.ts';
import type { KeystampError } from '../../protocol/errors.ts';
import { t } from '../i18n.ts';
import { Button, IconButton } from '../kit/button.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { asKeystampError } from '../kit/errors.ts';
import { ErrorState } from '../kit/states.tsx';
import { useStore } from './context.ts';

/** Takes a request for a passkey back; asks once. */
export function DiscardButton(props: {
  readonly id: string;
  /** Only its sign, for a row of a list. */
  readonly small?: boolean;
  /** With what waits now. */
  readonly onDiscarded: (list: readonly CeremonyView[]) => void;
}) {
  const { id, small = false, onDiscarded } = props;
  const { client } = useStore().effects;
  const [asked, setAsked] = useState(false);
  const [error, setError] = useState<KeystampError | undefined>(undefined);
  const discard = async (): Promise<void> => {
    try {
      onDiscarded(await client.call('ceremonies_discard', { id }));
      setAsked(false);
    } catch (cause) {
      setError(asKeystampError(cause));
    }
  };
  return (
    <>
      {small ? (
        <IconButton name="trash" label={t('popup.waits.discard')} onClick={() => setAsked(true)} />
      ) : (
        <Button onClick={() => setAsked(true)}>{t('popup.waits.discard')}</Button>
      )}
      <Dialog
        open={asked}
        title={t('popup.waits.discardSure')}
        onClose={() => setAsked(false)}
        actions={
          <>
            <Button onClick={() => setAsked(false)}>{t('kit.cancel')}</Button>
            <Button kind="danger" onClick={() => void discard()}>
              {t('popup.waits.discard')}
            </Button>
          </>
        }
      >
        <p>{t('popup.waits.discardText')}</p>
        {error && <ErrorState error={error} />}
      </Dialog>
    </>
  );
}
