import type { Ceremonies } from '../../requests/ceremonies/ceremonies.ts';
import type { HandlersOf } from './handlers.ts';

type HandledCalls =
  | 'ceremonies_begin'
  | 'ceremonies_list'
  | 'ceremonies_show'
  | 'ceremonies_open'
  | 'ceremonies_finish'
  | 'ceremonies_discard';

export type CeremonyHandlerDeps = {
  readonly ceremonies: Ceremonies;
  /** Opens the page that prompts for one, or brings it to the front. */
  readonly showPasskey: (id: string) => Promise<void>;
  /** A profile of passkeys can read again: what waited for that goes on. */
  readonly onReadSession: () => void;
};

/** Calls about what waits for a passkey. */
export function createCeremonyHandlers(deps: CeremonyHandlerDeps): HandlersOf<HandledCalls> {
  const { ceremonies, showPasskey, onReadSession } = deps;
  return {
    ceremonies_begin: async ({ show, ...wish }, { fields }) => {
      const begun = await ceremonies.begin({ ...wish, secrets: fields });
      if (show) await showPasskey(begun.id);
      return begun;
    },
    ceremonies_list: () => ceremonies.list(),
    ceremonies_show: async ({ id }) => {
      await showPasskey(id);
      return null;
    },
    ceremonies_open: ({ id }) => ceremonies.open(id),
    ceremonies_finish: async ({ id, digest, answer }) => {
      const end = await ceremonies.finish(id, digest, answer);
      if (end.kind === 'look') onReadSession();
      return end;
    },
    ceremonies_discard: async ({ id }) => {
      await ceremonies.discard(id);
      return ceremonies.list();
    },
  };
}
