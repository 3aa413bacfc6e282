import * as v from 'valibot';
import {
  openPart,
  readBackupHeader,
  sealPart,
  writeBackupHeader,
  type BackupHeader,
} from '../crypto/backup-seal.ts';
import * as base64url from '../crypto/base64url.ts';
import { utf8, wipeAfter, type Bytes, type RandomBytes } from '../crypto/bytes.ts';
import type { KdfParameters } from '../crypto/kdf-parameters.ts';
import type { Profiles } from '../activities/profiles.ts';
import type { History } from '../history/history.ts';
import {
  BACKUP_PART_RECORDS,
  MAX_HISTORY_PARTS,
  type BackupLook,
  type BackupStart,
  type ChainPlace,
  type HistoryLook,
  type RestoreChoices,
  type RestoreResult,
} from '../protocol/backup.ts';
import type { Settings } from '../protocol/app-state.ts';
import { KeystampError } from '../protocol/errors.ts';
import type { BackupHolds } from '../protocol/first-steps.ts';
import type { ManagedPolicy } from '../protocol/managed-policy.ts';
import type { HistoryRetention } from '../protocol/history.ts';
import {
  readBackupRows,
  restoreBackupRows,
  type BackupRowsDeps,
} from '../permissions/backup-rows.ts';
import type { Item } from '../storage/area.ts';
import type { Vault } from '../vault/vault.ts';
import { lookAtContents, type Here } from './compare.ts';
import { allowedSettings } from './changes.ts';
import {
  readContents,
  readJson,
  withoutDamaged,
  writeContents,
  type BackupContents,
} from './contents.ts';
import { planRestore } from './restore.ts';
import { time } from '../protocol/time.ts';

/** What a restore that hasn't ended was about: it's in the vault until it ends. */
export const unfinishedRestore = v.strictObject({
  /** When the backup was made, in milliseconds since the epoch. */
  createdAt: time,
});
/** Name of the vault's clear record with it. */
export const UNFINISHED_RECORD = 'restore';

export type BackupDeps = BackupRowsDeps & {
  readonly vault: Pick<Vault, 'listKeys' | 'withOpenedKeys' | 'restoreKeys'>;
  readonly profiles: Pick<Profiles, 'list' | 'saveAll' | 'activeId' | 'select'>;
  readonly history: Pick<History, 'summary' | 'range' | 'lookAt' | 'restore' | 'append'>;
  readonly settings: {
    readonly get: () => Promise<Settings>;
    readonly set: (settings: Settings) => Promise<void>;
  };
  readonly retention: Item<HistoryRetention>;
  readonly unfinished: Item<v.InferOutput<typeof unfinishedRestore>>;
  /** Takes what a file that was restored has, by the ids that it got here. */
  readonly noteHolds: (holds: BackupHolds) => Promise<void>;
  readonly managed: () => Promise<ManagedPolicy>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly newId: () => string;
  readonly random: RandomBytes;
};

/** The parts of a file that everything but the history is in. */
export type BackupHead = {
  readonly header: string;
  readonly check: string;
  readonly contents: string;
};
export type SealedHistory = {
  readonly header: string;
  readonly index: number;
  readonly part: string;
};

/**
 * Makes and opens backups (docs/backup.md). `key` is what the backup's password gives, 32 bytes; the
 * caller wipes it. Nothing is kept between calls: a worker that stops in between loses nothing. Each
 * step of a restore can be repeated and adds nothing twice. Errors: `vault_locked`, and for a file
 * `backup_password`, `backup_tampered`, `backup_invalid`, those of `readBackupHeader`, and
 * `backup_changed`.
 */
