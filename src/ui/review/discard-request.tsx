import { useState } from 'preact/hooks';
import type { OwnRequestView } from '../../protocol/pending-request.ts';
import type { KeystampError } from '../../protocol/errors.ts';
import { t } from '../i18n.ts';
import { Button, IconButton } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { toKeystampError } from '../components/errors.ts';
import { ErrorState } from '../components/states.tsx';
import { useStore } from '../page/store.ts';
import { ownRequestsIn } from './own-requests.ts';

/** Discards a request that needs a passkey, after a confirmation. */
export function DiscardButton(props: {
  readonly id: string;
  /** Only its sign, for a row of a list. */
  readonly small?: boolean;
  /** Called with the requests that are still pending. */
  readonly onDiscarded: (list: readonly OwnRequestView[]) => void;
}) {
  const { id, small = false, onDiscarded } = props;
  const { client } = useStore().effects;
  const [isConfirming, setConfirming] = useState(false);
  const [error, setError] = useState<KeystampError | undefined>(undefined);
  const discard = async (): Promise<void> => {
    try {
      const decision = { kind: 'refuse' } as const;
      const { queue } = await client.call('requests_decide', { id, decision });
      onDiscarded(ownRequestsIn(queue));
      setConfirming(false);
    } catch (cause) {
      setError(toKeystampError(cause));
    }
  };
  return (
    <>
      {small ? (
        <IconButton
          name="trash"
          label={t('popup.waits.discard')}
          onClick={() => setConfirming(true)}
        />
      ) : (
        <Button onClick={() => setConfirming(true)}>{t('popup.waits.discard')}</Button>
      )}
      <Dialog
        open={isConfirming}
        title={t('popup.waits.discardSure')}
        onClose={() => setConfirming(false)}
        actions={
          <>
            <Button onClick={() => setConfirming(false)}>{t('app.cancel')}</Button>
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
