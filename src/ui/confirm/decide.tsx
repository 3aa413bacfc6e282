import { useEffect, useRef, useState } from 'preact/hooks';
import type { ComponentChildren, RefObject } from 'preact';
import type { ApprovalView } from '../../protocol/approval.ts';
import { t } from '../i18n.ts';
import { Button } from '../kit/button.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { ErrorState } from '../kit/states.tsx';
import { Banner } from '../kit/surfaces.tsx';
import { ApproveButton } from './approve-button.tsx';
import type { ApprovalQueue, MakeDecision } from './queue.ts';
import { Refuse } from './refuse.tsx';

/** A mark that is scrolled to when there is news beside it: the click was made at the other end. */
export function useInSight(news: unknown): RefObject<HTMLSpanElement | null> {
  const mark = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (news) mark.current?.scrollIntoView({ block: 'nearest' });
  }, [news]);
  return mark;
}

/** What happened to this request in the meantime. */
export function Notices(props: { readonly queue: ApprovalQueue; readonly item: ApprovalView }) {
  const { queue, item } = props;
  const notice = queue.notice.value;
  const error = queue.decideError.value;
  const lost = queue.listError.value;
  const told = useInSight(error ?? queue.prompting.value);
  return (
    <>
      <span class="hidden" ref={told} />
      {notice && <Banner tone="warn" title={t(`confirm.${notice}`)} />}
      {error && <ErrorState error={error} />}
      {queue.prompting.value && <Banner title={t('confirm.prompting')} />}
      {lost && <ErrorState error={lost} onRetry={() => void queue.reload()} />}
      {item.state === 'away' && (
        <Banner tone="warn" title={t('confirm.away')}>
          <p>{t('confirm.awayText')}</p>
        </Banner>
      )}
      {item.state === 'performing' && <Banner title={t('confirm.performing')} />}
    </>
  );
}

/** Asked before what cannot be undone; its button is armed anew. */
export type Twice = { readonly action: string; readonly text: ComponentChildren };

type Deciding = {
  readonly queue: ApprovalQueue;
  readonly item: ApprovalView;
  readonly label: string;
  /** Names what is approved; null while it cannot be. */
  readonly shown: string | null;
  readonly twice?: Twice | undefined;
  readonly decision: () => MakeDecision | undefined;
  /** Leads to the window that can prompt for a passkey, where this page cannot. */
  readonly elsewhere?: (() => void) | undefined;
};

/** The decision's two parts: the buttons at the bottom, and the second question over the page. */
export function useDecision(deciding: Deciding) {
  const { queue, item, label, shown, twice, decision, elsewhere } = deciding;
  const [asked, setAsked] = useState(false);
  const busy = queue.deciding.value;
  const open = item.state === 'asking' ? shown : null;
  const approve = (): void => {
    const made = decision();
    if (made) void queue.decide(item, made).then(() => setAsked(false));
  };
  const buttons = (
    <div class="decide">
      <Refuse item={item} busy={busy || item.state === 'performing'} queue={queue} />
      {elsewhere ? (
        <Button kind="primary" wide onClick={elsewhere}>
          {t('confirm.passkeyWindow')}
        </Button>
      ) : (
        <ApproveButton
          label={twice ? t('confirm.approveTwice') : label}
          shown={asked ? null : open}
          busy={busy && !asked}
          danger={twice !== undefined}
          onApprove={() => (twice ? setAsked(true) : approve())}
        />
      )}
    </div>
  );
  const second = twice && (
    <Dialog
      open={asked}
      title={t('confirm.sure')}
      onClose={() => setAsked(false)}
      actions={
        <>
          <Button onClick={() => setAsked(false)}>{t('kit.cancel')}</Button>
          <ApproveButton
            label={twice.action}
            shown={asked && open !== null ? `${open} twice` : null}
            busy={busy}
            danger
            onApprove={approve}
          />
        </>
      }
    >
      {twice.text}
    </Dialog>
  );
  return { buttons, second };
}
