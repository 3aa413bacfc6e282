import { effect, signal, type ReadonlySignal } from '@preact/signals';
import type { Client } from '../../messaging/client.ts';
import type { Authenticator } from '../../messaging/passkey/authenticator.ts';
import type { AppState } from '../../protocol/state.ts';

/*
 * A profile of passkeys reads by a read session, which one gesture begins. Nothing here prompts but at
 * a person's word.
 */

export type LookingEffects = {
  readonly client: Client;
  /** A fresh UUID. */
  readonly randomId: () => string;
  /** Null in a page that cannot prompt: the passkey window does. */
  readonly authenticator: Authenticator | null;
};

/** How a page gets to read again. */
export type Looking = {
  /**
   * Has a read session of a profile begun: here, or in the passkey window, where it may still wait when
   * this answers. Errors: `passkey_*`, `vault_locked`, and those of the service.
   */
  readonly begin: (profileId: string) => Promise<void>;
  /** Grows whenever reading may have become possible. */
  readonly round: ReadonlySignal<number>;
};

/** @param state what the page knows of Keystamp; a request that has ended may have been a look */
export function createLooking(
  effects: LookingEffects,
  state: ReadonlySignal<AppState | undefined>,
): Looking {
  const { client, randomId, authenticator } = effects;
  const round = signal(0);
  let waiting = 0;
  effect(() => {
    const count = state.value?.ceremonies ?? 0;
    if (count < waiting) round.value = round.peek() + 1;
    waiting = count;
  });

  async function show(profileId: string): Promise<void> {
    const all = await client.call('ceremonies_list', {});
    const same = all.find((one) => one.kind === 'look' && one.profileId === profileId);
    if (same) await client.call('ceremonies_show', { id: same.id });
    else await client.call('ceremonies_begin', wishOf(randomId(), profileId, true));
  }

  async function here(profileId: string, by: Authenticator): Promise<void> {
    const { id } = await client.call('ceremonies_begin', wishOf(randomId(), profileId, false));
    try {
      // Most pages that can look never prompt.
      const { finishCeremony } = await import('../../messaging/passkey/stamping.ts');
      await finishCeremony(client, by, await client.call('ceremonies_open', { id }));
      round.value = round.peek() + 1;
    } catch (error) {
      // What was not answered is asked for anew: it must not wait in any list.
      await client.call('ceremonies_discard', { id }).catch(() => undefined);
      throw error;
    }
  }

  return {
    begin: (profileId) => (authenticator ? here(profileId, authenticator) : show(profileId)),
    round,
  };
}

function wishOf(id: string, profileId: string, show: boolean) {
  return { id, kind: 'look', profileId, operation: '', parameters: {}, show } as const;
}
