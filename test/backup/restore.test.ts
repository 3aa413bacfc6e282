// A backup made by one browser's worker and restored by another's: the real vault, history and
// permissions over stores in memory.
import { readHistoryVerdict } from '../../src/client/history-verdict.ts';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { verifyLog } from '../../scripts/verify-log.ts';
import { KeystampError } from '../../src/protocol/errors.ts';
import type { RestoreChoices } from '../../src/protocol/backup.ts';
import {
  readHistoryFile,
  textOfHistoryFile,
} from '../../src/ui/activities/history/history-file.ts';
import { KDF } from '../worker/fake-browser.ts';
import { SITE } from '../worker/tab.ts';
import { readAllStores } from '../worker/stores.ts';
import {
  BACKUP_PASSWORD,
  chooseAll,
  createBackupBrowser,
  fillBrowser,
  type BackupBrowser,
} from './fixture.ts';
import { sealBackupText, unsealBackup } from './sealed-backup.ts';

// A derivation takes seconds where others keep the machine busy.
vi.setConfig({ testTimeout: 60_000 });

const open: BackupBrowser[] = [];
afterEach(() => {
  for (const { browser } of open.splice(0)) browser.close();
});

function newBrowser(): BackupBrowser {
  const created = createBackupBrowser();
  open.push(created);
  return created;
}

const exported = async ({ client }: BackupBrowser) =>
  textOfHistoryFile(await readHistoryFile(client, 0));
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof KeystampError ? error.code : String(error)),
  );

/** At how many points, evenly over all effects, a restore is stopped. */
const STOPS = Number(process.env['KEYSTAMP_RESTORE_STOPS'] ?? 3);

describe('a backup restored into an empty browser', () => {
  test('behavior: brings profile, key, sites and blocks, and the same chain of history', async () => {
    const from = newBrowser();
    const { key, profile } = await fillBrowser(from);
    const text = await from.make(true);
    const before = await exported(from);
    from.browser.close();

    const to = newBrowser();
    await to.createVault();
    const opened = await to.open(text);
    expect(opened.look.profiles).toMatchObject([
      {
        name: 'Payroll',
        state: 'new',
        key: 'included',
        passkeyDomain: null,
        trustWarning: null,
        keyElsewhere: null,
      },
    ]);
    expect(opened.history).toMatchObject({ here: 0, copied: 0 });
    const { result } = await to.restore(opened, chooseAll(opened));
    expect(result).toMatchObject({ profiles: 1, keys: 1, sites: 2, grants: 0 });

    const state = await to.client.call('state', {});
    expect(state.profiles).toEqual([{ ...profile, known: null }]);
    expect(state.activeProfileId).toBe(profile.id);
    expect(await to.client.call('keys_list', {})).toEqual([{ ...key, usedBy: [profile.id] }]);
    const sites = await to.client.call('sites_list', {});
    expect(sites.map(({ origin, blocked, grants }) => [origin, blocked, grants.length])).toEqual(
      expect.arrayContaining([
        [SITE, false, 0],
        ['*.blocked.example', true, 0],
      ]),
    );
    expect(await readHistoryVerdict(to.client, crypto.randomUUID())).toMatchObject({
      kind: 'whole',
      unsealed: 0,
    });
    const after = await exported(to);
    expect((await verifyLog(after)).code).toBe(0);
    const recordsOf = (file: string) => (JSON.parse(file) as { records: object[] }).records;
    const restored = recordsOf(after);
    expect(restored.slice(0, -1)).toEqual(recordsOf(before));
    expect(restored.at(-1)).toMatchObject({ fact: 'restored', details: { profiles: 1, keys: 1 } });
    expect(await to.client.call('backup_unfinished', {})).toBe(null);
  });

  test('behavior: brings no key unless the user put keys into it', async () => {
    const from = newBrowser();
    await fillBrowser(from);
    const text = await from.make(false);
    const to = newBrowser();
    await to.createVault();
    const opened = await to.open(text);
    expect(opened.look).toMatchObject({ hasPrivateKeys: false });
    expect(opened.look.profiles).toMatchObject([{ key: 'absent' }]);
    await to.restore(opened, chooseAll(opened));
    expect(await to.client.call('keys_list', {})).toEqual([]);
  });

  test('behavior: an auto-approval comes back only if the user approves it again, with its uses', async () => {
    const from = newBrowser();
    await fillBrowser(from);
    const [before] = (await from.client.call('sites_list', {})).flatMap(({ grants }) => grants);
    const text = await from.make(false);
    const to = newBrowser();
    await to.createVault();
    const opened = await to.open(text);
    const offered = opened.look.sites.flatMap(({ grants }) => grants);
    expect(offered).toMatchObject([{ state: 'new', grant: { id: before?.id } }]);
    const choices = { ...chooseAll(opened), grants: [before?.id ?? ''] };
    expect((await to.restore(opened, choices)).result).toMatchObject({ grants: 1 });
    const [after] = (await to.client.call('sites_list', {})).flatMap(({ grants }) => grants);
    const { mac: _before, started: _started, ...facts } = before ?? ({} as never);
    expect(after).toMatchObject(facts);
    // Its count is the later one from now on: the same file can't set it back.
    const again = await to.open(text);
    expect(again.look.sites.flatMap(({ grants }) => grants)).toMatchObject([{ state: 'same' }]);
  });
});

