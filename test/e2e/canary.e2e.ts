import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { test } from './environment.ts';
import type { Generation } from '../../src/protocol/operation-row.ts';
import { memberWords } from '../../src/ui/words/en/members.ts';
import { backUpAndOpen } from './backup-actions.ts';
import { launchKeystamp, type Keystamp } from './browser.ts';
import { importAndExportWallet, walletNeedles } from './canary-wallets.ts';
import { readArea, readDatabase, writeArea } from './extension-internals.ts';
import {
  finishImport,
  keyInput,
  openImport,
  paste,
  fillImport,
  readVerdict,
} from './import-actions.ts';
import { findNeedles, formsOf, formsOfText, pieces, type Needles } from './needles.ts';
import { oracleAt, type Oracle } from './oracle.ts';
import {
  openAbout,
  openHistory,
  openList,
  openPopup,
  openProfiles,
  openSecurity,
  openSettings,
  openSetUp,
  openSignedHere,
} from './pages.ts';
import {
  approve,
  button,
  chooseLocalService,
  enrolNewKey,
  fillForm,
  finishSetUp,
  openForm,
  operationRow,
  textFor,
  unlock,
  USER_NAME,
} from './user-actions.ts';
import { hostService } from './hosted-service.ts';
import type { LocalService } from './service.ts';

/*
 * What a user enters in confidence can't be found anywhere afterwards (docs/threats.md, 25 and 26):
 * not in the files of the browser profile, not in messages between pages and worker, not on a
 * console, not in an error. The same search finds what was put there on purpose.
 */

/** Everything is typed before the first test. */
test.describe.configure({ timeout: 300_000 });

const TIMEOUT = { timeout: 15_000 };

/** Each is typed into the real pages at least once. None of them occurs in the sources. */
const tag = randomBytes(6).toString('hex');
const KEY = `0f${randomBytes(31).toString('hex')}`;
const FILE_KEY = `0e${randomBytes(31).toString('hex')}`;
/** One is imported and then read again for its proof; the other one is refused. */
const IMPORTED_KEY = `0b${randomBytes(31).toString('hex')}`;
const REFUSED_IMPORT = `0a${randomBytes(31).toString('hex')}`;
const MALFORMED_KEY = `0d${randomBytes(31).toString('hex')}zz`;
const PASSWORDS = {
  first: `canary-first-${tag}-ostrich-lantern`,
  wrong: `canary-wrong-${tag}-ostrich-lantern`,
  second: `canary-second-${tag}-ostrich-lantern`,
  backup: `canary-backup-${tag}-ostrich-lantern`,
  wrongBackup: `canary-not-it-${tag}-ostrich-lantern`,
} as const;
/** Put on disk on purpose, so that the search is known to work. */
const CONTROL = `0c${randomBytes(31).toString('hex')}`;
const TYPED_CONTROL = `canary-typed-${tag}`;

let service: LocalService;
let oracle: Oracle;
let profileDir: string;
let keystamp: Keystamp;
/** Everything that a page sent to the worker, as JSON. */
const messages: string[] = [];
/** Everything that any page said about an error, and the whole text of each visited page. */
const texts: string[] = [];
const exportedKeys: string[] = [];
/** Codes that were sent and typed. */
const codes: string[] = [];

/** Runs in each page before its own scripts. */
function listen(): void {
  const { runtime } = Reflect.get(globalThis, 'chrome') as {
    runtime?: { sendMessage: (...sent: unknown[]) => unknown };
  };
  if (!runtime) return;
  const real = runtime.sendMessage.bind(runtime);
  const heard = (value: unknown) => {
    const tell = Reflect.get(globalThis, 'canaryHeard') as (text: string) => void;
    tell(JSON.stringify(value) ?? '');
  };
  runtime.sendMessage = (...sent: unknown[]) => {
    heard(sent);
    const answer = real(...sent) as Promise<unknown>;
    return answer.then((value) => {
      heard(value);
      return value;
    });
  };
}

const remember = async (page: Page) => {
  texts.push(page.url(), await page.locator('body').innerText());
};

const label = (page: Page, key: string) => page.getByLabel(textFor(key), { exact: true });

test.beforeAll(async () => {
  service = await hostService();
  oracle = await oracleAt(service.url);
  // Browsers write this path into their logs: nothing in it may start like a typed text.
  profileDir = mkdtempSync(join(tmpdir(), 'keystamp-profile-'));
  keystamp = await launchKeystamp({ profileDir });
  await keystamp.context.exposeFunction('canaryHeard', (text: string) => messages.push(text));
  await keystamp.context.addInitScript(listen);
});

test.afterAll(async () => {
  await keystamp?.close();
  await service?.stop();
  rmSync(profileDir, { recursive: true, force: true, maxRetries: 5 });
});

