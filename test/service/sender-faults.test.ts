// What the service sends, past its nodes' faults, and stopped between any two steps. KEYSTAMP_SENDS says how
// many stops there are, KEYSTAMP_SEED draws them.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LOCAL_CHAIN } from '../../src/protocol/coins.ts';
import type { Chains } from '../../src/service/chains.ts';
import { masterOfFirstRows } from './first-rows.ts';
import { serviceOver } from './harness.ts';
import { chainsAt, known, TO, useSendingService } from './sending-service.ts';

const { now, viem, begin, statusOf, goOn, endOf } = useSendingService();

describe('nodes that are away, or answer nonsense', () => {
  let node: Server;
  let reply: (method: string) => unknown;
  let url = '';
  beforeAll(async () => {
    node = createServer((incoming, response) => {
      let body = '';
      incoming.on('data', (part: Buffer) => (body += part.toString()));
      incoming.on('end', () => {
        const call = JSON.parse(body) as { id: number; method: string; params: unknown[] };
        const answer = reply(call.method);
        if (answer !== undefined) {
          response.end(JSON.stringify({ jsonrpc: '2.0', id: call.id, ...(answer as object) }));
          return;
        }
        void fetch(now.chain.url, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
        })
          .then((real) => real.text())
          .then((text) => response.end(text));
      });
    });
    await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(node.address() as AddressInfo).port}`;
  });
  afterAll(() => node.close());
  beforeEach(() => {
    reply = () => undefined;
  });

  /** The same service with another node. */
  const through = (address: string) =>
    serviceOver(now.database, { chains: chainsAt(address) }, masterOfFirstRows(now.database));

  test('error: one that is away: nothing was signed, and it is given up', async () => {
    const id = await begin();
    const away = await through('http://127.0.0.1:1');
    const end = await endOf(id, away);
    expect(end).toMatchObject({ txStatus: 'FAILED' });
    expect(end['txError']).toContain('does not answer');
    expect(end['eth']).toBeUndefined();
  });

  test.for<readonly [method: string, result: unknown, said: RegExp]>([
    ['eth_chainId', { result: '0x1' }, /eip155:1, not eip155:31337/],
    ['eth_estimateGas', { result: 'much' }, /answers nonsense to eth_estimateGas/],
    ['eth_estimateGas', { result: '0xffffffffff' }, /units of gas/],
    ['eth_maxPriorityFeePerGas', { result: '0xffffffffffffffff' }, /fee of/],
    ['eth_getBlockByNumber', { result: {} }, /no base fee/],
    ['eth_getTransactionCount', { result: `0x${'f'.repeat(64)}` }, /./],
  ])('error: nonsense from %s never leads to a signature', async ([method, answer, said]) => {
    reply = (asked) => (asked === method ? answer : undefined);
    const end = await endOf(await begin(), await through(url));
    expect(end).toMatchObject({ txStatus: 'FAILED' });
    expect(end['txError']).toMatch(said);
    expect(await viem().getTransactionCount({ address: now.from })).toBe(0);
  });

  test('behavior: one that took it and never said so: the same bytes again, once on the chain', async () => {
    const flaky = await through(url);
    reply = (method) => {
      if (method !== 'eth_sendRawTransaction') return undefined;
      return { result: 'taken' };
    };
    const id = await begin();
    await goOn(flaky);
    expect(await statusOf(id)).toMatchObject({ txStatus: 'INITIALIZED', eth: {} });
    reply = () => undefined;
    expect(await endOf(id, flaky)).toMatchObject({ txStatus: 'INCLUDED' });
    expect(await viem().getTransactionCount({ address: now.from })).toBe(1);
  });

  test('behavior: a node that counts its calls is asked again, not given up', async () => {
    const flaky = await through(url);
    reply = (method) =>
      method === 'eth_sendRawTransaction'
        ? { error: { code: -32005, message: 'limit exceeded' } }
        : undefined;
    const id = await begin();
    for (let turn = 0; turn < 20; turn += 1) await goOn(flaky);
    expect(await statusOf(id)).toMatchObject({ txStatus: 'INITIALIZED' });
    reply = () => undefined;
    expect(await endOf(id, flaky)).toMatchObject({ txStatus: 'INCLUDED' });
  });

  test('behavior: the next of an account is signed once the node has taken the one before', async () => {
    const flaky = await through(url);
    reply = (method) =>
      method === 'eth_sendRawTransaction'
        ? { error: { code: -32005, message: 'limit exceeded' } }
        : undefined;
    // Of the same moment: any of the two is the first one.
    const both = [await begin(), await begin({ calls: [{ to: TO, value: '1' }] })];
    for (let turn = 0; turn < 15; turn += 1) await goOn(flaky);
    const waiting = await Promise.all(both.map(statusOf));
    expect(waiting.map(({ txStatus }) => txStatus)).toEqual(['INITIALIZED', 'INITIALIZED']);
    expect(waiting.filter((status) => 'eth' in status)).toHaveLength(1);
    reply = () => undefined;
    for (const id of both) {
      expect(await endOf(id, flaky)).toMatchObject({ txStatus: 'INCLUDED' });
    }
    expect(await viem().getTransactionCount({ address: now.from })).toBe(2);
  });

  test('error: a receipt of another transaction is no receipt', async () => {
    const lying = await through(url);
    const other = { transactionHash: `0x${'1'.repeat(64)}`, status: '0x1', blockNumber: '0x1' };
    reply = (method) => (method === 'eth_getTransactionReceipt' ? { result: other } : undefined);
    const id = await begin();
    for (let turn = 0; turn < 5; turn += 1) await goOn(lying);
    expect(await statusOf(id)).toMatchObject({ txStatus: 'BROADCASTING' });
  });
});

describe('stopped between any two steps', () => {
  class Stopped extends Error {}
  const count = Number(process.env['KEYSTAMP_SENDS'] ?? 12);
  let seed = Number(process.env['KEYSTAMP_SEED'] ?? 1);
  /** Of mulberry32. */
  const draw = (below: number) => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };

  /** Nodes before or after one of whose answers the process ends. */
  function stopping(at: number, when: 'before' | 'after'): Chains {
    let calls = 0;
    const real = known(chainsAt(now.chain.url).get(LOCAL_CHAIN));
    return new Map([
      [
        LOCAL_CHAIN,
        async (method, params, result) => {
          calls += 1;
          const isLast = calls >= at;
          if (isLast && when === 'before') throw new Stopped();
          const answer = await real(method, params, result);
          if (isLast) throw new Stopped();
          return answer;
        },
      ],
    ]);
  }

  test(
    `behavior: ${count} stops: none doubled, none lost, none stuck`,
    { timeout: 60_000 + count * 1000 },
    async () => {
      for (let round = 0; round < count; round += 1) {
        const ids = [await begin(), await begin()];
        const before = await viem().getTransactionCount({ address: now.from });
        const stops = 1 + draw(3);
        for (let stop = 0; stop < stops; stop += 1) {
          const chains = stopping(1 + draw(12), draw(2) === 0 ? 'before' : 'after');
          const doomed = await serviceOver(
            now.database,
            { chains },
            masterOfFirstRows(now.database),
          );
          doomed.time.now = now.service.time.now + 20_000;
          now.service.time.now += 20_000;
          await doomed.sendDue(LOCAL_CHAIN).catch((error: unknown) => {
            if (!(error instanceof Stopped)) throw error;
          });
        }
        for (const id of ids) expect(await endOf(id)).toMatchObject({ txStatus: 'INCLUDED' });
        expect(await viem().getTransactionCount({ address: now.from })).toBe(before + ids.length);
      }
    },
  );
});
