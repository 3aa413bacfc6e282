import { useEffect } from 'preact/hooks';

const isSecret = (field: EventTarget | null): boolean =>
  field instanceof HTMLInputElement && field.type === 'password';

/**
 * While it is drawn, the browser asks before the page is left for another one and a form on it has
 * input that was not sent. `secrets`: only for secrets, where a draft keeps everything else.
 */
export function useLeaveGuard(kind: 'all' | 'secrets'): void {
  useEffect(() => {
    const unsent = new Set<HTMLFormElement>();
    const noteInput = ({ target }: Event) => {
      const isLost = kind === 'all' || isSecret(target);
      if (isLost && target instanceof HTMLElement) {
        const form = target.closest('form');
        if (form) unsent.add(form);
      }
    };
    const noteSent = ({ target }: Event) => {
      if (target instanceof HTMLFormElement) unsent.delete(target);
    };
    const confirmLeaving = (event: BeforeUnloadEvent) => {
      if ([...unsent].some((form) => form.isConnected)) event.preventDefault();
    };
    document.addEventListener('input', noteInput, true);
    document.addEventListener('submit', noteSent, true);
    addEventListener('beforeunload', confirmLeaving);
    return () => {
      document.removeEventListener('input', noteInput, true);
      document.removeEventListener('submit', noteSent, true);
      removeEventListener('beforeunload', confirmLeaving);
    };
  }, []);
}