/** Set-up with an imported key, after one that can't be read. */
async function setUpByKey(page: Page): Promise<void> {
  await label(page, 'app.unlock.password').fill(PASSWORDS.first);
  await label(page, 'options.password.repeat').fill(PASSWORDS.wrong);
  await button(page, 'options.setup.createVault').click();
  await page.getByText(textFor('options.password.differs'), { exact: true }).waitFor(TIMEOUT);
  await remember(page);
  await label(page, 'options.password.repeat').fill(PASSWORDS.first);
  await button(page, 'options.setup.createVault').click();
  await page.getByRole('heading', { name: textFor('options.setup.service') }).waitFor(TIMEOUT);
  await chooseLocalService(page, service.url);
  await page.getByRole('radio', { name: textFor('options.key.origin.bring') }).check();
  await label(page, 'options.key.name').fill('Canary');
  for (const text of [MALFORMED_KEY, `${KEY}:p384`]) {
    await label(page, 'options.key.text').fill(text);
    await button(page, 'options.key.bring').click();
    await page.getByRole('alert').first().waitFor(TIMEOUT);
    await remember(page);
  }
  await label(page, 'options.key.text').fill(KEY);
  await page.getByLabel(textFor('options.key.public')).fill(`02${'11'.repeat(32)}`);
  await button(page, 'options.key.bring').click();
  await page.getByRole('alert').first().waitFor(TIMEOUT);
  await remember(page);
  await page.getByLabel(textFor('options.key.public')).fill('');
  await button(page, 'options.key.bring').click();
  await page.getByLabel(textFor('options.register.yourName'), { exact: true }).fill(USER_NAME);
  await button(page, 'options.register.doLocal').click();
  await page.getByText(textFor('options.proof.good'), { exact: true }).waitFor(TIMEOUT);
  await finishSetUp(page);
}

/** A second key, from its file. */
async function addKeyFromFile(page: Page): Promise<void> {
  await button(page, 'options.key.bring').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(textFor('options.key.name'), { exact: true }).fill('By file');
  const buffer = Buffer.from(`${FILE_KEY}:secp256k1\n`);
  await dialog
    .locator('input[type="file"]')
    .setInputFiles({ name: 'key.private', mimeType: 'text/plain', buffer });
  await button(dialog, 'options.key.bring').click();
  await dialog.getByRole('img').waitFor(TIMEOUT);
  await remember(page);
  await button(dialog, 'app.close').click();
}

/**
 * Starts a code and types `typed` instead of it; nine letters and digits, so that it can be
 * searched for.
 */
async function verifyCode(page: Page, generation: Generation, wrong: boolean): Promise<void> {
  const row = operationRow('verify_otp');
  const first = operationRow('init_otp');
  const contact = 'alice@demo.example';
  await openForm(page, row);
  await fillForm(page, first, { contact, otpLength: '9' }, generation);
  await page.getByRole('button', { name: first.action, exact: true }).click();
  const field = page.locator(
    '[data-field="otpCode"] input, [data-field="encryptedOtpBundle"] input',
  );
  await field.waitFor(TIMEOUT);
  const sent = await oracle.code(contact);
  const code = wrong ? sent.slice(1) + sent.slice(0, 1) : sent;
  codes.push(sent, code);
  await field.fill(code);
  await remember(page);
  await approve(page, row);
  await page
    .locator(wrong ? '[data-state="failed"], [data-state="refused"]' : '[data-state="completed"]')
    .waitFor(TIMEOUT);
  await remember(page);
}

/** The same for the address of a user, which takes the token along. Its six digits are too few to search for. */
async function verifyContact(page: Page): Promise<void> {
  const contact = 'alice@demo.example';
  const { action } = operationRow('init_otp');
  await openList(page, 'user');
  await page.getByRole('link', { name: /^Alice/ }).click(TIMEOUT);
  const what = textFor('object.contact.verifyWhat', { label: memberWords.userEmail });
  await page.getByRole('link', { name: what }).click(TIMEOUT);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: action, exact: true }).click(TIMEOUT);
  const field = page.locator('[data-field="otpCode"] input');
  await field.waitFor(TIMEOUT);
  await field.fill(await oracle.code(contact));
  await field.press('Enter');
  await button(dialog, 'contact.approve').click(TIMEOUT);
  await page.getByRole('heading', { name: /^Alice/ }).waitFor(TIMEOUT);
  await remember(page);
}

/** Everything that a page contains: its text, its attributes and the values of its inputs. */
async function rememberWhole(page: Page): Promise<void> {
  const whole = await page.evaluate(() => [
    document.documentElement.outerHTML,
    ...Array.from(document.querySelectorAll('input, textarea'), (one) =>
      String(Reflect.get(one, 'value')),
    ),
  ]);
  texts.push(page.url(), ...whole);
}

