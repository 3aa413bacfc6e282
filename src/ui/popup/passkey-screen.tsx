import { useEffect, useState } from 'preact/hooks';
import type { CeremonyView } from '../../protocol/ceremony.ts';
import type { KeystampError } from '../../protocol/errors.ts';
import { t } from '../i18n.ts';
import { Button } from '../kit/button.tsx';
import { asKeystampError } from '../kit/errors.ts';
import { EmptyState, ErrorState, Skeleton } from '../kit/states.tsx';
import { ceremonyTitle, useCeremonies } from './ceremonies.ts';
import { useStore } from './context.ts';
import { clearSent, reopenForm } from './desk.ts';
import { DiscardButton } from './discard.tsx';
import { Frame } from './frame.tsx';

/** A request that waits in the passkey window; leads on to its activity as soon as it is stamped. */
export function PasskeyScreen({ id }: { readonly id: string }) {
  const { list, error, take } = useCeremonies();
  const one = list?.find((other) => other.id === id);
  return (
    <Frame title={t('popup.waits.title')}>
      {error && <ErrorState error={error} />}
      {one && <Waits one={one} onList={take} />}
      {!list && !error && <Skeleton rows={3} />}
      {list && !one && <Over key={id} id={id} />}
    </Frame>
  );
}

function Waits(props: {
  readonly one: CeremonyView;
  readonly onList: (list: readonly CeremonyView[]) => void;
}) {
  const { one, onList } = props;
  const store = useStore();
  const [error, setError] = useState<KeystampError | undefined>(undefined);
  const show = () =>
    store.effects.client
      .call('ceremonies_show', { id: one.id })
      .then(() => setError(undefined))
      .catch((cause: unknown) => setError(asKeystampError(cause)));
  return (
    <>
      {error && <ErrorState error={error} />}
      <EmptyState
        icon="key"
        title={ceremonyTitle(one)}
        action={
          <span class="cluster">
            <Button kind="primary" icon="external" onClick={() => void show()}>
              {t('popup.waits.resume')}
            </Button>
            <DiscardButton
              id={one.id}
              onDiscarded={(list) => {
                if (reopenForm(store, one.id))
                  store.go({ screen: 'form', operation: one.operation });
                else onList(list);
              }}
            />
          </span>
        }
      >
        {t('popup.waits.text')}
      </EmptyState>
    </>
  );
}

/** It waits no more: stamped, or discarded. */
function Over({ id }: { readonly id: string }) {
  const store = useStore();
  const [gone, setGone] = useState(false);
  useEffect(() => {
    void store.effects.client.call('activities_get', { id }).then(
      () => store.go({ screen: 'activity', id }),
      () => {
        clearSent(store, id);
        setGone(true);
      },
    );
  }, []);
  if (!gone) return <Skeleton rows={3} />;
  return (
    <EmptyState
      icon="check"
      title={t('popup.waits.over')}
      action={
        <Button onClick={() => store.go({ screen: 'home' })}>{t('popup.activity.leave')}</Button>
      }
    >
      {t('popup.waits.overText')}
    </EmptyState>
  );
}
