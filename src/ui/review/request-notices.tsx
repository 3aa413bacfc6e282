import { useEffect, useRef } from 'preact/hooks';
import type { RefObject } from 'preact';
import type { SiteRequestView } from '../../protocol/pending-request.ts';
import { t } from '../i18n.ts';
import { ErrorState } from '../components/states.tsx';
import { Banner } from '../components/surfaces.tsx';
import type { RequestQueue } from './queue.ts';

/** A mark that is scrolled to when there is news beside it: the click was made at the other end. */
export function useScrollIntoView(trigger: unknown): RefObject<HTMLSpanElement | null> {
  const anchor = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (trigger) anchor.current?.scrollIntoView({ block: 'nearest' });
  }, [trigger]);
  return anchor;
}

/** What happened to this request in the meantime. */
export function Notices(props: { readonly queue: RequestQueue; readonly item: SiteRequestView }) {
  const { queue, item } = props;
  const notice = queue.notice.value;
  const error = queue.decideError.value;
  const listError = queue.listError.value;
  const anchor = useScrollIntoView(error ?? queue.prompting.value);
  return (
    <>
      <span class="hidden" ref={anchor} />
      {notice && <Banner tone="warn" title={t(`confirm.${notice}`)} />}
      {error && <ErrorState error={error} />}
      {queue.prompting.value && <Banner title={t('confirm.prompting')} />}
      {listError && <ErrorState error={listError} onRetry={() => void queue.reload()} />}
      {item.hasOtherCopy && (
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
