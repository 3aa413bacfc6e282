import { createDamagedEntries } from '../../activities/outbox/damaged-rows.ts';
import { createDamagedGrants, createDamagedSites } from '../../permissions/damaged-rows.ts';
import {
  DAMAGED_KINDS,
  type DamagedKind,
  type DamagedRecord,
} from '../../protocol/damaged-record.ts';
import type { DamagedRecords } from '../../storage/damaged-rows.ts';
import type { HandlerDeps, Handlers } from './handlers.ts';

/** Calls about records at rest that can't be read. */
export function createDamagedHandlers({
  connect,
  profiles,
  requests,
  publishInBackground,
}: Pick<HandlerDeps, 'connect' | 'profiles' | 'requests' | 'publishInBackground'>) {
  const records: Readonly<Record<DamagedKind, DamagedRecords>> = {
    site: createDamagedSites(connect),
    pre_approval: createDamagedGrants(connect),
    activity: createDamagedEntries(connect),
    profile: {
      list: profiles.listDamaged,
      remove: async (name) => {
        for (const id of await profiles.removeDamaged(name)) await requests.forgetProfile(id);
      },
    },
  };

  async function listAll(): Promise<readonly DamagedRecord[]> {
    const all = DAMAGED_KINDS.map(async (kind) =>
      (await records[kind].list()).map((name) => ({ kind, name })),
    );
    return (await Promise.all(all)).flat();
  }

  return {
    damaged_list: listAll,
    damaged_remove: async ({ kind, name }) => {
      await records[kind].remove(name);
      publishInBackground();
      return listAll();
    },
  } satisfies Partial<Handlers>;
}
