import { useEffect, useState } from 'preact/hooks';
import { READ_SESSION } from '../../protocol/operations.ts';
import type { KeystampError } from '../../protocol/errors.ts';
import type { OwnRequestView, PendingRequests } from '../../protocol/pending-request.ts';
import { t } from '../i18n.ts';
import { toKeystampError } from '../components/errors.ts';
import { useStore } from '../page/store.ts';
import { titleText } from '../forms/operation-words.ts';

/** What a request of the user's own is called in lists. */
export function ownRequestTitle({ requested: { operation } }: OwnRequestView): string {
  return operation === READ_SESSION.name ? t('popup.readSession.title') : titleText(operation);
}

/** Those of the queue that the user made in Keystamp itself. */
export function ownRequestsIn({ items }: PendingRequests): readonly OwnRequestView[] {
  return items.filter((item) => item.asker === 'own');
}

/** The user's own pending requests, loaded again whenever the queue changes. */
export function useOwnRequests() {
  const store = useStore();
  const [list, setList] = useState<readonly OwnRequestView[] | undefined>(undefined);
  const [error, setError] = useState<KeystampError | undefined>(undefined);
  const revision = store.snapshot.value?.state.requests.revision;
  useEffect(() => {
    let isStopped = false;
    const show = (queue: PendingRequests) => {
      if (isStopped) return;
      setList(ownRequestsIn(queue));
      setError(undefined);
    };
    const fail = (cause: unknown) => !isStopped && setError(toKeystampError(cause));
    void store.effects.client.call('requests_list', {}).then(show, fail);
    return () => {
      isStopped = true;
    };
  }, [revision]);
  return { list, error, setList };
}
