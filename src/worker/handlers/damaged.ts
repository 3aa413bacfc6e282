import { createDamagedEntries } from '../../activities/outbox/damaged-rows.ts';
import type { Profiles } from '../../activities/profiles.ts';
import { createDamagedGrants, createDamagedSites } from '../../permissions/damaged-rows.ts';
import {
  DAMAGED_KINDS,
  type DamagedKind,
  type DamagedRecord,
} from '../../protocol/damaged-record.ts';
import type { DamagedRecords } from '../../storage/damaged-rows.ts';
import type { Connect } from '../../storage/database.ts';
import type { Requests } from '../../requests/requests.ts';
import type { Handlers } from './handlers.ts';

export type DamagedHandlerDeps = {
  readonly connect: Connect;
  readonly profiles: Profiles;
  readonly requests: Pick<Requests, 'forgetProfile'>;
  readonly onChange: () => void;
};

/** Calls about records at rest that can't be read. */
export function createDamagedHandlers({
  connect,
  profiles,
  requests,
  onChange,
}: DamagedHandlerDeps) {
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
      onChange();
      return listAll();
    },
  } satisfies Partial<Handlers>;
}
