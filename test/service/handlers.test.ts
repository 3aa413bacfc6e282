import { MAX_CONTRACT_INTERFACE_LENGTH } from '../../src/protocol/contract-interface.ts';
import { MAX_ANSWER_BYTES } from '../../src/protocol/envelope.ts';
import { describe, expect, test } from 'vitest';
import { randomBytes } from '../../src/crypto/bytes.ts';
import type { OpenDatabase } from '../../src/service/database.ts';
import { randomId } from '../../src/service/ids.ts';
import { onRamps, organizations, users } from '../../src/service/schema.ts';
import {
  listOf,
  refusalOf,
  resultOf,
  send,
  type Caller,
  type Json,
  type TestService,
} from './harness.ts';
import { useFreshService } from './fresh-service.ts';

let database: OpenDatabase;
let service: TestService;
let root: Caller;

useFreshService((fresh) => {
  ({ database, service, root } = fresh);
});

const NOBODY = '00000000-0000-4000-8000-000000000000';
const userNamed = async (name: string) => {
  const found = (await listOf(root, 'list_users', 'users')).find(
    (item) => item['userName'] === name,
  );
  if (!found) throw new Error(name);
  return found;
};
const idOf = async (name: string) => String((await userNamed(name))['userId']);

describe('the demo organization', () => {
  test('behavior: has wallets, users, contacts, tags, keys and contract interfaces', async () => {
    const count = async (...args: Parameters<typeof listOf>) => (await listOf(...args)).length;
    expect(await count(root, 'list_wallets', 'wallets')).toBe(4);
    expect(await count(root, 'list_users', 'users')).toBe(6);
    expect(await count(root, 'list_user_tags', 'userTags')).toBe(4);
    expect(await count(root, 'list_private_keys', 'privateKeys')).toBe(2);
    expect(await count(root, 'list_smart_contract_interfaces', 'smartContractInterfaces')).toBe(2);
    expect(await userNamed('Alice Ackermann')).toMatchObject({
      userEmail: 'alice@demo.example',
      userPhoneNumber: '+15555550101',
      authenticators: [],
      apiKeys: [],
      oauthProviders: [],
      mfaPolicies: [],
    });
    expect((await userNamed('Alice Ackermann'))['userTags']).toHaveLength(2);
  });

  test('behavior: each wallet has several named accounts, in its own order', async () => {
    const names: Record<string, unknown[]> = {};
    for (const { walletId, walletName } of await listOf(root, 'list_wallets', 'wallets')) {
      const { body } = await root.query('list_wallet_accounts', { walletId });
      names[String(walletName)] = (body['accounts'] as Json[]).map(({ name }) => name);
    }
    expect(names).toEqual({
      'Main wallet': ['Operating', 'Bitcoin savings', 'Staking', 'Grants', 'USDT on Tron'],
      'Treasury reserve': ['Reserve', 'Bitcoin reserve', 'Collateral'],
      Payroll: ['Salaries', 'Contractor invoices', 'Stablecoin salaries'],
      'Solana operations': ['Program fees', 'Market making', 'Sui fees'],
    });
  });
});

