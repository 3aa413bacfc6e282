import { useState } from 'preact/hooks';
import type { OwnRequestView } from '../../protocol/pending-request.ts';
import type { KeystampError } from '../../protocol/errors.ts';
import { t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import { toKeystampError } from '../components/errors.ts';
import { EmptyState, ErrorState } from '../components/states.tsx';
import { ownRequestTitle } from './own-requests.ts';
import { useStore } from '../page/store.ts';
import { DiscardButton } from './discard-request.tsx';

/** A request that is pending in the confirm window: to continue there, or to discard. */
export function PendingOwnRequest(props: {
  readonly request: OwnRequestView;
  /** Called with the requests that are still pending. */
  readonly onDiscarded: (list: readonly OwnRequestView[]) => void;
}) {
  const { request, onDiscarded } = props;
  const { client } = useStore().effects;
  const [error, setError] = useState<KeystampError | undefined>(undefined);
  const show = () =>
    client
      .call('requests_show', { id: request.id })
      .then(() => setError(undefined))
      .catch((cause: unknown) => setError(toKeystampError(cause)));
  return (
    <>
      {error && <ErrorState error={error} />}
      <EmptyState
        icon="passkey"
        title={ownRequestTitle(request)}
        action={
          <span class="cluster">
            <Button kind="primary" icon="external" onClick={() => void show()}>
              {t('popup.waits.resume')}
            </Button>
            <DiscardButton id={request.id} onDiscarded={onDiscarded} />
          </span>
        }
      >
        {t('popup.waits.text')}
      </EmptyState>
    </>
  );
}
