import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { verifyLog } from '../../scripts/verify-log.ts';
import type { AppState } from '../../src/protocol/app-state.ts';
import { errorWords } from '../../src/ui/words/en/errors.ts';
import { createChain, sealBackupText, unsealBackup } from '../backup/sealed-backup.ts';
import {
  BACKUP_PASSWORD,
  beginRestore,
  fileInput,
  lookTitle,
  makeBackup,
  openBackup,
  openBackupSection,
} from './backup-actions.ts';
import { launchKeystamp, type Keystamp } from './browser.ts';
import { countClicks } from './click-count.ts';
import { test } from './environment.ts';
import { call } from './extension-internals.ts';
import {
  atList,
  openBackups,
  openHistory,
  openHome,
  openKeys,
  openSection,
  openSettings,
} from './pages.ts';
import {
  ageProof,
  confirmIdentity,
  reauthenticate,
  reauthenticationDialog,
} from './reauthentication.ts';
import { checkOptionsScreen } from './options-appearance.ts';
import { connectedSite, createGrant, writeSites } from './stored-sites.ts';
import { takesTrials, trialUnless } from '../trial-tag.ts';
import { button, textFor, unlock } from './user-actions.ts';

/*
 * A backup from one browser to another, as a user makes and restores it: into an empty one, into one
 * that has data of its own, and into one that is killed meanwhile.
 */

const TIMEOUT = { timeout: 30_000 };
const OTHER_PASSWORD = 'walnut-ferry-lichen-9310';
/** More than two parts of a file, and one more. */
const RECORDS = takesTrials ? 8000 : 2500;
const APP = 'https://app.example';
const OTHER = 'https://other.example';

// Each test continues where the previous one ended.
test.describe.configure({ mode: 'serial' });

let folder: string;
let file: string;
let from: Keystamp;
let fromPage: Page;
let to: Keystamp;
let page: Page;

const stateOf = async (one: Page) =>
  ((await call(one, 'state', {})) as { answer: AppState }).answer;
/** The number of the last record of the history. */
const lastRecord = async (one: Page) =>
  ((await call(one, 'history_summary', {})) as { answer: { last: number } }).answer.last;
const choice = (one: Page, name: string) =>
  one.getByRole('combobox', { name: textFor('backup.choice.label', { name }) });

const checkScreen = (one: Page, name: string) => checkOptionsScreen(one, `backup/${name}`);

/** Clicks, and gives the password again if the minute of the last one is over. */
async function clickWithProof(one: Page, key: string, password?: string): Promise<void> {
  await reauthenticate(one, password);
  await button(one, key).click();
}

/** The page's third message with a part of a history never leaves it: the restore can't end. */
async function holdThirdPart(one: Page): Promise<void> {
  await one.evaluate(() => {
    type Message = { readonly call?: string; readonly input?: { readonly index?: number } };
    type Send = (message: Message, ...more: unknown[]) => unknown;
    const { runtime } = Reflect.get(globalThis, 'chrome') as { runtime: { sendMessage: Send } };
    const send = runtime.sendMessage.bind(runtime);
    runtime.sendMessage = (message, ...more) =>
      message.call === 'backup_restore_history' && message.input?.index === 2
        ? undefined
        : send(message, ...more);
  });
}

test.beforeAll(async ({ environments }) => {
  folder = mkdtempSync(join(tmpdir(), 'keystamp-backup-'));
  file = join(folder, 'made.keystamp');
  ({ keystamp: from, options: fromPage } = await environments.start());
  const profileId = (await stateOf(fromPage)).activeProfileId ?? '';
  const now = Date.now();
  const blocked = { profileId: null, connectedAt: null, operations: [], blocked: true };
  await writeSites(fromPage, {
    sites: [
      connectedSite(APP, profileId, now),
      connectedSite(OTHER, profileId, now),
      { ...connectedSite('https://blocked.example', profileId, now), ...blocked },
    ],
    grants: [
      createGrant({ origin: APP, profileId, operation: 'update_wallet', most: 20, used: 8 }),
      createGrant({ origin: APP, profileId, operation: 'update_wallet', most: 4, used: 4 }),
    ],
  });
  await call(fromPage, 'sites_forget', { origin: OTHER });
});
test.afterAll(async () => {
  await to?.close();
  rmSync(folder, { recursive: true, force: true });
});

