import type { Locator, Page } from 'playwright';
import { comparisonGroups } from '../../src/client/device/device-code.ts';
import type { Field, RecordListControl } from '../../src/protocol/fields.ts';
import { versionFor, type Generation, type Row } from '../../src/protocol/operation-row.ts';
import { rowOf } from '../../src/protocol/operations.ts';
import { LIFETIMES } from '../../src/protocol/api-key.ts';
import { choiceText } from '../../src/ui/words/en/choices.ts';
import { authorizationWords } from '../../src/ui/words/en/authorization.ts';
import { backupWords } from '../../src/ui/words/en/backup.ts';
import { confirmWords } from '../../src/ui/words/en/confirm.ts';
import { exportWords } from '../../src/ui/words/en/export.ts';
import { importWords } from '../../src/ui/words/en/import.ts';
import { appWords } from '../../src/ui/words/en/app.ts';
import { historyWords } from '../../src/ui/words/en/history.ts';
import { objectWords } from '../../src/ui/words/en/objects.ts';
import { operationWords } from '../../src/ui/words/en/operations.ts';
import { optionsWords } from '../../src/ui/words/en/options.ts';
import { passkeyWords } from '../../src/ui/words/en/passkey.ts';
import { phraseWords } from '../../src/ui/words/en/phrase.ts';
import { popupWords } from '../../src/ui/words/en/popup.ts';
import { procedureWords } from '../../src/ui/words/en/procedure.ts';
import { rotationWords } from '../../src/ui/words/en/rotation.ts';
import { unlockWords } from '../../src/ui/words/en/unlock.ts';
import { wipeWords } from '../../src/ui/words/en/wipe.ts';
import { wordsOf, type AnyRowWords } from '../../src/ui/words/operation-words.ts';
import type { Keystamp } from './browser.ts';
import { setUpAddress } from '../set-up-code.ts';
import { isHome, openHome, openKeys, openProfiles, openSetUp } from './pages.ts';

/*
 * What a user does with Keystamp: reads labels, types, clicks. Nothing here calls into the
 * extension; words come from its own catalog, so that better wording breaks no test.
 */

/** A password that the strength meter accepts. */
export const PASSWORD = 'correct-horse-battery-staple-42';
/** How long a user waits for a screen, in milliseconds. */
const TIMEOUT = 30_000;

const words: Readonly<Record<string, unknown>> = {
  ...authorizationWords,
  ...appWords,
  ...historyWords,
  ...objectWords,
  ...popupWords,
  ...procedureWords,
  ...rotationWords,
  ...unlockWords,
  ...wipeWords,
  ...optionsWords,
  ...backupWords,
  ...confirmWords,
  ...passkeyWords,
  ...importWords,
  ...exportWords,
  ...phraseWords,
};

/**
 * The English text of a key, with its placeholders filled; for a counted text, the form for
 * `count`.
 */
export function textFor(
  key: string,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const found = words[key];
  const counted = found as { readonly one: string; readonly other: string } | undefined;
  const text =
    typeof found === 'string' ? found : counted?.[values['count'] === 1 ? 'one' : 'other'];
  if (text === undefined) throw new Error(`no text ${key}`);
  return text.replace(/\{(\w+)\}/g, (gap, name: string) => String(values[name] ?? gap));
}

/** The button with a catalog text, by key. */
export const button = (page: Page | Locator, key: string): Locator =>
  page.getByRole('button', { name: textFor(key), exact: true });

/** A new password, where it is asked for twice. */
export async function typeNewPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel(textFor('app.unlock.password'), { exact: true }).fill(password);
  await page.getByLabel(textFor('options.password.repeat'), { exact: true }).fill(password);
}

/** Chooses a password on the set-up page. */
export async function choosePassword(page: Page, password = PASSWORD): Promise<void> {
  await typeNewPassword(page, password);
  await button(page, 'options.setup.createVault').click();
  await page
    .getByRole('heading', { name: textFor('options.setup.service') })
    .waitFor({ timeout: TIMEOUT });
}

export type ProfileSetup = { readonly name?: string; readonly generation?: Generation };

