// A service with a real chain beside it, for tests of what it sends.
import { createPublicClient, encodeFunctionData, erc20Abi, http } from 'viem';
import { foundry } from 'viem/chains';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import {
  DEMO_TOKEN,
  deployDemoToken,
  startChain,
  type LocalChain,
} from '../../scripts/chain/anvil.ts';
import { LOCAL_CHAIN } from '../../src/protocol/coins.ts';
import { createChains, readRpcAddress, type Chains } from '../../src/service/chains.ts';
import type { OpenDatabase } from '../../src/service/database.ts';
import {
  enrol,
  freshService,
  openMemory,
  resultOf,
  type Caller,
  type Json,
  type TestService,
} from './harness.ts';

export type Hex = `0x${string}`;
export const known = <T>(value: T | undefined | null): T => value ?? expect.fail('nothing there');
export const ETHER = 10n ** 18n;
export const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

export const chainsAt = (url: string): Chains =>
  createChains([known(readRpcAddress(`${LOCAL_CHAIN}=${url}`))], fetch);

/** What the tests of a file share; each test has a fresh service and an account with ten ether. */
export function useSendingService() {
  const now = {} as {
    chain: LocalChain;
    database: OpenDatabase;
    service: TestService;
    root: Caller;
    from: Hex;
  };
  beforeAll(async () => {
    [now.chain, now.database] = await Promise.all([startChain(), openMemory()]);
    await deployDemoToken(now.chain);
  });
  afterAll(async () => {
    await now.chain.stop();
    await now.database.close();
  });
  beforeEach(async () => {
    now.service = await freshService(now.database, { chains: chainsAt(now.chain.url) });
    now.root = await enrol(now.service);
    now.from = await newAccount(now.root, now.chain);
  });

  const viem = () => createPublicClient({ chain: foundry, transport: http(now.chain.url) });
  const request = (change: Json = {}) => ({
    from: now.from,
    caip2: LOCAL_CHAIN,
    calls: [{ to: TO, value: '12345' }],
    ...change,
  });
  const begin = async (change: Json = {}, who = now.root): Promise<string> => {
    const sent = await who.submit('eth_send_transaction', request(change));
    return String(resultOf(sent)['sendTransactionStatusId']);
  };
  const statusOf = async (sendTransactionStatusId: string) =>
    (await now.root.query('get_send_transaction_status', { sendTransactionStatusId })).body;
  /** The service's turn, some time later. */
  const goOn = async (by: TestService = now.service): Promise<void> => {
    by.time.now += 20_000;
    await by.sendDue(LOCAL_CHAIN);
  };
  /** The last status, after some turns. */
  const endOf = async (id: string, by: TestService = now.service) => {
    for (let turn = 0; turn < 30; turn += 1) {
      const status = await statusOf(id);
      if (/^(?:INCLUDED|FAILED)$/.test(String(status['txStatus']))) return status;
      await goOn(by);
    }
    return expect.fail('it hangs');
  };
  return { now, viem, request, begin, statusOf, goOn, endOf };
}

let wallets = 0;
async function newAccount(root: Caller, chain: LocalChain): Promise<Hex> {
  const account = {
    curve: 'CURVE_SECP256K1',
    pathFormat: 'PATH_FORMAT_BIP32',
    path: "m/44'/60'/0'/0/0",
    addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
  };
  wallets += 1;
  const made = { walletName: `Sends ${wallets}`, accounts: [account] };
  const [address] = resultOf(await root.submit('create_wallet', made))['addresses'] as Hex[];
  await chain.rpc('anvil_setBalance', [address, `0x${(10n * ETHER).toString(16)}`]);
  return known(address);
}

export const hashOf = (status: Json) =>
  known((status['eth'] as { txHash?: Hex } | undefined)?.txHash);

/** A call of the demo token. */
export const transferOf = (to: string, amount: bigint) => ({
  to: DEMO_TOKEN,
  data: encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [to as Hex, amount],
  }),
});
