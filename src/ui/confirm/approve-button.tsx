import { t } from '../i18n.ts';
import { classes } from '../kit/format.ts';
import { useArming } from './arming.ts';

/**
 * The button that approves. It never takes the focus by itself, is no part of a form, and looks
 * unready until a press on it counts. It stays focusable all the time, so that focus is not lost.
 */
export function ApproveButton(props: {
  readonly label: string;
  /** Names what is approved; null while nothing may be. */
  readonly shown: string | null;
  readonly busy: boolean;
  readonly danger?: boolean;
  readonly onApprove: () => void;
}) {
  const { label, busy, danger = false } = props;
  const shown = busy ? null : props.shown;
  const { button, armed, attentive } = useArming(shown, props.onApprove);
  const hint = shown !== null && !attentive;
  return (
    <>
      <p class="help approve-hint" role="status">
        {hint && t('confirm.inattentive')}
      </p>
      <button
        ref={button}
        type="button"
        class={classes('button', 'wide', 'approve', danger ? 'button-danger' : 'button-primary')}
        aria-disabled={!armed}
        aria-busy={busy}
        data-act="approve"
        data-armed={armed}
      >
        {busy && <span class="spinner" aria-hidden="true" />}
        <span>{label}</span>
        {busy && <span class="hidden">{t('kit.working')}</span>}
      </button>
    </>
  );
}
