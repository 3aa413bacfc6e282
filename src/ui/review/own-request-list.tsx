import { useState } from 'preact/hooks';
import type { KeystampError } from '../../protocol/errors.ts';
import { richText, t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import { toKeystampError } from '../components/errors.ts';
import { Icon } from '../components/icon.tsx';
import { ErrorState } from '../components/states.tsx';
import { List, ListRow } from '../components/surfaces.tsx';
import { RelativeTime } from '../components/values.tsx';
import { ownRequestTitle, useOwnRequests } from './own-requests.ts';
import { useStore } from '../page/store.ts';
import { DiscardButton } from './discard-request.tsx';

/** Pending requests that need a passkey: to continue, or to discard. */
export function OwnRequestList() {
  const store = useStore();
  const { list, error, setList } = useOwnRequests();
  const [failed, setFailed] = useState<KeystampError | undefined>(undefined);
  const resume = (id: string) =>
    store.effects.client
      .call('requests_show', { id })
      .then(() => store.go({ screen: 'passkey', id }))
      .catch((cause: unknown) => setFailed(toKeystampError(cause)));
  const problem = error ?? failed;
  return (
    <>
      {problem && <ErrorState error={problem} />}
      {list && list.length > 0 && (
        <List label={t('popup.waits.list')}>
          {list.map((one) => (
            <ListRow
              key={one.id}
              lead={<Icon name="passkey" />}
              title={ownRequestTitle(one)}
              detail={
                <span class="entry-line">
                  {richText('popup.waits.row', { time: <RelativeTime at={one.at} /> })}
                </span>
              }
              trail={
                <span class="cluster">
                  <Button small kind="primary" onClick={() => void resume(one.id)}>
                    {t('popup.waits.resume')}
                  </Button>
                  <DiscardButton small id={one.id} onDiscarded={setList} />
                </span>
              }
            />
          ))}
        </List>
      )}
    </>
  );
}
