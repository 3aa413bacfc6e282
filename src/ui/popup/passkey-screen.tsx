import { useEffect, useState } from 'preact/hooks';
import { t } from '../i18n.ts';
import { Button } from '../kit/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '../kit/states.tsx';
import { useCeremonies } from './ceremonies.ts';
import { useStore } from './context.ts';
import { reopenForm, sentAs } from './desk.ts';
import { Frame } from './frame.tsx';
import { Waits } from './waits.tsx';

/** A request that waits in the passkey window; leads on to its activity as soon as it is stamped. */
export function PasskeyScreen({ id }: { readonly id: string }) {
  const store = useStore();
  const { list, error, take } = useCeremonies();
  const one = list?.find((other) => other.id === id);
  return (
    <Frame title={t('popup.waits.title')}>
      {error && <ErrorState error={error} />}
      {one && (
        <Waits
          one={one}
          onDiscarded={(left) => {
            if (reopenForm(store, id)) store.go({ screen: 'form', operation: one.operation });
            else take(left);
          }}
        />
      )}
      {!list && !error && <Skeleton rows={3} />}
      {list && !one && <Over key={id} id={id} />}
    </Frame>
  );
}

/** It waits no more: stamped, or discarded. */
function Over({ id }: { readonly id: string }) {
  const store = useStore();
  const [gone, setGone] = useState(false);
  useEffect(() => {
    void store.effects.client.call('activities_get', { id }).then(
      () => store.go({ screen: 'activity', id }),
      () => setGone(true),
    );
  }, []);
  if (!gone) return <Skeleton rows={3} />;
  const operation = sentAs(store, id);
  const change = () => {
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
            <Button icon="pencil" onClick={change}>
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
