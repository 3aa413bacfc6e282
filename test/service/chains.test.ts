// Balances and nonces: from a real chain, and from nodes that answer nonsense.
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPublicClient, erc20Abi, http } from 'viem';
import { foundry } from 'viem/chains';
import {
  DEMO_TOKEN,
  deployDemoToken,
  FIRST_ACCOUNT,
  startChain,
  type LocalChain,
} from '../../scripts/chain/anvil.ts';
import { LOCAL_CHAIN } from '../../src/protocol/coins.ts';
import { ROOT } from '../../scripts/tool.ts';
import { readToken, type Token } from '../../src/service/balances.ts';
import { createChains, readRpcAddress } from '../../src/service/chains.ts';
import type { OpenDatabase } from '../../src/service/database.ts';
import {
  enrol,
  freshService,
  openMemory,
  refusalOf,
  resultOf,
  type Caller,
  type Json,
} from './harness.ts';

let chain: LocalChain;
let database: OpenDatabase;
beforeAll(async () => {
  [chain, database] = await Promise.all([startChain(), openMemory()]);
  await deployDemoToken(chain);
});
afterAll(async () => {
  await chain.stop();
  await database.close();
});

const known = <T>(value: T | undefined): T => value ?? expect.fail('unreadable');
const TOKEN: Token = known(readToken(`${LOCAL_CHAIN}/erc20:${DEMO_TOKEN}`));

/** A root user of a service with this node, and the address of a new Ethereum account of theirs. */
async function userWith(url: string, tokens: readonly Token[] = [TOKEN]) {
  const chains = createChains([known(readRpcAddress(`${LOCAL_CHAIN}=${url}`))], fetch);
  const service = await freshService(database, { chains, tokens });
  const root = await enrol(service);
  return { root, address: await accountOf(root, 'ADDRESS_FORMAT_ETHEREUM', 'CURVE_SECP256K1') };
}

async function accountOf(root: Caller, addressFormat: string, curve: string): Promise<string> {
  const account = {
    curve,
    pathFormat: 'PATH_FORMAT_BIP32',
    path: "m/44'/60'/0'/0'",
    addressFormat,
  };
  const made = await root.submit('create_wallet', {
    walletName: addressFormat,
    accounts: [account],
  });
  const [address] = resultOf(made)['addresses'] as string[];
  return known(address);
}

const balancesOf = (root: Caller, address: string, caip2: string = LOCAL_CHAIN) =>
  root.query('get_wallet_address_balances', { address, caip2 });

describe('a real chain', () => {
  test('behavior: shows what an account has, and nothing of what it has none of', async () => {
    const { root, address } = await userWith(chain.url);
    expect((await balancesOf(root, address)).body).toEqual({ balances: [] });
    // Beyond what a double can hold.
    const wei = 9_007_199_254_740_993_000_000_001n;
    await chain.rpc('anvil_setBalance', [address, `0x${wei.toString(16)}`]);
    const client = createPublicClient({ chain: foundry, transport: http(chain.url) });
    const [symbol, name, decimals] = await Promise.all(
      (['symbol', 'name', 'decimals'] as const).map((functionName) =>
        client.readContract({ address: DEMO_TOKEN, abi: erc20Abi, functionName }),
      ),
    );
    await chain.rpc('eth_sendTransaction', [transferTo(address, 1_500_000n)]);
    expect((await balancesOf(root, address)).body).toEqual({
      balances: [
        {
          caip19: `${LOCAL_CHAIN}/slip44:60`,
          symbol: 'ETH',
          name: 'Ether',
          balance: String(await client.getBalance({ address: address as `0x${string}` })),
          decimals: 18,
          display: { crypto: '9007199.254740993000000001' },
        },
        {
          caip19: `${LOCAL_CHAIN}/erc20:${DEMO_TOKEN}`,
          symbol,
          name,
          balance: '1500000',
          decimals,
          display: { crypto: '1.5' },
        },
      ],
    });
  });

  test('behavior: the next nonce, only where it is asked for', async () => {
    const { root, address } = await userWith(chain.url);
    const ask = (more: Json) => root.query('get_nonces', { address, caip2: LOCAL_CHAIN, ...more });
    expect((await ask({})).body).toEqual({});
    await chain.rpc('anvil_setNonce', [address, '0x29a']);
    expect((await ask({ nonce: true })).body).toEqual({ nonce: '666' });
    expect(refusalOf(await ask({ gasStationNonce: true }))).toMatchObject({ status: 400 });
  });

  test('error: names a chain without a node, and what has no balance there', async () => {
    const { root, address } = await userWith(chain.url);
    const other = await balancesOf(root, address, 'eip155:1');
    expect(refusalOf(other)).toMatchObject({ status: 400, code: 3 });
    expect(other.body['message']).toContain('--rpc eip155:1=URL');
    const solana = await accountOf(root, 'ADDRESS_FORMAT_SOLANA', 'CURVE_ED25519');
    expect((await balancesOf(root, solana)).body['message']).toContain('ADDRESS_FORMAT_SOLANA');
    expect(refusalOf(await balancesOf(root, FIRST_ACCOUNT))).toMatchObject({
      status: 404,
      code: 5,
    });
    expect(refusalOf(await balancesOf(root, address, 'eip155:31338'))).toMatchObject({
      status: 400,
    });
  });
});

/** `transfer(address,uint256)` of the demo token, from whoever made it. */
function transferTo(address: string, amount: bigint): Json {
  const word = (digits: string) => digits.padStart(64, '0');
  const data = `0xa9059cbb${word(address.slice(2).toLowerCase())}${word(amount.toString(16))}`;
  return { from: FIRST_ACCOUNT, to: DEMO_TOKEN, data };
}