test('behavior: what is left to set up leads to a backup in four clicks, and then says it is done', async () => {
  await openHome(fromPage);
  const clicks = await countClicks(fromPage);
  const step = (how: 'button' | 'listitem') =>
    fromPage.getByRole(how).filter({ hasText: textFor('object.first.backup') });
  await step('button').click();
  const downloading = fromPage.waitForEvent('download');
  await makeBackup(fromPage, { withKeys: false });
  await downloading;
  expect(await clicks()).toBeLessThanOrEqual(4);
  await openHome(fromPage);
  await expect(step('listitem')).toContainText(textFor('object.first.done'));
  await expect(step('button')).toHaveCount(0);
});

test('behavior: a backup with keys asks for the password again, and is a file', async () => {
  await openBackupSection(fromPage);
  await checkScreen(fromPage, 'section');
  await makeBackup(fromPage, { withKeys: true, password: 'short' });
  await fromPage.getByText(textFor('options.password.weak'), { exact: true }).waitFor(TIMEOUT);
  const downloading = fromPage.waitForEvent('download');
  await ageProof(fromPage);
  await makeBackup(fromPage, { withKeys: true });
  await reauthenticationDialog(fromPage).waitFor(TIMEOUT);
  await checkScreen(fromPage, 'again');
  await button(reauthenticationDialog(fromPage), 'app.cancel').click();
  await button(fromPage, 'backup.make.do').click();
  await confirmIdentity(fromPage);
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^keystamp-\d{4}-\d\d-\d\d-\d{4}\.keystamp$/);
  copyFileSync(await download.path(), file);
  await fromPage.getByText(textFor('backup.make.done'), { exact: true }).waitFor(TIMEOUT);
  await checkScreen(fromPage, 'made');
  expect(readFileSync(file, 'latin1').split('\n')[0]).toMatch(
    /^keystamp-backup 2 \d+ [0-9a-f]{64}$/,
  );
});

test('behavior: an empty browser gets everything, and the key works', async () => {
  to = await launchKeystamp();
  page = await openSettings(to);
  await button(page, 'options.setup.restore').waitFor(TIMEOUT);
  await checkScreen(page, 'setup');
  await beginRestore(page, OTHER_PASSWORD);
  await checkScreen(page, 'setup-file');
  await button(page, 'backup.restore.open').click();
  await page.getByText(textFor('backup.restore.fileMissing'), { exact: true }).waitFor(TIMEOUT);
  await fileInput(page).setInputFiles(file);
  await openBackup(page, 'not-the-password-of-it');
  await page.getByText(errorWords.backup_password, { exact: true }).waitFor(TIMEOUT);
  await checkScreen(page, 'wrong-password');
  await openBackup(page);
  await lookTitle(page).waitFor(TIMEOUT);
  await checkScreen(page, 'look-empty');
  await clickWithProof(page, 'backup.restore.do', OTHER_PASSWORD);
  await page.getByRole('heading', { name: textFor('backup.done.title') }).waitFor(TIMEOUT);
  await checkScreen(page, 'done');
  const [before, after] = [await stateOf(fromPage), await stateOf(page)];
  expect(after.profiles).toEqual(before.profiles.map((one) => ({ ...one, known: null })));
  await button(page, 'app.done').click();
  // It ends where set-up does.
  await page.waitForURL(atList('wallet'), TIMEOUT);

  await openKeys(page);
  await page.getByRole('link', { name: new RegExp(`^${before.profiles[0]?.name}`) }).click(TIMEOUT);
  await button(page, 'options.profile.test').click();
  await page.getByText(textFor('options.proof.good'), { exact: true }).waitFor(TIMEOUT);
});

test('behavior: sites, blocks and history are there, and the chain is whole inside and outside', async () => {
  const { answer } = (await call(page, 'sites_list', {})) as {
    answer: { origin: string; blocked: boolean; grants: unknown[] }[];
  };
  const rows = answer.map(({ origin, blocked, grants }) => [
    origin,
    { blocked, count: grants.length },
  ]);
  expect(Object.fromEntries(rows)).toEqual({
    [APP]: { blocked: false, count: 0 },
    'https://blocked.example': { blocked: true, count: 0 },
  });
  const popup = await openHistory(to);
  await button(popup, 'history.verify').click(TIMEOUT);
  await popup.getByText(textFor('history.wholeText')).waitFor(TIMEOUT);
  const downloading = popup.waitForEvent('download');
  await popup.getByRole('button', { name: 'JSON', exact: true }).click();
  const text = readFileSync(await (await downloading).path(), 'utf8');
  expect(await verifyLog(text)).toMatchObject({ code: 0 });
  const { records } = JSON.parse(text) as { records: { fact: string }[] };
  expect(records.map(({ fact }) => fact)).toContain('restored');
  await popup.close();
});

