import { generateMnemonic } from '@scure/bip39';
import { wordlist as english } from '@scure/bip39/wordlists/english.js';
import { wordlist as italian } from '@scure/bip39/wordlists/italian.js';
import { wordlist as portuguese } from '@scure/bip39/wordlists/portuguese.js';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import electrum from '../vectors/electrum-seeds.json' with { type: 'json' };
import { answering } from './bad-answers.ts';
import { test } from './environment.ts';
import type { Fault } from './fault-proxy.ts';
import {
  checkAppearance,
  clickContinue,
  paste,
  readVerdict,
  useImportSetup,
} from './import-actions.ts';
import {
  continueWithPhrase,
  fillWalletImport,
  finishWalletImport,
  goToWalletImport,
  phraseInput,
  restartWalletImport,
} from './phrase-actions.ts';
import { button, textFor } from './user-actions.ts';
import { shownBy, trialUnless } from '../trial-tag.ts';

/*
 * Wallets imported by their recovery phrases, and each phrase that is none; every step and refusal as
 * pictures in .output/screenshots.
 */

test.describe.configure({ timeout: 90_000 });

const TIMEOUT = { timeout: 30_000 };
const setup = useImportSetup();
let page: Page;

test.beforeAll(async () => {
  await setup.page.close();
  page = await goToWalletImport(setup.keystamp);
});

const checkScreen = (name: string): Promise<void> => checkAppearance(page, `wallet-import-${name}`);

test('behavior: every step in pictures, without a fault', trialUnless(false), async () => {
  await restartWalletImport(page);
  await checkScreen('1-empty');
  const text = generateMnemonic(english, 128);
  await phraseInput(page).pressSequentially(text.split(' ').slice(0, 3).join(' '));
  await page.locator('[data-word]').nth(2).waitFor(TIMEOUT);
  await checkScreen('1-typing');
  await paste(phraseInput(page), text);
  await button(page, 'phrase.show').click();
  await page.getByText(textFor('phrase.recognized').split(':')[0] ?? '').waitFor(TIMEOUT);
  await checkScreen('1-recognized');
  await continueWithPhrase(page);
  await page.locator('[data-field="walletName"] input').fill('Old phone', TIMEOUT);
  await page.getByRole('button', { name: 'Solana', exact: true }).click();
  await checkScreen('2-accounts');
  await clickContinue(page);
  await page.getByText(textFor('popup.review.user'), { exact: true }).waitFor(TIMEOUT);
  await checkScreen('3-review');
  expect(await finishWalletImport(page)).toBe('done');
  expect(await readVerdict(page)).toBe('proved');
  await checkScreen('4-proved');
});

test('behavior: a phrase is imported and every address proved', async () => {
  await restartWalletImport(page);
  await fillWalletImport(page, { text: generateMnemonic(english, 256), name: 'Second' });
  expect(await finishWalletImport(page)).toBe('done');
  expect(await readVerdict(page)).toBe('proved');
});

const ABOUT = `${'abandon '.repeat(11)}about`;

/** What is pasted, and the sentence for it. */
const FAULTS: readonly (readonly [string, string])[] = [
  ['unknown_word', ABOUT.replace('about', 'abuot')],
  ['checksum', ABOUT.replace('about', 'abandon')],
  ['word_count', 'abandon '.repeat(14)],
  ['mixed_languages', ABOUT.replace('abandon', italian[7] ?? '')],
  ['extra_word', `${ABOUT} zoo`],
  [
    'electrum',
    'wild father tree among universe such mobile favorite target dynamic credit identify',
  ],
  [
    'slip39',
    'duckling enlarge academic academic agency result length solution fridge kidney coal piece deal husband erode duke ajar critical decision keyboard',
  ],
  ['unsupported_language', generateMnemonic(portuguese, 128)],
  ['not_words', `0x${'ab'.repeat(32)}`],
  ['too_long', 'abandon '.repeat(400)],
  ['unfinished_word', ABOUT.replace('about', 'abo')],
];

