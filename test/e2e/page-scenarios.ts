import { runOperation } from './user-actions.ts';
import { newTab } from './browser.ts';
import {
  ABI,
  EMAIL,
  encryptedBundle,
  newestActivity,
  PHONE,
  findUser,
  OPERATION_SCENARIOS,
  type ScenarioContext,
} from './operation-scenarios.ts';

/*
 * The ten operations as a web page requests them: the same as in operation-scenarios.ts, by the API
 * instead of the screens, and with the same effects at the service.
 */

type Values = Readonly<Record<string, unknown>>;

export type PageScenario = {
  readonly operation: string;
  /** What the page sends. The user does any prerequisite in the popup. */
  readonly parameters: (context: ScenarioContext) => Promise<Values>;
  /** What has to be done outside Keystamp before the effect is there; gets the page's result. */
  readonly after?: (context: ScenarioContext, result: Values) => Promise<void>;
  /** What the service actually stores now; compared with `expected`. */
  readonly stored: (context: ScenarioContext, result: Values) => Promise<unknown>;
  readonly expected: unknown;
};

async function findUserId(context: ScenarioContext, name: RegExp): Promise<string> {
  return (await findUser(context, name))?.userId ?? '';
}

/** The effect of the popup's scenario at the service, which is the same here. */
function effectOf(operation: string): Pick<PageScenario, 'stored' | 'expected'> {
  const scenario = OPERATION_SCENARIOS.find((one) => one.operation === operation);
  if (!scenario) throw new Error(`no scenario ${operation}`);
  return { stored: (context) => scenario.stored(context), expected: scenario.expected };
}

async function findApiKeyId(context: ScenarioContext, name: RegExp): Promise<string> {
  return (await findUser(context, name))?.apiKeys[0]?.apiKeyId ?? '';
}

export const PAGE_SCENARIOS: readonly PageScenario[] = [
  {
    operation: 'get_api_key',
    parameters: async (context) => ({ apiKeyId: await findApiKeyId(context, /^Keystamp$/) }),
    stored: async (context, { apiKey }) => {
      const { organizationId, client } = context.oracle;
      const apiKeyId = await findApiKeyId(context, /^Keystamp$/);
      const { apiKey: stored } = await client.getApiKey({ organizationId, apiKeyId });
      const told = apiKey as typeof stored;
      return [told.apiKeyName, told.credential.publicKey === stored.credential.publicKey];
    },
    expected: ['Key of Keystamp', true],
  },
  {
    operation: 'import_private_key',
    parameters: async (context) => ({
      userId: await findUserId(context, /^Keystamp$/),
      privateKeyName: 'Imported key',
      curve: 'CURVE_SECP256K1',
      addressFormats: ['ADDRESS_FORMAT_ETHEREUM', 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH'],
      encryptedBundle: await encryptedBundle(context),
    }),
    ...effectOf('import_private_key'),
  },
  {
    operation: 'init_fiat_on_ramp',
    parameters: () =>
      Promise.resolve({
        onrampProvider: 'FIAT_ON_RAMP_PROVIDER_COINBASE',
        walletAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
        network: 'FIAT_ON_RAMP_BLOCKCHAIN_NETWORK_BITCOIN',
        cryptoCurrencyCode: 'FIAT_ON_RAMP_CRYPTO_CURRENCY_BTC',
        fiatCurrencyAmount: '50',
        fiatCurrencyCode: 'FIAT_ON_RAMP_CURRENCY_EUR',
        sandboxMode: true,
      }),
    after: async ({ page }, { onRampUrl }) => {
      const checkout = await newTab(page.context());
      await checkout.goto(String(onRampUrl));
      await checkout.getByRole('button', { name: 'Pay', exact: true }).click();
      await checkout.getByRole('status').waitFor();
      await checkout.close();
    },
    ...effectOf('init_fiat_on_ramp'),
  },
  {
    operation: 'create_smart_contract_interface',
    parameters: () =>
      Promise.resolve({
        label: 'Demo token',
        type: 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM',
        smartContractAddress: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
        smartContractInterface: ABI,
        notes: 'From a page',
      }),
    ...effectOf('create_smart_contract_interface'),
  },
  {
    operation: 'update_user_phone_number',
    parameters: async (context) => ({
      userId: await findUserId(context, /^Alice/),
      userPhoneNumber: PHONE,
    }),
    ...effectOf('update_user_phone_number'),
  },
  {
    operation: 'update_user_email',
    parameters: async (context) => ({
      userId: await findUserId(context, /^Alice/),
      userEmail: EMAIL,
    }),
    ...effectOf('update_user_email'),
  },
  {
    operation: 'delete_user_tags',
    parameters: async (context) => {
      const { organizationId, client } = context.oracle;
      const { userTags } = await client.listUserTags({ organizationId });
      const found = userTags.filter(({ tagName }) => tagName === 'Contractors');
      return { userTagIds: found.map(({ tagId }) => tagId) };
    },
    ...effectOf('delete_user_tags'),
  },
  {
    operation: 'verify_otp',
    parameters: async (context) => {
      const contact = 'alice@demo.example';
      await runOperation(context.page, 'init_otp', { contact });
      const { result } = await newestActivity(context, 'ACTIVITY_TYPE_INIT_OTP_V2');
      return {
        otpId: result.initOtpResult?.otpId ?? '',
        otpCode: await context.oracle.code(contact),
      };
    },
    ...effectOf('verify_otp'),
  },
  {
    operation: 'update_user_name',
    parameters: async (context) => ({
      userId: await findUserId(context, /^Bob/),
      userName: 'Bob Bernstein',
    }),
    ...effectOf('update_user_name'),
  },
  {
    operation: 'update_wallet',
    parameters: async ({ oracle: { client, organizationId } }) => {
      const { wallets } = await client.getWallets({ organizationId });
      const found = wallets.find(({ walletName }) => walletName === 'Payroll');
      return { walletId: found?.walletId ?? '', walletName: 'Payroll 2027' };
    },
    ...effectOf('update_wallet'),
  },
];
