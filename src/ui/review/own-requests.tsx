import { useEffect, useState } from 'preact/hooks';
import { READ_SESSION } from '../../protocol/operations.ts';
import type { KeystampError } from '../../protocol/errors.ts';
import type { OwnRequestView, PendingRequests } from '../../protocol/pending-request.ts';
import { richText, t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import { toKeystampError } from '../components/errors.ts';
import { Icon } from '../components/icon.tsx';
import { EmptyState, ErrorState } from '../components/states.tsx';
import { List, ListRow } from '../components/surfaces.tsx';
import { RelativeTime } from '../components/values.tsx';
import { titleText } from '../forms/operation-words.ts';
import { useStore } from '../page/store.ts';
import { DiscardButton } from './discard-button.tsx';

/*
 * The user's own requests that wait for a passkey in the confirm window, as popup and tab show them: to
 * continue there, or to discard.
 */

type Requests = readonly OwnRequestView[];

/** What a request of the user's own is called in lists. */
const titleOf = ({ requested: { operation } }: OwnRequestView): string =>
  operation === READ_SESSION.name ? t('popup.readSession.title') : titleText(operation);

/** Those of the queue that the user made in Keystamp itself. */
const ownRequestsIn = ({ items }: PendingRequests): Requests =>
  items.filter((item) => item.asker === 'own');

/** The user's own pending requests, loaded again whenever the queue changes. */
export function useOwnRequests() {
  const store = useStore();
  const [list, setList] = useState<Requests | undefined>(undefined);
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

/** Shows a request in its window, and says why it can't be. */
function useWindow() {
  const { client } = useStore().effects;
  const [error, setError] = useState<KeystampError | undefined>(undefined);
  const show = (id: string, then?: () => void) =>
    client
      .call('requests_show', { id })
      .then(() => setError(undefined))
      .then(then, (cause: unknown) => setError(toKeystampError(cause)));
  return { error, show };
}

type OwnRequestProps = {
  readonly request: OwnRequestView;
  /** Called with the requests that are still pending. */
  readonly onDiscarded: (list: Requests) => void;
};

function Discard({ request, onDiscarded, small }: OwnRequestProps & { readonly small?: boolean }) {
  const { client } = useStore().effects;
  const discard = async () => {
    const decision = { kind: 'refuse' } as const;
    const { queue } = await client.call('requests_decide', { id: request.id, decision });
    onDiscarded(ownRequestsIn(queue));
  };
  return <DiscardButton discard={discard} {...(small && { small })} />;
}

/** One that is pending. */
export function PendingOwnRequest({ request, onDiscarded }: OwnRequestProps) {
  const { error, show } = useWindow();
  return (
    <>
      {error && <ErrorState error={error} />}
      <EmptyState
        icon="passkey"
        title={titleOf(request)}
        action={
          <span class="cluster">
            <Button kind="primary" icon="external" onClick={() => void show(request.id)}>
              {t('app.continue')}
            </Button>
            <Discard {...{ request, onDiscarded }} />
          </span>
        }
      >
        {t('popup.waits.text')}
      </EmptyState>
    </>
  );
}

/** All that are pending. */
export function OwnRequestList() {
  const store = useStore();
  const { list, error, setList } = useOwnRequests();
  const confirmWindow = useWindow();
  const problem = error ?? confirmWindow.error;
  const resume = (id: string) => confirmWindow.show(id, () => store.go({ screen: 'passkey', id }));
  return (
    <>
      {problem && <ErrorState error={problem} />}
      {list && list.length > 0 && (
        <List label={t('popup.waits.list')}>
          {list.map((request) => (
            <ListRow
              key={request.id}
              lead={<Icon name="passkey" />}
              title={titleOf(request)}
              detail={
                <span class="entry-line">
                  {richText('popup.waits.row', { time: <RelativeTime at={request.at} /> })}
                </span>
              }
              trail={
                <span class="cluster">
                  <Button small kind="primary" onClick={() => void resume(request.id)}>
                    {t('app.continue')}
                  </Button>
                  <Discard small {...{ request }} onDiscarded={setList} />
                </span>
              }
            />
          ))}
        </List>
      )}
    </>
  );
}