describe('a backup restored where other data is', () => {
  test('behavior: keeps what is here unless the user says otherwise', async () => {
    const from = newBrowser();
    const { profile } = await fillBrowser(from);
    const text = await from.make(false);
    // The same browser goes on: the profile changes after the backup.
    await from.prove();
    const changed = { ...profile, name: 'Changed', passkeyHeader: 'X-Stamp-Webauthn' } as const;
    await from.client.call('profiles_save', changed);
    const opened = await from.open(text);
    expect(opened.look.profiles).toMatchObject([
      {
        state: 'differs',
        changes: [
          { fact: 'name', here: ['Changed'], inBackup: ['Payroll'] },
          { fact: 'passkeyHeader', here: ['X-Stamp-Webauthn'], inBackup: ['X-Stamp'] },
        ],
        nameHere: 'Changed',
        key: 'here',
      },
    ]);
    expect(opened.history).toMatchObject({ appended: 0, copied: 0 });
    const leave = { ...chooseAll(opened), sites: [] };
    expect((await from.restore(opened, leave)).result).toMatchObject({ profiles: 0, records: 0 });
    expect((await from.client.call('state', {})).profiles).toMatchObject([{ name: 'Changed' }]);

    const both: RestoreChoices = { ...leave, profiles: [{ id: profile.id, choice: 'both' }] };
    await from.restore(opened, both);
    const two = (await from.client.call('state', {})).profiles;
    expect(two.map(({ name }) => name)).toEqual(['Changed', 'Payroll']);
    expect(two[1]).toMatchObject({ keyId: profile.keyId, passkeyHeader: 'X-Stamp' });
    // Repeated, it finds the copy and makes no second one.
    const again = await from.open(text);
    expect(again.look.profiles).toMatchObject([{ state: 'same' }]);
    expect(await codeOf(from.restore(again, both))).toBe(null);
    expect((await from.client.call('state', {})).profiles).toHaveLength(2);
  });

  test('behavior: replaces a profile only by choice, and says if what is here has changed since', async () => {
    const from = newBrowser();
    const { profile } = await fillBrowser(from);
    const text = await from.make(false);
    const opened = await from.open(text);
    await from.prove();
    await from.client.call('profiles_save', { ...profile, name: 'Changed' });
    const add: RestoreChoices = {
      ...chooseAll(opened),
      profiles: [{ id: profile.id, choice: 'add' }],
    };
    expect(await codeOf(from.restore(opened, add))).toBe('backup_changed');
    const replace = { ...add, profiles: [{ id: profile.id, choice: 'replace' as const }] };
    expect(await codeOf(from.restore(opened, replace))).toBe('backup_changed');
    await from.restore(await from.open(text), replace);
    expect((await from.client.call('state', {})).profiles).toMatchObject([{ name: 'Payroll' }]);
  });

  test('behavior: copies the history of another chain to the end, once, and both files still verify', async () => {
    const from = newBrowser();
    await fillBrowser(from);
    const text = await from.make(true);
    const to = newBrowser();
    await fillBrowser(to);
    const opened = await to.open(text);
    expect(opened.look.profiles).toMatchObject([{ state: 'new' }]);
    const copied = opened.history?.copied ?? 0;
    expect(copied).toBeGreaterThan(3);
    const { result } = await to.restore(opened, chooseAll(opened));
    expect(result).toMatchObject({ profiles: 1, keys: 1, records: copied });
    const names = (await to.client.call('state', {})).profiles.map(({ name }) => name);
    expect(names).toEqual(['Payroll', 'Payroll 2']);
    expect((await to.client.call('keys_list', {})).map(({ name }) => name)).toEqual([
      'Main',
      'Main 2',
    ]);
    expect(await readHistoryVerdict(to.client, crypto.randomUUID())).toMatchObject({
      kind: 'whole',
    });
    expect((await verifyLog(await exported(to))).code).toBe(0);
    const again = await to.open(text);
    expect(again.history).toMatchObject({ here: copied, appended: 0, copied: 0 });
  });

  /** Restores into a browser with data of its own, and stops it at one of its effects, if it gets there. */
  async function restoreAndStop(text: string, stopAt: number) {
    const to = newBrowser();
    const mine = await fillBrowser(to);
    const opened = await to.open(text);
    await to.prove();
    let effects = 0;
    to.browser.onEffect = () => {
      effects += 1;
      if (effects === stopAt) to.browser.kill();
    };
    const code = await codeOf(opened.restore(chooseAll(opened), () => undefined));
    to.browser.onEffect = () => undefined;
    return { to, mine, code, effects };
  }

  test(
    'behavior: stopped anywhere, it loses nothing, and the same file does the rest',
    async () => {
      const from = newBrowser();
      await fillBrowser(from);
      const text = await from.make(true);
      const undisturbed = await restoreAndStop(text, Infinity);
      expect(undisturbed.code).toBe(null);
      for (let stop = 1; stop <= STOPS; stop += 1) {
        const stopAt = Math.floor((undisturbed.effects * stop) / (STOPS + 1));
        const { to, mine } = await restoreAndStop(text, stopAt);
        const [profile] = (await to.client.call('state', {})).profiles;
        expect(profile).toMatchObject({ id: mine.profile.id, name: 'Payroll' });
        const [key] = await to.client.call('keys_list', {});
        expect(key).toMatchObject({ id: mine.key.id });
        expect(await readHistoryVerdict(to.client, crypto.randomUUID())).toMatchObject({
          kind: 'whole',
        });
        const again = await to.open(text);
        await to.restore(again, chooseAll(again));
        expect((await to.client.call('state', {})).profiles).toHaveLength(2);
        expect(await to.client.call('keys_list', {})).toHaveLength(2);
        expect(await to.client.call('sites_list', {})).toHaveLength(2);
        expect(await readHistoryVerdict(to.client, crypto.randomUUID())).toMatchObject({
          kind: 'whole',
        });
        expect((await to.open(text)).history).toMatchObject({ appended: 0, copied: 0 });
        expect(await to.client.call('backup_unfinished', {})).toBe(null);
        to.browser.close();
      }
    },
    100_000 + STOPS * 20_000,
  );
});

