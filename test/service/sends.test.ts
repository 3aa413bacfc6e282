// Transactions that the service signs and sends, on a real chain.
import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import { TurnkeyClient } from '@turnkey/http';
import { erc20Abi, keccak256 } from 'viem';
import { afterEach, describe, expect, test } from 'vitest';
import { DEMO_TOKEN, FIRST_ACCOUNT } from '../../scripts/chain/anvil.ts';
import { LOCAL_CHAIN } from '../../src/protocol/coins.ts';
import { randomBytes, toHex } from '../../src/crypto/bytes.ts';
import { generatePrivateKey, publicKeyOf } from '../../src/crypto/keys.ts';
import { randomId } from '../../src/service/ids.ts';
import { organizations } from '../../src/service/schema.ts';
import { sends } from '../../src/service/send-table.ts';
import { activityOf, refusalOf, resultOf, send as post, type Json } from './harness.ts';
import { listen } from './listening-service.ts';
import { addUser } from './new-user.ts';
import {
  ETHER,
  hashOf,
  known,
  TO,
  transferOf,
  useSendingService,
  type Hex,
} from './sending-service.ts';

const { now, viem, request, begin, statusOf, goOn, endOf } = useSendingService();

describe('on a chain', () => {
  test('behavior: prepared, on its way, included, with number and fees of the chain', async () => {
    const before = await viem().getBalance({ address: TO });
    const id = await begin();
    expect(await statusOf(id)).toEqual({ txStatus: 'INITIALIZED' });
    await now.chain.rpc('evm_setAutomine', [false]);
    await goOn();
    const sent = await statusOf(id);
    expect(sent).toMatchObject({ txStatus: 'BROADCASTING' });
    await goOn();
    expect(await statusOf(id)).toEqual(sent);
    await now.chain.rpc('evm_mine', []);
    await now.chain.rpc('evm_setAutomine', [true]);
    await goOn();
    expect(await statusOf(id)).toEqual({ ...sent, txStatus: 'INCLUDED' });
    const transaction = await viem().getTransaction({ hash: hashOf(sent) });
    expect(transaction).toMatchObject({
      type: 'eip1559',
      from: now.from.toLowerCase(),
      to: TO.toLowerCase(),
      value: 12345n,
      nonce: 0,
      gas: 21_000n,
      maxPriorityFeePerGas: 1_000_000_000n,
    });
    expect(transaction.maxFeePerGas).toBeGreaterThan(1_000_000_000n);
    expect((await viem().getBalance({ address: TO })) - before).toBe(12345n);
    const [row] = await now.database.db.select().from(sends);
    expect(keccak256(`0x${known(row?.signed)}`)).toBe(hashOf(sent));
  });

  test('behavior: a token goes only where a policy on the call’s arguments lets it', async () => {
    const trader = await addUser(now.service, now.root, { userName: 'Trader' });
    await now.root.submit('create_smart_contract_interface', {
      smartContractAddress: DEMO_TOKEN,
      smartContractInterface: JSON.stringify(erc20Abi),
      type: 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM',
      label: 'Token',
      notes: '',
    });
    const { name } = known(
      erc20Abi.find((one) => one.type === 'function' && one.name === 'transfer')?.inputs[0],
    );
    const condition = [
      `eth.tx.chain_id == 31337 && eth.tx.to == '${DEMO_TOKEN}'`,
      "eth.tx.function_signature == '0xa9059cbb'",
      `eth.tx.contract_call_args['${name}'] == '${TO}'`,
    ].join(' && ');
    await now.root.submit('create_policy', {
      policyName: 'Pay one',
      effect: 'EFFECT_ALLOW',
      condition,
      notes: '',
    });
    const paid = transferOf(now.from, 500n);
    await now.chain.rpc('eth_sendTransaction', [{ from: FIRST_ACCOUNT, ...paid }]);
    const denied = [
      transferOf(FIRST_ACCOUNT, 5n),
      { ...transferOf(TO, 5n), data: `${transferOf(TO, 5n).data}00` },
    ];
    for (const one of denied) {
      const answer = await trader.submit('eth_send_transaction', request({ calls: [one] }));
      expect(refusalOf(answer)).toMatchObject({ status: 403, code: 7 });
    }
    expect(await now.database.db.select().from(sends)).toEqual([]);
    const balance = { address: DEMO_TOKEN, abi: erc20Abi, functionName: 'balanceOf' } as const;
    const before = await viem().readContract({ ...balance, args: [TO] });
    const end = await endOf(await begin({ calls: [transferOf(TO, 5n)] }, trader));
    expect(end).toMatchObject({ txStatus: 'INCLUDED' });
    expect((await viem().readContract({ ...balance, args: [TO] })) - before).toBe(5n);
  });

  test('behavior: what is given is used as it is', async () => {
    const given = {
      nonce: '0',
      gasLimit: '30000',
      maxFeePerGas: '7000000000',
      maxPriorityFeePerGas: '5',
    };
    const end = await endOf(await begin(given));
    expect(await viem().getTransaction({ hash: hashOf(end) })).toMatchObject({
      nonce: 0,
      gas: 30_000n,
      maxFeePerGas: 7_000_000_000n,
      maxPriorityFeePerGas: 5n,
    });
  });

  test('behavior: the first version, and a token', async () => {
    await now.chain.rpc('eth_sendTransaction', [
      {
        from: FIRST_ACCOUNT,
        to: DEMO_TOKEN,
        data: transferOf(now.from, 500n).data,
      },
    ]);
    const flat = { from: now.from, caip2: LOCAL_CHAIN, ...transferOf(TO, 200n) };
    const type = 'ACTIVITY_TYPE_ETH_SEND_TRANSACTION';
    const asked = await now.root.submit('eth_send_transaction', flat, type);
    const result = known(activityOf(asked).result['ethSendTransactionResult']);
    const id = String(result['sendTransactionStatusId']);
    expect(await endOf(id)).toMatchObject({ txStatus: 'INCLUDED' });
    const balance = { address: DEMO_TOKEN, abi: erc20Abi, functionName: 'balanceOf' } as const;
    expect(await viem().readContract({ ...balance, args: [now.from] })).toBe(300n);
  });

  test('behavior: several in a row have numbers without a gap, also past one that fails', async () => {
    const ids = [await begin(), await begin({ calls: [{ to: TO, value: String(99n * ETHER) }] })];
    ids.push(await begin(), await begin());
    const ends = [];
    for (const id of ids) ends.push(await endOf(id));
    const states = ends.map(({ txStatus }) => txStatus);
    expect(states).toEqual(['INCLUDED', 'FAILED', 'INCLUDED', 'INCLUDED']);
    expect(await viem().getTransactionCount({ address: now.from })).toBe(3);
  });

  test('behavior: a call that the chain undoes is included, and says why', async () => {
    const end = await endOf(await begin({ calls: [transferOf(TO, 1n)], gasLimit: '90000' }));
    expect(end).toMatchObject({
      txStatus: 'INCLUDED',
      eth: { txHash: expect.any(String) as string },
    });
    const { revertChain } = end['error'] as { revertChain: Json[] };
    expect(revertChain).toHaveLength(1);
    expect(end['error']).toMatchObject({ eth: { revertChain } });
    expect(revertChain[0]).toMatchObject({ address: DEMO_TOKEN });
    const receipt = await viem().getTransactionReceipt({ hash: hashOf(end) });
    expect(receipt.status).toBe('reverted');
  });

  test('error: what the chain would undo is not sent where the service asks for its gas', async () => {
    const end = await endOf(await begin({ calls: [transferOf(TO, 1n)] }));
    expect(end).toMatchObject({ txStatus: 'FAILED' });
    expect(end['txError']).toContain('refuses eth_estimateGas');
    expect(end['eth']).toBeUndefined();
    expect(await viem().getTransactionCount({ address: now.from })).toBe(0);
  });

  test.for<readonly [what: string, change: Json, said: RegExp]>([
    [
      'too little ether',
      { gasLimit: '21000', calls: [{ to: TO, value: String(99n * ETHER) }] },
      /funds/i,
    ],
    ['a fee below the base fee', { maxFeePerGas: '1', maxPriorityFeePerGas: '1' }, /fee/i],
    ['too little gas', { gasLimit: '20000' }, /gas/i],
  ])('error: %s fails with the node’s words', async ([, change, said]) => {
    const end = await endOf(await begin(change));
    expect(end).toMatchObject({ txStatus: 'FAILED' });
    expect(end['txError']).toMatch(said);
  });

  test('error: a number that was used', async () => {
    await endOf(await begin());
    const end = await endOf(await begin({ nonce: '0' }));
    expect(end).toMatchObject({
      txStatus: 'FAILED',
      txError: expect.stringMatching(/nonce/i) as string,
    });
  });

  test('error: another transaction took the number while it was on its way', async () => {
    await now.chain.rpc('evm_setAutomine', [false]);
    const first = await begin();
    await goOn();
    const second = await begin({
      nonce: '0',
      maxFeePerGas: '90000000000',
      maxPriorityFeePerGas: '9000000000',
    });
    await goOn();
    await now.chain.rpc('evm_mine', []);
    await now.chain.rpc('evm_setAutomine', [true]);
    expect(await endOf(second)).toMatchObject({ txStatus: 'INCLUDED' });
    const end = await endOf(first);
    expect(end).toMatchObject({ txStatus: 'FAILED' });
    expect(end['txError']).toContain('another transaction');
  });

  test('behavior: what a node has lost is sent again, the same bytes', async () => {
    await now.chain.rpc('evm_setAutomine', [false]);
    const id = await begin();
    await goOn();
    const sent = await statusOf(id);
    await now.chain.rpc('anvil_dropTransaction', [hashOf(sent)]);
    await goOn();
    await now.chain.rpc('evm_mine', []);
    await now.chain.rpc('evm_setAutomine', [true]);
    expect(await endOf(id)).toEqual({ ...sent, txStatus: 'INCLUDED' });
  });
});

