import { createContext, createPortal, type ComponentChildren } from 'preact';
import { useContext, useId, useState } from 'preact/hooks';
import type { SiteRequestView } from '../../protocol/pending-request.ts';
import { t } from '../i18n.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { joinClassNames } from '../components/format.ts';
import type { RequestQueue } from './queue.ts';
import type { DecisionSource } from './queue-decisions.ts';
import { useArming, type ArmingHint } from './use-arming.ts';

/** Asked before what cannot be undone; its button has to be armed again. */
type Confirmation = { readonly action: string; readonly text: ComponentChildren };

type ApprovalOptions = {
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

/**
 * Names what the click does, too: a page that becomes busy has to be read about first. Null while
 * the request can't be approved.
 */
function decidableKey({ state }: SiteRequestView, contentKey: string): string | null {
  if (state === 'busy') return `${contentKey} busy`;
  return state === 'pending' ? contentKey : null;
}

/** Where the button that approves goes: beside those that reject, which outlive the request. */
export const ApprovalPlaceContext = createContext<Element | null>(null);

/** The way to approve: its button at the bottom, and the confirmation over the page. */
export function Approval(options: ApprovalOptions) {
  const { queue, item, label, contentKey, lack, confirmation, decision } = options;
  const { openPromptWindow, isApprovable = true } = options;
  const place = useContext(ApprovalPlaceContext);
  const [isConfirming, setConfirming] = useState(false);
  const isBusy = queue.isDeciding.value;
  const openKey = contentKey === null ? null : decidableKey(item, contentKey);
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
  const confirmationDialog = confirmation && (
    <Dialog
      open={isConfirming}
      title={t('popup.review.sure')}
      onClose={() => setConfirming(false)}
      actions={
        <>
          <Button onClick={() => setConfirming(false)}>{t('app.cancel')}</Button>
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
  return (
    <>
      {place && isApprovable && createPortal(approveButton, place)}
      {confirmationDialog}
    </>
  );
}

const HINTS = {
  attention: 'confirm.inattentive',
  move: 'confirm.moveBack',
  focus: 'confirm.tabBack',
  hold: 'confirm.hold',
  wait: 'confirm.wait',
} as const satisfies Readonly<Record<ArmingHint, string>>;

/**
 * The button that approves. It never takes the focus by itself, is no part of a form, and looks
 * unready until a press on it counts; what is missing stands above it. It stays focusable all the
 * time, so that focus is not lost.
 */
function ApproveButton(props: {
  readonly label: string;
  /** Names what is approved; null while nothing may be. */
  readonly shown: string | null;
  /** Why nothing may be, where the user can change that. */
  readonly lack?: string | undefined;
  readonly busy: boolean;
  readonly danger?: boolean;
  readonly onApprove: () => void;
}) {
  const { label, lack, busy, danger = false } = props;
  const shown = busy ? null : props.shown;
  const { button, armed, isHeld, hint } = useArming(shown, props.onApprove);
  const hintId = useId();
  // What is left to do then is done by pressing it.
  const isReady = armed && (hint === null || hint === 'hold' || hint === 'wait');
  return (
    <>
      <p class="help approve-hint" role="status" id={hintId}>
        {hint ? t(HINTS[hint]) : lack}
      </p>
      <button
        ref={button}
        type="button"
        class={joinClassNames(
          'button',
          'button-wide',
          'approve',
          danger ? 'button-danger' : 'button-primary',
        )}
        aria-disabled={!isReady}
        aria-busy={busy}
        aria-describedby={hintId}
        data-act="approve"
        data-armed={armed}
        data-holding={isHeld}
        data-lack={hint}
      >
        {busy && <span class="spinner" aria-hidden="true" />}
        <span>{label}</span>
        {busy && <span class="hidden">{t('app.working')}</span>}
      </button>
    </>
  );
}
