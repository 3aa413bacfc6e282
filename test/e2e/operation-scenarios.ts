import type { Page } from 'playwright';
import { encryptPrivateKeyToBundle } from '@turnkey/crypto';
import type { Oracle } from './oracle.ts';
import {
  approve,
  button,
  fillForm,
  openForm,
  operationRow,
  waitForState,
  runOperation,
} from './user-actions.ts';
import { operationWords } from '../../src/ui/words/en/operations.ts';
import type { LocalService } from './service.ts';

/*
 * Each of the ten operations of the reference pages as a user does it from the popup, and what must
 * be true at the service afterwards. The end-to-end tests and the guided tour both run this list.
 */

export type ScenarioContext = {
  /** The popup, on any of its screens. */
  readonly page: Page;
  readonly service: LocalService;
  readonly oracle: Oracle;
  /** Called at a screen worth a picture. */
  readonly shoot: (name: string) => Promise<void>;
};

export type OperationScenario = {
  readonly operation: string;
  readonly run: (context: ScenarioContext) => Promise<void>;
  /**
   * What the service actually stores now, read by the vendor's client; compared with `expected`.
   */
  readonly stored: (context: ScenarioContext) => Promise<unknown>;
  readonly expected: unknown;
};

/** How often the service has carried out each of these operations; queries are left out. */
export async function countEach(
  oracle: Oracle,
  scenarios: readonly { readonly operation: string }[],
): Promise<readonly (number | undefined)[]> {
  const effects = await oracle.effects();
  return scenarios
    .map(({ operation }) => operationRow(operation))
    .flatMap((row) => (row.kind === 'submit' ? [effects[row.versions[0].type]] : []));
}

/** Words of a purchase's own state. */
const FOLLOWED = operationWords.init_fiat_on_ramp.followUp;

export const EMAIL = 'alice.new@demo.example';
export const PHONE = '+4930123456';
/** The private key 1: every library knows its Ethereum address. */
const KEY_ONE = '0'.repeat(63) + '1';
const KEY_ONE_ADDRESS = '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf';
export const ABI = JSON.stringify([
  {
    type: 'function',
    name: 'transfer',
    inputs: [
      { name: 'to', type: 'address' },
      { name: 'amount', type: 'uint256' },
    ],
    stateMutability: 'nonpayable',
  },
  { type: 'event', name: 'Transfer', inputs: [{ name: 'from', type: 'address' }] },
]);

/** A user of the service, by name. */
export async function findUser({ oracle }: ScenarioContext, name: RegExp) {
  const { organizationId, client } = oracle;
  const { users } = await client.getUsers({ organizationId });
  return users.find(({ userName }) => name.test(userName));
}

/** The newest activity of a type, as the service lists it. */
export async function newestActivity({ oracle }: ScenarioContext, type: string) {
  const { organizationId, client } = oracle;
  const { activities } = await client.getActivities({ organizationId });
  const found = activities.find((one) => one.type === type);
  if (!found) throw new Error(`the service lists no ${type}`);
  return found;
}

/** Starts an import in the popup and encrypts a key to its target with the vendor's own library. */
export async function encryptedBundle(context: ScenarioContext): Promise<string> {
  await runOperation(context.page, 'init_import_private_key', {});
  const { intent, result, organizationId } = await newestActivity(
    context,
    'ACTIVITY_TYPE_INIT_IMPORT_PRIVATE_KEY',
  );
  return encryptPrivateKeyToBundle({
    privateKey: KEY_ONE,
    keyFormat: 'HEXADECIMAL',
    importBundle: result.initImportPrivateKeyResult?.importBundle ?? '',
    userId: intent.initImportPrivateKeyIntent?.userId ?? '',
    organizationId,
    dangerouslyOverrideSignerPublicKey: context.service.enclaveQuorumPublic,
  });
}

