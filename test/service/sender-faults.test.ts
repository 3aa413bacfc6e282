// What the service sends, past its nodes' faults, and stopped between any two steps. KEYSTAMP_SENDS says how
// many stops there are, KEYSTAMP_SEED draws them.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LOCAL_CHAIN } from '../../src/protocol/coins.ts';
import type { Chains, Rpc } from '../../src/service/chains.ts';
import { CallRefusal } from '../../src/service/refusal.ts';
import { masterOfFirstRows } from './first-rows.ts';
import { serviceOver } from './harness.ts';
import { chainsAt, known, TO, useSendingService } from './sending-service.ts';

const { now, viem, begin, statusOf, goOn, endOf } = useSendingService();

/** The chain's own node. */
const real: Rpc = (...call) => known(chainsAt(now.chain.url).get(LOCAL_CHAIN))(...call);
/** The same service with other nodes. */
const withChains = (chains: Chains) =>
  serviceOver(now.database, { chains }, masterOfFirstRows(now.database));
const over = (rpc: Rpc) => withChains(new Map([[LOCAL_CHAIN, rpc]]));

/** What a node says that counts its calls. */
const LIMITED = { error: { code: -32005, message: 'limit exceeded' } };

describe('nodes that are away, or answer nonsense', () => {
  let node: Server;
  let reply: (method: string, params: readonly unknown[]) => unknown;
  let url = '';
  beforeAll(async () => {
    node = createServer((incoming, response) => {
      let body = '';
      incoming.on('data', (part: Buffer) => (body += part.toString()));
      incoming.on('end', () => {
        const call = JSON.parse(body) as { id: number; method: string; params: unknown[] };
        const answer = reply(call.method, call.params);
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

  const through = (address: string) => withChains(chainsAt(address));

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
    reply = (method) => (method === 'eth_sendRawTransaction' ? LIMITED : undefined);
    const id = await begin();
    for (let turn = 0; turn < 20; turn += 1) await goOn(flaky);
    expect(await statusOf(id)).toMatchObject({ txStatus: 'INITIALIZED' });
    reply = () => undefined;
    expect(await endOf(id, flaky)).toMatchObject({ txStatus: 'INCLUDED' });
  });

  test('behavior: the next of an account is signed once the node has taken the one before', async () => {
    const flaky = await through(url);
    let estimates = 0;
    reply = (method) => {
      if (method === 'eth_estimateGas') estimates += 1;
      return method === 'eth_sendRawTransaction' ? LIMITED : undefined;
    };
    // Of the same moment: any of the two is the first one.
    const both = [await begin(), await begin({ calls: [{ to: TO, value: '1' }] })];
    for (let turn = 0; turn < 15; turn += 1) await goOn(flaky);
    const waiting = await Promise.all(both.map(statusOf));
    expect(waiting.map(({ txStatus }) => txStatus)).toEqual(['INITIALIZED', 'INITIALIZED']);
    expect(waiting.filter((status) => 'eth' in status)).toHaveLength(1);
    // For the one that waits nobody is asked anything.
    expect(estimates).toBe(1);
    reply = () => undefined;
    for (const id of both) {
      expect(await endOf(id, flaky)).toMatchObject({ txStatus: 'INCLUDED' });
    }
    expect(await viem().getTransactionCount({ address: now.from })).toBe(2);
  });

  test('error: one that names another transaction has not taken this one', async () => {
    const lying = await through(url);
    const other = { result: `0x${'1'.repeat(64)}` };
    reply = (method) => (method === 'eth_sendRawTransaction' ? other : undefined);
    const id = await begin();
    await goOn(lying);
    expect(await statusOf(id)).toMatchObject({ txStatus: 'INITIALIZED', eth: {} });
    reply = () => undefined;
    expect(await endOf(id, lying)).toMatchObject({ txStatus: 'INCLUDED' });
  });

  test('behavior: one that does not know yet what it has taken: each has a number of its own', async () => {
    const late = await through(url);
    reply = (method, [, block]) =>
      method === 'eth_getTransactionCount' && block === 'pending' ? { result: '0x0' } : undefined;
    await now.chain.rpc('evm_setAutomine', [false]);
    const both = [await begin(), await begin({ calls: [{ to: TO, value: '1' }] })];
    for (let turn = 0; turn < 3; turn += 1) await goOn(late);
    const shown = await Promise.all(both.map(statusOf));
    await now.chain.rpc('evm_mine', []);
    await now.chain.rpc('evm_setAutomine', [true]);
    expect(shown.map(({ txStatus }) => txStatus)).toEqual(['BROADCASTING', 'BROADCASTING']);
    for (const id of both) expect(await endOf(id, late)).toMatchObject({ txStatus: 'INCLUDED' });
    expect(await viem().getTransactionCount({ address: now.from })).toBe(2);
  });

  test('behavior: a number that seems used and comes free again gives up nothing', async () => {
    const wavering = await through(url);
    await now.chain.rpc('evm_setAutomine', [false]);
    const id = await begin();
    await goOn(wavering);
    let count = '0x1';
    reply = (method, [, block]) => {
      if (method === 'eth_getTransactionReceipt') return { result: null };
      const isCount = method === 'eth_getTransactionCount' && block === 'latest';
      return isCount ? { result: count } : undefined;
    };
    // A chain that has reorganized: each time one look fewer than it takes to give up.
    for (let round = 0; round < 3; round += 1) {
      count = '0x1';
      for (let look = 0; look < 4; look += 1) await goOn(wavering);
      count = '0x0';
      await goOn(wavering);
    }
    expect(await statusOf(id)).toMatchObject({ txStatus: 'BROADCASTING' });
    count = '0x1';
    for (let look = 0; look < 5; look += 1) await goOn(wavering);
    expect(await statusOf(id)).toMatchObject({ txStatus: 'FAILED' });
    await now.chain.rpc('evm_mine', []);
    await now.chain.rpc('evm_setAutomine', [true]);
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

describe('two processes at once', () => {
  /** One that has read what it needs to sign, and where something else happens before it does. */
  const interrupted = (act: () => Promise<unknown>) => {
    let hasActed = false;
    return over(async (method, params, result) => {
      const answer = await real(method, params, result);
      if (method === 'eth_getTransactionCount' && !hasActed) {
        hasActed = true;
        await act();
      }
      return answer;
    });
  };

  test('behavior: what one has begun the other leaves alone for a while', async () => {
    const asked: string[] = [];
    const other = await over((method, params, result) => {
      asked.push(method);
      return real(method, params, result);
    });
    const first = await interrupted(async () => {
      other.time.now = first.time.now;
      await other.sendDue(LOCAL_CHAIN);
    });
    const id = await begin();
    await goOn(first);
    expect(asked).toEqual([]);
    expect(await endOf(id, first)).toMatchObject({ txStatus: 'INCLUDED' });
  });

  test('behavior: one that comes back late finds what the other has signed, and signs nothing else', async () => {
    const hashes: unknown[] = [];
    const other = await over(real);
    const first = await interrupted(async () => {
      // The base fee is another one.
      for (let block = 0; block < 3; block += 1) await now.chain.rpc('evm_mine', []);
      other.time.now = first.time.now;
      await goOn(other);
      hashes.push((await statusOf(id))['eth']);
    });
    const id = await begin();
    await goOn(first);
    const end = await endOf(id, first);
    expect(end).toMatchObject({ txStatus: 'INCLUDED' });
    expect(hashes).toEqual([end['eth']]);
    expect(await viem().getTransactionCount({ address: now.from })).toBe(1);
  });

  test('behavior: behind an earlier one that came meanwhile, and that no node has taken, nothing is signed', async () => {
    const refusing = await over((method, params, result) =>
      method === 'eth_sendRawTransaction'
        ? Promise.reject(
            new CallRefusal(LOCAL_CHAIN, 'limit exceeded', { isPassing: true, data: undefined }),
          )
        : real(method, params, result),
    );
    const ids: string[] = [];
    const first = await interrupted(async () => {
      now.service.time.now -= 5000;
      ids.push(await begin());
      refusing.time.now = now.service.time.now;
      await goOn(refusing);
    });
    ids.push(await begin());
    await goOn(first);
    const [later, earlier] = await Promise.all(ids.map(statusOf));
    expect(earlier).toMatchObject({ txStatus: 'INITIALIZED', eth: {} });
    expect(later).toEqual({ txStatus: 'INITIALIZED' });
    for (const id of ids) expect(await endOf(id, first)).toMatchObject({ txStatus: 'INCLUDED' });
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
  function stopping(at: number, when: 'before' | 'after'): Rpc {
    let calls = 0;
    return async (method, params, result) => {
      calls += 1;
      const isLast = calls >= at;
      if (isLast && when === 'before') throw new Stopped();
      const answer = await real(method, params, result);
      if (isLast) throw new Stopped();
      return answer;
    };
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
          const doomed = await over(stopping(1 + draw(12), draw(2) === 0 ? 'before' : 'after'));
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