describe('what is here', () => {
  test('error: a key of another public key keeps its ID, and the profile gets the restored key', async () => {
    const from = newBrowser();
    const { key, profile } = await fillBrowser(from);
    const made = await unsealBackup(await from.make(true), BACKUP_PASSWORD);
    from.browser.close();
    const to = newBrowser();
    await to.createVault();
    const here = await to.client.call('keys_create', { name: 'Main' });
    const keys = made.contents.keys.map((one) => ({ ...one, id: here.id }));
    const profiles = made.contents.profiles.map((one) => ({ ...one, keyId: here.id }));
    const contents = { ...made.contents, keys, profiles };
    const text = await sealBackupText(BACKUP_PASSWORD, { ...made, contents, history: [] });
    const opened = await to.open(text);
    expect(opened.look.keys).toMatchObject([{ id: here.id, state: 'new' }]);
    await to.restore(opened, chooseAll(opened));
    const [first, second] = await to.client.call('keys_list', {});
    expect(first).toMatchObject({ id: here.id, publicKey: here.publicKey, name: 'Main' });
    expect(second).toMatchObject({ publicKey: key.publicKey, name: 'Main 2' });
    expect(second?.id).not.toBe(here.id);
    expect((await to.client.call('state', {})).profiles).toMatchObject([
      { id: profile.id, keyId: second?.id },
    ]);
  });

  test('behavior: two keys of one name get two names', async () => {
    const from = newBrowser();
    await fillBrowser(from);
    await from.prove();
    await from.client.call('keys_create', { name: 'Main 2' });
    const made = await unsealBackup(await from.make(true), BACKUP_PASSWORD);
    from.browser.close();
    const keys = made.contents.keys.map((one) => ({ ...one, name: 'Main' }));
    const contents = { ...made.contents, keys };
    const to = newBrowser();
    await to.createVault();
    const text = await sealBackupText(BACKUP_PASSWORD, { ...made, contents, history: [] });
    const opened = await to.open(text);
    await to.restore(opened, chooseAll(opened));
    const names = (await to.client.call('keys_list', {})).map(({ name }) => name);
    expect(names.toSorted()).toEqual(['Main', 'Main 2']);
  });

  test('error: an auto-lock longer than the organization allows is cut to that, and shown so', async () => {
    const from = newBrowser();
    await fillBrowser(from);
    const text = await from.make(false);
    from.browser.close();
    const to = newBrowser();
    to.browser.managed = { maxAutoLockMinutes: 30 };
    await to.createVault(20);
    const opened = await to.open(text);
    expect(opened.look.settings).toContainEqual({
      fact: 'autoLockMinutes',
      here: ['20'],
      inBackup: ['30'],
    });
    await to.restore(opened, chooseAll(opened));
    expect((await to.client.call('state', {})).settings.autoLockMinutes).toBe(30);
  });

  test('error: records deleted between the start of a backup and its history end it', async () => {
    const from = newBrowser();
    await fillBrowser(from);
    const key = from.kek;
    const start = await from.client.call(
      'backup_start',
      { kdf: KDF, app: '0.1.0', withKeys: false },
      { key },
    );
    const place = { header: start.header, index: 0, first: start.first };
    await from.client.call('backup_history', place, { key });
    await from.prove();
    await from.client.call('history_delete', { before: null });
    expect(await codeOf(from.client.call('backup_history', place, { key }))).toBe('backup_changed');
  });
});

