import { useId } from 'preact/hooks';
import { t } from '../i18n.ts';
import { joinClassNames } from '../components/format.ts';
import { useArming, type ArmingHint } from './use-arming.ts';

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
export function ApproveButton(props: {
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
