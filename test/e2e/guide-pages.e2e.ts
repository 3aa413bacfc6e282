import { randomBytes } from 'node:crypto';
import { expect } from 'playwright/test';
import type { Page } from 'playwright';
import { toHex } from '../../src/crypto/bytes.ts';
import { GUIDE_PAGES, type GuidePage } from '../../src/ui/page/guide-pages.ts';
import { setUpAddress } from '../set-up-code.ts';
import { launchKeystamp, type Keystamp } from './browser.ts';
import { test } from './environment.ts';
import { see, stepsOf, use, walkPage, type Hints, type Reader } from './guide-walk.ts';
import { keyInput, paste } from './import-actions.ts';
import { oracleAt, type Oracle } from './oracle.ts';
import { openHome, openPopup, openSetUp } from './pages.ts';
import { continueWithPhrase, phraseInput } from './phrase-actions.ts';
import { ageProof, confirmIdentity } from './reauthentication.ts';
import { trialUnless } from '../trial-tag.ts';
import { setUpByCalls } from './set-up-by-calls.ts';
import { hostService } from './hosted-service.ts';
import type { LocalService } from './service.ts';
import { button, enrolNewKey, PASSWORD, textFor, typeOver, waitForState } from './user-actions.ts';

/*
 * Each page of the guide, done as it is written, in the extension and at the local service. Each begins in a
 * Keystamp that is set up, in its tab; the set-up itself and a second device are in another browser.
 */

test.describe.configure({ timeout: 90_000 });

let service: LocalService;
let oracle: Oracle;
let keystamp: Keystamp;
let other: Keystamp;
let options: Page;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  [keystamp, other] = await Promise.all([launchKeystamp(), launchKeystamp()]);
  service = await hostService();
  oracle = await oracleAt(service.url);
  options = await setUpByCalls(keystamp, service.url);
  for (const { context } of [keystamp, other]) context.setDefaultTimeout(12_000);
});

const PHRASE = `${'abandon '.repeat(11)}about`;

type Act = (reader: Reader) => Promise<unknown>;

const click =
  (name: string | RegExp, role: 'link' | 'button' = 'button'): Act =>
  ({ page }) =>
    page
      .locator('.pane-detail, dialog[open], main')
      .last()
      .getByRole(role, { name, exact: true })
      .first()
      .click();
/** From a place to one of its records. */
const open =
  (place: string, name: RegExp): Act =>
  async (reader) => {
    await use(reader, place);
    await reader.page.getByRole('link', { name }).first().click();
  };
const openAccount: Act = async (reader) => {
  await open('Wallets', /^Main wallet/)(reader);
  await click(/^Operating/, 'link')(reader);
};
const pencil = (label: string): Act => click(`Edit: ${label}`);
const goOn: Act = ({ page }) => button(page, 'app.continue').click();

/** A tab that opens by itself, which is closed again. */
const inNewTab =
  (name: string): Act =>
  async (reader) => {
    await waitForState(reader.page, 'completed');
    const opened = reader.page.context().waitForEvent('page');
    await use(reader, name);
    const page = await opened;
    await page.waitForLoadState();
    await page.close();
  };

const newPassword = async (page: Page, password: string): Promise<void> => {
  await page.getByLabel(textFor('app.unlock.password'), { exact: true }).fill(password);
  await page.getByLabel(textFor('options.password.repeat'), { exact: true }).fill(password);
};

const wallets = (): Hints => ({
  '**Name**. Under': (reader) => use(reader, 'Name', 'Guide wallet'),
  'choose the chains': click('Ethereum'),
  'Open the wallet': open('Wallets', /^Main wallet/),
  'choose one.': click(/^Operating/, 'link'),
  'copy the address': click(/^Copy/),
  'the pencil beside **Name**': pencil('Name'),
  'Type the new name, press Enter': ({ page }) => typeOver(page, 'Main wallet'),
  'choose a chain': click('Solana'),
  '**Amount**': '50',
  '**Open in new tab**': inNewTab('Open in new tab'),
});

