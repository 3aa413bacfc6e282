import { signal } from '@preact/signals';
import { t } from '../i18n.ts';
import { IconButton } from './button.tsx';
import type { Tone } from './surfaces.tsx';

const SHOWN_MS = 5000;
const MAX_TOASTS = 3;

type Toast = { readonly id: number; readonly text: string; readonly tone: Tone };

const toasts = signal<readonly Toast[]>([]);
let lastId = 0;

function removeToast(id: number): void {
  toasts.value = toasts.value.filter((entry) => entry.id !== id);
}

/** Shows a short message. Warnings and dangers stay until the user dismisses them. */
export function showToast(text: string, tone: Tone = 'info'): void {
  const id = ++lastId;
  toasts.value = [...toasts.value.filter((entry) => entry.text !== text), { id, text, tone }].slice(
    -MAX_TOASTS,
  );
  if (tone !== 'danger' && tone !== 'warn') setTimeout(() => removeToast(id), SHOWN_MS);
}

/** Shows the toasts, in a live region for screen readers. Render it once per page. */
export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, text, tone }) => (
        <div class={`toast tone-${tone}`} key={id}>
          <span>{text}</span>
          <IconButton name="close" label={t('app.dismiss')} onClick={() => removeToast(id)} />
        </div>
      ))}
    </div>
  );
}
