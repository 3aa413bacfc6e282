import type { ComponentChildren } from 'preact';
import type { WireError } from '../../protocol/errors.ts';
import { t } from '../i18n.ts';
import { Button, type ButtonProps } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { ErrorState } from './states.tsx';

/** A question with two answers: to leave it, or to do what its last button says. What goes wrong stays in it. */
export function ConfirmDialog(
  props: Pick<ButtonProps, 'kind' | 'icon' | 'busy' | 'disabled'> & {
    readonly title: string;
    readonly open?: boolean;
    readonly children: ComponentChildren;
    /** What the last button says; undefined where nothing can be done. */
    readonly action: string | undefined;
    readonly error?: WireError | null | undefined;
    /** Instead of "Cancel". */
    readonly leave?: string;
    readonly onClose: () => void;
    readonly onConfirm: () => unknown;
  },
) {
  const { kind = 'danger', open = true, action, error, leave, onConfirm, ...button } = props;
  const { title, children, onClose, icon, busy, disabled } = button;
  return (
    <Dialog
      {...{ open, title, onClose }}
      actions={
        <>
          <Button onClick={onClose}>{leave ?? t('app.cancel')}</Button>
          {action !== undefined && (
            <Button {...{ kind, icon, busy, disabled }} onClick={() => void onConfirm()}>
              {action}
            </Button>
          )}
        </>
      }
    >
      {children}
      {error && <ErrorState error={error} />}
    </Dialog>
  );
}