describe('wallets', () => {
  test('behavior: a rename changes only the name', async () => {
    const [wallet] = await listOf(root, 'list_wallets', 'wallets');
    service.time.now += 5000;
    const walletId = wallet?.['walletId'];
    await root.submit('update_wallet', { walletId, walletName: "Anna's, Zoe’s" });
    const [after] = await listOf(root, 'list_wallets', 'wallets');
    expect(after).toEqual({
      ...wallet,
      walletName: "Anna's, Zoe’s",
      updatedAt: { seconds: String(service.time.now / 1000), nanos: '0' },
    });
  });

  test('error: a wallet that doesn’t exist', async () => {
    const answer = await root.submit('update_wallet', { walletId: NOBODY, walletName: 'X' });
    expect(refusalOf(answer)).toEqual({
      status: 404,
      code: 5,
      turnkey: '',
      message: `unable to find wallet ${NOBODY} in organization ${root.organizationId}`,
    });
  });

  test('behavior: a new wallet has its accounts’ addresses', async () => {
    const account = (curve: string, path: string, addressFormat: string) => ({
      curve,
      pathFormat: 'PATH_FORMAT_BIP32',
      path,
      addressFormat,
    });
    const result = resultOf(
      await root.submit('create_wallet', {
        walletName: 'Fresh',
        mnemonicLength: 24,
        accounts: [
          account('CURVE_SECP256K1', "m/44'/60'/0'/0/0", 'ADDRESS_FORMAT_ETHEREUM'),
          account('CURVE_ED25519', "m/44'/501'/0'/0'", 'ADDRESS_FORMAT_SOLANA'),
          account('CURVE_P256', "m/44'/0'/0'/0/0", 'ADDRESS_FORMAT_COMPRESSED'),
        ],
      }),
    );
    expect(result['addresses']).toEqual([
      expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
      expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/),
      expect.stringMatching(/^0[23][0-9a-f]{64}$/),
    ]);
    const wallets = await listOf(root, 'list_wallets', 'wallets');
    expect(wallets.at(-1)).toMatchObject({ walletId: result['walletId'], walletName: 'Fresh' });
  });

  test('error: names must be unique; paths must fit the curve and not repeat', async () => {
    const create = (walletName: string, ...paths: string[]) =>
      root.submit('create_wallet', {
        walletName,
        accounts: paths.map((path) => ({
          curve: 'CURVE_ED25519',
          pathFormat: 'PATH_FORMAT_BIP32',
          path,
          addressFormat: 'ADDRESS_FORMAT_SOLANA',
        })),
      });
    const good = "m/44'/501'/0'/0'";
    expect((await create('Main wallet', good)).body['message']).toBe('wallet label must be unique');
    expect((await create('A', "m/44'/501'/0'/0")).body['message']).toMatch(/hardened steps only/);
    expect((await create('B', "m/4294967296'")).body['message']).toMatch(/2147483647 at most/);
    expect(refusalOf(await create('C', good, good))).toMatchObject({ status: 409, code: 6 });
    expect(await listOf(root, 'list_wallets', 'wallets')).toHaveLength(4);
  });
});

describe('users', () => {
  test('behavior: name, email and phone change; an empty text removes a contact', async () => {
    const userId = await idOf('Dave Dorn');
    await root.submit('update_user_name', { userId, userName: 'Dave Döring' });
    await root.submit('update_user_email', { userId, userEmail: 'dave@demo.example' });
    await root.submit('update_user_phone_number', { userId, userPhoneNumber: '' });
    const dave = await userNamed('Dave Döring');
    expect(dave).toMatchObject({ userId, userEmail: 'dave@demo.example' });
    expect(dave).not.toHaveProperty('userPhoneNumber');
    const result = await root.submit('update_user_email', { userId, userEmail: '' });
    expect(resultOf(result)).toEqual({ userId });
    expect(await userNamed('Dave Döring')).not.toHaveProperty('userEmail');
  });

  test('error: invalid contacts, and users that don’t exist', async () => {
    const userId = await idOf('Dave Dorn');
    const email = await root.submit('update_user_email', { userId, userEmail: 'dave@' });
    expect(refusalOf(email)).toEqual({
      status: 400,
      code: 3,
      turnkey: 'INVALID_EMAIL',
      message:
        'invalid email address: parameters.userEmail: An e-mail address looks like name@example.com.',
    });
    const phone = await root.submit('update_user_phone_number', {
      userId,
      userPhoneNumber: '0555',
    });
    expect(refusalOf(phone)).toMatchObject({ status: 400, turnkey: 'REQUEST_INVALID' });
    const nobody = await root.submit('update_user_name', { userId: NOBODY, userName: 'X' });
    expect(refusalOf(nobody)).toMatchObject({
      status: 404,
      message: `unable to find user ${NOBODY} in organization ${root.organizationId}`,
    });
  });
});