describe('at submission', () => {
  test.for<readonly [what: string, change: Json, said: string]>([
    ['sponsoring', { sponsor: true }, 'sponsor: this service has no gas station'],
    ['several calls', { calls: [{ to: TO }, { to: TO }] }, 'one call at a time'],
    ['a deadline', { deadline: '1' }, 'deadline: '],
    ['a nonce of the gas station', { gasStationNonce: '1' }, 'gasStationNonce: '],
    ['a chain without a node', { caip2: 'eip155:1' }, '--rpc eip155:1=URL'],
    ['a wrong checksum', { calls: [{ to: TO.replace('C8', 'c8') }] }, 'calls.0.to: the checksum'],
    ['65 bits', { nonce: String(2n ** 64n) }, 'nonce: more than 64 bits'],
    [
      '257 bits',
      { calls: [{ to: TO, value: String(2n ** 256n) }] },
      'calls.0.value: more than 256',
    ],
    [
      'a tip above the fee',
      { maxFeePerGas: '1', maxPriorityFeePerGas: '2' },
      'maxPriorityFeePerGas: ',
    ],
    ['half a byte', { calls: [{ to: TO, data: '0x1' }] }, 'even number'],
    ['a fraction', { calls: [{ to: TO, value: '0.1' }] }, 'whole number'],
  ])('error: %s is refused, and nothing is kept', async ([, change, said]) => {
    const answer = await now.root.submit('eth_send_transaction', request(change));
    expect(refusalOf(answer)).toMatchObject({ status: 400, code: 3 });
    expect(answer.body['message']).toContain(said);
    expect(await now.database.db.select().from(sends)).toEqual([]);
  });

  test('error: unknown senders, and what no account has', async () => {
    const unknown = await now.root.submit('eth_send_transaction', request({ from: FIRST_ACCOUNT }));
    expect(refusalOf(unknown)).toMatchObject({ status: 404, code: 5 });
    const made = await now.root.submit('create_private_keys', {
      privateKeys: [
        {
          privateKeyName: 'Sends',
          curve: 'CURVE_SECP256K1',
          privateKeyTags: [],
          addressFormats: ['ADDRESS_FORMAT_ETHEREUM', 'ADDRESS_FORMAT_COMPRESSED'],
        },
      ],
    });
    const [key] = resultOf(made)['privateKeys'] as { privateKeyId: string; addresses: Json[] }[];
    const { privateKeyId, addresses } = known(key);
    for (const sender of [privateKeyId, addresses[1]?.['address']]) {
      const refused = await now.root.submit('eth_send_transaction', request({ from: sender }));
      expect(refusalOf(refused)).toMatchObject({ status: 400, code: 3 });
    }
    const own = String(addresses[0]?.['address']);
    await now.chain.rpc('anvil_setBalance', [own, '0xde0b6b3a7640000']);
    expect(await endOf(await begin({ from: own }))).toMatchObject({ txStatus: 'INCLUDED' });
  });

  test('error: an unknown status', async () => {
    for (const id of ['x', '00000000-0000-4000-8000-000000000000']) {
      const answer = await now.root.query('get_send_transaction_status', {
        sendTransactionStatusId: id,
      });
      expect(refusalOf(answer)).toMatchObject({ status: 404, code: 5 });
    }
  });

  test('error: the status of another organization’s', async () => {
    const id = await begin();
    const other = randomId(randomBytes);
    await now.database.db
      .insert(organizations)
      .values({ id: other, name: 'Other', createdAt: now.service.time.now });
    await now.database.db.update(sends).set({ organizationId: other });
    expect(
      refusalOf(
        await now.root.query('get_send_transaction_status', { sendTransactionStatusId: id }),
      ),
    ).toMatchObject({ status: 404, code: 5 });
  });
});