/** Fills in the service step for a local service and continues. */
export async function chooseLocalService(
  page: Page,
  url: string,
  profile: ProfileSetup = {},
): Promise<void> {
  await page.getByRole('radio', { name: textFor('options.service.local') }).check();
  await page
    .getByLabel(textFor('options.service.baseUrl'), { exact: true })
    .fill(setUpAddress(url));
  if (profile.name)
    await page.getByLabel(textFor('options.profile.name'), { exact: true }).fill(profile.name);
  if (profile.generation) {
    await page.getByText(textFor('options.service.advanced'), { exact: true }).click();
    await page
      .getByLabel(textFor('options.service.generation'), { exact: true })
      .selectOption(profile.generation);
  }
  await button(page, 'app.continue').click();
}

/** What the set-up’s user is called. */
export const USER_NAME = 'Keystamp';

/** Creates a key in the extension, enrolls it at the local service and waits for the proof. */
export async function enrolNewKey(page: Page): Promise<void> {
  await button(page, 'options.key.create').click();
  await page
    .getByLabel(textFor('options.register.yourName'), { exact: true })
    .fill(USER_NAME, { timeout: TIMEOUT });
  await button(page, 'options.register.doLocal').click();
  await page
    .getByText(textFor('options.proof.good'), { exact: true })
    .waitFor({ timeout: TIMEOUT });
}

/** Ends the first set-up, which leads to the wallets, and goes on to the profiles and keys. */
export async function finishSetUp(page: Page): Promise<void> {
  await button(page, 'options.proof.finish').click();
  await page
    .getByRole('heading', { name: textFor('app.place.wallet'), exact: true })
    .first()
    .waitFor({ timeout: TIMEOUT });
  await openKeys(page);
}

/**
 * The whole set-up against a local service: password, profile, key, proof. Returns the options
 * page.
 */
export async function setUp(
  keystamp: Pick<Keystamp, 'openPage'>,
  url: string,
  profile: ProfileSetup = {},
): Promise<Page> {
  const page = await openSetUp(keystamp, setUpAddress(url));
  await choosePassword(page);
  await chooseLocalService(page, url, profile);
  await enrolNewKey(page);
  await finishSetUp(page);
  return page;
}

/** A second profile at the local service, for codes that are encrypted, and in use from now on. */
export async function switchToEnclaveProfile(
  keystamp: Pick<Keystamp, 'openPage'>,
  popup: Page,
  url: string,
): Promise<void> {
  const name = 'Second';
  const options = await openSetUp(keystamp);
  await chooseLocalService(options, url, { name, generation: 'enclave' });
  await enrolNewKey(options);
  await button(options, 'options.proof.finish').click();
  await options.close();
  await openProfiles(popup);
  await popup.getByText(name, { exact: true }).click();
  await popup
    .getByRole('link', { name: textFor('popup.profiles.switch', { profile: name }) })
    .waitFor();
}

/** Types the password on a lock screen. */
export async function unlock(page: Page, password = PASSWORD): Promise<void> {
  await page.getByLabel(textFor('app.unlock.password'), { exact: true }).fill(password);
  await button(page, 'app.unlock.action').click();
}

/** Locks Keystamp by the button of its first screen. */
export async function lock(popup: Page): Promise<void> {
  await openHome(popup);
  await button(popup, 'popup.lock').click();
  await button(popup, 'app.unlock.action').waitFor();
}

/** A row of the operations table with its words on screen. */
export type ShownRow = Row & Pick<AnyRowWords, 'title' | 'about' | 'action' | 'done' | 'single'>;

/** A row of the operations table by name, with its words. */
export function operationRow(name: string): ShownRow {
  const row = rowOf(name);
  if (!row) throw new Error(`no operation ${name}`);
  const { title, about, action, done, single } = wordsOf(operationWords, name);
  return { ...row, title, about, action, done, ...(single && { single }) };
}

/** From any screen of the popup to an operation's form: three clicks and typing. */
export async function openForm(page: Page, row: Row): Promise<void> {
  const { title } = operationRow(row.name);
  if (!isHome(page.url())) await openHome(page);
  await page.getByRole('link', { name: textFor('popup.more.title') }).click({ timeout: TIMEOUT });
  await page
    .getByRole('link', { name: textFor('app.place.operations') })
    .click({ timeout: TIMEOUT });
  await page.getByRole('searchbox', { name: textFor('popup.operations.filter') }).fill(row.name);
  await page.getByRole('link', { name: title }).first().click();
  await page.getByRole('heading', { name: title }).waitFor();
}