describe('user tags', () => {
  test('behavior: deleting tags returns their users and removes the tags from them', async () => {
    const tags = await listOf(root, 'list_user_tags', 'userTags');
    const ids = tags
      .filter((item) => ['Signers', 'Treasury'].includes(String(item['tagName'])))
      .map((item) => String(item['tagId']));
    const result = resultOf(await root.submit('delete_user_tags', { userTagIds: ids }));
    const carriers = await Promise.all(
      ['Alice Ackermann', 'Bob Brandt', 'Carol Chen'].map((name) => idOf(name)),
    );
    expect(result).toEqual({ userTagIds: ids, userIds: carriers.toSorted() });
    expect((await userNamed('Alice Ackermann'))['userTags']).toEqual([]);
    expect(await listOf(root, 'list_user_tags', 'userTags')).toHaveLength(2);
  });

  test('error: one unknown tag means none are deleted', async () => {
    const [tag] = await listOf(root, 'list_user_tags', 'userTags');
    const userTagIds = [String(tag?.['tagId']), NOBODY];
    const answer = await root.submit('delete_user_tags', { userTagIds });
    expect(answer.body['message']).toBe(
      `unable to find user tag ${NOBODY} in organization ${root.organizationId}`,
    );
    expect(await listOf(root, 'list_user_tags', 'userTags')).toHaveLength(4);
  });

  test('error: no tags, duplicates, a name in use, a user that doesn’t exist', async () => {
    const none = await root.submit('delete_user_tags', { userTagIds: [] });
    expect(none.body['message']).toMatch(/userTagIds: Choose at least one/);
    const twice = await root.submit('delete_user_tags', { userTagIds: [NOBODY, NOBODY] });
    expect(twice.body['message']).toMatch(/stands here twice/);
    const taken = await root.submit('create_user_tag', { userTagName: 'Signers', userIds: [] });
    expect(refusalOf(taken)).toMatchObject({
      status: 400,
      message: 'user tag label must be unique',
    });
    const unknown = { userTagName: 'New', userIds: [NOBODY] };
    expect((await root.submit('create_user_tag', unknown)).status).toBe(404);
  });
});

describe('API keys', () => {
  test('behavior: returns the record of the reference pages', async () => {
    const { body } = await root.query('get_api_key', { apiKeyId: root.apiKeyId });
    const seconds = String(service.time.now / 1000);
    const apiKey = {
      credential: { publicKey: root.publicKey, type: 'CREDENTIAL_TYPE_API_KEY_P256' },
      apiKeyId: root.apiKeyId,
      apiKeyName: 'Key of Keystamp user',
      createdAt: { seconds, nanos: '0' },
      updatedAt: { seconds, nanos: '0' },
    };
    expect(body).toEqual({ apiKey });
    const { userId } = root;
    expect((await root.query('get_api_keys', { userId })).body).toEqual({ apiKeys: [apiKey] });
    expect((await root.query('get_api_keys')).body).toEqual({ apiKeys: [apiKey] });
  });

  test.each([
    [NOBODY, 404, `unable to find api key ${NOBODY} in organization`],
    ['no-id', 400, 'invalid request body: apiKeyId: An id has 36 characters'],
  ])('error: no key %s', async (apiKeyId, status, words) => {
    const answer = await root.query('get_api_key', { apiKeyId });
    expect(answer.status).toBe(status);
    expect(answer.body['message']).toContain(words);
  });

  test('error: keys of a user that doesn’t exist', async () => {
    expect((await root.query('get_api_keys', { userId: NOBODY })).status).toBe(404);
  });
});