export function createBackups(deps: BackupDeps) {
  return {
    /** `reauthentication_needed` for private keys without a fresh proof. */
    start: (key: Bytes, made: StartInput) => startBackup(deps, key, made),
    /** `backup_changed` if records were deleted since `start`. */
    sealHistory: (key: Bytes, place: HistoryPlace) => sealHistory(deps, key, place),
    look: (key: Bytes, head: BackupHead) => look(deps, key, head),
    lookAtHistory: (key: Bytes, part: SealedHistory, from: ChainPlace): Promise<HistoryLook> =>
      openRecords(key, part).then((records) => deps.history.lookAt(records, from)),
    restore: (key: Bytes, head: BackupHead, wanted: WantedRestore) =>
      restore(deps, key, head, wanted),
    /** Adds a part of the history; returns how many records. */
    restoreHistory: (key: Bytes, part: SealedHistory): Promise<number> =>
      openRecords(key, part).then((records) => deps.history.restore(records)),
    finish: (result: RestoreResult & { readonly records: number }) => finish(deps, result),
    /** When the backup of a restore that hasn't ended was made; null if there is none. */
    unfinished: async (): Promise<number | null> =>
      (await deps.unfinished.get())?.createdAt ?? null,
  };
}

/** What the user chose, and the `seen` of the look in which they did. */
type WantedRestore = { readonly choices: RestoreChoices; readonly seen: string };

const idsOf = (all: readonly { readonly id: string }[]) => all.map(({ id }) => id);

type StartInput = {
  readonly kdf: KdfParameters;
  readonly app: string;
  readonly withKeys: boolean;
};

async function startBackup(
  deps: BackupDeps,
  key: Bytes,
  { kdf, app, withKeys }: StartInput,
): Promise<BackupStart> {
  const { history, random, now } = deps;
  const { first, last } = await history.summary();
  const records = last === 0 ? 0 : last - first + 1;
  const historyParts = Math.ceil(records / BACKUP_PART_RECORDS);
  if (historyParts > MAX_HISTORY_PARTS) throw new KeystampError('backup_too_large');
  const id = base64url.encode(random(16));
  const header = writeBackupHeader({ id, createdAt: now(), app, kdf, historyParts });
  const plain = await readPlainContents(deps, records);
  const seal = async (contents: BackupContents) => {
    const bytes = writeContents(contents);
    return wipeAfter([bytes], () => sealPart(key, { header, place: 'contents' }, bytes, random));
  };
  const contents = withKeys
    ? await deps.vault.withOpenedKeys((opened) => {
        const keys = opened.map(({ privateKey, ...facts }) => ({
          ...facts,
          privateKey: base64url.encode(privateKey),
        }));
        return seal({ ...plain, keys });
      })
    : await seal(plain);
  const check = await sealPart(key, { header, place: 'check' }, utf8(''), random);
  const { profiles, keys, sites, grants } = plain;
  const counts = {
    profiles: profiles.length,
    keys: withKeys ? keys.length : 0,
    sites: sites.length,
    grants: grants.length,
    records,
  };
  const holds = { profiles: idsOf(profiles), keys: withKeys ? idsOf(keys) : null };
  return { header, check, contents, historyParts, first, counts, holds };
}

/** Everything but private keys and history. */
async function readPlainContents(deps: BackupDeps, records: number): Promise<BackupContents> {
  const here = await readHere(deps);
  return withoutDamaged({
    profiles: [...here.profiles],
    activeProfileId: await deps.profiles.activeId(),
    keys: [...here.keys],
    sites: [...here.sites],
    grants: [...here.grants],
    settings: here.settings,
    retention: here.retention,
    records,
  });
}

async function readHere(deps: BackupDeps): Promise<Here> {
  const [profiles, keys, rows, settings, retention, policy] = await Promise.all([
    deps.profiles.list(),
    deps.vault.listKeys(),
    readBackupRows(deps),
    deps.settings.get(),
    deps.retention.get(),
    deps.managed(),
  ]);
  const now = deps.now();
  return { profiles, keys, ...rows, settings, retention: retention ?? null, policy, now };
}

/** Which part of the history; `first` is the number of the first record of all. */
type HistoryPlace = {
  readonly header: string;
  readonly index: number;
  readonly first: number;
};

/** What is recorded meanwhile may be in the last part as well. */
async function sealHistory(
  { history, random }: BackupDeps,
  key: Bytes,
  { header, index, first }: HistoryPlace,
): Promise<string> {
  const start = first + index * BACKUP_PART_RECORDS;
  const records = await history.range(start, BACKUP_PART_RECORDS);
  if (!v.is(v.looseObject({ sequence: v.literal(start) }), records[0]))
    throw new KeystampError('backup_changed');
  const bytes = utf8(JSON.stringify(records));
  return wipeAfter([bytes], () => sealPart(key, { header, place: index }, bytes, random));
}