describe('policies', () => {
  const allow = (condition: string, change: Json = {}) =>
    now.root.submit('create_policy', {
      policyName: 'Sends',
      effect: 'EFFECT_ALLOW',
      condition,
      notes: '',
      ...change,
    });

  test('behavior: they see the transaction as far as it is known', async () => {
    const trader = await addUser(now.service, now.root, { userName: 'Trader' });
    await allow(
      `activity.action == 'SIGN' && activity.resource == 'PRIVATE_KEY' && eth.tx.value < 20000 && eth.tx.to == '${TO}' && eth.tx.chain_id == 31337 && eth.tx.type == 'TYPE_2' && eth.tx.from == '${now.from}' && eth.tx.data == '0x' && wallet_account.address == '${now.from}'`,
    );
    expect(await endOf(await begin({}, trader))).toMatchObject({ txStatus: 'INCLUDED' });
    const more = request({ calls: [{ to: TO, value: '20000' }] });
    const denied = await trader.submit('eth_send_transaction', more);
    expect(refusalOf(denied)).toMatchObject({ status: 403 });
    expect(await now.database.db.select().from(sends)).toHaveLength(1);
  });

  test('error: what is left to the service is not there for a condition', async () => {
    const trader = await addUser(now.service, now.root, { userName: 'Trader' });
    await allow('eth.tx.nonce == 0');
    const left = await trader.submit('eth_send_transaction', request());
    expect(refusalOf(left)).toMatchObject({ status: 403 });
    expect(await endOf(await begin({ nonce: '0' }, trader))).toMatchObject({
      txStatus: 'INCLUDED',
    });
  });

  test('behavior: a quorum’s number and fees are those of the moment it is carried out', async () => {
    const [one, other] = [
      await addUser(now.service, now.root, { userName: 'One' }),
      await addUser(now.service, now.root, { userName: 'Other' }),
    ];
    await allow('eth.tx.value > 0', {
      consensus: `approvers.count() >= 2`,
    });
    const waiting = activityOf(await one.submit('eth_send_transaction', request()));
    expect(waiting).toMatchObject({ status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED' });
    expect(await now.database.db.select().from(sends)).toEqual([]);
    await endOf(await begin());
    const { fingerprint } = waiting as { fingerprint: string };
    await other.submit('approve_activity', { fingerprint });
    const [, late] = await now.database.db.select().from(sends).orderBy(sends.id);
    const end = await endOf(known(late).id);
    expect(await viem().getTransaction({ hash: hashOf(end) })).toMatchObject({ nonce: 1 });
  });
});

describe('the vendor’s client', () => {
  let close = async () => {};
  afterEach(() => close());

  test('behavior: ethSendTransaction and getSendTransactionStatus', async () => {
    const secret = generatePrivateKey('P256');
    const publicKey = toHex(publicKeyOf('P256', secret));
    now.service.time.now = Date.now();
    const server = await listen((incoming) => now.service.handle(incoming));
    close = () => server.close();
    const setUpCode = now.service.createSetUpCode();
    const enrolment = { publicKey, curveType: 'API_KEY_CURVE_P256', setUpCode };
    await post(now.service, '/local/enrol', { method: 'POST', body: JSON.stringify(enrolment) });
    const stamper = new ApiKeyStamper({ apiPublicKey: publicKey, apiPrivateKey: toHex(secret) });
    const client = new TurnkeyClient({ baseUrl: server.baseUrl }, stamper);
    const { organizationId } = now.service.info;
    const { activity } = await client.ethSendTransaction({
      type: 'ACTIVITY_TYPE_ETH_SEND_TRANSACTION_V2',
      timestampMs: String(now.service.time.now),
      organizationId,
      // Its list of chains lacks the one for tests.
      parameters: { ...request(), caip2: LOCAL_CHAIN as 'eip155:1' },
    });
    const { sendTransactionStatusId } = known(activity.result.ethSendTransactionResultV2);
    await now.service.sendDue(LOCAL_CHAIN);
    await goOn();
    const status = await client.getSendTransactionStatus({
      organizationId,
      sendTransactionStatusId,
    });
    expect(status).toMatchObject({ txStatus: 'INCLUDED' });
    const receipt = await viem().getTransactionReceipt({ hash: known(status.eth?.txHash) as Hex });
    expect(receipt.status).toBe('success');
  });
});
