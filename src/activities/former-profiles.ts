import * as v from 'valibot';
import { autoLockMinutes, SETTINGS_KEY } from '../protocol/state.ts';
import type { Area } from '../storage/area.ts';
import { read, write, type Connect } from '../storage/database.ts';
import { AUTO_LOCK } from '../vault/auto-lock.ts';
import type { Former } from '../vault/core.ts';
import type { ClearRecord } from '../vault/document.ts';
import { PROFILES, type KeptProfiles } from './profiles.ts';

/** Keys of the copy of the profiles in the second area, and of the active one's id in `meta`. */
const FORMER_KEY = 'profiles';
const FORMER_ACTIVE = 'activeProfileId';

type Places = { readonly connect: Connect; readonly second: Area };

/**
 * What the version before authenticated vaults kept beside the vault. The first unlock makes an
 * authenticated vault of a former one, adopts it in the form of now, and takes it away.
 */
export const former = (places: Places): Former => ({
  adopt: () => adopt(places),
  forget: () => forget(places),
});

async function adopt({ connect, second }: Places): Promise<ClearRecord[]> {
  const db = await connect();
  const rows: unknown[] = await read(db, (open) => open.getAll('profiles'));
  const copy = await second.get(FORMER_KEY).catch(() => undefined);
  const kept = rows.length === 0 && Array.isArray(copy) ? (copy as unknown[]) : rows;
  const active = await read(db, (open) => open.get('meta', FORMER_ACTIVE));
  const profiles: KeptProfiles = {
    profiles: kept,
    activeId: typeof active === 'string' ? active : null,
  };
  const minutes = v.safeParse(
    v.looseObject({ autoLockMinutes }),
    await second.get(SETTINGS_KEY).catch(() => undefined),
  );
  return [
    { name: PROFILES, text: JSON.stringify(profiles) },
    ...(minutes.success
      ? [{ name: AUTO_LOCK, text: JSON.stringify(minutes.output.autoLockMinutes) }]
      : []),
  ];
}

async function forget({ connect, second }: Places): Promise<void> {
  await second.remove(FORMER_KEY);
  await write(await connect(), ['profiles', 'meta'], async (transaction) => {
    await transaction.objectStore('profiles').clear();
    await transaction.objectStore('meta').delete(FORMER_ACTIVE);
  });
}