export const OPERATION_SCENARIOS: readonly OperationScenario[] = [
  {
    operation: 'get_api_key',
    run: async ({ page, shoot }) => {
      const row = operationRow('get_api_key');
      await openForm(page, row);
      await fillForm(page, row, { apiKeyId: 'Keystamp' });
      await page.getByRole('button', { name: row.action, exact: true }).click();
      await page.getByText('CREDENTIAL_TYPE_API_KEY_P256').waitFor();
      await shoot('api-key-record');
    },
    stored: async (context) => {
      const { organizationId, client } = context.oracle;
      const keys = (await findUser(context, /^Keystamp$/))?.apiKeys ?? [];
      const { apiKey } = await client.getApiKey({
        organizationId,
        apiKeyId: keys[0]?.apiKeyId ?? '',
      });
      const shown = (await context.page.locator('main').innerText()).replace(/\s/g, '');
      return [apiKey.apiKeyName, shown.includes(apiKey.credential.publicKey)];
    },
    expected: ['Key of Keystamp', true],
  },
  {
    operation: 'import_private_key',
    run: async (context) => {
      const { page, shoot } = context;
      const bundle = await encryptedBundle(context);
      const row = operationRow('import_private_key');
      await openForm(page, row);
      await fillForm(page, row, {
        privateKeyName: 'Imported key',
        curve: 'CURVE_SECP256K1',
        addressFormats: ['ADDRESS_FORMAT_ETHEREUM', 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH'],
        encryptedBundle: bundle,
      });
      await shoot('import-form');
      await approve(page, row);
      await waitForState(page, 'completed');
      await shoot('import-done');
    },
    stored: async ({ oracle: { client, organizationId } }) => {
      const { privateKeys } = await client.getPrivateKeys({ organizationId });
      const key = privateKeys.find(({ privateKeyName }) => privateKeyName === 'Imported key');
      return key?.addresses.map(({ address }) => address);
    },
    expected: [KEY_ONE_ADDRESS, 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  },
  {
    operation: 'init_fiat_on_ramp',
    run: async ({ page, shoot }) => {
      await runOperation(page, 'init_fiat_on_ramp', {
        walletAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
        network: 'FIAT_ON_RAMP_BLOCKCHAIN_NETWORK_BITCOIN',
        cryptoCurrencyCode: 'FIAT_ON_RAMP_CRYPTO_CURRENCY_BTC',
        fiatCurrencyAmount: '50',
        fiatCurrencyCode: 'FIAT_ON_RAMP_CURRENCY_EUR',
      });
      const purchase = page.getByRole('region', { name: FOLLOWED.title, exact: true });
      await purchase.getByText(FOLLOWED.states.PENDING, { exact: true }).waitFor();
      await shoot('on-ramp-waiting');
      const opened = page.context().waitForEvent('page');
      await button(page, 'popup.link.open').click();
      const checkout = await opened;
      await checkout.getByRole('button', { name: 'Pay', exact: true }).click();
      await checkout.getByRole('status').waitFor();
      await checkout.close();
      await page.bringToFront();
      await page.locator('[data-status="COMPLETED"]').waitFor();
      await purchase.getByText(FOLLOWED.states.COMPLETED, { exact: true }).waitFor();
      await shoot('on-ramp-done');
    },
    stored: async (context) => {
      const { organizationId, client } = context.oracle;
      const { result } = await newestActivity(context, 'ACTIVITY_TYPE_INIT_FIAT_ON_RAMP');
      const transactionId = result.initFiatOnRampResult?.onRampTransactionId ?? '';
      return client.getOnRampTransactionStatus({ organizationId, transactionId });
    },
    expected: { transactionStatus: 'COMPLETED' },
  },
  {
    operation: 'create_smart_contract_interface',
    run: async ({ page, shoot }) => {
      const row = operationRow('create_smart_contract_interface');
      await openForm(page, row);
      await fillForm(page, row, {
        label: 'Demo token',
        smartContractAddress: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
        smartContractInterface: ABI,
        notes: 'For the tour',
      });
      await page.getByText('transfer(address to, uint256 amount)').waitFor();
      await shoot('contract-form');
      await approve(page, row);
      await waitForState(page, 'completed');
    },
    stored: async ({ oracle: { client, organizationId } }) => {
      const { smartContractInterfaces } = await client.getSmartContractInterfaces({
        organizationId,
      });
      return smartContractInterfaces.find(({ label }) => label === 'Demo token')
        ?.smartContractInterface;
    },
    expected: ABI,
  },
  {
    operation: 'update_user_phone_number',
    run: ({ page }) =>
      runOperation(page, 'update_user_phone_number', { userId: 'Alice', userPhoneNumber: PHONE }),
    stored: async (context) => (await findUser(context, /^Alice/))?.userPhoneNumber,
    expected: PHONE,
  },
  {
    operation: 'update_user_email',
    run: async ({ page, shoot }) => {
      const row = operationRow('update_user_email');
      await openForm(page, row);
      await fillForm(page, row, { userId: 'Alice', userEmail: EMAIL });
      await button(page, 'popup.review.title').click();
      await page.getByText('alice@demo.example').waitFor();
      await shoot('email-review');
      await page.getByRole('button', { name: row.action, exact: true }).click();
      await waitForState(page, 'completed');
    },
    stored: async (context) => (await findUser(context, /^Alice/))?.userEmail,
    expected: EMAIL,
  },
  {
    operation: 'delete_user_tags',
    run: async ({ page, shoot }) => {
      const row = operationRow('delete_user_tags');
      await openForm(page, row);
      await fillForm(page, row, { userTagIds: ['Contractors'] });
      await button(page, 'popup.review.title').click();
      await page.getByText('Erin Evans', { exact: false }).first().waitFor();
      await shoot('tags-review');
      const { action = '' } = row.single ?? {};
      await page.getByRole('button', { name: `${action}…`, exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click();
      await waitForState(page, 'completed');
    },
    stored: async (context) => {
      const { organizationId, client } = context.oracle;
      const { userTags } = await client.listUserTags({ organizationId });
      const left = userTags.filter(({ tagName }) => tagName === 'Contractors').length;
      return [left, (await findUser(context, /^Erin/))?.userTags];
    },
    expected: [0, []],
  },
  {
    operation: 'verify_otp',
    run: async ({ page, oracle, shoot }) => {
      const row = operationRow('verify_otp');
      const first = operationRow('init_otp');
      const contact = 'alice@demo.example';
      await openForm(page, row);
      await fillForm(page, first, { contact });
      await page.getByRole('button', { name: first.action, exact: true }).click();
      const field = page.locator(
        '[data-field="otpCode"] input, [data-field="encryptedOtpBundle"] input',
      );
      await field.waitFor();
      await field.fill(await oracle.code(contact));
      await shoot('otp-form');
      await approve(page, row);
      await waitForState(page, 'completed');
    },
    stored: async (context) => {
      const { intent, result, status } = await newestActivity(context, 'ACTIVITY_TYPE_VERIFY_OTP');
      const contact = await context.oracle.contact(intent.verifyOtpIntent?.otpId ?? '');
      // Only the submitter gets the token, and the oracle is another user.
      return { contact, status, result: result.verifyOtpResult };
    },
    expected: {
      contact: 'alice@demo.example',
      status: 'ACTIVITY_STATUS_COMPLETED',
      result: {},
    },
  },
  {
    operation: 'update_user_name',
    run: ({ page }) =>
      runOperation(page, 'update_user_name', { userId: 'Bob', userName: 'Bob Bernstein' }),
    stored: async (context) => (await findUser(context, /^Bob/))?.userName,
    expected: 'Bob Bernstein',
  },
  {
    operation: 'update_wallet',
    run: async ({ page, shoot }) => {
      const row = operationRow('update_wallet');
      await openForm(page, row);
      await fillForm(page, row, { walletId: 'Payroll', walletName: 'Payroll 2027' });
      await shoot('wallet-form');
      await button(page, 'popup.review.title').click();
      await shoot('wallet-review');
      await page.getByRole('button', { name: row.action, exact: true }).click();
      await waitForState(page, 'completed');
      await shoot('wallet-done');
    },
    stored: async ({ oracle: { client, organizationId } }) => {
      const { wallets } = await client.getWallets({ organizationId });
      return wallets.map(({ walletName }) => walletName).toSorted();
    },
    expected: ['Main wallet', 'Payroll 2027', 'Solana operations', 'Treasury reserve'],
  },
];

/** The outcome on screen: the activity's status, or that a query showed its record. */
export async function shownStatus(page: Page): Promise<string> {
  const state = page.locator('[data-state]').first();
  if ((await state.count()) === 0) return 'COMPLETED (record shown)';
  return (await state.getAttribute('data-state'))?.toUpperCase() ?? '';
}
