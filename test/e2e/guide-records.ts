import type { Page } from 'playwright';
import {
  backToStart,
  click,
  inNewTab,
  open,
  openAccount,
  pencil,
  readKey,
  setUpElsewhere,
  type Act,
  type NewKey,
  type Stage,
} from './guide-actions.ts';
import { see, use, type Hints, type Reader } from './guide-walk.ts';
import { allowWalletsByTwo, clientAs, submission } from './people.ts';
import { button, chooseGroup, textFor, typeOver, waitForState } from './user-actions.ts';

/* What the guide leaves to its reader about wallets, people and what happened. */

export const wallets = (): Hints => ({
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

const keyField = (page: Page) => page.locator('[data-field$="publicKey"]');
const field = (page: Page, key: string) => page.getByLabel(textFor(key), { exact: true });
const EMAIL = 'alice.guide@demo.example';

export const people = (stage: Stage): Hints => {
  let theirs: Page;
  let key: NewKey;
  return {
    'Ask them to set up Keystamp': async () => {
      theirs = await setUpElsewhere(stage);
      await theirs.getByRole('radio', { name: textFor('options.service.custom') }).check();
      await field(theirs, 'options.service.baseUrl').fill(stage.service.url);
      await field(theirs, 'options.profile.name').fill('Grace');
    },
    '**Organization ID**': async () => {
      await use({ page: theirs }, 'Organization ID', stage.oracle.organizationId);
      await button(theirs, 'app.continue').click();
      await button(theirs, 'options.key.create').click();
    },
    '**Register this key with the service**': () =>
      see('Register this key with the service')({ page: theirs }),
    'send you the **Public key**': async () => {
      await theirs.locator('.comparison-groups').waitFor();
      key = await readKey(theirs);
    },
    '**Name** of the person': (reader) => use(reader, 'Name', 'Grace Guide'),
    'Under **API keys**, name the key': ({ page }) =>
      page.locator('[data-field$="apiKeyName"] input').fill('Grace’s laptop'),
    'enter the **Public key**': ({ page }) => keyField(page).locator('textarea').fill(key.text),
    'Choose the digits': ({ page }) => chooseGroup(keyField(page), key.digits),
    'Then they choose': async (reader) => {
      await waitForState(reader.page, 'completed');
      reader.page = theirs;
    },
    'Open the user and choose the pencil': async (reader) => {
      await see('Connection works')(reader);
      await backToStart(stage)(reader);
      await open('Users', /^Alice Ackermann/)(reader);
    },
    'beside **Email address** or **Phone number**': pencil('Email address'),
    'Enter the new one': ({ page }) => page.getByLabel(/^New email address/).fill(EMAIL),
    'and confirm. The': click('Send code'),
    'Enter the code': async ({ page }) => {
      const code = page.locator(
        '[data-field="otpCode"] input, [data-field="encryptedOtpBundle"] input',
      );
      await code.waitFor();
      await code.fill(await stage.oracle.code(EMAIL));
    },
    'pick one': ({ page }) => page.getByRole('option', { name: /^Contractors/ }).click(),
    'and confirm. The cross': click(/^Add/),
    'Open the user, and choose a key under **API keys**': async (reader) => {
      await open('Users', /^Keystamp/)(reader);
      await click(/^Key of Keystamp/, 'link')(reader);
    },
    'To add one': open('Users', /^Keystamp/),
  };
};

/** Carol asks for a wallet's other name, which takes two people. */
async function askAsCarol({ oracle, service }: Stage, walletName: string): Promise<void> {
  const carol = await clientAs(oracle, 'Carol', service.url);
  const { wallets: all } = await carol.getWallets({ organizationId: oracle.organizationId });
  const walletId = all.find((one) => one.walletName.startsWith('Payroll'))?.walletId ?? '';
  await carol.updateWallet(
    submission(oracle, 'ACTIVITY_TYPE_UPDATE_WALLET', { walletId, walletName }),
  );
}

const openRequest =
  (walletName: string): Act =>
  ({ page }) =>
    page.getByRole('link', { name: walletName }).first().click();

export const approvals = (stage: Stage): Hints => ({
  'Open Keystamp.': async ({ page }) => {
    await allowWalletsByTwo(stage.oracle);
    await askAsCarol(stage, 'Payroll 2027');
    await button(page, 'popup.refresh').click();
  },
  'Open the activity': openRequest('Payroll 2027'),
  // Of a forged vote, and of a rejection.
  '**Don’t approve this**': null,
  '**Approve** or **Reject**': async (reader) => {
    await see('Reject')(reader);
    await use(reader, 'Approve');
  },
  'and confirm. A': click('Approve'),
  // Keystamp's user is root and waits for nobody: what is pending here is another's.
  'choose the request': async (reader) => {
    await askAsCarol(stage, 'Payroll 2028');
    await button(reader.page, 'popup.refresh').click();
    await openRequest('Payroll 2028')(reader);
  },
});

export const policies = (): Hints => ({
  '**Allows** or **Denies**': see('Allows', 'Denies'),
  '**How many must approve**': see('How many must approve'),
  '**When**': see('When'),
  'Open the policy, or': open('Policies', /Freeze/),
  'Open the policy.': open('Policies', /Freeze/),
  'or **Try what you typed**': null,
  '**Change policy** or **Delete policy**': see('Change policy', 'Delete policy'),
});

export const activity = ({ oracle }: Stage): Hints => ({
  'Open **Activity**': async (reader) => {
    await oracle.createWallet('For the activity');
    await use(reader, 'Activity');
  },
  // There is less than one page of it.
  '**Load more**': null,
  'Open one to see': async (reader) => {
    await use(reader, 'All');
    await reader.page.getByRole('link', { name: /For the activity/ }).click();
  },
  'Under **Signed on this device**': async (reader) => {
    await use(reader, 'Activity');
    await use(reader, 'Signed on this device');
  },
  'Keystamp says whether': see(textFor('history.wholeText')),
  'CSV saves': (reader) => saved(reader, 'CSV'),
  'JSON saves': (reader) => saved(reader, 'JSON'),
  '**For auditors** adds': async (reader) => {
    await use(reader, 'For auditors');
    await saved(reader, 'Export');
  },
  '**Keep records for**': see('Keep records for'),
});

async function saved(reader: Reader, name: string): Promise<void> {
  const downloading = reader.page.waitForEvent('download');
  await use(reader, name);
  await downloading;
}

const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
/** On the local chain, of test/vectors/signing/ethereum-transactions.json. */
const TRANSACTION =
  '0x02eb827a6980843b9aca0084b2d05e0082520894000000000000000000000000000000000000dead82303980c0';

/** Gives the main wallet's accounts two coins of the chain each. */
async function fundAccounts({ chain, oracle }: Stage): Promise<void> {
  const { organizationId, client } = oracle;
  const { wallets: all } = await client.getWallets({ organizationId });
  const walletId = all.find(({ walletName }) => walletName === 'Main wallet')?.walletId ?? '';
  const { accounts } = await client.getWalletAccounts({ organizationId, walletId });
  for (const { address, addressFormat } of accounts)
    if (addressFormat === 'ADDRESS_FORMAT_ETHEREUM')
      await chain.rpc('anvil_setBalance', [address, '0x1bc16d674ec80000']);
}

export const signing = (stage: Stage): Hints => ({
  'Open an account with an Ethereum address': async (reader) => {
    await fundAccounts(stage);
    await openAccount(reader);
  },
  'Open the account or private key': openAccount,
  'Open the account and': openAccount,
  '**Network** and': (reader) => use(reader, 'Network', 'Local chain'),
  '**Asset**': see('Asset'),
  'Paste the address under **To**, or choose one': (reader) => use(reader, 'To', TO),
  '**Amount** and choose': (reader) => use(reader, 'Amount', '0.5'),
  'send, and wait': click(/^Send /),
  '**Message**': 'Hello from the guide',
  'choose what the app': (reader) =>
    use(reader, 'What it is', 'Text for an Ethereum app (EIP-191)'),
  '**What it is**': see('What it is'),
  // It can.
  '**Keystamp can’t read this**': null,
  '**Unsigned transaction**': TRANSACTION,
  'choose what you signed': ({ page }) =>
    page.getByRole('link', { name: /^Signed a transaction/ }).click(),
  'Copy the signature': click(/^Copy/),
});