/** A key that is refused and shown, one that is imported, and its proof from the list of keys. */
async function importKeys(page: Page): Promise<void> {
  const wanted = { name: 'Canary import', text: IMPORTED_KEY, curve: 'CURVE_SECP256K1' } as const;
  await paste(keyInput(page), `${REFUSED_IMPORT}00`);
  await page.getByRole('alert').first().waitFor(TIMEOUT);
  await button(page, 'import.key.show').click();
  expect(await page.locator('.pasted').textContent()).toContain(REFUSED_IMPORT);
  await button(page, 'import.key.hide').click();
  await paste(keyInput(page), '');
  await rememberWhole(page);
  await fillImport(page, wanted);
  await rememberWhole(page);
  expect(await finishImport(page)).toBe('done');
  expect(await readVerdict(page)).toBe('proved');
  await rememberWhole(page);
  await page.getByRole('link', { name: textFor('import.verdict.open') }).click();
  await page.getByText(textFor('import.check.key'), { exact: true }).click(TIMEOUT);
  await paste(keyInput(page), IMPORTED_KEY);
  expect(await readVerdict(page)).toBe('proved');
  await rememberWhole(page);
}

async function typeEverything(): Promise<void> {
  const options = await openSetUp(keystamp);
  await setUpByKey(options);
  await addKeyFromFile(options);
  const importing = await openImport(keystamp);
  await importKeys(importing);
  await importing.close();
  const wallets = { keystamp, oracle, password: PASSWORDS.first };
  const exported = await importAndExportWallet(wallets, rememberWhole);
  exportedKeys.push(...exported);

  const popup = await openPopup(keystamp);
  await verifyCode(popup, 'legacy', true);
  await verifyCode(popup, 'legacy', false);
  await verifyContact(popup);
  await popup.close();

  await button(options, 'options.profiles.add').click();
  await chooseLocalService(options, service.url, { name: 'Second', generation: 'enclave' });
  await enrolNewKey(options);
  await button(options, 'options.proof.finish').click();
  const second = await openPopup(keystamp);
  await openProfiles(second);
  await second.getByText('Second', { exact: true }).click();
  await second
    .getByRole('link', { name: textFor('popup.profiles.switch', { profile: 'Second' }) })
    .waitFor();
  await verifyCode(second, 'enclave', false);

  await openSecurity(options);
  for (const old of [PASSWORDS.wrong, PASSWORDS.first]) {
    await label(options, 'options.password.old').fill(old);
    await label(options, 'options.password.newOne').fill(PASSWORDS.second);
    await label(options, 'options.password.newRepeat').fill(PASSWORDS.second);
    await button(options, 'options.password.change').click();
    const said = old === PASSWORDS.wrong ? 'app.unlock.wrong' : 'options.password.changed';
    await options.getByText(textFor(said), { exact: true }).waitFor(TIMEOUT);
    await remember(options);
  }
  await button(options.getByRole('main'), 'popup.lock').click();
  await unlock(second, PASSWORDS.wrong);
  await second.getByText(textFor('app.unlock.wrong'), { exact: true }).waitFor(TIMEOUT);
  await remember(second);
  await keystamp.stopWorker();
  await unlock(second, PASSWORDS.second);
  await label(options, 'options.password.old').waitFor(TIMEOUT);
  await openHistory(options);
  await options.getByRole('listitem').first().waitFor(TIMEOUT);
  await remember(options);
  const { second: password, backup, wrongBackup: wrong } = PASSWORDS;
  texts.push(await backUpAndOpen(options, { password, backup, wrong }, rememberWhole));
}

function secrets(): Needles {
  const key = (hex: string) => [...formsOf(Buffer.from(hex, 'hex')), ...formsOfText(hex)];
  return {
    'the key as hex': key(KEY),
    'the key of the file': key(FILE_KEY),
    'the imported key': key(IMPORTED_KEY),
    'the key that was not imported': key(REFUSED_IMPORT),
    'the key that could not be read': key(MALFORMED_KEY.slice(0, 64)),
    ...walletNeedles(),
    ...Object.fromEntries(exportedKeys.map((hex, at) => [`exported key ${at}`, key(hex)])),
    ...Object.fromEntries(
      Object.entries(PASSWORDS).map(([name, text]) => [`password ${name}`, formsOfText(text)]),
    ),
    ...Object.fromEntries(
      codes.map((code, at) => [`code ${at}`, [Buffer.from(code), Buffer.from(code, 'utf16le')]]),
    ),
  };
}

/**
 * The signatures of the tokens that verified codes gave. The worker tells a token to the page that
 * had the code verified; back it travels sealed, and nothing keeps it in clear.
 */
