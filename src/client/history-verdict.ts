import type { HistoryChecked, HistoryVerdict } from '../protocol/history.ts';
import type { Client } from './client.ts';

/**
 * Verifies the whole history, part by part, under a new UUID. Says how far it is after each part;
 * undefined once the signal stopped it.
 */
export async function readHistoryVerdict(
  { call }: Pick<Client, 'call'>,
  run: string,
  onChecked?: (checked: HistoryChecked) => void,
  signal?: AbortSignal,
): Promise<HistoryVerdict | undefined> {
  while (!signal?.aborted) {
    const found = await call('history_verify', { run });
    if (found.kind !== 'checked') return found;
    onChecked?.(found);
  }
  return undefined;
}
