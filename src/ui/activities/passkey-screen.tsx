import { useEffect, useState } from 'preact/hooks';
import { t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '../components/states.tsx';
import { useStore } from '../page/store.ts';
import { reopenForm, operationSentAs } from '../forms/form-sessions.ts';
import { Frame } from '../page/frame.tsx';
import { PendingOwnRequest, useOwnRequests } from '../review/own-requests.tsx';

/** A request that is pending in the confirm window; leads to its activity once it is stamped. */
export function PasskeyScreen({ id }: { readonly id: string }) {
  const store = useStore();
  const { list, error, setList } = useOwnRequests();
  const request = list?.find((candidate) => candidate.id === id);
  return (
    <Frame title={t('popup.waits.title')}>
      {error && <ErrorState error={error} />}
      {request && (
        <PendingOwnRequest
          request={request}
          onDiscarded={(remaining) => {
            if (reopenForm(store, id))
              store.go({ screen: 'form', operation: request.requested.operation });
            else setList(remaining);
          }}
        />
      )}
      {!list && !error && <Skeleton rows={3} />}
      {list && !request && <EndedRequest key={id} id={id} />}
    </Frame>
  );
}

/** It is no longer pending: stamped, or discarded. */
function EndedRequest({ id }: { readonly id: string }) {
  const store = useStore();
  const [isGone, setIsGone] = useState(false);
  useEffect(() => {
    void store.effects.client.call('activities_get', { id }).then(
      () => store.go({ screen: 'activity', id }),
      () => setIsGone(true),
    );
  }, []);
  if (!isGone) return <Skeleton rows={3} />;
  const operation = operationSentAs(store, id);
  const editAgain = () => {
    if (operation !== undefined && reopenForm(store, id)) store.go({ screen: 'form', operation });
  };
  return (
    <EmptyState
      icon="check"
      title={t('popup.waits.over')}
      action={
        <span class="cluster">
          <Button onClick={() => store.go({ screen: 'home' })}>{t('popup.activity.leave')}</Button>
          {operation !== undefined && (
            <Button icon="pencil" onClick={editAgain}>
              {t('popup.activity.change')}
            </Button>
          )}
        </span>
      }
    >
      {t('popup.waits.overText')}
    </EmptyState>
  );
}
