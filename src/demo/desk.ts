import type { Provider } from '../protocol/page.ts';
import { findProvider } from './provider.ts';

/** A request that was asked in this tab, before a reload perhaps, and has not ended. */
export type Waiting = { readonly id: string; readonly operation: string };

/** What the page needs of Keystamp. */
export type Desk = Provider & {
  /** Waits for a request's end by its id. */
  readonly resume: (id: string) => ReturnType<Provider['status']>;
  readonly pending: () => readonly Waiting[];
};

/** Finds Keystamp; null when it is not there. */
export async function findDesk(): Promise<Desk | null> {
  const provider = await findProvider(2000);
  return provider && { ...provider, resume: provider.status, pending: () => [] };
}
