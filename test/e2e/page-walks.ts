import { run } from './person.ts';
import { newTab } from './browser.ts';
import {
  ABI,
  EMAIL,
  encryptedBundle,
  newest,
  PHONE,
  user,
  WALKS,
  type Scene,
} from './walkthrough.ts';

/*
 * The ten operations as a web page asks for them: the same wishes as in walkthrough.ts, in the words
 * of the interface instead of a person's, and the same effects at the service.
 */

type Values = Readonly<Record<string, unknown>>;

export type PageWalk = {
  readonly operation: string;
  /** What the page sends. Whatever has to go before it is done by the user, in the popup. */
  readonly parameters: (scene: Scene) => Promise<Values>;
  /** What has to be done outside Keystamp before the effect is there; with the page's result. */
  readonly after?: (scene: Scene, result: Values) => Promise<void>;
  /** What the service really holds now; compared with `expected`. */
  readonly stored: (scene: Scene, result: Values) => Promise<unknown>;
  readonly expected: unknown;
};

async function idOf(scene: Scene, name: RegExp): Promise<string> {
  return (await user(scene, name))?.userId ?? '';
}

/** What a walk of the popup leaves at the service: asked of the service, so good for both. */
function effectOf(operation: string): Pick<PageWalk, 'stored' | 'expected'> {
  const walk = WALKS.find((one) => one.operation === operation);
  if (!walk) throw new Error(`no walk ${operation}`);
  return { stored: (scene) => walk.stored(scene), expected: walk.expected };
}

async function apiKeyIdOf(scene: Scene, name: RegExp): Promise<string> {
  return (await user(scene, name))?.apiKeys[0]?.apiKeyId ?? '';
}

export const PAGE_WALKS: readonly PageWalk[] = [
  {
    operation: 'get_api_key',
    parameters: async (scene) => ({ apiKeyId: await apiKeyIdOf(scene, /^Keystamp$/) }),
    stored: async (scene, { apiKey }) => {
      const { organizationId, client } = scene.oracle;
      const apiKeyId = await apiKeyIdOf(scene, /^Keystamp$/);
      const { apiKey: stored } = await client.getApiKey({ organizationId, apiKeyId });
      const told = apiKey as typeof stored;
      return [told.apiKeyName, told.credential.publicKey === stored.credential.publicKey];
    },
    expected: ['Key of Keystamp', true],
  },
  {
    operation: 'import_private_key',
    parameters: async (scene) => ({
      userId: await idOf(scene, /^Keystamp$/),
      privateKeyName: 'Imported key',
      curve: 'CURVE_SECP256K1',
      addressFormats: ['ADDRESS_FORMAT_ETHEREUM', 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH'],
      encryptedBundle: await encryptedBundle(scene),
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
    parameters: async (scene) => ({
      userId: await idOf(scene, /^Alice/),
      userPhoneNumber: PHONE,
    }),
    ...effectOf('update_user_phone_number'),
  },
  {
    operation: 'update_user_email',
    parameters: async (scene) => ({ userId: await idOf(scene, /^Alice/), userEmail: EMAIL }),
    ...effectOf('update_user_email'),
  },
  {
    operation: 'delete_user_tags',
    parameters: async (scene) => {
      const { organizationId, client } = scene.oracle;
      const { userTags } = await client.listUserTags({ organizationId });
      const found = userTags.filter(({ tagName }) => tagName === 'Contractors');
      return { userTagIds: found.map(({ tagId }) => tagId) };
    },
    ...effectOf('delete_user_tags'),
  },
  {
    operation: 'verify_otp',
    parameters: async (scene) => {
      const contact = 'alice@demo.example';
      await run(scene.page, 'init_otp', { contact });
      const { result } = await newest(scene, 'ACTIVITY_TYPE_INIT_OTP_V2');
      return {
        otpId: result.initOtpResult?.otpId ?? '',
        otpCode: await scene.oracle.code(contact),
      };
    },
    ...effectOf('verify_otp'),
  },
  {
    operation: 'update_user_name',
    parameters: async (scene) => ({
      userId: await idOf(scene, /^Bob/),
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