function tokens(): Needles {
  const found = messages.flatMap((text) => [
    ...text.matchAll(/"verificationToken":"[\w-]+\.[\w-]+\.([\w-]+)"/g),
  ]);
  const signatures = new Set(found.map(([, signature = '']) => signature));
  return Object.fromEntries(
    [...signatures].map((signature, at) => [
      `token ${at}`,
      [Buffer.from(signature), Buffer.from(signature, 'utf16le')].flatMap((form) =>
        pieces(form, 24),
      ),
    ]),
  );
}

/** `file: what` for everything that a file of the profile contains. */
function findOnDisk(needles: Needles): string[] {
  return readdirSync(profileDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => {
      const path = join(entry.parentPath, entry.name);
      return findNeedles(readFileSync(path), needles).map(
        (name) => `${path.slice(profileDir.length)}: ${name}`,
      );
    });
}

test.describe('what is entered in confidence', () => {
  test.beforeAll(async () => {
    // Everything that anyone types in confidence, in one hook.
    test.setTimeout(300_000);
    await typeEverything();
  });

  test('behavior: is in no message between pages and worker, though all were recorded', () => {
    for (const call of [
      'vault_create',
      'vault_unlock',
      'vault_password',
      'keys_import',
      'backup_start',
      'backup_history',
      'backup_look',
      'activities_submit',
    ]) {
      expect(messages.some((text) => text.includes(`"call":"${call}"`))).toBe(true);
    }
    expect(messages.some((text) => text.includes('"code":"wrong_password"'))).toBe(true);
    expect(findNeedles(Buffer.from(messages.join('\n')), secrets())).toEqual([]);
    const calls = messages.filter((text) => text.includes('"call":"'));
    expect(Object.keys(tokens())).toHaveLength(3);
    expect(findNeedles(Buffer.from(calls.join('\n')), tokens())).toEqual([]);
  });

  test('behavior: is on no console and in no page or error text', () => {
    const lines = keystamp.logs.map(({ text }) => text);
    expect(texts.length).toBeGreaterThan(20);
    expect(texts.some((text) => text.includes(textFor('app.unlock.wrong')))).toBe(true);
    expect(findNeedles(Buffer.from([...lines, ...texts].join('\n')), secrets())).toEqual([]);
  });

  test('behavior: is in no storage area, not even in memory, and not in the history', async () => {
    const page = await openSignedHere(keystamp);
    const areas = [
      await readArea(page, 'local'),
      await readArea(page, 'session'),
      await readDatabase(page),
    ];
    expect(JSON.stringify(areas)).toContain('vault.session');
    const needles = { ...secrets(), ...tokens() };
    expect(findNeedles(Buffer.from(JSON.stringify(areas)), needles)).toEqual([]);
    await page.close();
  });

  test('behavior: is in no file of the profile after the browser has closed; the controls are', async () => {
    const page = await openSettings(keystamp);
    await writeArea(page, 'local', { control: CONTROL });
    await page.evaluate(() => {
      const input = document.createElement('input');
      input.id = 'control';
      document.body.prepend(input);
    });
    await page.locator('#control').pressSequentially(TYPED_CONTROL);
    await openAbout(page);
    const controls = { stored: formsOfText(CONTROL), typed: formsOfText(TYPED_CONTROL) };
    // The browser writes typed text with a delay, and again when it closes.
    await expect
      .poll(() => findOnDisk(controls).map((place) => place.split(': ')[1]), TIMEOUT)
      .toEqual(expect.arrayContaining(['stored', 'typed']));
    await keystamp.close();
    expect(codes.filter((code) => code.length === 9)).toHaveLength(6);
    expect(findOnDisk({ ...secrets(), ...tokens() })).toEqual([]);
  });
});

test.describe('the search', () => {
  const bytes = Buffer.from(CONTROL, 'hex');
  const written: readonly [string, Buffer][] = [
    ['raw bytes', bytes],
    ['hex', Buffer.from(CONTROL)],
    ['capital hex', Buffer.from(CONTROL.toUpperCase())],
    ['UTF-16', Buffer.from(CONTROL, 'utf16le')],
    ['base64', Buffer.from(bytes.toString('base64'))],
    ['base64url', Buffer.from(bytes.toString('base64url'))],
    [
      'base64 after one byte',
      Buffer.from(Buffer.concat([Buffer.from('x'), bytes]).toString('base64')),
    ],
    [
      'base64 after two bytes',
      Buffer.from(Buffer.concat([Buffer.from('xy'), bytes]).toString('base64')),
    ],
    ['hex cut in two', Buffer.from(`${CONTROL.slice(0, 30)}\0${CONTROL.slice(30)}`)],
  ];

  for (const [what, form] of written) {
    test(`behavior: finds a key written as ${what}`, () => {
      const file = Buffer.concat([randomBytes(1000), form, randomBytes(1000)]);
      expect(findNeedles(file, { control: formsOf(bytes) })).toEqual(['control']);
      expect(findNeedles(randomBytes(3000), { control: formsOf(bytes) })).toEqual([]);
    });
  }
});