test('behavior: where other data is, the look says what differs, and nothing is replaced unasked', async () => {
  const [profile] = (await stateOf(page)).profiles;
  await reauthenticate(page, OTHER_PASSWORD);
  await call(page, 'profiles_save', {
    ...profile,
    name: 'Renamed here',
    passkeyHeader: 'X-Stamp-Webauthn',
  });
  await call(page, 'sites_forget', { origin: APP });
  await openBackupSection(page);
  await fileInput(page).setInputFiles(file);
  await openBackup(page);
  await lookTitle(page).waitFor(TIMEOUT);
  await page
    .getByText(textFor('backup.look.called', { name: 'Renamed here' }), { exact: true })
    .waitFor(TIMEOUT);
  await page
    .getByRole('group', { name: textFor('app.storageNotice.grants') })
    .getByRole('checkbox')
    .check();
  const name = profile?.name ?? '';
  await choice(page, name).selectOption('replace');
  await page
    .getByText(textFor('backup.choice.replaces', { names: '“Renamed here”' }))
    .waitFor(TIMEOUT);
  await checkScreen(page, 'look-differs');
  await choice(page, name).selectOption('both');
  await clickWithProof(page, 'backup.restore.do', OTHER_PASSWORD);
  await page.getByRole('heading', { name: textFor('backup.done.title') }).waitFor(TIMEOUT);
  const names = (await stateOf(page)).profiles.map((one) => one.name);
  expect(names).toEqual(['Renamed here', name]);
  const { answer } = (await call(page, 'sites_list', {})) as {
    answer: { origin: string; grants: { used: number; most: number }[] }[];
  };
  expect(answer.find(({ origin }) => origin === APP)?.grants).toMatchObject([
    { used: 8, most: 20 },
  ]);
  await button(page, 'app.done').click();
});

test('error: a file that is not whole, or no backup, says so before its password', async () => {
  const whole = readFileSync(file);
  const flipped = Buffer.from(whole);
  flipped[900] = (flipped[900] ?? 0) ^ 1;
  const cases = [
    ['incomplete', whole.subarray(0, whole.length - 400), errorWords.backup_incomplete],
    ['damaged', flipped, errorWords.backup_damaged],
    ['foreign', Buffer.from('{"some":"json"}'), errorWords.backup_foreign],
  ] as const;
  for (const [name, buffer, sentence] of cases) {
    await fileInput(page).setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
    await page.getByText(sentence, { exact: true }).waitFor(TIMEOUT);
    expect(await button(page, 'backup.restore.open').isDisabled()).toBe(true);
  }
  await checkScreen(page, 'foreign');
});

test('error: a hostile file plants no right, names what is odd, and blanks no screen (threats 59, 60)', async () => {
  const made = await unsealBackup(readFileSync(file, 'latin1'), BACKUP_PASSWORD);
  const [known] = made.contents.profiles;
  const id = crypto.randomUUID();
  const origin = 'https://evil.example';
  const sealed = async (contents: object) => ({
    name: 'hostile.keystamp',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(
      await sealBackupText(BACKUP_PASSWORD, { ...made, contents, history: [...made.history] }),
    ),
  });
  const now = Date.now();
  const site = {
    ...connectedSite(origin, id, now),
    operations: ['update_wallet', 'create_wallet'],
  };
  const grant = {
    id: crypto.randomUUID(),
    origin,
    profileId: id,
    operation: 'update_wallet',
    limits: {},
    most: 1_000_000,
    used: 0,
    perHour: null,
    recent: [],
    createdAt: now,
    expiresAt: now + 11_574 * 86_400_000,
    lastUsedAt: null,
  };
  const trust = { signer: `04${'a'.repeat(128)}`, otp: `04${'b'.repeat(128)}` };
  const profiles = [
    {
      ...known,
      id,
      name: 'Hostile',
      service: 'custom',
      baseUrl: 'https://service.evil.example',
      trust,
      authorization: { usual: 'key', passkeyOnly: [] },
    },
  ];
  const hostile = {
    ...made.contents,
    activeProfileId: null,
    profiles,
    sites: [site],
    grants: [grant],
  };
  await fileInput(page).setInputFiles(
    await sealed({ ...hostile, sites: [{ ...site, connectedAt: 1e300 }] }),
  );
  await openBackup(page);
  await page.getByText(errorWords.backup_invalid).waitFor(TIMEOUT);

  await fileInput(page).setInputFiles(await sealed(hostile));
  await openBackup(page);
  await lookTitle(page).waitFor(TIMEOUT);
  await page.getByText(textFor('backup.look.trust.custom'), { exact: true }).waitFor(TIMEOUT);
  await page.getByText('Left out, because no site may request it').waitFor(TIMEOUT);
  expect(await choice(page, 'Hostile').inputValue()).toBe('leave');
  await choice(page, 'Hostile').selectOption('add');
  await choice(page, origin).selectOption('restore');
  await page.getByText(textFor('backup.look.grantClipped')).waitFor(TIMEOUT);
  await page
    .getByRole('group', { name: textFor('app.storageNotice.grants') })
    .getByRole('checkbox')
    .check();
  await checkScreen(page, 'look-hostile');
  await clickWithProof(page, 'backup.restore.do', OTHER_PASSWORD);
  await page.getByRole('heading', { name: textFor('backup.done.title') }).waitFor(TIMEOUT);
  const { answer } = (await call(page, 'sites_list', {})) as {
    answer: {
      origin: string;
      operations: string[];
      grants: { most: number; expiresAt: number }[];
    }[];
  };
  const planted = answer.find((one) => one.origin === origin);
  expect(planted?.operations).toEqual(['update_wallet']);
  expect(planted?.grants).toMatchObject([{ most: 1000 }]);
  expect(planted?.grants[0]?.expiresAt).toBeLessThanOrEqual(Date.now() + 30 * 86_400_000);
  await button(page, 'app.done').click();
  for (const section of ['sites', 'keys', 'security'] as const) {
    await openSection(page, section);
    await page
      .getByRole('heading', { name: textFor(`app.section.${section}`), level: 1 })
      .waitFor();
    await expect(page.getByText(textFor('app.broken.screen'))).toHaveCount(0);
  }
  await openBackupSection(page);
});

