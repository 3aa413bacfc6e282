import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { t } from '../i18n.ts';
import { IconButton } from './button.tsx';
import { useScrollFocus } from './scroll-focus.ts';

function DialogBody({ children }: { readonly children: ComponentChildren }) {
  return (
    <div class="dialog-body" ref={useScrollFocus<HTMLDivElement>()}>
      {children}
    </div>
  );
}

/**
 * A modal dialog. The browser's own dialog element traps the focus, closes on Escape and restores
 * the focus. `onClose` runs however the dialog closes, except through its actions.
 */
export function Dialog(props: {
  readonly open: boolean;
  readonly title: ComponentChildren;
  /** Its title gets the focus, where that is the news. Otherwise its first control does. */
  readonly focusTitle?: boolean;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  readonly actions?: ComponentChildren;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = ref.current;
    // Its screen may have gone before this runs.
    if (!dialog?.isConnected) return;
    if (props.open && !dialog.open) dialog.showModal();
    if (!props.open && dialog.open) dialog.close();
  }, [props.open]);
  return (
    <dialog
      ref={ref}
      class="dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        props.onClose();
      }}
    >
      {props.open && (
        <>
          <header class="dialog-head">
            <h2 id={id} tabIndex={-1} autofocus={props.focusTitle ?? false}>
              {props.title}
            </h2>
            <IconButton name="close" label={t('app.close')} onClick={props.onClose} />
          </header>
          <DialogBody>{props.children}</DialogBody>
          {props.actions && <footer class="dialog-actions">{props.actions}</footer>}
        </>
      )}
    </dialog>
  );
}
