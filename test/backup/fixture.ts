// Browsers that make and restore backups: the real worker, the real page's client, the real
// derivation, over stores in memory.
import {
  createBackupClient,
  type OpenedBackup,
  type ReadBackup,
} from '../../src/client/backup/backups.ts';
import { createPasswordClient } from '../../src/client/password.ts';
import { utf8, type Bytes } from '../../src/crypto/bytes.ts';
import type { RestoreChoices } from '../../src/protocol/backup.ts';
import { DEFAULT_SETTINGS } from '../../src/protocol/app-state.ts';
import type { ProfileDraft } from '../../src/messaging/calls.ts';
import { createFloorKdfPort } from '../client/local-kdf-port.ts';
import { openTab, userOf } from '../worker/tab.ts';
import {
  BASE_URL,
  createFakeBrowser,
  createFakeTime,
  KDF,
  newKek,
} from '../worker/fake-browser.ts';

export const BACKUP_PASSWORD = 'granite-otter-parasol-1742';

/** A service that refuses everything. */
const refuseAll = async () =>
  Response.json({ code: 3, message: 'no', details: [] }, { status: 400 });

/** A browser with Keystamp; only one of them works at a time, the last one. */
export function createBackupBrowser() {
  const time = createFakeTime();
  const browser = createFakeBrowser(refuseAll, time);
  const { client } = browser;
  const passwords = createPasswordClient({ client, start: createFloorKdfPort });
  const backups = createBackupClient({ client, passwords, version: '0.1.0' });
  const kek = newKek();
  const ignore = () => undefined;
  return {
    browser,
    time,
    client,
    backups,
    kek,
    /** An unlocked vault that locks late. */
    createVault: async (autoLockMinutes = 240) => {
      await client.call('vault_create', { kdf: KDF }, { kek });
      await client.call('settings_save', { ...DEFAULT_SETTINGS, autoLockMinutes });
    },
    prove: () => client.call('vault_prove', {}, { keks: [kek] }),
    makeWhole: (withKeys: boolean) => backups.make(BACKUP_PASSWORD, withKeys, ignore),
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

const trust = { signer: `04${'a'.repeat(128)}`, otp: `04${'b'.repeat(128)}` };
const profileDraft = (
  name: string,
  keyId: string | null,
  organizationId: string,
): ProfileDraft => ({
  id: null,
  name,
  keyId,
  organizationId,
  trust,
  passkeys: null,
  known: null,
  order: 0,
  colour: 'green',
  service: 'local',
  baseUrl: BASE_URL,
  authorization: { usual: 'key', passkeyOnly: ['init_otp'] },
  otpGeneration: 'enclave',
  passkeyHeader: 'X-Stamp',
});

/** One profile with a key, a connected site with a pre-approval, a blocked one, some history. */
export async function fillBrowser(from: BackupBrowser) {
  const { client, browser } = from;
  await from.createVault();
  const key = await client.call('keys_create', { name: 'Main' });
  const draft = profileDraft('Payroll', key.id, crypto.randomUUID());
  const profile = await client.call('profiles_save', draft);
  const user = userOf(browser);
  const tab = openTab(browser);
  await tab.ask('connect', {});
  await user.consent(profile.id);
  await tab.request('update_wallet', { walletId: crypto.randomUUID(), walletName: 'First' });
  const limits = { walletName: 'First' };
  await user.approve({ limits, most: 3, perHour: null, lastsMs: 3_600_000 });
  await client.call('sites_block', { origin: 'https://blocked.example', blocked: true });
  return { key, profile };
}