test(
  'behavior: killed while it restores, the browser has lost nothing, and the file does the rest',
  trialUnless(false),
  async () => {
    test.slow();
    const profileDir = join(folder, 'killed');
    const made = await unsealBackup(readFileSync(file, 'latin1'), BACKUP_PASSWORD);
    const history = createChain(RECORDS);
    const contents = { ...made.contents, records: RECORDS };
    const long = join(folder, 'long.keystamp');
    writeFileSync(long, await sealBackupText(BACKUP_PASSWORD, { ...made, contents, history }));
    let killed = await launchKeystamp({ profileDir });
    let options = await openSettings(killed);
    await beginRestore(options, OTHER_PASSWORD);
    await fileInput(options).setInputFiles(long);
    await openBackup(options);
    await lookTitle(options).waitFor(TIMEOUT);
    await reauthenticate(options, OTHER_PASSWORD);
    await holdThirdPart(options);
    // Not awaited: the click begins it, and the power goes.
    const clicking = button(options, 'backup.restore.do')
      .click()
      .catch(() => undefined);
    await expect.poll(() => lastRecord(options), { intervals: [50] }).toBeGreaterThan(0);
    await killed.kill();
    await clicking;

    killed = await launchKeystamp({ profileDir });
    options = await openBackups(killed);
    await unlock(options, OTHER_PASSWORD);
    await button(options, 'backup.make.do').waitFor(TIMEOUT);
    const run = crypto.randomUUID();
    // It is checked in parts.
    const verify = async () =>
      (await call(options, 'history_verify', { run })) as { answer: { kind: string } };
    await expect
      .poll(async () => (await verify()).answer.kind, { ...TIMEOUT, intervals: [0] })
      .toBe('whole');
    expect(await lastRecord(options)).toBeLessThan(RECORDS);
    await options.getByText(textFor('backup.restore.unfinished'), { exact: true }).waitFor(TIMEOUT);
    await fileInput(options).setInputFiles(long);
    await openBackup(options);
    await lookTitle(options).waitFor(TIMEOUT);
    await checkScreen(options, 'after-kill');
    await clickWithProof(options, 'backup.restore.do', OTHER_PASSWORD);
    await options.getByRole('heading', { name: textFor('backup.done.title') }).waitFor(TIMEOUT);
    expect((await stateOf(options)).profiles).toHaveLength(1);
    // All of them, and the record of the restore.
    expect(await lastRecord(options)).toBe(RECORDS + 1);
    await button(options, 'app.done').click();
    await expect(options.getByText(textFor('backup.restore.unfinished'))).toHaveCount(0);
    await killed.close();
  },
);

test('behavior: no errors on any console', async () => {
  for (const { logs } of [from, to])
    expect(logs.filter(({ level }) => level === 'error')).toEqual([]);
});