const setUp = (): Hints => ({
  'Click Keystamp’s stamp in the toolbar': async (reader) => {
    reader.page = await openPopup(other);
  },
  '**Set up Keystamp**': async (reader) => {
    await use(reader, 'Set up Keystamp');
    reader.page = await openSetUp(other);
  },
  'enter one twice': ({ page }) => newPassword(page, PASSWORD),
  '**Organization ID**': oracle.organizationId,
  'paste the address that it printed': ({ page }) =>
    page
      .getByLabel(textFor('options.service.baseUrl'), { exact: true })
      .fill(setUpAddress(service.url)),
  'name it': null,
  // The local service's page has the button below instead.
  '**Test registered key**': null,
  '**Your name**': 'Grace',
  '**Finish setting up**': async (reader) => {
    await button(reader.page, 'options.proof.finish').click();
    await see('Finish setting up')(reader);
  },
  'Go through the steps above from the service on': async (reader) => {
    await see('Choose a service')(reader);
    await use(reader, 'Local service');
    const address = reader.page.getByLabel(textFor('options.service.baseUrl'), { exact: true });
    await address.fill(setUpAddress(service.url));
    await goOn(reader);
    await enrolNewKey(reader.page);
    await button(reader.page, 'options.proof.finish').click();
  },
  'the name at the top': null,
});

const policies = (): Hints => ({
  '**Allows** or **Denies**': see('Allows', 'Denies'),
  '**How many must approve**': see('How many must approve'),
  '**When**': see('When'),
  'Open the policy, or': open('Policies', /Freeze/),
  'Open the policy.': open('Policies', /Freeze/),
  'or **Try what you typed**': null,
  '**Change policy** or **Delete policy**': see('Change policy', 'Delete policy'),
});

const importing = (): Hints => ({
  'Paste the key': async ({ page }) =>
    paste(keyInput(page), toHex(Uint8Array.from([1, ...randomBytes(31)]))),
  'Keystamp says what it recognized': async (reader) => {
    await reader.page.getByRole('radio', { name: 'secp256k1' }).check();
    await goOn(reader);
  },
  'Choose the address types': goOn,
  'name the key': async (reader) => {
    await reader.page.getByLabel(textFor('options.key.name'), { exact: true }).fill('Guide key');
    await goOn(reader);
  },
  'Enter the **Recovery phrase**': ({ page }) => paste(phraseInput(page), PHRASE),
  'Keystamp checks each word': ({ page }) => continueWithPhrase(page),
  'Name the wallet': ({ page }) =>
    page.locator('[data-field="walletName"] input').fill('Guide import'),
  'choose its accounts': click('Ethereum'),
  'Compare an address with your old wallet': goOn,
  'stay until every address is verified': async ({ page }) => {
    await page.locator('[data-run="done"]').waitFor();
  },
});

const exporting = (): Hints => ({
  'Open the wallet': open('Wallets', /^Treasury reserve/),
  'Be alone': ({ page }) => ageProof(page),
  'confirm that it’s you': ({ page }) => confirmIdentity(page),
  'hold **Hold to show the words**': see('Hold to show the words'),
  'Write them down': async (reader) => {
    phrase = await reader.page.locator('.phrase-words bdi').allTextContents();
  },
  'type the three words asked for': async ({ page }) => {
    const labels = await page.getByText(/^Word \d+$/).allTextContents();
    for (const label of labels)
      await page.getByLabel(label, { exact: true }).fill(phrase[Number(label.slice(5)) - 1] ?? '');
  },
  'Open the account or the private key': openAccount,
  'Go on as above': async (reader) => {
    await use(reader, 'Nobody else can see or record my screen');
    await use(reader, 'Export private key');
  },
});
let phrase: readonly string[] = [];

/** Those that `npm test` does; `npm run trials` does all. */
const USUAL: readonly GuidePage[] = ['wallets'];

/** Pages whose steps nothing does yet as they are written. */
const LEFT: readonly GuidePage[] = [
  'signing',
  'people',
  'approvals',
  'sites',
  'activity',
  'keys',
  'passkeys',
  'backup',
];

const PAGES: Readonly<Partial<Record<GuidePage, () => Hints>>> = {
  'set-up': setUp,
  wallets,
  policies,
  import: importing,
  export: exporting,
};

for (const [name, hints] of Object.entries(PAGES) as [GuidePage, () => Hints][])
  test(
    `behavior: “${name}”, done as it is written`,
    trialUnless(USUAL.includes(name)),
    async () => {
      await openHome(options);
      await walkPage({ page: options }, name, hints());
    },
  );

test('behavior: every page with steps is done, or said not to be', () => {
  const withSteps = GUIDE_PAGES.filter((name) => stepsOf(name).length > 0);
  expect([...Object.keys(PAGES), ...LEFT].sort()).toEqual(withSteps.toSorted());
});