/** The other faults differ in their words alone. */
const USUAL_FAULTS = ['unknown_word', 'too_long'];

test.describe('a text that is no phrase', () => {
  for (const [fault, text] of FAULTS) {
    const details = trialUnless(USUAL_FAULTS.includes(fault));
    test(`error: ${fault} is said in its own words, and nothing is sent`, details, async () => {
      await restartWalletImport(page);
      const before = setup.proxy.seen.length;
      await paste(phraseInput(page), text);
      const alert = page.getByRole('alert');
      // What the sentence names is data.
      const sentence = fault === 'too_long' ? textFor('phrase.fault.too_long') : '';
      await alert
        .getByText(sentence || textFor('phrase.fault.title'))
        .first()
        .waitFor(TIMEOUT);
      const [start = ''] = textFor(`phrase.fault.${fault}`, { count: 2 }).split(/[{\d]/, 1);
      await expect(alert).toContainText(fault === 'unknown_word' ? 'in no word list' : start);
      await clickContinue(page);
      await page.getByRole('heading', { name: textFor('phrase.heading.phrase') }).waitFor();
      await checkScreen(`fault-${fault}`);
      expect(setup.proxy.seen.length).toBe(before);
    });
  }

  test('behavior: words of two kinds of wallets are imported only once one of them is settled', async () => {
    // Made by Electrum’s own code; BIP-39 takes it as well (test/vectors/electrum-seeds.json).
    const both = electrum.seeds.find(({ bip39 }) => bip39);
    await restartWalletImport(page);
    await paste(phraseInput(page), both?.seed ?? '');
    await page.getByText(textFor('phrase.which.title'), { exact: true }).waitFor(TIMEOUT);
    await checkScreen('1-two-schemes');
    await clickContinue(page);
    await page.getByText(textFor('phrase.which.missing'), { exact: true }).waitFor(TIMEOUT);
    await checkScreen('1-two-schemes-missing');
    const address = page.getByLabel(textFor('phrase.which.address'));
    await address.fill(both?.addresses?.[0] ?? '');
    await address.press('Enter');
    await page.getByText(textFor('phrase.fault.electrum'), { exact: true }).waitFor(TIMEOUT);
    await checkScreen('1-two-schemes-electrum');
    await clickContinue(page);
    await page.getByRole('heading', { name: textFor('phrase.heading.phrase') }).waitFor();
    await address.fill('0x9858EfFD232B4033E47d90003D41EC34EcaEda94');
    await button(page, 'phrase.which.check').click();
    await page.getByText(textFor('phrase.which.none'), { exact: true }).waitFor(TIMEOUT);
    await continueWithPhrase(page);
    await page.locator('[data-field="walletName"] input').waitFor(TIMEOUT);
  });

  test('behavior: a wrong word is replaced by the one it was meant to be, and nothing else is lost', async () => {
    await restartWalletImport(page);
    await paste(phraseInput(page), ABOUT.replace('about', 'abuot'));
    await page.getByRole('button', { name: 'about', exact: true }).click(TIMEOUT);
    await page.getByText(textFor('phrase.recognized').split(':')[0] ?? '').waitFor(TIMEOUT);
    await expect(phraseInput(page)).toHaveValue(ABOUT);
  });

  test(
    'behavior: while it is typed nothing is called wrong that may still become right',
    shownBy('ui/procedures/import/phrase-flow.test.ts'),
    async () => {
      await restartWalletImport(page);
      await phraseInput(page).pressSequentially('abandon abandon aban');
      await page.locator('[data-word="partial"]').waitFor(TIMEOUT);
      await expect(page.getByRole('alert')).toHaveCount(0);
      await phraseInput(page).pressSequentially(' x ');
      await page.locator('[data-word="unknown"]').first().waitFor(TIMEOUT);
      await page.getByRole('alert').first().waitFor(TIMEOUT);
    },
  );

  test(
    'behavior: empty, it says what is missing; a key leads to the other page',
    shownBy('ui/procedures/import/phrase-flow.test.ts'),
    async () => {
      await restartWalletImport(page);
      await clickContinue(page);
      await page.getByText(textFor('phrase.fault.empty'), { exact: true }).first().waitFor(TIMEOUT);
      await paste(phraseInput(page), `0x${'ab'.repeat(32)}`);
      await page.getByRole('alert').getByRole('link').click(TIMEOUT);
      await page.getByRole('heading', { name: textFor('import.heading.key') }).waitFor(TIMEOUT);
    },
  );
});

test.describe('a service that lies', () => {
  type Result = { readonly walletId: string; readonly addresses: readonly string[] };
  const lying = (change: (addresses: readonly string[]) => readonly string[]): Fault =>
    answering((activity) => {
      const { importWalletResult: result } = activity['result'] as { importWalletResult: Result };
      const addresses = change(result.addresses);
      return { result: { importWalletResult: { ...result, addresses } } };
    });

  const lies: readonly (readonly [string, Fault])[] = [
    ['another address', lying((all) => [`0x${'12'.repeat(20)}`, ...all.slice(1)])],
    ['one missing', lying((all) => all.slice(1))],
  ];
  for (const [lie, fault] of lies) {
    const details = trialUnless(lie === 'another address');
    test(`error: ${lie} is detected, recorded and never called a success`, details, async () => {
      await restartWalletImport(page);
      const text = generateMnemonic(english, 128);
      await fillWalletImport(page, { text, name: `Lied ${lie}`, chains: ['Solana'] });
      setup.proxy.next('/submit/import_wallet', fault);
      expect(await finishWalletImport(page)).toBe('disproved');
      expect(await readVerdict(page)).toBe('mismatch');
      await checkScreen(`lie-${lie.replace(/\W+/g, '-')}`);
    });
  }

  test('error: an encryption key of another signer', trialUnless(false), async () => {
    await restartWalletImport(page);
    await fillWalletImport(page, { text: generateMnemonic(english, 128), name: 'Not sent' });
    const other: Fault = {
      kind: 'edit',
      change: (body) => body.replace(/(enclaveQuorumPublic\\":\\"04)[0-9a-f]{4}/, '$10000'),
    };
    setup.proxy.next('/submit/init_import_wallet', other);
    const before = setup.proxy.seen.length;
    expect(await finishWalletImport(page)).toBe('disproved');
    await page.getByText(textFor('import.bundle.other_signer'), { exact: true }).waitFor(TIMEOUT);
    const sent = setup.proxy.seen.slice(before).map(({ path }) => path.split('/').at(-1));
    expect(sent).not.toContain('import_wallet');
    await checkScreen('bundle-other_signer');
  });

  test('error: a wallet that exists already is named, and proved', trialUnless(false), async () => {
    const text = generateMnemonic(english, 128);
    for (const name of ['First time', 'Second time']) {
      await restartWalletImport(page);
      await fillWalletImport(page, { text, name });
      await finishWalletImport(page);
    }
    await page.getByText(textFor('phrase.exists.title'), { exact: true }).waitFor(TIMEOUT);
    await page.getByText('First time', { exact: true }).waitFor();
    await checkScreen('exists');
  });

  test(
    'error: a name that is taken is said on the form',
    shownBy('ui/procedures/import/phrase-flow.test.ts'),
    async () => {
      await restartWalletImport(page);
      await paste(phraseInput(page), generateMnemonic(english, 128));
      await continueWithPhrase(page);
      await page.locator('[data-field="walletName"] input').fill('Main wallet', TIMEOUT);
      await expect(page.locator('[data-field="walletName"] .field-error')).not.toBeEmpty(TIMEOUT);
      // Without an account nothing could be proved.
      await page.locator('.record-item-head button').click();
      await page.locator('[data-field="walletName"] input').fill('Free name');
      await clickContinue(page);
      await page.getByText(textFor('phrase.accounts.missing'), { exact: true }).waitFor(TIMEOUT);
      await checkScreen('2-no-accounts');
    },
  );
});