/** A value as a user gives it: text, names or ids to pick, enum values to choose, on or off. */
export type FieldInput = string | boolean | readonly string[] | readonly ItemInput[];
/** The fields of one record in a list. */
type ItemInput = { readonly [name: string]: FieldInput };

async function pick(place: Locator, values: readonly string[]): Promise<void> {
  const input = place.getByRole('combobox');
  for (const value of values) {
    await input.click();
    await input.fill(value);
    await place.getByRole('option').first().click({ timeout: TIMEOUT });
  }
  await input.press('Escape');
}

async function checkAll(place: Locator, values: readonly string[]): Promise<void> {
  const filter = place.getByRole('searchbox');
  for (const value of values) {
    const label = choiceText(value);
    if (await filter.count()) await filter.fill(label);
    await place.getByRole('checkbox', { name: label, exact: true }).check();
  }
}

/** Fills in a list's records, adding the ones that aren't there yet. */
async function enterItems(
  place: Locator,
  { item: fields }: RecordListControl,
  items: readonly ItemInput[],
): Promise<void> {
  const list = place.locator('.record-list').first();
  const groups = list.locator(':scope > .record-item');
  for (const [at, item] of items.entries()) {
    if ((await groups.count()) <= at)
      await list.locator(':scope > .record-list-add button').click();
    for (const [name, value] of Object.entries(item)) {
      const field = fields[name];
      if (!field) throw new Error(`a record has no field ${name}`);
      const memberPlace = groups.nth(at).locator(`[data-field$=".${at}.${name}"]`);
      await showField(memberPlace, field);
      await enterValue(memberPlace, field, value);
    }
  }
}

/** Adds an account for each chain, with the values that the form fills in. */
async function pickChains(place: Locator, chains: readonly string[]): Promise<void> {
  const others = place.getByRole('combobox', { name: textFor('popup.accounts.others') });
  for (const chain of chains) {
    const add = place.getByRole('button', { name: choiceText(chain), exact: true });
    if (await add.count()) await add.click();
    else await others.selectOption(chain);
  }
}

/** Opens "More" for a field that is behind it, and "Advanced" for the text of a policy that is built. */
async function showField(place: Locator, field: Field): Promise<void> {
  if (field.control.kind === 'clause') await place.waitFor({ state: 'attached' });
  else if (!field.advanced) return;
  if (await place.isVisible()) return;
  await place.locator('xpath=ancestor::details[1]/summary').click();
}

const isItem = (value: string | ItemInput) => typeof value === 'object';
const isText = (value: string | ItemInput) => typeof value === 'string';

/** Chooses a lifetime in seconds: one of the list, or a whole number of minutes. */
export async function chooseLifetime(place: Locator, seconds: string): Promise<void> {
  const choice = place.getByRole('combobox').first();
  const known = Object.entries(LIFETIMES).find(([, length]) => String(length) === seconds);
  await choice.selectOption(seconds === '' ? 'never' : (known?.[0] ?? 'own'));
  if (seconds === '' || known) return;
  await place.getByRole('combobox', { name: textFor('app.lifetime.unit') }).selectOption('minutes');
  await place
    .getByRole('textbox', { name: textFor('app.lifetime.count') })
    .fill(String(Number(seconds) / 60));
}

/** What a policy does is chosen by its verb; any other choice is in a list. */
async function choose(place: Locator, value: string): Promise<void> {
  const verb = value === 'EFFECT_DENY' ? 'builder.deny' : 'builder.allow';
  if (value.startsWith('EFFECT_')) await button(place, verb).click();
  else await place.getByRole('combobox').selectOption(value);
}

async function enterValue(place: Locator, { control }: Field, value: FieldInput): Promise<void> {
  const values: readonly (string | ItemInput)[] =
    typeof value === 'object' ? value : [String(value)];
  const texts = values.filter(isText);
  switch (control.kind) {
    case 'pick':
      return pick(place, texts);
    case 'choice':
      return choose(place, texts[0] ?? '');
    case 'choices':
      return checkAll(place, texts);
    case 'record-list':
      return control.editor === 'accounts'
        ? pickChains(place, texts)
        : enterItems(place, control, values.filter(isItem));
    case 'flag':
      await place.getByRole('switch').setChecked(value === true);
      return;
    case 'lifetime':
      return chooseLifetime(place, texts[0] ?? '');
    case 'public-key':
      return enterPublicKey(place, texts[0] ?? '');
    default:
      return place
        .locator('input, textarea')
        .first()
        .fill(texts[0] ?? '');
  }
}

