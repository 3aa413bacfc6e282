import { effect, signal, type ReadonlySignal } from '@preact/signals';
import type { Client } from '../../client/client.ts';
import type { AppState } from '../../protocol/app-state.ts';
import { beginByPasskey } from '../review/submit.ts';

/*
 * A profile without an API key reads by a read session, which one use of its passkey begins. It is a
 * request like any other: nothing is signed that no review shows, and nothing prompts unless the user
 * asks for it.
 */

/** How a page begins read sessions. */
export type ReadSessions = {
  /**
   * Asks the user to begin a read session of a profile. True once it is open; false where the user left,
   * or where the confirm window goes on with it. Errors: `vault_locked`, and those of the request.
   */
  readonly start: (profileId: string) => Promise<boolean>;
  /** Grows whenever reading may have become possible. */
  readonly version: ReadonlySignal<number>;
  /** Ends the watch over the state. */
  readonly dispose: () => void;
};

/** @param state what the page knows of Keystamp; a request that has ended may have begun a read session */
export function createReadSessions(
  state: ReadonlySignal<AppState | undefined>,
  start: ReadSessions['start'],
): ReadSessions {
  const version = signal(0);
  let previousCount = 0;
  const dispose = effect(() => {
    const count = state.value?.requests.own ?? 0;
    if (count < previousCount) version.value = version.peek() + 1;
    previousCount = count;
  });
  return { start, version, dispose };
}

type WindowDeps = {
  readonly client: Client;
  /** A fresh UUID. */
  readonly randomId: () => string;
};

/** Has the confirm window ask: the request that is pending already, or a new one. */
export async function startInWindow(
  { client, randomId }: WindowDeps,
  profileId: string,
): Promise<boolean> {
  // The table of operations is large, and a first paint needs none of it.
  const { name: operation } = (await import('../../protocol/operations.ts')).READ_SESSION;
  const { items } = await client.call('requests_list', {});
  const existing = items.find(
    ({ asker, requested }) =>
      asker === 'own' &&
      requested.kind === 'operation' &&
      requested.operation === operation &&
      requested.profileId === profileId,
  );
  if (existing) await client.call('requests_show', { id: existing.id });
  else await beginByPasskey(client, { id: randomId(), profileId, operation, parameters: {} });
  return false;
}
