import { signal } from '@preact/signals';
import { t } from '../i18n.ts';
import { IconButton } from './button.tsx';
import type { Tone } from './surfaces.tsx';

const SHOWN_MS = 5000;
const MOST = 3;

type Toast = { readonly id: number; readonly text: string; readonly tone: Tone };

const toasts = signal<readonly Toast[]>([]);
let last = 0;

function remove(id: number): void {
  toasts.value = toasts.value.filter((one) => one.id !== id);
}

/** Says something in passing. Warnings and dangers stay until they are dismissed. */
export function toast(text: string, tone: Tone = 'info'): void {
  const id = ++last;
  toasts.value = [...toasts.value.filter((one) => one.text !== text), { id, text, tone }].slice(
    -MOST,
  );
  if (tone !== 'danger' && tone !== 'warn') setTimeout(() => remove(id), SHOWN_MS);
}

/** Where toasts appear; once per page. A live region, so that they are read out. */
export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, text, tone }) => (
        <div class={`toast tone-${tone}`} key={id}>
          <span>{text}</span>
          <IconButton name="close" label={t('kit.dismiss')} onClick={() => remove(id)} />
        </div>
      ))}
    </div>
  );
}