async function openHead(
  key: Bytes,
  head: BackupHead,
): Promise<{ readonly header: BackupHeader; readonly contents: BackupContents }> {
  const header = readBackupHeader(head.header);
  await openPart(key, { header: head.header, place: 'check' }, head.check);
  const bytes = await openPart(key, { header: head.header, place: 'contents' }, head.contents);
  return wipeAfter([bytes], () => ({ header, contents: readContents(bytes) }));
}

const storedRecords = v.pipe(v.array(v.unknown()), v.maxLength(BACKUP_PART_RECORDS));

async function openRecords(key: Bytes, part: SealedHistory): Promise<readonly unknown[]> {
  readBackupHeader(part.header);
  const place = { header: part.header, place: part.index };
  const bytes = await openPart(key, place, part.part);
  const parsed = v.safeParse(storedRecords, readJson(bytes));
  if (parsed.success) return parsed.output;
  throw new KeystampError('backup_invalid', undefined, { field: 'records' });
}

async function look(deps: BackupDeps, key: Bytes, head: BackupHead): Promise<BackupLook> {
  return lookAtContents(await openHead(key, head), await readHere(deps));
}

/**
 * Writes what the user chose: keys, profiles, settings, then sites with their pre-approvals, each in
 * one write. The history follows part by part. Whoever stops it in between finds what was written,
 * nothing of what was here is gone, and the same file does the rest.
 */
async function restore(
  deps: BackupDeps,
  key: Bytes,
  head: BackupHead,
  wanted: WantedRestore,
): Promise<RestoreResult> {
  const { choices } = wanted;
  const { header, contents } = await openHead(key, head);
  const here = await readHere(deps);
  const plan = planRestore({ header, contents, ...wanted }, here, deps.newId);
  if (plan.keys.length > 0) await restoreKeys(deps, plan.keys);
  await deps.unfinished.set({ createdAt: header.createdAt });
  const hadProfiles = (await deps.profiles.list()).length > 0;
  await deps.profiles.saveAll(plan.profiles);
  const activeId = plan.profiles.find(({ id }) => id === contents.activeProfileId)?.id;
  if (!hadProfiles && activeId) await deps.profiles.select(activeId);
  if (choices.settings) await restoreSettings(deps, contents, here);
  const rows = await restoreBackupRows(deps, plan.rows);
  const { keys, profiles } = plan;
  const hasKeys = contents.keys.some(({ privateKey }) => privateKey !== undefined);
  await deps.noteHolds({ profiles: idsOf(profiles), keys: hasKeys ? idsOf(keys) : null });
  return {
    profiles: profiles.length,
    keys: keys.length,
    ...rows,
    settings: choices.settings,
  };
}

/** The vault wipes the private keys, whether it takes them or not. */
async function restoreKeys({ vault }: BackupDeps, keys: Parameters<Vault['restoreKeys']>[0]) {
  try {
    await vault.restoreKeys(keys);
  } catch (cause) {
    const isPair = cause instanceof KeystampError && cause.code !== 'key_mismatch';
    if (isPair && cause.code !== 'key_malformed') throw cause;
    const detail = { reason: 'backup_key_mismatch' } as const;
    throw new KeystampError('backup_invalid', undefined, detail, cause);
  }
}

async function restoreSettings(
  deps: BackupDeps,
  { settings, retention }: BackupContents,
  { policy }: Here,
): Promise<void> {
  await deps.settings.set(allowedSettings(settings, policy));
  await deps.retention.set(retention);
}

/** Records the restore, and says that it has ended. */
async function finish(
  { history, unfinished }: BackupDeps,
  result: RestoreResult & { readonly records: number },
): Promise<void> {
  const { profiles, keys, sites, grants, records } = result;
  const createdAt = (await unfinished.get())?.createdAt;
  const made = createdAt === undefined ? {} : { made: createdAt };
  const details = { ...made, profiles, keys, sites, grants, records };
  await history.append({ fact: 'restored', details });
  await unfinished.remove();
}
