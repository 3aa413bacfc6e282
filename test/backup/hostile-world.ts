// A browser's worker as far as backups need it: the real code of backups, profiles, permissions and
// history over a database in memory, with a key in place of a password.
import { createBackups, type BackupHead, type SealedHistory } from '../../src/backup/backups.ts';
import { createProfiles, type ProfilesRecord } from '../../src/activities/profiles.ts';
import { sealPart, writeBackupHeader } from '../../src/crypto/backup-seal.ts';
import { checkKdfParameters } from '../../src/crypto/kdf-parameters.ts';
import { randomBytes, utf8 } from '../../src/crypto/bytes.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../src/protocol/app-state.ts';
import type { HistoryRetention } from '../../src/protocol/history.ts';
import { NO_POLICY, type ManagedPolicy } from '../../src/protocol/managed-policy.ts';
import { grant, site, type Grant, type Site } from '../../src/protocol/site.ts';
import type { Profile } from '../../src/protocol/profile.ts';
import type { Item } from '../../src/storage/area.ts';
import type { Database } from '../../src/storage/database.ts';
import * as v from 'valibot';
import { createRowMac } from '../permissions/fixtures.ts';
import { historyBeside } from '../history/fixture.ts';
import { KDF } from '../worker/fake-browser.ts';
import { keyIdOf, NOW } from './hostile-contents.ts';

const KEY = new Uint8Array(32).fill(5);

function itemOf<T>(): Item<T> {
  let value: T | undefined;
  return {
    get: async () => value,
    set: async (next) => void (value = next),
    remove: async () => void (value = undefined),
  };
}

/** The key that is here before anything is restored. */
const KEY_HERE = {
  id: keyIdOf(0),
  name: 'Key',
  curve: 'P256',
  publicKey: `02${'1'.repeat(64)}`,
  createdAt: 1,
} as const;

const kdf = checkKdfParameters({ ...KDF, salt: 'A'.repeat(22) });
const HEADER = { id: 'A'.repeat(22), createdAt: NOW - 1, app: '0.1.0', kdf, historyParts: 0 };

/** Sealed as somebody seals who knows the password, whatever is in it. */
export async function sealContents(contents: unknown): Promise<BackupHead> {
  const header = writeBackupHeader(HEADER);
  const seal = (place: 'check' | 'contents', text: string) =>
    sealPart(KEY, { header, place }, utf8(text), randomBytes);
  return {
    header,
    check: await seal('check', ''),
    contents: await seal('contents', JSON.stringify(contents)),
  };
}

/** A part of history, sealed in the same way. */
export async function sealHistory(text: string): Promise<SealedHistory> {
  const header = writeBackupHeader({ ...HEADER, historyParts: 1 });
  const part = await sealPart(KEY, { header, place: 0 }, utf8(text), randomBytes);
  return { header, index: 0, part };
}

const STORES = ['sites', 'grants', 'history', 'historyHead'] as const;

/** An unlocked Keystamp with these profiles, and no sites. */
export async function createWorld(
  db: Database,
  profiles: readonly Profile[],
  policy: ManagedPolicy = NO_POLICY,
) {
  for (const store of STORES) await db.clear(store);
  const connect = async () => db;
  const stored = createProfiles(itemOf<ProfilesRecord>());
  await stored.saveAll(profiles);
  let settings: Settings = DEFAULT_SETTINGS;
  const backups = createBackups({
    connect,
    rows: createRowMac(),
    vault: {
      listKeys: async () => [KEY_HERE],
      withOpenedKeys: (use) => use([]),
      restoreKeys: async () => undefined,
    },
    profiles: stored,
    history: historyBeside(connect),
    settings: { get: async () => settings, set: async (next) => void (settings = next) },
    retention: itemOf<HistoryRetention>(),
    unfinished: itemOf(),
    noteHolds: async () => undefined,
    managed: async () => policy,
    now: () => NOW,
    newId: () => crypto.randomUUID(),
    random: randomBytes,
  });
  return {
    backups,
    activeId: () => stored.activeId(),
    lookAtHistory: (part: SealedHistory) => backups.lookAtHistory(KEY, part, null),
    restoreHistory: (part: SealedHistory) => backups.restoreHistory(KEY, part),
    look: (head: BackupHead) => backups.look(KEY, head),
    restore: (head: BackupHead, wanted: Parameters<typeof backups.restore>[2]) =>
      backups.restore(KEY, head, wanted),
    /** Everything that is stored, as it is read. */
    read: async () => ({
      profiles: await stored.list(),
      settings,
      sites: (await db.getAll('sites')).map((row): Site => v.parse(site, row)),
      grants: (await db.getAll('grants')).map((row): Grant => v.parse(grant, row)),
    }),
    /** What the next backup has in it. */
    backUp: async () => backups.start(KEY, { kdf, app: '0.1.0', withKeys: false }),
  };
}
export type World = Awaited<ReturnType<typeof createWorld>>;
