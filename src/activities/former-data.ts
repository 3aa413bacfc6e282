import * as v from 'valibot';
import { autoLockMinutes, SETTINGS_KEY } from '../protocol/app-state.ts';
import type { Area } from '../storage/area.ts';
import { read, write, type Connect } from '../storage/database.ts';
import { AUTO_LOCK_RECORD } from '../vault/auto-lock.ts';
import type { FormerData } from '../vault/core.ts';
import type { ClearRecord } from '../vault/document.ts';
import { PROFILES_RECORD, type ProfilesRecord } from './profiles.ts';

/** Keys of the profiles' copy in the second area, and of the active profile's id in `meta`. */
const FORMER_PROFILES_KEY = 'profiles';
const FORMER_ACTIVE_ID_KEY = 'activeProfileId';

type FormerStores = { readonly connect: Connect; readonly second: Area };

/**
 * What the version before authenticated vaults kept beside the vault. The first unlock turns such a
 * vault into an authenticated one, adopts this data in its present form, and deletes it.
 */
export const createFormerData = (stores: FormerStores): FormerData => ({
  adopt: () => adopt(stores),
  forget: () => forget(stores),
});

async function adopt({ connect, second }: FormerStores): Promise<ClearRecord[]> {
  const db = await connect();
  const rows: unknown[] = await read(db, (open) => open.getAll('profiles'));
  const secondRows = await second.get(FORMER_PROFILES_KEY).catch(() => undefined);
  const formerProfiles =
    rows.length === 0 && Array.isArray(secondRows) ? (secondRows as unknown[]) : rows;
  const activeId = await read(db, (open) => open.get('meta', FORMER_ACTIVE_ID_KEY));
  const profiles: ProfilesRecord = {
    profiles: formerProfiles,
    activeId: typeof activeId === 'string' ? activeId : null,
  };
  const minutes = v.safeParse(
    v.looseObject({ autoLockMinutes }),
    await second.get(SETTINGS_KEY).catch(() => undefined),
  );
  return [
    { name: PROFILES_RECORD, text: JSON.stringify(profiles) },
    ...(minutes.success
      ? [{ name: AUTO_LOCK_RECORD, text: JSON.stringify(minutes.output.autoLockMinutes) }]
      : []),
  ];
}

async function forget({ connect, second }: FormerStores): Promise<void> {
  await second.remove(FORMER_PROFILES_KEY);
  await write(await connect(), ['profiles', 'meta'], async (transaction) => {
    await transaction.objectStore('profiles').clear();
    await transaction.objectStore('meta').delete(FORMER_ACTIVE_ID_KEY);
  });
}
