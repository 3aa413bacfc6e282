import { useEffect, useRef } from 'preact/hooks';
import type { ErrorCode, KeystampError } from '../../protocol/errors.ts';
import type { PendingRequestView } from '../../protocol/pending-request.ts';
import { t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import { ErrorState } from '../components/states.tsx';
import { Banner } from '../components/surfaces.tsx';
import type { QueueEffects } from '../page/effects.ts';
import type { RequestQueue } from './queue.ts';

/** Errors after which the profile has to be changed before another try can help. */
const IN_OPTIONS: readonly ErrorCode[] = [
  'passkey_domain_refused',
  'passkey_missing',
  'passkey_unknown',
];

/** Why a request can't be shown or decided, and the way to where that can be changed. */
export function RequestProblem(props: {
  readonly error: KeystampError;
  readonly effects: Pick<QueueEffects, 'openPage'>;
  readonly onRetry?: () => void;
}) {
  const { error, effects, onRetry } = props;
  return (
    <>
      <ErrorState error={error} onRetry={onRetry} />
      {IN_OPTIONS.includes(error.code) && (
        <Button icon="gear" onClick={() => void effects.openPage()}>
          {t('passkey.options')}
        </Button>
      )}
    </>
  );
}

/** What happened to a request in the meantime. */
export function RequestNotices(props: {
  readonly queue: RequestQueue;
  readonly effects: Pick<QueueEffects, 'openPage'>;
  readonly item: PendingRequestView;
}) {
  const { queue, effects, item } = props;
  const isPrompting = queue.prompting.value;
  const notice = queue.notice.value;
  const error = queue.decideError.value;
  const listError = queue.listError.value;
  const anchor = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    // The click was made at the other end.
    if (error || isPrompting) anchor.current?.scrollIntoView({ block: 'nearest' });
  }, [error, isPrompting]);
  // A body of the user's own only ever expires.
  const isExpired = notice === 'changed' && item.asker === 'own';
  return (
    <>
      <span class="hidden" ref={anchor} />
      {notice && (
        <Banner tone="warn" title={t(isExpired ? 'passkey.changed' : `confirm.${notice}`)} />
      )}
      {error && <RequestProblem {...{ error, effects }} />}
      {isPrompting && <Banner title={t('confirm.prompting')} />}
      {listError && <ErrorState error={listError} onRetry={() => void queue.reload()} />}
      {item.asker === 'site' && item.hasOtherCopy && (
        <Banner tone="warn" title={t('confirm.otherCopy')}>
          <p>{t('confirm.otherCopyText')}</p>
        </Banner>
      )}
      {item.state === 'away' && (
        <Banner tone="warn" title={t('confirm.away')}>
          <p>{t('confirm.awayText')}</p>
        </Banner>
      )}
      {item.state === 'busy' && (
        <Banner title={t('confirm.busy')}>
          <p>{t('confirm.busyText')}</p>
        </Banner>
      )}
      {item.state === 'submitting' && <Banner title={t('confirm.performing')} />}
    </>
  );
}