describe('a node that answers nonsense', () => {
  type Reply = (id: number, method: string) => string | { readonly redirect: string };
  let node: Server;
  let reply: Reply = () => '';
  let url = '';
  beforeAll(async () => {
    node = createServer((request, response) => {
      let body = '';
      request.on('data', (part: Buffer) => (body += part.toString()));
      request.on('end', () => {
        const { id, method } = JSON.parse(body) as { id: number; method: string };
        const answer = reply(id, method);
        if (typeof answer === 'string') return response.end(answer);
        response.writeHead(307, { location: answer.redirect }).end();
      });
    });
    await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(node.address() as AddressInfo).port}`;
  });
  afterAll(() => node.close());

  const result = (value: unknown) => (id: number) =>
    JSON.stringify({ jsonrpc: '2.0', id, result: value });
  test.for<readonly [what: string, reply: Reply, said: RegExp]>([
    ['no JSON', () => 'hello', /does not answer/],
    ['half of it', () => '{"jsonrpc":"2.0","id":1,"resu', /does not answer/],
    ['bytes that are no text', () => '\u0000', /does not answer/],
    ['a mebibyte and more', (id) => result('0x0'.padEnd(1_100_000, '0'))(id), /does not answer/],
    ['an answer to another call', (id) => result('0x1')(id + 1), /answers nonsense$/],
    ['no result', (id) => JSON.stringify({ jsonrpc: '2.0', id }), /answers nonsense/],
    ['another host', () => ({ redirect: 'http://127.0.0.1:1/' }), /does not answer/],
    ['a number', (id) => result(1)(id), /answers nonsense to eth_getBalance/],
    ['a decimal text', (id) => result('1')(id), /answers nonsense to eth_getBalance/],
    [
      'a number of 257 bits',
      (id) => result(`0x1${'0'.repeat(64)}`)(id),
      /nonsense to eth_getBalance/,
    ],
    [
      'an error of 100,000 characters',
      (id) =>
        JSON.stringify({ jsonrpc: '2.0', id, error: { code: 1, message: 'x'.repeat(100_000) } }),
      /refuses eth_getBalance: x{200}$/,
    ],
  ])('error: %s is told as such', async ([, answer, said]) => {
    reply = answer;
    const { root, address } = await userWith(url);
    const told = await balancesOf(root, address);
    expect(refusalOf(told)).toMatchObject({ status: 503, code: 14 });
    expect(told.body['message']).toMatch(said);
  });

  test.for<readonly [what: string, answer: unknown]>([
    ['without an answer', '0x'],
    ['with more than a word', `0x${'0'.repeat(128)}`],
    ['whose text points astray', `0x${'f'.repeat(64)}`],
  ])('error: a token %s leaves what else there is', async ([, answer]) => {
    reply = (id, method) => result(method === 'eth_getBalance' ? '0x1' : answer)(id);
    const { root, address } = await userWith(url);
    const { balances } = (await balancesOf(root, address)).body as { readonly balances: Json[] };
    expect(balances).toMatchObject([{ caip19: `${LOCAL_CHAIN}/slip44:60`, balance: '1' }]);
  });

  test('error: a token whose node stops answering is told as such', async () => {
    reply = (id, method) => (method === 'eth_getBalance' ? result('0x1')(id) : 'hello');
    const { root, address } = await userWith(url);
    expect(refusalOf(await balancesOf(root, address))).toMatchObject({ status: 503, code: 14 });
  });

  test('error: a node that is away is told as such', async () => {
    const { root, address } = await userWith('http://127.0.0.1:1');
    expect(refusalOf(await balancesOf(root, address))).toMatchObject({ status: 503, code: 14 });
  });
});

describe('readRpcAddress', () => {
  test.for([
    'eip155:31337=http://127.0.0.1:8545',
    'eip155:31337=http://localhost:8545/',
    'eip155:1=https://node.example/key',
  ])('behavior: takes %s', (text) => expect(readRpcAddress(text)).toBeDefined());

  test.for([
    '',
    'eip155:31337',
    'eip155:31337=',
    'eip155:5=http://127.0.0.1:8545',
    'http://127.0.0.1:8545',
    'eip155:1=http://node.example',
    'eip155:1=http://127.0.0.1.node.example',
    'eip155:1=https://user:password@node.example',
    'eip155:1=ftp://127.0.0.1',
    'eip155:1=file:///etc/passwd',
  ])('error: refuses “%s”', (text) => expect(readRpcAddress(text)).toBeUndefined());
});

test('behavior: the demo token is what its source compiles to', async () => {
  const folder = join(ROOT, 'scripts', 'chain');
  // It has no types.
  const { compile } = createRequire(import.meta.url)('solc') as {
    readonly compile: (input: string) => string;
  };
  const input = {
    language: 'Solidity',
    sources: { 'DemoToken.sol': { content: readFileSync(join(folder, 'DemoToken.sol'), 'utf8') } },
    settings: {
      optimizer: { enabled: true, runs: 200 },
      evmVersion: 'cancun',
      metadata: { bytecodeHash: 'none', appendCBOR: false },
      outputSelection: { '*': { '*': ['evm.bytecode.object'] } },
    },
  };
  const compiled = JSON.parse(compile(JSON.stringify(input))) as {
    readonly contracts: Readonly<
      Record<
        string,
        Readonly<
          Record<string, { readonly evm: { readonly bytecode: { readonly object: string } } }>
        >
      >
    >;
  };
  const { object } = compiled.contracts['DemoToken.sol']?.['DemoToken']?.evm.bytecode ?? {};
  expect(object).toBe(readFileSync(join(folder, 'DemoToken.hex'), 'utf8').trim());
});
