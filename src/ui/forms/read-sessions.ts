import { effect, signal, type ReadonlySignal } from '@preact/signals';
import type { Client } from '../../client/client.ts';
import type { Authenticator } from '../../client/passkey/authenticator.ts';
import type { AppState } from '../../protocol/app-state.ts';

/*
 * A profile without an API key reads by a read session, which one use of its passkey begins. Nothing
 * here prompts unless the user asks for it.
 */

export type ReadSessionEffects = {
  readonly client: Client;
  /** A fresh UUID. */
  readonly randomId: () => string;
  /** Null in a page that cannot prompt: the confirm window does. */
  readonly authenticator: Authenticator | null;
};

/** How a page begins read sessions. */
export type ReadSessions = {
  /**
   * Begins a read session of a profile: here, or in the confirm window, where the request may still be
   * pending when this resolves. Errors: `passkey_*`, `vault_locked`, and those of the service.
   */
  readonly start: (profileId: string) => Promise<void>;
  /** The request of a read session that this page prompts for now. */
  readonly promptedId: () => string | undefined;
  /** Grows whenever reading may have become possible. */
  readonly version: ReadonlySignal<number>;
  /** Ends the watch over the state. */
  readonly dispose: () => void;
};

/** @param state what the page knows of Keystamp; a request that has ended may have begun a read session */
export function createReadSessions(
  effects: ReadSessionEffects,
  state: ReadonlySignal<AppState | undefined>,
): ReadSessions {
  const { client, randomId, authenticator } = effects;
  const version = signal(0);
  let previousCount = 0;
  let promptedId: string | undefined;
  const dispose = effect(() => {
    const count = state.value?.requests.own ?? 0;
    if (count < previousCount) version.value = version.peek() + 1;
    previousCount = count;
  });

  async function startInWindow(profileId: string): Promise<void> {
    const operation = await readSessionName();
    const { items } = await client.call('requests_list', {});
    const existing = items.find(
      ({ asker, requested }) =>
        asker === 'own' &&
        requested.kind === 'operation' &&
        requested.operation === operation &&
        requested.profileId === profileId,
    );
    if (existing) await client.call('requests_show', { id: existing.id });
    else await client.call('requests_begin', await readSessionInput(randomId(), profileId, true));
  }

  async function startHere(profileId: string, prompter: Authenticator): Promise<void> {
    const id = randomId();
    promptedId = id;
    try {
      const input = await readSessionInput(id, profileId, false);
      const request = await client.call('requests_begin', input);
      // Most pages that can read never prompt.
      const [{ openRequest }, { approveByPasskey }] = await Promise.all([
        import('../../client/open-request.ts'),
        import('../../client/passkey/stamping.ts'),
      ]);
      const details = await openRequest(client, request);
      const decision = await approveByPasskey(prompter, details);
      await client.call('requests_decide', { id, decision });
      version.value = version.peek() + 1;
    } catch (error) {
      // The next attempt makes a new request: this one must not stay pending in any list.
      const decision = { kind: 'refuse' } as const;
      await client.call('requests_decide', { id, decision }).catch(() => undefined);
      throw error;
    } finally {
      promptedId = undefined;
    }
  }

  return {
    start: (profileId) =>
      authenticator ? startHere(profileId, authenticator) : startInWindow(profileId),
    promptedId: () => promptedId,
    version,
    dispose,
  };
}

/** The table of operations is large, and a first paint needs none of it. */
async function readSessionName(): Promise<string> {
  return (await import('../../protocol/operations.ts')).READ_SESSION.name;
}

async function readSessionInput(id: string, profileId: string, show: boolean) {
  const operation = await readSessionName();
  return { id, profileId, operation, parameters: {}, method: 'passkey', show } as const;
}
