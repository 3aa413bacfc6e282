// Backups that earlier versions wrote, and rows in them from before some members.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { SITE } from '../worker/tab.ts';
import { BACKUP_PASSWORD, chooseAll, createBackupBrowser, type BackupBrowser } from './fixture.ts';
import { sealBackupText, unsealBackup } from './sealed-backup.ts';

/** Of version 1, with keys; written by write-fixture.ts. Its password is the one of all tests. */
const FIXTURE = readFileSync(join(import.meta.dirname, 'fixtures/v1.keystamp'), 'utf8');

let to: BackupBrowser;
afterEach(() => to.browser.close());

test('behavior: a backup of version 1 opens and restores', async () => {
  to = createBackupBrowser();
  await to.createVault();
  const opened = await to.open(FIXTURE);
  expect(opened.look).toMatchObject({
    app: '0.1.0',
    hasPrivateKeys: true,
    profiles: [{ name: 'Payroll', state: 'new', key: 'included' }],
    keys: [{ name: 'Main', state: 'new' }],
  });
  const { result } = await to.restore(opened, chooseAll(opened));
  expect(result).toMatchObject({ profiles: 1, keys: 1, sites: 2, grants: 0 });
  expect(result.records).toBeGreaterThan(3);
  const origins = (await to.client.call('sites_list', {})).map(({ origin }) => origin);
  expect(origins.toSorted()).toEqual(['*.blocked.example', SITE]);
  expect(await to.client.call('history_verify', {})).toMatchObject({ kind: 'whole' });
}, 60_000);

test('behavior: rows from before passkeys and notifications are read as they were', async () => {
  to = createBackupBrowser();
  await to.createVault();
  const { header, contents, history } = await unsealBackup(FIXTURE, BACKUP_PASSWORD);
  const { notify: _notify, ...settings } = contents.settings;
  const profiles = contents.profiles.map(
    ({ passkeys: _passkeys, authorization: _authorization, ...profile }) => profile,
  );
  const former = { ...contents, settings, profiles };
  const opened = await to.open(
    await sealBackupText(BACKUP_PASSWORD, { header, contents: former, history: [...history] }),
  );
  await to.restore(opened, chooseAll(opened));
  const [profile] = (await to.client.call('state', {})).profiles;
  expect(profile).toMatchObject({ passkeys: null, authorization: { usual: 'key' } });
}, 60_000);