/** The digits to compare that a page shows, by group; the gap is empty. */
export async function groupsOn(place: Page | Locator): Promise<readonly string[]> {
  const groups = await place.locator('.comparison-groups > span').all();
  return Promise.all(groups.map((group) => group.innerText()));
}

/** The question about a public key that was entered. */
const comparison = (place: Locator): Locator =>
  place.getByRole('radiogroup', { name: textFor('popup.publicKey.question') });

/** Chooses the group that the other device shows in the gap; undefined: the key is another program's. */
export async function chooseGroup(
  place: Locator,
  shown: readonly string[] | undefined,
): Promise<void> {
  await comparison(place).waitFor({ timeout: TIMEOUT });
  const groups = await groupsOn(place);
  const name = shown?.[groups.indexOf('')] ?? textFor('popup.publicKey.program');
  await comparison(place).getByRole('radio', { name }).check();
}

/** {@link chooseGroup}, and says so. */
export async function comparePublicKey(
  place: Locator,
  shown: readonly string[] | undefined,
): Promise<void> {
  await chooseGroup(place, shown);
  await button(place, 'popup.publicKey.confirm').click();
  await comparison(place).waitFor({ state: 'hidden', timeout: TIMEOUT });
}

/** Enters a device code and compares it, or a key of another program; no question follows a refusal. */
async function enterPublicKey(place: Locator, text: string): Promise<void> {
  await place.locator('textarea').fill(text);
  // A shorter text is read when the field is left.
  if (text.length < 32) return;
  await comparison(place).or(place.locator('.field-error')).first().waitFor({ timeout: TIMEOUT });
  if (!(await comparison(place).isVisible())) return;
  const [scheme, , organizationId = '', publicKey = ''] = text.split(':');
  const isCode = scheme === 'keystamp-device';
  await comparePublicKey(
    place,
    isCode ? await comparisonGroups({ organizationId, publicKey }) : undefined,
  );
}

/** Fills in a form's fields; opens "More" first for those behind it. */
export async function fillForm(
  page: Page,
  row: Row,
  values: Readonly<Record<string, FieldInput>>,
  generation: Generation = 'legacy',
): Promise<void> {
  const { fields } = row.kind === 'submit' ? versionFor(row, generation) : row;
  for (const [name, value] of Object.entries(values)) {
    const field = fields[name];
    if (!field) throw new Error(`${row.name} has no field ${name}`);
    const place = page.locator(`[data-field="${name}"]`);
    await showField(place, field);
    await enterValue(place, field, value);
  }
}

/** Types over a value that is edited in its place, once its field has the focus, up to the review. */
export async function typeOver(place: Page | Locator, text: string): Promise<void> {
  const field = place.locator('form.edit input:focus');
  await field.waitFor();
  const { keyboard } = field.page();
  await keyboard.press('Control+A');
  await keyboard.type(text);
  await keyboard.press('Enter');
}

/** From the filled form to the approved activity; irreversible ones are confirmed twice. */
export async function approve(page: Page, row: Row): Promise<void> {
  const { action, single } = operationRow(row.name);
  await button(page, 'popup.review.title').click();
  if (row.risk !== 'irreversible') {
    await page.getByRole('button', { name: action, exact: true }).click();
    return;
  }
  // Of one record the button says so.
  const actions = [action, ...(single ? [single.action] : [])].join('|');
  await page.getByRole('button', { name: new RegExp(`^(?:${actions})…$`) }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: new RegExp(`^(?:${actions})$`) }).click();
}

/** Waits until the shown activity has a given state. */
export async function waitForState(page: Page, state: string): Promise<void> {
  await page.locator(`[data-state="${state}"]`).waitFor({ timeout: TIMEOUT });
}

/** Opens, fills in, approves and waits for the end of an activity. */
export async function runOperation(
  page: Page,
  name: string,
  values: Readonly<Record<string, FieldInput>>,
  generation: Generation = 'legacy',
): Promise<void> {
  const row = operationRow(name);
  await openForm(page, row);
  await fillForm(page, row, values, generation);
  await approve(page, row);
  await waitForState(page, 'completed');
}