describe('contract interfaces', () => {
  const create = (change: Json) =>
    root.submit('create_smart_contract_interface', {
      smartContractAddress: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
      smartContractInterface: '[{"type":"function","name":"f","inputs":[]}]',
      type: 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM',
      label: 'USDT',
      ...change,
    });

  test('behavior: the extension reads the answer for the largest one, fully escaped', async () => {
    const frame = '[{"type":"receive","documentation":""}]';
    const text = '\\'.repeat(MAX_CONTRACT_INTERFACE_LENGTH - frame.length - 1);
    const largest = frame.replace('""', `"${text.slice(text.length % 2)}"`);
    const answer = await create({ smartContractInterface: largest });
    expect(answer.status).toBe(200);
    const { length } = JSON.stringify(answer.body);
    expect(length).toBeGreaterThan(4_500_000);
    expect(length).toBeLessThan(MAX_ANSWER_BYTES);
    const { status } = await create({ smartContractInterface: `${largest}  `, label: 'Larger' });
    expect(status).toBe(400);
  });

  test('behavior: an ABI and an IDL are stored unchanged', async () => {
    const idl = '{ "instructions": [{"name":"go"}], "types": [] }';
    const first = resultOf(await create({ notes: 'Some notes' }));
    const type = 'SMART_CONTRACT_INTERFACE_TYPE_SOLANA';
    const smartContractAddress = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
    await create({ smartContractInterface: idl, type, smartContractAddress, label: 'Program' });
    const stored = await listOf(root, 'list_smart_contract_interfaces', 'smartContractInterfaces');
    expect(stored.find((item) => item['label'] === 'USDT')).toMatchObject({
      ...first,
      smartContractInterface: '[{"type":"function","name":"f","inputs":[]}]',
      type: 'ETHEREUM',
      notes: 'Some notes',
    });
    expect(stored.find((item) => item['label'] === 'Program')).toMatchObject({
      smartContractInterface: idl,
      type: 'SOLANA',
    });
  });

  test.each([
    ['no JSON', '[{', /This is not JSON/],
    ['an object for Ethereum', '{}', /JSON array of entries/],
    ['an unnamed function', '[{"type":"function"}]', /have a name/],
    ['a name with brackets', '[{"type":"function","name":"f() view"}]', /are identifiers/],
    ['a look-alike letter', '[{"type":"event","name":"Tr\u0430nsfer"}]', /are identifiers/],
    ['a mutability of its own', '[{"type":"receive","stateMutability":"safe"}]', /stateMutability/],
    [
      'more entries than are listed',
      `[${Array(5001).fill('{"type":"receive"}').join()}]`,
      /5,000 entries at most/,
    ],
    ['too long', `[${' '.repeat(400_000)}]`, /400,000 characters at most/],
  ])('error: %s', async (_what, smartContractInterface, words) => {
    const answer = await create({ smartContractInterface });
    expect(refusalOf(answer)).toMatchObject({ status: 400, turnkey: 'REQUEST_INVALID' });
    expect(answer.body['message']).toMatch(words);
  });

  test('behavior: exactly 400,000 characters are accepted', async () => {
    const abi = '[{"type":"function","name":"f"}]';
    const smartContractInterface = abi.padEnd(400_000, ' ');
    expect((await create({ smartContractInterface })).status).toBe(200);
  });
});

