import { useEffect, useRef, useState } from 'preact/hooks';
import type { ComponentChildren, RefObject } from 'preact';
import type { SiteRequestView } from '../../protocol/pending-request.ts';
import { t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { ErrorState } from '../components/states.tsx';
import { Banner } from '../components/surfaces.tsx';
import { ApproveButton } from './approve-button.tsx';
import type { RequestQueue, DecisionSource } from './queue.ts';
import { RefuseButton } from './refuse-button.tsx';

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
      {item.state === 'away' && (
        <Banner tone="warn" title={t('confirm.away')}>
          <p>{t('confirm.awayText')}</p>
        </Banner>
      )}
      {item.state === 'submitting' && <Banner title={t('confirm.performing')} />}
    </>
  );
}

/** Asked before what cannot be undone; its button has to be armed again. */
export type Confirmation = { readonly action: string; readonly text: ComponentChildren };

type DecisionOptions = {
  readonly queue: RequestQueue;
  readonly item: SiteRequestView;
  readonly label: string;
  /** Names what is approved; null while it cannot be. */
  readonly contentKey: string | null;
  /** What the user has to do before it can be. */
  readonly lack?: string | undefined;
  /** False for what can't be approved whatever happens: then there is only a way to refuse it. */
  readonly isApprovable?: boolean;
  readonly confirmation?: Confirmation | undefined;
  readonly decision: () => DecisionSource | undefined;
  /** Leads to the window that can prompt for a passkey, where this page cannot. */
  readonly openPromptWindow?: (() => void) | undefined;
};

/** The decision's two parts: the buttons at the bottom, and the confirmation over the page. */
export function useDecision(options: DecisionOptions) {
  const { queue, item, label, contentKey, lack, confirmation, decision } = options;
  const { openPromptWindow, isApprovable = true } = options;
  const [isConfirming, setConfirming] = useState(false);
  const isBusy = queue.isDeciding.value;
  const openKey = item.state === 'pending' ? contentKey : null;
  const approve = (): void => {
    const source = decision();
    if (source) void queue.decide(item, source).then(() => setConfirming(false));
  };
  const approveButton = openPromptWindow ? (
    <Button kind="primary" wide onClick={openPromptWindow}>
      {t('confirm.passkeyWindow')}
    </Button>
  ) : (
    <ApproveButton
      label={confirmation ? t('confirm.approveTwice') : label}
      shown={isConfirming ? null : openKey}
      lack={lack}
      busy={isBusy && !isConfirming}
      danger={confirmation !== undefined}
      onApprove={() => (confirmation ? setConfirming(true) : approve())}
    />
  );
  const buttons = (
    <div class="decide">
      <RefuseButton item={item} busy={isBusy || item.state === 'submitting'} queue={queue} />
      {isApprovable && approveButton}
    </div>
  );
  const confirmationDialog = confirmation && (
    <Dialog
      open={isConfirming}
      title={t('confirm.sure')}
      onClose={() => setConfirming(false)}
      actions={
        <>
          <Button onClick={() => setConfirming(false)}>{t('kit.cancel')}</Button>
          <ApproveButton
            label={confirmation.action}
            shown={isConfirming && openKey !== null ? `${openKey} twice` : null}
            busy={isBusy}
            danger
            onApprove={approve}
          />
        </>
      }
    >
      {confirmation.text}
    </Dialog>
  );
  return { buttons, confirmationDialog };
}
