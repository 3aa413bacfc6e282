// Browsers that make and restore backups: the real worker, the real page's client, the real
// derivation, over stores in memory.
import {
  createBackupClient,
  type OpenedBackup,
  type ReadBackup,
} from '../../src/client/backup/backups.ts';
import { writeBackupFile, type BackupFile } from '../../src/client/backup/backup-file.ts';
import { serveKdf, type KdfReply } from '../../src/client/kdf.ts';
import { createPasswordClient, type KdfPort } from '../../src/client/password.ts';
import {
  openPart,
  sealPart,
  writeBackupHeader,
  type BackupHeader,
} from '../../src/crypto/backup-seal.ts';
import { fromUtf8, randomBytes, utf8, type Bytes } from '../../src/crypto/bytes.ts';
import { deriveKek } from '../../src/crypto/kdf.ts';
import type { RestoreChoices } from '../../src/protocol/backup.ts';
import { DEFAULT_SETTINGS } from '../../src/protocol/app-state.ts';
import type { BackupContents } from '../../src/backup/contents.ts';
import { createFakeBrowser, KDF, newKek, type FakeBrowser } from '../worker/fake-browser.ts';
import { createStoppedTime } from '../worker/every-call.ts';

export const BACKUP_PASSWORD = 'granite-otter-parasol-1742';

/** The page's Worker, in this thread. */
function startKdf(): KdfPort {
  let ask: (request: unknown) => void = () => undefined;
  let resolve: (reply: KdfReply) => void = () => undefined;
  serveKdf({
    addEventListener: (_, listener) => {
      ask = (data) => listener({ data });
    },
    postMessage: (reply) => resolve(reply),
  });
  return {
    ask: (request) =>
      new Promise((settle) => {
        resolve = settle;
        ask(request);
      }),
    end: () => undefined,
  };
}

/** A service that refuses everything. */
const refuseAll = async () =>
  Response.json({ code: 3, message: 'no', details: [] }, { status: 400 });

/** A browser with Keystamp; only one of them works at a time, the last one. */
export function createBackupBrowser() {
  const time = createStoppedTime();
  const browser = createFakeBrowser(refuseAll, time);
  const { client } = browser;
  const passwords = createPasswordClient({ client, start: startKdf });
  const backups = createBackupClient({ client, passwords, version: '0.1.0' });
  const kek = newKek();
  const ignore = () => undefined;
  return {
    ...{ browser, time, client, backups, kek },
    /** An unlocked vault that locks late. */
    createVault: async () => {
      await client.call('vault_create', { kdf: KDF }, { kek });
      await client.call('settings_save', { ...DEFAULT_SETTINGS, autoLockMinutes: 240 });
    },
    prove: () => client.call('vault_prove', {}, { keks: [kek] }),
    make: async (withKeys: boolean): Promise<string> =>
      (await backups.make(BACKUP_PASSWORD, withKeys, ignore)).text,
    read: (text: string | Bytes): Promise<ReadBackup> =>
      backups.read(typeof text === 'string' ? utf8(text) : text),
    open: async (text: string | Bytes, password = BACKUP_PASSWORD): Promise<OpenedBackup> => {
      const file = await backups.read(typeof text === 'string' ? utf8(text) : text);
      return backups.open(file, password, ignore);
    },
    restore: async (opened: OpenedBackup, choices: RestoreChoices) => {
      await client.call('vault_prove', {}, { keks: [kek] });
      return opened.restore(choices, ignore);
    },
  };
}
export type BackupBrowser = ReturnType<typeof createBackupBrowser>;
export type { FakeBrowser };

/** Everything that a backup holds, chosen. */
export function chooseAll({ look }: Pick<OpenedBackup, 'look'>): RestoreChoices {
  return {
    profiles: look.profiles
      .filter(({ state }) => state === 'new')
      .map(({ id }) => ({ id, choice: 'add' })),
    keys: look.keys.map(({ id }) => id),
    sites: look.sites.map(({ origin }) => origin),
    grants: [],
    settings: true,
  };
}

/** What is sealed in a file, opened by its password. */
export type UnsealedBackup = {
  readonly header: BackupHeader;
  readonly contents: BackupContents;
  readonly history: readonly (readonly unknown[])[];
};

export async function unsealBackup(file: ReadBackup, password: string): Promise<UnsealedBackup> {
  const key = await deriveKek(password, file.facts.kdf);
  const open = async (place: 'contents' | number, sealed: string) =>
    JSON.parse(fromUtf8(await openPart(key, { header: file.header, place }, sealed))) as never;
  return {
    header: file.facts,
    contents: await open('contents', file.contents),
    history: await Promise.all(file.history.map((part, index) => open(index, part))),
  };
}

/** A file as somebody who knows the password can write it: correctly sealed, whatever is in it. */
export async function sealBackup(
  password: string,
  { header, contents, history }: { header: BackupHeader; contents: unknown; history: unknown[] },
): Promise<BackupFile> {
  const key = await deriveKek(password, header.kdf);
  const text = writeBackupHeader({ ...header, historyParts: history.length });
  const seal = (place: 'check' | 'contents' | number, value: string) =>
    sealPart(key, { header: text, place }, utf8(value), randomBytes);
  return {
    header: text,
    check: await seal('check', ''),
    contents: await seal('contents', JSON.stringify(contents)),
    history: await Promise.all(history.map((part, index) => seal(index, JSON.stringify(part)))),
  };
}

export const sealBackupText = async (...args: Parameters<typeof sealBackup>): Promise<string> =>
  writeBackupFile(await sealBackup(...args));