describe('private keys', () => {
  test('behavior: leave the vault only with a fresh proof, and no message has them', async () => {
    const from = newBrowser();
    await fillBrowser(from);
    from.time.shift += 61_000;
    expect(await codeOf(from.make(true))).toBe('reauthentication_needed');
    expect(await codeOf(from.make(false))).toBe(null);
    await from.prove();
    from.browser.sent.length = 0;
    const text = await from.make(true);
    const stores = await readAllStores(from.browser);
    const key = await from.client.call('keys_list', {});
    expect(text).not.toContain(key[0]?.publicKey);
    expect(stores).not.toContain('privateKey');
    expect(from.browser.sent.join('\n')).not.toContain('privateKey');
  });
});

describe('the reminder of a backup', () => {
  test('behavior: is there until one is saved, and again for a key that it lacks', async () => {
    const from = newBrowser();
    await fillBrowser(from);
    const state = () => from.client.call('state', {});
    expect(await state()).toMatchObject({ backup: 'none', hidesFirstSteps: false });
    await from.make(true);
    // Made, and not yet handed to the browser as a file.
    expect(await state()).toMatchObject({ backup: 'none' });
    const { holds } = await from.makeWhole(true);
    expect(await from.client.call('backup_saved', holds)).toMatchObject({ backup: 'current' });
    await from.client.call('keys_create', { name: 'Newer' });
    expect(await state()).toMatchObject({ backup: 'changed' });
    const plain = await from.makeWhole(false);
    expect(plain.holds.keys).toBeNull();
    expect(await from.client.call('backup_saved', plain.holds)).toMatchObject({
      backup: 'current',
    });
    expect(await from.client.call('first_steps_hide', {})).toMatchObject({
      backup: 'current',
      hidesFirstSteps: true,
    });
    expect(await from.client.call('vault_lock', {})).toMatchObject({ backup: 'current' });
  });

  test.for([true, false])(
    'behavior: the file that was restored is one, with keys: %s',
    async (withKeys) => {
      const from = newBrowser();
      await fillBrowser(from);
      const text = await from.make(withKeys);
      from.browser.close();
      const to = newBrowser();
      await to.createVault();
      const opened = await to.open(text);
      await to.restore(opened, chooseAll(opened));
      const state = () => to.client.call('state', {});
      expect(await state()).toMatchObject({ backup: 'current' });
      await to.client.call('keys_create', { name: 'Newer' });
      // A file without keys never had one to lack.
      expect(await state()).toMatchObject({ backup: withKeys ? 'changed' : 'current' });
    },
  );

  test('behavior: what was made here counts on beside a file that was restored', async () => {
    const from = newBrowser();
    await fillBrowser(from);
    const text = await from.make(true);
    const { holds } = await from.makeWhole(true);
    await from.client.call('backup_saved', holds);
    await from.client.call('keys_create', { name: 'Newer' });
    const opened = await from.open(text);
    await from.restore(opened, chooseAll(opened));
    expect(await from.client.call('state', {})).toMatchObject({ backup: 'changed' });
  });
});
