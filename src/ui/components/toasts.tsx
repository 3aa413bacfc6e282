import { signal } from '@preact/signals';
import { t } from '../i18n.ts';
import { Button, IconButton } from './button.tsx';
import type { Tone } from './surfaces.tsx';

const SHOWN_MS = 5000;
/** With something to do in it there is also time to reach for that. */
const SHOWN_WITH_ACTION_MS = 10_000;
const MAX_TOASTS = 3;

/** What a toast offers to do: it opens something and sends nothing. */
type ToastAction = { readonly label: string; readonly open: () => void };
type Toast = {
  readonly id: number;
  readonly text: string;
  readonly tone: Tone;
  readonly action: ToastAction | undefined;
};

const toasts = signal<readonly Toast[]>([]);
let lastId = 0;

function removeToast(id: number): void {
  toasts.value = toasts.value.filter((entry) => entry.id !== id);
}

/** Shows a short message. Warnings and dangers stay until the user dismisses them. */
export function showToast(text: string, tone: Tone = 'info', action?: ToastAction): void {
  const id = ++lastId;
  const others = toasts.value.filter((entry) => entry.text !== text);
  toasts.value = [...others, { id, text, tone, action }].slice(-MAX_TOASTS);
  const ms = action ? SHOWN_WITH_ACTION_MS : SHOWN_MS;
  if (tone !== 'danger' && tone !== 'warn') setTimeout(() => removeToast(id), ms);
}

/** Shows the toasts, in a live region for screen readers. Render it once per page. */
export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, text, tone, action }) => (
        <div class={`toast tone-${tone}`} key={id}>
          <span>{text}</span>
          {action && (
            <Button
              small
              onClick={() => {
                removeToast(id);
                action.open();
              }}
            >
              {action.label}
            </Button>
          )}
          <IconButton name="close" label={t('app.dismiss')} onClick={() => removeToast(id)} />
        </div>
      ))}
    </div>
  );
}