describe('on-ramp', () => {
  const PURCHASE = {
    onrampProvider: 'FIAT_ON_RAMP_PROVIDER_MOONPAY',
    walletAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    network: 'FIAT_ON_RAMP_BLOCKCHAIN_NETWORK_BITCOIN',
    cryptoCurrencyCode: 'FIAT_ON_RAMP_CRYPTO_CURRENCY_BTC',
    fiatCurrencyCode: 'FIAT_ON_RAMP_CURRENCY_AUD',
    fiatCurrencyAmount: '50.25',
    sandboxMode: true,
  };
  const start = async (change: Json = {}) =>
    resultOf(await root.submit('init_fiat_on_ramp', { ...PURCHASE, ...change }));
  const status = async (transactionId: unknown) =>
    (await root.query('get_onramp_transaction_status', { transactionId, refresh: true })).body;

  test.each([
    ['pay', 'COMPLETED'],
    ['fail', 'FAILED'],
    ['cancel', 'CANCELLED'],
  ])('behavior: on the checkout page, %s ends in %s, once', async (button, end) => {
    const { onRampUrl, onRampTransactionId } = await start();
    expect(await status(onRampTransactionId)).toEqual({ transactionStatus: 'PENDING' });
    // As if it had been stored by an earlier version, which took any text for an address.
    const details = JSON.stringify({ ...PURCHASE, walletAddress: 'bc1q<script>alert(1)</script>' });
    await database.db.update(onRamps).set({ details });
    const { pathname, origin } = new URL(String(onRampUrl));
    expect(origin).toBe('http://127.0.0.1:8788');
    const page = await send(service, pathname);
    expect(page.status).toBe(200);
    expect(page.headers.get('Content-Security-Policy')).toMatch(/default-src 'none'/);
    expect(page.headers.get('Content-Security-Policy')).not.toMatch(/script-src/);
    expect(page.body['text']).toContain('50.25 AUD');
    expect(page.body['text']).toContain('bc1q&lt;script&gt;');
    expect(page.body['text']).toContain(`action="${pathname}/${button}"`);

    const headers = { Origin: origin };
    const pressed = await send(service, `${pathname}/${button}`, { method: 'POST', headers });
    expect(pressed.status).toBe(303);
    expect(await status(onRampTransactionId)).toEqual({ transactionStatus: end });
    await send(service, `${pathname}/${button === 'pay' ? 'fail' : 'pay'}`, { method: 'POST' });
    expect(await status(onRampTransactionId)).toEqual({ transactionStatus: end });
    expect((await send(service, pathname)).body['text']).toContain('role="status"');
  });

  test('behavior: a widget URL is signed', async () => {
    const result = await start({ urlForSignature: 'https://buy.moonpay.com?apiKey=pk_test' });
    expect(result['onRampUrlSignature']).toMatch(/^[A-Za-z0-9+/]{43}=$/);
  });

  test.each([
    ['20', { fiatCurrencyAmount: '20' }, /greater than 20/],
    ['US without a state', { countryCode: 'US' }, /needs the state/],
    ['a network of nobody', { network: 'BITCOIN' }, /network/],
    ['a URL that is none', { urlForSignature: 'https://[' }, /urlForSignature/],
  ])('error: %s', async (_what, change, words) => {
    const answer = await root.submit('init_fiat_on_ramp', { ...PURCHASE, ...change });
    expect(answer.status).toBe(400);
    expect(answer.body['message']).toMatch(words);
    expect(await database.db.$count(onRamps)).toBe(0);
  });

  test('error: unknown purchases and buttons', async () => {
    expect(await root.query('get_onramp_transaction_status', { transactionId: 'x' })).toMatchObject(
      {
        status: 404,
      },
    );
    expect((await send(service, `/checkout/${NOBODY}`)).status).toBe(404);
    const { pathname } = new URL(String((await start())['onRampUrl']));
    expect((await send(service, `${pathname}/steal`, { method: 'POST' })).status).toBe(400);
  });
});

describe('separate organizations', () => {
  test('error: ids of another organization are not found', async () => {
    const other = randomId(randomBytes);
    const at = service.time.now;
    await database.db.insert(organizations).values({ id: other, name: 'Other', createdAt: at });
    const userId = randomId(randomBytes);
    const owned = { organizationId: other, createdAt: at, updatedAt: at };
    await database.db.insert(users).values({ ...owned, id: userId, name: 'Stranger', root: true });
    const rename = await root.submit('update_user_name', { userId, userName: 'Mine now' });
    expect(rename.status).toBe(404);
    expect((await root.query('get_api_keys', { userId })).status).toBe(404);
    const tag = { userTagName: 'Theirs', userIds: [userId] };
    expect((await root.submit('create_user_tag', tag)).status).toBe(404);
  });
});
