import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright';
import { toHex } from '../../src/crypto/bytes.ts';
import { setUpAddress } from '../set-up-code.ts';
import { BACKUP_PASSWORD, fileInput, lookTitle } from './backup-actions.ts';
import { launchKeystamp, type Keystamp } from './browser.ts';
import {
  backToStart,
  chooseLocal,
  click,
  goOn,
  open,
  openAccount,
  readKey,
  setUpElsewhere,
  type NewKey,
  type Stage,
} from './guide-actions.ts';
import { see, use, type Hints } from './guide-walk.ts';
import { keyInput, paste } from './import-actions.ts';
import { openHome, openPopup, openSetUp } from './pages.ts';
import { continueWithPhrase, phraseInput } from './phrase-actions.ts';
import { ageProof, confirmIdentity } from './reauthentication.ts';
import {
  button,
  chooseGroup,
  enrolNewKey,
  PASSWORD,
  textFor,
  typeNewPassword,
  waitForState,
} from './user-actions.ts';
import { addAuthenticator } from './virtual-authenticator.ts';

/* What the guide leaves to its reader about the set-up, keys and what protects them. */

const PHRASE = `${'abandon '.repeat(11)}about`;

export const setUp = ({ other, oracle, service }: Stage): Hints => ({
  'Click Keystamp’s stamp in the toolbar': async (reader) => {
    reader.page = await openPopup(other);
  },
  '**Set up Keystamp**': async (reader) => {
    await use(reader, 'Set up Keystamp');
    reader.page = await openSetUp(other);
  },
  'enter one twice': ({ page }) => typeNewPassword(page, PASSWORD),
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

export const importing = (): Hints => ({
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

export const exporting = (): Hints => {
  let phrase: readonly string[] = [];
  return {
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
        await page
          .getByLabel(label, { exact: true })
          .fill(phrase[Number(label.slice(5)) - 1] ?? '');
    },
    'Open the account or the private key': openAccount,
    'Go on as above': async (reader) => {
      await use(reader, 'Nobody else can see or record my screen');
      await use(reader, 'Export private key');
    },
  };
};

export const apiKeys = (stage: Stage): Hints => {
  let device: Page;
  let key: NewKey;
  const keyField = (page: Page) => page.locator('[data-field$="publicKey"]');
  return {
    '**Lifetime of the new key**': '1 year',
    '**Rotate key**.\n': async (reader) => {
      await use(reader, 'Rotate key');
      await reader.page.getByText(/signs now$/).waitFor();
    },
    // Of a rotation that stopped, which is another file's.
    '**Finish or undo**': null,
    'On the new device, set up Keystamp': async (reader) => {
      device = await setUpElsewhere(stage);
      reader.page = device;
    },
    'choose the same one': ({ page }) => chooseLocal(page, stage),
    '**Organization ID**': stage.oracle.organizationId,
    'groups of digits': async ({ page }) => {
      await page.locator('.comparison-groups').waitFor();
      key = await readKey(page);
    },
    'On your first device': backToStart(stage),
    'Paste the code': ({ page }) => keyField(page).locator('textarea').fill(key.text),
    '**Use the camera**': see('Use the camera'),
    '**Read QR image**': see('Read QR image'),
    'Choose the group': ({ page }) => chooseGroup(keyField(page), key.digits),
    // They are the same.
    '**None of these**': null,
    'Name the key': ({ page }) =>
      page.locator('[data-field$="apiKeyName"] input').fill('Second device'),
    'On the new device, choose': async (reader) => {
      await waitForState(reader.page, 'completed');
      reader.page = device;
    },
  };
};

export const passkeys = (stage: Stage): Hints => ({
  'choose your profile': async (reader) => {
    await addAuthenticator(reader.page);
    await ageProof(reader.page);
    await click(/Local service/, 'link')(reader);
  },
  'name it': ({ page }) =>
    page.getByLabel(textFor('authorization.passkey.name'), { exact: true }).fill('Laptop'),
  'Confirm that it’s you': ({ page }) => confirmIdentity(page),
  'Follow your browser’s prompt': ({ page }) =>
    page.getByText(textFor('authorization.passkey.added', { name: 'Laptop' })).waitFor(),
  // This user is root, and waits for nobody.
  'approve the registration at the service': null,
  '**Usually sign with**': async (reader) => {
    await see('Usually sign with')(reader);
    await reader.page.getByRole('radio', { name: /^Passkey/ }).check();
  },
  '**Require the passkey for**': see('Require the passkey for'),
  'Name it': (reader) => use(reader, 'Name', 'Blue key'),
  '**Current password**': PASSWORD,
  'follow your browser’s prompt': ({ page }) =>
    page.getByText(textFor('unlock.enrolled', { name: 'Blue key' })).waitFor(),
  'From now on': ({ page }) => button(page, 'popup.lock').first().click(),
  'Your password keeps working': ({ page }) => button(page, 'popup.lock').first().waitFor(),
  'open the profile': async (reader) => {
    await backToStart(stage)(reader);
    for (const name of ['Settings', 'Profiles and keys']) await use(reader, name);
    await click(/Local service/, 'link')(reader);
  },
  'or remove it under **Passkeys at the service**': see('Passkeys at the service'),
  'the bin beside it under **Security**': async (reader) => {
    await backToStart(stage)(reader);
    for (const name of ['Settings', 'Security', 'Remove Blue key']) await use(reader, name);
  },
  '**Remove passkey**': async (reader) => {
    await use(reader, 'Remove passkey');
    await see(textFor('unlock.removed', { name: 'Blue key' }))(reader);
  },
});

export const backup = (): Hints => {
  let file: string;
  let fresh: Keystamp;
  return {
    'or **Without keys**': see('Without keys'),
    'Choose a password for the file': async ({ page }) => {
      await ageProof(page);
      await typeNewPassword(page, BACKUP_PASSWORD);
    },
    'confirm that it’s you': async ({ page }) => {
      const downloading = page.waitForEvent('download');
      await confirmIdentity(page);
      file = await (await downloading).path();
    },
    'In a new browser': async (reader) => {
      fresh = await launchKeystamp();
      reader.page = await openSetUp(fresh);
    },
    'enter a new password twice': ({ page }) => typeNewPassword(page, PASSWORD),
    // Where one is created, above, stands what restores one.
    'Otherwise open **Settings**, then **Backup**': null,
    '**Backup file**': ({ page }) => fileInput(page).setInputFiles(file),
    '**Password of the backup**': BACKUP_PASSWORD,
    'Look at what’s in it': ({ page }) => lookTitle(page).waitFor(),
    'Choose **Forgot password?**': async (reader) => {
      await openHome(reader.page);
      await button(reader.page, 'popup.lock').first().click();
      await use(reader, 'Forgot password?');
    },
    'type the two words': ({ page }) =>
      page.getByRole('dialog').getByRole('textbox').fill('wipe everything'),
    '**Wipe everything**': async (reader) => {
      await use(reader, 'Wipe everything');
    },
    'Restore a backup, or set up Keystamp again': async (reader) => {
      await see('Restore a backup')(reader);
      await fresh.close();
    },
  };
};
